#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/limits.h"
#include "front/fsp/ask/ltl.h"

namespace parley::fsp {

// The effect of an action on the atoms. The first atoms are fluents, which keep their value until an action
// changes it. The other atoms are labels, which hold right after their own actions only.
struct Letter {
  std::vector<LtlAtom> on;      // fluents that become true
  std::vector<LtlAtom> off;     // fluents that become false
  std::vector<LtlAtom> marks;   // labels that hold after it
  friend auto operator<=>(const Letter&, const Letter&) = default;
};

// A safety formula, and the letters by which it is watched.
struct Watched {
  FormulaId formula = Formulas::kTrue;   // in normal form and syntactically safe
  std::vector<bool> initially;           // per fluent: the value before the first letter
  std::size_t labels = 0;                // how many atoms follow the fluents
  std::vector<Letter> letters;
};

// A deterministic automaton that is in its error state exactly when the letters so far violate the formula.
// The formula is evaluated at the moments after each letter; the first moment is after the first letter.
// There may be no further letter, so a requirement on the next moment is violated only when that moment has
// come: at the end of a word, X f is true.
struct BadPrefixes {
  static constexpr std::uint32_t kError = 0;   // the error state; the others are numbered in the order found
  struct State {
    std::vector<bool> fluents;
    bool is_settled = false;   // the formula holds whatever letters follow
  };
  std::vector<State> states;
  std::vector<std::uint32_t> next;   // state * letters + letter -> next state; the error state has no other successor
  std::uint32_t initial = 0;
};

// Builds the automaton by progression (Bacchus and Kabanza, Artificial Intelligence 2000). A state is the
// values of the fluents and what the formula still requires of the future. The requirement is a disjunction
// of sets of subformulas, none of which contains another. Every infinite word that violates a syntactically
// safe formula has a finite prefix that does (Kupferman and Vardi, Formal Methods in System Design 2001).
// Exponential in the formula in the worst case; asks 'limits' while it grows.
BadPrefixes bad_prefixes(const Formulas& formulas, const Watched& watched, const Limits& limits);

// The same, or nullopt if more than 'most' states are needed.
std::optional<BadPrefixes> small_bad_prefixes(const Formulas& formulas, const Watched& watched, std::size_t most,
                                              const Limits& limits);

}   // namespace parley::fsp
