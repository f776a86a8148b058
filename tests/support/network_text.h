#pragma once

#include <string>
#include <string_view>

#include "net/network.h"

namespace parley::testing {

// An Lts from "0 -a-> 1 -b-> END, 0 -c-> 0": states are words, the first one is initial; END is terminal,
// ERROR an error state; a state alone declares itself.
Lts lts(std::string_view text);

// A network from lines (or parts between ';') "name: edges"; a name with '?' in front is an observer. Lines
// "label = a.x b.y" are its rules, each participant a component and, after the last dot, a local label. Where
// there are none, a label that several components have is shared by all of them, as in FSP; `tau` never is.
Network network(std::string_view text);

// The network as text: components with their states, then rules as "label = a.x * b.y".
std::string to_text(const Network& network);
std::string to_text(const Lts& lts);   // in the language of lts()

}   // namespace parley::testing
