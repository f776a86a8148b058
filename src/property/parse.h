#pragma once

#include <string_view>

#include "base/diagnostic.h"
#include "base/result.h"
#include "property/property.h"

namespace parley {

// Bound on the numbers of one comparison: the sum of the absolute values of its constants and of its weights,
// a weight counted once per atom.
constexpr std::int64_t kMostInComparison = std::int64_t{1} << 60;

// Reads a quantifier-free predicate over the names of 'network'. The language is what to_text
// (property/print.h) prints, what evidence files contain, and what the command line takes for models whose
// own language has no predicates.
//
//   predicate = conjunction { "||" conjunction }          conjunction = unary { "&&" unary }
//   unary     = "!" unary | "(" predicate ")" | "true" | "false" | comparison | atom
//   atom      = path "@" ( state | "{" state { "," state } "}" )
//   state     = path | "#" integer                         a name, an alias (all its states), or a number
//   comparison= sum op sum                                 op = <= < >= > == !=
//   sum       = ["+"|"-"] addend { ("+"|"-") addend }      addend = integer [ "*" count ] | count
//   count     = "count" "(" [ atom { "," atom } ] ")"
//   path      = word { "[" word "]" [ word that begins with "." ] }  |  quoted
//                                                          word: letters, digits and . _ / ; quoted: in
//                                                          double quotes, with the escapes \" \\ \xHH
//
// phil[0] and phil.0 are the same path. Linear in the text; nesting may be arbitrarily deep.
Result<Predicate> parse_predicate(const SourceText& source, const Network& network);

// The same for a part of a text; diagnostics refer to positions in the whole text.
Result<Predicate> parse_predicate(const SourceText& source, std::size_t begin, std::size_t length, const Network& network);

}   // namespace parley
