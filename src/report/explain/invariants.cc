#include "report/explain/invariants.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>

#include "base/text.h"
#include "report/explain/families.h"
#include "report/explain/pair_words.h"
#include "report/explain/plain_sum.h"
#include "report/explain/weight_words.h"

namespace parley {

namespace {

constexpr std::size_t kNames = 8;
constexpr std::size_t kStates = 4;

std::string number_word(std::int64_t number) {
  return number == 1 ? "one" : number < 0 ? std::to_string(number) : count_text(static_cast<std::uint64_t>(number));
}

// A sentence, and its form without the numbers of names: facts with the same form are alike.
struct Sentence {
  std::string text;
  std::string form;
};

// Components grouped by what is said about them, in the order of their first occurrence.
class Groups {
 public:
  explicit Groups(const Network& network) : network_(network) {}

  void add(ComponentId component, const std::string& said) {
    const auto [at, is_new] = places_.try_emplace(said, groups_.size());
    if (is_new) groups_.push_back({said, {}});
    groups_[at->second].names.emplace_back(network_.name(component));
    ++count_;
  }
  std::size_t size() const { return groups_.size(); }
  std::size_t count() const { return count_; }   // number of components

  struct Group {
    std::string said;
    std::vector<std::string> names;
    std::string who() const { return names_in_words(names, kNames); }
    // The names of the group without their numbers.
    std::string kind() const {
      std::map<std::string, std::size_t> patterns;
      for (const std::string& name : names) ++patterns[numbered(name).pattern];
      std::string text = numbered(said).pattern;
      for (const auto& [pattern, count] : patterns) text += fmt::format("|{}x{}", pattern, count);
      return text;
    }
  };
  const std::vector<Group>& all() const { return groups_; }
  std::string form() const {
    std::vector<std::string> kinds;
    kinds.reserve(groups_.size());
    for (const Group& group : groups_) kinds.push_back(group.kind());
    std::ranges::sort(kinds);
    return fmt::format("{}", fmt::join(kinds, ";"));
  }

 private:
  const Network& network_;
  std::unordered_map<std::string, std::size_t> places_;
  std::vector<Group> groups_;
  std::size_t count_ = 0;
};

// "in A or B"; "not in C" if that is much shorter. 'among' are the states that matter.
std::string in_states(const Lts& lts, std::span<const LocalState> states, std::span<const LocalState> among) {
  std::vector<LocalState> others;
  std::ranges::set_difference(among, states, std::back_inserter(others));
  const bool turn = states.size() > kStates && !others.empty() && others.size() * 2 < states.size();
  std::vector<std::string> names;
  for (LocalState state : turn ? std::span<const LocalState>(others) : states) names.push_back(lts.state_name(state));
  return (turn ? "not in " : "in ") + alternatives(names, kStates);
}

// How many of the components are in the states that are named.
struct Quantity {
  std::optional<std::int64_t> least;
  std::optional<std::int64_t> most;

  std::string words() const {
    if (least && most && *least == *most) return "exactly " + number_word(*least);
    if (least && most) return fmt::format("between {} and {}", *least, *most);
    return most ? "at most " + number_word(*most) : "at least " + number_word(least.value_or(0));
  }
  bool is_singular() const { return (least == most || !least || !most) && most.value_or(least.value_or(0)) == 1; }
};

std::string text_of(const Groups& groups) {
  std::vector<std::string> parts;
  for (const Groups::Group& group : groups.all()) {
    if (parts.size() == kNames) break;
    parts.push_back(fmt::format("{} {}", group.who(), group.said));
  }
  std::string text = fmt::format("{}", fmt::join(parts, "; "));
  if (groups.size() > parts.size()) text += fmt::format("; and {} more", count_text(groups.size() - parts.size()));
  return text;
}

// "exactly one of these 4 components is in X: ..."
std::string quantified(const std::string& quantity, bool is_singular, const Groups& groups) {
  const std::string_view verb = is_singular ? "is" : "are";
  if (groups.size() == 1)
    return fmt::format("{} of these {} components {} {}: {}", quantity, count_text(groups.count()), verb,
                       groups.all().front().said, groups.all().front().who());
  return fmt::format("{} of these {} so: {}", quantity, verb, text_of(groups));
}

// The same if it is all of them or none.
std::string always(const Groups& groups, std::string_view word) {
  std::vector<std::string> parts;
  for (const Groups::Group& group : groups.all()) {
    if (parts.size() == kNames) break;
    parts.push_back(fmt::format("{} {} {} {}", group.who(), group.names.size() == 1 ? "is" : "are", word, group.said));
  }
  std::string text = fmt::format("{}", fmt::join(parts, "; "));
  if (groups.size() > parts.size()) text += fmt::format("; and {} more", count_text(groups.size() - parts.size()));
  return text;
}

std::string counted(const Quantity& quantity, const Groups& groups) {
  const auto all = static_cast<std::int64_t>(groups.count());
  if (quantity.least && *quantity.least >= all) return always(groups, "always");
  if (quantity.most && *quantity.most <= 0) return always(groups, "never");
  return quantified(quantity.words(), quantity.is_singular(), groups);
}

class InvariantWords {
 public:
  InvariantWords(const Network& network, const InvariantProof& proof, const Limits& limits)
      : network_(network), proof_(proof), limits_(limits), pulse_(limits, 64) {}

