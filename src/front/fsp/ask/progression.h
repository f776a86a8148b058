#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/limits.h"
#include "front/fsp/ask/ltl.h"

namespace parley::fsp {

// What an action does to the atoms. The first atoms are fluents, which keep their values until an action
// changes them; the others are labels, which hold right behind their own actions and nowhere else.
struct Letter {
  std::vector<LtlAtom> on;      // fluents that become true
  std::vector<LtlAtom> off;     // fluents that become false
  std::vector<LtlAtom> marks;   // labels that hold behind it
  friend auto operator<=>(const Letter&, const Letter&) = default;
};

// A safety formula, to be watched while letters arrive.
struct Watched {
  FormulaId formula = Formulas::kTrue;   // in normal form and syntactically safe
  std::vector<bool> initially;           // of each fluent, before the first letter
  std::size_t labels = 0;                // the atoms behind the fluents
  std::vector<Letter> letters;
};

// A deterministic automaton that is in its error state as soon as the letters so far violate the formula, and
// only then. The formula speaks of the moments behind each letter: the first of them is behind the first
// letter. There may be no further letter, so what is asked of the next moment is only wrong when that has
// come: X f is true at the end of a word.
struct BadPrefixes {
  static constexpr std::uint32_t kError = 0;   // the error state; all others are numbered as they are found
  struct State {
    std::vector<bool> fluents;
    bool is_settled = false;   // whatever comes, the formula holds
  };
  std::vector<State> states;
  std::vector<std::uint32_t> next;   // states * letters, by state; of the error state: kError
  std::uint32_t initial = 0;
};

// By progression (Bacchus and Kabanza, Artificial Intelligence 2000): a state is the values of the fluents
// and what is still asked of the future, as a disjunction of sets of subformulas, of which no one contains
// another. A word without end that violates a syntactically safe formula has a beginning that does (Kupferman
// and Vardi, Formal Methods in System Design 2001). Exponential in the formula at worst; asks 'limits' on the
// way.
BadPrefixes bad_prefixes(const Formulas& formulas, const Watched& watched, const Limits& limits);

// The same, or nothing where more than 'most' states would be needed on the way.
std::optional<BadPrefixes> small_bad_prefixes(const Formulas& formulas, const Watched& watched, std::size_t most,
                                              const Limits& limits);

}   // namespace parley::fsp
