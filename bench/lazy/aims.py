"""What a run has to show: answers that are right, and figures that stay below a limit. Of each aim the worst case is kept."""

# Below this a ratio says more about the clock than about us.
LEAST_SECONDS = 0.1


def long_enough(seconds):
    return seconds >= LEAST_SECONDS


class Aim:
    def __init__(self, text, most):
        self.text, self.most = text, most
        self.worst, self.where, self.cases, self.too_short = None, "", 0, 0

    def case(self, value, where):
        self.cases += 1
        if self.worst is None or value > self.worst:
            self.worst, self.where = value, where

    def ratio(self, larger, smaller, where):
        """A ratio counts where its smaller side is long enough."""
        if long_enough(min(larger, smaller)):
            self.case(larger / smaller, where)
        else:
            self.too_short += 1

    @property
    def missed(self):
        return self.worst is not None and self.worst > self.most

    def line(self):
        left_out = f"; {self.too_short} below {LEAST_SECONDS} s left out" if self.too_short else ""
        if self.worst is None:
            return f"open: {self.text}: nothing measured{left_out}"
        word = "missed" if self.missed else "met"
        return f"{word}: {self.text} at most {self.most:g}: worst of {self.cases} is {self.worst:.2f}, {self.where}{left_out}"


class Answers:
    """Verdicts that the families are known to have, each judged."""

    def __init__(self):
        self.right, self.wrong = 0, []

    @staticmethod
    def known(family, n):
        if family == "token-ring":
            return "violated"
        return "violated" if family.startswith("philo") and n % 2 == 1 else "holds"

    def take(self, check, family, n):
        if check["verdict"] == self.known(family, n) and check["evidence"] and check["evidence"]["checked"]:
            self.right += 1
        else:
            self.wrong.append(f"{family} {n}, {check['engine']}: {check['verdict']} ({check['reason']}), evidence {check['evidence']}")

    def line(self):
        return f"{'missed' if self.wrong else 'met'}: every verdict is right and judged: {self.right} are, {len(self.wrong)} are not"
