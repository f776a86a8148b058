#include "evidence/read_proof.h"

#include <limits>

#include <fmt/format.h>

#include "evidence/text/file_words.h"
#include "evidence/text/read_names.h"

namespace parley {

namespace {

constexpr std::uint64_t kNumbers = std::uint64_t{1} << 32;   // variables and constraints have numbers below it

class ProofReader {
 public:
  ProofReader(Scanner& in, const Network& network, PropertyKind asked, const Limits& limits)
      : in_(in), network_(network), limits_(limits), pulse_(limits), has_sets_(asked == PropertyKind::kLocalDeadlock) {}

  bool read(InvariantProof& into) {
    std::uint64_t facts = 0;
    std::uint64_t steps = 0;
    if (!read_count("facts ", facts) || !read_count(" steps ", steps) || !in_.end_line()) return false;
    for (std::uint64_t i = 0; i < facts; ++i) {
      pulse_.beat();
      if (!read_fact(into.facts.emplace_back())) return false;
    }
    for (std::uint64_t i = 0; i < steps; ++i) {
      pulse_.beat();
      if (!read_step(into.steps.emplace_back())) return false;
    }
    return true;
  }

 private:
  using Nogood = InvariantProof::Nogood;
  using Combination = InvariantProof::Combination;

  // A count of things of at least two bytes each: an impossible number must not allocate anything.
  bool read_count(std::string_view keyword, std::uint64_t& into) {
    if (!in_.literal(keyword)) return false;
    const std::size_t at = in_.offset();
    if (!in_.number(into)) return false;
    return into <= in_.left() / 2 || in_.fail(at, in_.offset() - at, "evidence-number", "the file is too short for so many");
  }

  bool read_fact(Fact& into) {
    if (in_.sees("sum ")) return read_sum(into.emplace<RegionSum>());
    if (in_.sees("congruence ")) return read_congruence(into.emplace<Congruence>());
    if (in_.sees("trap ")) return in_.literal("trap") && read_rows("one-of ", into.emplace<Trap>().rows);
    if (in_.sees("pair ")) return read_pair(into.emplace<PairFact>());
    if (in_.sees("ranking ")) return read_ranking(into.emplace<Ranking>());
    if (in_.sees("apart ")) return in_.literal("apart") && read_rows("in ", into.emplace<ApartFact>().rows);
    if (!in_.sees("order ")) return in_.fail_here("'sum', 'congruence', 'trap', 'pair', 'apart', 'order' or 'ranking'");
    OrderFact& order = into.emplace<OrderFact>();
    if (!in_.literal("order")) return false;
    order.classes = in_.sees(kClassesWord);
    if (order.classes && !in_.literal(kClassesWord)) return false;
    return read_rows("in ", order.rows);
  }

  // The keyword and the component at the beginning of each row.
  template <class Rows>
  bool begin_row(std::string_view keyword, Rows& rows) {
    pulse_.beat();
    if (!in_.literal(keyword)) return false;
    const std::size_t at = in_.offset();
    ComponentId component;
    if (!read_component(in_, network_, component)) return false;
    if (!rows.empty() && component <= rows.back().component)
      return in_.fail(at, in_.offset() - at, "evidence-order", "a fact names components in the order of the network, each once");
    rows.emplace_back().component = component;
    return true;
  }

  bool read_weight(std::size_t states, std::int64_t& into) {
    pulse_.beat();
    if (!in_.sees(' ')) return in_.fail_here(fmt::format("{} weights in this line", states));
    return in_.literal(" ") && in_.integer(into);
  }

  bool read_sum(RegionSum& sum) {
    std::uint64_t rows = 0;
    if (!in_.literal("sum at-most ") || !in_.integer(sum.bound) || !read_count(" rows ", rows) || !in_.end_line()) return false;
    for (std::uint64_t i = 0; i < rows; ++i) {
      if (!begin_row("weigh ", sum.rows)) return false;
      RegionSum::Row& row = sum.rows.back();
      const std::size_t states = network_.lts(row.component).num_states();
      for (std::size_t state = 0; state < states; ++state) {
        std::int64_t& weight = row.weights.emplace_back();
        if (in_.sees(kLeftWord)) {
          if (!in_.literal(kLeftWord)) return false;
          row.left.emplace_back(state);
        } else if (!read_weight(states, weight)) {
          return false;
        }
      }
      if (!in_.end_line()) return false;
    }
    return true;
  }

