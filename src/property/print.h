#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "property/property.h"

namespace parley {

// The formula in the language of property/parse.h. Parsing the text gives an equal formula, and printing that
// gives the same text. Names are quoted where they would not be read back. Linear in the formula's tree.
std::string to_text(const Predicate& predicate, const Network& network);

// The same for a language with its own syntax of atoms: 'append_atom' appends one atom to the text.
using AppendAtom = std::function<void(const Atom&, std::string&)>;
std::string to_text(const Predicate& predicate, const AppendAtom& append_atom);

// A name as it is written in a predicate or an evidence file: bare if it consists of letters, digits and ._/
// only, else quoted.
std::string quoted_if_needed(std::string_view name);

// The name in double quotes, with \" and \\, and \xHH for control characters. Other bytes stay as they are.
std::string quoted(std::string_view name);

// A state of 'lts' as it is written in a predicate or an evidence file: its name if that stands for this
// state alone, else '#' and its number.
std::string state_word(const Lts& lts, LocalState state);

}   // namespace parley