  Explanation run() {
    tell_sums();
    tell<Trap>();
    tell<Congruence>();
    tell<OrderFact>();
    tell<Ranking>();
    tell_pairs();
    tell<ApartFact>();
    Explanation lines;
    for (const Told& told : told_) {
      if (lines.size() == kListedFacts) break;
      lines.push_back(told.count == 1 ? told.text
                                      : fmt::format("{} (and {} more like this)", told.text, count_text(told.count - 1)));
    }
    if (told_.size() > lines.size())
      lines.push_back(fmt::format("and {} more kinds of invariants", count_text(told_.size() - lines.size())));
    return lines;
  }

 private:
  struct Told {
    std::string text;
    std::size_t count = 0;
  };

  // Keeps one sentence per form, and counts the others.
  void keep(Sentence sentence) {
    const auto [at, is_new] = forms_.try_emplace(std::move(sentence.form), told_.size());
    if (is_new) told_.push_back({std::move(sentence.text), 0});
    ++told_[at->second].count;
  }

  template <class Kind>
  void tell() {
    for (const Fact& fact : proof_.facts) {
      pulse_.beat();
      if (const Kind* one = std::get_if<Kind>(&fact)) keep(words(*one));
    }
  }

  // Exact sums come first, because they say most.
  void tell_sums() {
    std::vector<PlainSum> sums;
    std::unordered_map<std::string, std::size_t> by_key;
    for (const Fact& fact : proof_.facts) {
      pulse_.beat();
      const auto* sum = std::get_if<RegionSum>(&fact);
      if (sum == nullptr) continue;
      PlainSum made = plain(network_, *sum);
      const auto [at, is_new] = by_key.try_emplace(made.key(1), sums.size());
      if (is_new) sums.push_back(std::move(made));
      else sums[at->second].bound = std::min(sums[at->second].bound, made.bound);
    }
    std::vector<Sentence> others;
    for (std::size_t i = 0; i < sums.size(); ++i) {
      pulse_.beat();
      const auto opposite = by_key.find(sums[i].key(-1));
      const bool has_opposite = opposite != by_key.end() && opposite->second != i;
      if (has_opposite && opposite->second < i) continue;   // told with its opposite
      Quantity quantity{.least = {}, .most = sums[i].bound};
      if (has_opposite) quantity.least = -sums[opposite->second].bound;
      Sentence sentence = words(sums[i], quantity);
      if (quantity.least == quantity.most) keep(std::move(sentence));
      else others.push_back(std::move(sentence));
    }
    for (Sentence& sentence : others) keep(std::move(sentence));
  }

  Sentence words(const PlainSum& sum, const Quantity& quantity) const {
    Sentence sentence = is_count(sum) ? count_words(sum, quantity) : weight_words(sum, quantity);
    const Groups gone = left_states(sum);
    if (gone.size() == 0) return sentence;
    sentence.form += "unless" + gone.form();
    sentence.text += ", unless ";
    for (std::size_t i = 0; i < gone.size() && i < kNames; ++i) {
      const Groups::Group& group = gone.all()[i];
      sentence.text +=
          fmt::format("{}{}{} is {}", i == 0 ? "" : " or ", group.names.size() > 1 ? "one of " : "", group.who(), group.said);
    }
    if (gone.size() > kNames) sentence.text += fmt::format(" or {} more have left", count_text(gone.size() - kNames));
    return sentence;
  }