  bool read_congruence(Congruence& sum) {
    std::uint64_t rows = 0;
    if (!in_.literal("congruence modulus ") || !in_.integer(sum.modulus)) return false;
    if (!in_.literal(" remainder ") || !in_.integer(sum.remainder) || !read_count(" rows ", rows) || !in_.end_line())
      return false;
    for (std::uint64_t i = 0; i < rows; ++i) {
      if (!begin_row("weigh ", sum.rows)) return false;
      Congruence::Row& row = sum.rows.back();
      const std::size_t states = network_.lts(row.component).num_states();
      for (std::size_t state = 0; state < states; ++state)
        if (!read_weight(states, row.weights.emplace_back())) return false;
      if (!in_.end_line()) return false;
    }
    return true;
  }

  bool read_pair(PairFact& pair) {
    return in_.literal("pair ") && read_component(in_, network_, pair.first) && in_.literal(" ") &&
           read_component(in_, network_, pair.second) && in_.end_line();
  }

  bool read_ranking(Ranking& ranking) {
    const std::size_t at = in_.offset();
    std::uint64_t rules = 0;
    if (!read_count("ranking rules ", rules)) return false;
    if (rules != network_.num_rules())
      return in_.fail(at, in_.offset() - at, "evidence-number",
                      fmt::format("a ranking has one rank for each of the {} rules", network_.num_rules()));
    if (!in_.end_line()) return false;
    limits_.expect(rules * sizeof(std::uint32_t));
    ranking.ranks.reserve(rules);
    return read_lines("ranks", rules, [&] { return read_number(ranking.ranks.emplace_back()); });
  }

  // Rows of states, each with at least one state.
  template <class Rows>
  bool read_rows(std::string_view keyword, Rows& into) {
    std::uint64_t rows = 0;
    if (!read_count(" rows ", rows) || !in_.end_line()) return false;
    for (std::uint64_t i = 0; i < rows; ++i) {
      if (!begin_row(keyword, into)) return false;
      auto& row = into.back();
      do {
        pulse_.beat();
        if (!in_.literal(" ")) return false;
        const std::size_t at = in_.offset();
        LocalState state;
        if (!read_state(in_, network_.lts(row.component), state)) return false;
        if (!row.states.empty() && state <= row.states.back())
          return in_.fail(at, in_.offset() - at, "evidence-order", "states stand in the order of their numbers, each once");
        row.states.push_back(state);
      } while (in_.sees(' '));
      if (!in_.end_line()) return false;
    }
    return true;
  }

  bool read_step(InvariantProof::Step& into) {
    if (in_.sees("nogood ")) return read_nogood(into.emplace<Nogood>());
    if (in_.sees("combine ")) return read_combination(into.emplace<Combination>());
    return in_.fail_here("'nogood' or 'combine'");
  }

  bool read_number(std::uint32_t& into) {
    const std::size_t at = in_.offset();
    std::uint64_t number = 0;
    if (!in_.number(number)) return false;
    if (number >= kNumbers) return in_.fail(at, in_.offset() - at, "evidence-number", "this number is too large");
    into = static_cast<std::uint32_t>(number);
    return true;
  }

  bool read_nogood(Nogood& nogood) {
    std::uint64_t literals = 0;
    std::uint64_t because = 0;
    if (!read_count("nogood literals ", literals) || !read_count(" because ", because) || !in_.end_line()) return false;
    for (std::uint64_t i = 0; i < literals; ++i)
      if (!read_literal(nogood)) return false;
    nogood.because.reserve(because);
    return read_lines("by", because, [&] { return read_number(nogood.because.emplace_back()); });
  }

