"""A million components are nothing special. Runs alone (SERIAL), for the memory that it takes."""
from harness import AS_EXPECTED, MODELS, SANITIZED, TestCase


class Large(TestCase):
    def test_info_on_a_million_components(self):
        half = 20_000 if SANITIZED else 500_000   # philosophers, and as many forks
        answer = self.expect(AS_EXPECTED, "parley", "info", MODELS / "philosophers.fsp", "-D", "N={}".format(half), "--json", "-", timeout=300)
        self.assertEqual(answer.json()["model"]["components"], 2 * half)
        if not SANITIZED:
            self.assertLess(answer.cpu_seconds, 30)
            self.assertLess(answer.peak_bytes, 1 << 30)