  Groups left_states(const PlainSum& sum) const {
    Groups gone(network_);
    for (const PlainSum::Row& row : sum.rows)
      if (!row.left.empty()) gone.add(row.component, in_states(network_.lts(row.component), row.left, row.left));
    return gone;
  }

  // Whether each component counts one more in some of its states than in the others.
  bool is_count(const PlainSum& sum) const {
    return std::ranges::all_of(sum.rows, [&](const PlainSum::Row& row) {
      // Weights of states that were left are 0, and so is that of the first other state.
      const auto [least, greatest] = std::ranges::minmax(row.weights);
      return greatest - least <= 1;
    });
  }

  Sentence count_words(const PlainSum& sum, Quantity quantity) const {
    struct Side {
      std::vector<LocalState> more;
      std::vector<LocalState> less;
      std::vector<LocalState> all;
      ComponentId component;
    };
    std::vector<Side> sides;
    std::int64_t start = 0;   // the sum if every component counts least
    std::size_t num_more = 0;
    std::size_t num_less = 0;
    for (const PlainSum::Row& row : sum.rows) {
      Side side{.more = {}, .less = {}, .all = all_but(network_.lts(row.component), row.left), .component = row.component};
      std::int64_t least = row.weights[side.all.front().index()];
      for (LocalState state : side.all) least = std::min(least, row.weights[state.index()]);
      for (LocalState state : side.all) (row.weights[state.index()] > least ? side.more : side.less).push_back(state);
      start += least;
      if (side.more.empty()) continue;
      num_more += side.more.size();
      num_less += side.less.size();
      sides.push_back(std::move(side));
    }
    const auto count = static_cast<std::int64_t>(sides.size());
    const auto minus = [](const std::optional<std::int64_t>& from, std::int64_t what) {
      return from ? std::optional(*from - what) : from;
    };
    quantity = {.least = minus(quantity.least, start), .most = minus(quantity.most, start)};
    const bool turn =
        is_shorter_turned(quantity, count, static_cast<std::int64_t>(num_more), static_cast<std::int64_t>(num_less));
    if (turn) {
      const auto from_all = [&](const std::optional<std::int64_t>& value) {
        return value ? std::optional(count - *value) : value;
      };
      quantity = {.least = from_all(quantity.most), .most = from_all(quantity.least)};
    }
    Groups groups(network_);
    for (const Side& side : sides)
      groups.add(side.component, in_states(network_.lts(side.component), turn ? side.less : side.more, side.all));
    return {counted(quantity, groups), fmt::format("count {}:{}", quantity.words(), groups.form())};
  }

  // Prefers few states and small numbers: "at least one is in A" rather than "at most three are in B, C or
  // D", but "at most one is in B, C or D" rather than "at least 999 are in A".
  static bool is_shorter_turned(const Quantity& quantity, std::int64_t count, std::int64_t num_more, std::int64_t num_less) {
    const std::int64_t number = quantity.most ? *quantity.most : quantity.least.value_or(0);
    if (number <= 0 || number >= count)
      // If both have as many states, "always" is preferred to "never".
      return num_less < num_more || (num_less == num_more && number <= 0);
    return num_less + (count - number) * count < num_more + number * count;
  }

  Sentence weight_words(const PlainSum& sum, Quantity quantity) const {
    Groups groups(network_);
    for (const PlainSum::Row& row : sum.rows) {
      const RowWords row_words = words_of_weights(network_.lts(row.component), row.weights, row.left);
      if (quantity.least) *quantity.least -= row_words.start;
      if (quantity.most) *quantity.most -= row_words.start;
      if (!row_words.text.empty()) groups.add(row.component, row_words.text);
    }
    return {fmt::format("the sum is always {}, where {}", quantity_of_sum(quantity), text_of(groups)),
            fmt::format("sum {}:{}", quantity.words(), groups.form())};
  }