  std::size_t num_values(std::uint32_t variable) const {
    if (variable >= network_.num_components()) return 2;
    const ComponentId component(std::size_t{variable});
    return network_.lts(component).num_states() * (has_sets_ && !network_.is_observer(component) ? 2 : 1);
  }

  bool read_literal(Nogood& nogood) {
    pulse_.beat();
    if (!in_.literal("when ")) return false;
    const std::size_t at = in_.offset();
    Nogood::Literal literal;
    if (!read_number(literal.variable)) return false;
    if (!nogood.literals.empty() && literal.variable <= nogood.literals.back().variable)
      return in_.fail(at, in_.offset() - at, "evidence-order",
                      "the variables of a nogood are in the order of their numbers, each once");
    const std::size_t values = num_values(literal.variable);
    do {
      if (!in_.literal(" ") || !read_range(values, literal.values)) return false;
    } while (in_.sees(' '));
    nogood.literals.push_back(std::move(literal));
    return in_.end_line();
  }

  // "3" or "3-5". Consecutive values must be written as one range.
  bool read_range(std::size_t values, std::vector<std::uint32_t>& into) {
    const std::size_t at = in_.offset();
    std::uint32_t first = 0;
    if (!read_number(first)) return false;
    std::uint32_t last = first;
    const bool is_range = in_.sees('-');
    if (is_range && (!in_.literal("-") || !read_number(last))) return false;
    if (last >= values)
      return in_.fail(at, in_.offset() - at, "evidence-number",
                      fmt::format("this variable has {} values, counted from 0", values));
    if (last < first || (is_range && last == first) || (!into.empty() && first <= std::uint64_t{into.back()} + 1))
      return in_.fail(at, in_.offset() - at, "evidence-order",
                      "values are ascending, and those that follow one another are one range");
    limits_.expect(std::uint64_t{last - first} * sizeof(std::uint32_t));
    for (std::uint64_t value = first; value <= last; ++value) {
      pulse_.beat();
      into.push_back(static_cast<std::uint32_t>(value));
    }
    return true;
  }

  bool read_combination(Combination& combination) {
    std::uint64_t terms = 0;
    if (!read_count("combine ", terms)) return false;
    if (in_.sees(kDivideWord)) {
      if (!in_.literal(kDivideWord)) return false;
      const std::size_t at = in_.offset();
      if (!in_.integer(combination.divisor)) return false;
      if (combination.divisor < 2)
        return in_.fail(at, in_.offset() - at, "evidence-number", "a divisor is at least 2; 1 is left out");
    }
    if (!in_.end_line()) return false;
    combination.terms.reserve(terms);
    return read_lines("of", terms, [&] {
      Combination::Term& term = combination.terms.emplace_back();
      const std::size_t at = in_.offset();
      if (!in_.integer(term.factor)) return false;
      if (term.factor < 1) return in_.fail(at, in_.offset() - at, "evidence-number", "a factor is at least 1");
      return in_.literal("*") && read_number(term.constraint);
    });
  }

  // A number of items, with the same number on each line but the last.
  template <class ReadItem>
  bool read_lines(std::string_view keyword, std::uint64_t items, const ReadItem& read_item) {
    for (std::uint64_t i = 0; i < items; ++i) {
      pulse_.beat();
      if (i % kProofWordsPerLine == 0 && !in_.literal(keyword)) return false;
      if (!in_.literal(" ") || !read_item()) return false;
      if ((i + 1 == items || (i + 1) % kProofWordsPerLine == 0) && !in_.end_line()) return false;
    }
    return true;
  }

  Scanner& in_;
  const Network& network_;
  const Limits& limits_;
  Pulse pulse_;
  bool has_sets_;   // a process has each state twice: outside the set, then in it
};

}   // namespace

bool read_proof(Scanner& in, const Network& network, PropertyKind asked, const Limits& limits, InvariantProof& into) {
  return ProofReader(in, network, asked, limits).read(into);
}

}   // namespace parley
