#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "property/property.h"

namespace parley {

// The formula in the language of property/parse.h; parsing it gives the same formula back, and printing that
// the same text. Names are quoted where they would not read back. Linear in the formula's tree.
std::string to_text(const Predicate& predicate, const Network& network);

// The same where a language writes atoms in its own way: 'append_atom' adds one to the text.
using AppendAtom = std::function<void(const Atom&, std::string&)>;
std::string to_text(const Predicate& predicate, const AppendAtom& append_atom);

// A name as it can stand in a predicate or an evidence file: bare if made of letters, digits and ._/ only,
// else quoted.
std::string quoted_if_needed(std::string_view name);

// The name as a quoted word: \" \\ and \xHH for what would break a line; other bytes as they are.
std::string quoted(std::string_view name);

// A state of 'lts' as it can stand in a predicate or an evidence file: its name where that stands for this
// state alone, else '#' and its number.
std::string state_word(const Lts& lts, LocalState state);

}   // namespace parley
