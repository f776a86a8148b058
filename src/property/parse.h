#pragma once

#include <string_view>

#include "base/diagnostic.h"
#include "base/result.h"
#include "property/property.h"

namespace parley {

// What the numbers of one comparison may add up to: each weight as often as it counts, and the constants.
constexpr std::int64_t kMostInComparison = std::int64_t{1} << 60;

// Reads a quantifier-free predicate over the names of 'network': what to_text (property/print.h) prints, what
// evidence files contain and what the command line takes for models without a language of their own.
//
//   predicate = conjunction { "||" conjunction }          conjunction = unary { "&&" unary }
//   unary     = "!" unary | "(" predicate ")" | "true" | "false" | comparison | atom
//   atom      = path "@" ( state | "{" state { "," state } "}" )
//   state     = path | "#" integer                         the name or alias of a state (all that have it), or its number
//   comparison= sum op sum                                 op = <= < >= > == !=
//   sum       = ["+"|"-"] addend { ("+"|"-") addend }      addend = integer [ "*" count ] | count
//   count     = "count" "(" [ atom { "," atom } ] ")"
//   path      = word { "[" word "]" [ word that begins with "." ] }  |  quoted
//                                                          a word is made of letters, digits and . _ / ; a quoted
//                                                          name, in double quotes, is taken as it is (\" \\ \xHH escape)
//
// phil[0] and phil.0 are one path. Linear in the text, and no nesting is too deep.
Result<Predicate> parse_predicate(const SourceText& source, const Network& network);

// The same for a part of a text; diagnostics point into the whole.
Result<Predicate> parse_predicate(const SourceText& source, std::size_t begin, std::size_t length, const Network& network);

}   // namespace parley
