#pragma once

#include <string>
#include <string_view>

#include "oracle/spec.h"

namespace parley::oracle {

// The format of the files in tests/regress, and of what the shrinker writes. One item per line, words
// separated by blanks; '#' begins a comment:
//
//   template phil
//     state think              a second word 'end' or 'error' marks it
//     initial think            optional; the default is the first state
//     label take
//     edge think take eat
//   component p.0 phil         a third word 'observer' makes it an observer
//   rule get = p.0 take , fork.0 get
//   check d deadlock expect violated
//   check r reach (and (at p.0 eat hungry) (not (atmost 1 (2 p.0 eat) (1 p.1 eat)))) expect holds
//   check s property watch other
//   count states 12
//
// Labels without an edge or rule are kept. Formulas: true, false, (at C S...), (not F), (and F...), (or
// F...), (atmost BOUND (WEIGHT C S...)...). 'expect' is optional. Names contain no blanks and none of ( ) #.
std::string to_text(const Spec& spec);

// Throws std::invalid_argument with the line number.
Spec parse_spec(std::string_view text);

// The same for people: components as processes, rules as vectors, formulas infix. It cannot be read back.
std::string to_readable(const Spec& spec);

}   // namespace parley::oracle