  static std::string quantity_of_sum(const Quantity& quantity) {
    if (quantity.least == quantity.most) return std::to_string(*quantity.most);
    if (quantity.least && quantity.most) return fmt::format("between {} and {}", *quantity.least, *quantity.most);
    return quantity.most ? fmt::format("at most {}", *quantity.most) : fmt::format("at least {}", quantity.least.value_or(0));
  }

  Groups where(const auto& rows) const {
    Groups groups(network_);
    for (const auto& row : rows) {
      const Lts& lts = network_.lts(row.component);
      groups.add(row.component, in_states(lts, row.states, all_but(lts, {})));
    }
    return groups;
  }

  Sentence words(const Trap& trap) const {
    const Groups groups = where(trap.rows);
    return {counted({.least = 1, .most = {}}, groups), "trap:" + groups.form()};
  }

  Sentence words(const OrderFact& order) const {
    const Groups groups = where(order.rows);
    return {fmt::format("never all at once, since they would not agree on what was done last: {}", text_of(groups)),
            "order:" + groups.form()};
  }

  Sentence words(const ApartFact& apart) const {
    const Groups groups = where(apart.rows);
    return {fmt::format("never all at once, whatever the others do: {}", text_of(groups)), "apart:" + groups.form()};
  }

  // The ranks themselves explain nothing; what matters is that such an order exists.
  static Sentence words(const Ranking& ranking) {
    return {fmt::format("the {} rules have an order by which no components block each other: a component that refuses a rule "
                        "offers another rule that comes before it",
                        count_text(ranking.ranks.size())),
            "ranking"};
  }

  Sentence words(const Congruence& congruence) const {
    if (congruence.modulus == 2) return parity_words(congruence);
    Groups groups(network_);
    std::int64_t remainder = congruence.remainder;
    for (const Congruence::Row& row : congruence.rows) {
      const RowWords row_words = words_of_weights(network_.lts(row.component), row.weights, {});
      remainder -= row_words.start % congruence.modulus;
      if (!row_words.text.empty()) groups.add(row.component, row_words.text);
    }
    remainder = (remainder % congruence.modulus + congruence.modulus) % congruence.modulus;
    const std::string quantity = fmt::format("{} modulo {}", remainder, congruence.modulus);
    return {fmt::format("the sum is always {}, where {}", quantity, text_of(groups)),
            fmt::format("congruence {}:{}", quantity, groups.form())};
  }

  Sentence parity_words(const Congruence& congruence) const {
    Groups groups(network_);
    std::int64_t remainder = congruence.remainder;
    for (const Congruence::Row& row : congruence.rows) {
      const Lts& lts = network_.lts(row.component);
      std::vector<LocalState> odd;
      std::vector<LocalState> even;
      for (LocalState state : lts.states()) (row.weights[state.index()] % 2 != 0 ? odd : even).push_back(state);
      const bool turn = even.size() < odd.size();
      if (turn) ++remainder;
      const std::vector<LocalState>& told = turn ? even : odd;
      if (!told.empty()) groups.add(row.component, in_states(lts, told, all_but(lts, {})));
    }
    const std::string quantity = remainder % 2 == 0 ? "an even number" : "an odd number";
    return {quantified(quantity, false, groups), quantity + groups.form()};
  }

  // A pair needs its product explored, so only the first of a form is.
  void tell_pairs() {
    for (const Fact& fact : proof_.facts) {
      pulse_.beat();
      const auto* pair = std::get_if<PairFact>(&fact);
      if (pair == nullptr) continue;
      std::string form = fmt::format(
          "pair {} {} {} {}", network_.lts(pair->first).num_states(), network_.lts(pair->second).num_states(),
          numbered(std::string(network_.name(pair->first))).pattern, numbered(std::string(network_.name(pair->second))).pattern);
      const bool is_known = forms_.contains(form);
      keep({is_known ? "" : pair_words(network_, pair->first, pair->second, limits_), std::move(form)});
    }
  }

  const Network& network_;
  const InvariantProof& proof_;
  const Limits& limits_;
  Pulse pulse_;
  std::unordered_map<std::string, std::size_t> forms_;
  std::vector<Told> told_;
};

}   // namespace

Explanation explain_invariants(const Network& network, const InvariantProof& proof, const Limits& limits) {
  return InvariantWords(network, proof, limits).run();
}

}   // namespace parley
