#pragma once

#include <string>
#include <string_view>

#include "net/network.h"

namespace parley::testing {

// An Lts from "0 -a-> 1 -b-> END, 0 -c-> 0". States are words, and the first one is initial. END is terminal,
// ERROR is an error state. A single word declares a state.
Lts lts(std::string_view text);

// A network from lines, or parts between ';', of the form "name: edges"; a name with '?' in front is an
// observer. Lines "label = a.x b.y" are rules; a participant is a component and, after the last dot, a local
// label. Without such lines, a label that several components have is shared by all of them, as in FSP; `tau`
// never is.
Network network(std::string_view text);

// The network as text: components with their edges, then rules as "label = a.x * b.y".
std::string to_text(const Network& network);
std::string to_text(const Lts& lts);   // in the syntax of lts()

}   // namespace parley::testing
