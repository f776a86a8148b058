#pragma once

#include <string>
#include <string_view>

#include "net/network.h"

namespace parley::testing {

// An Lts from "0 -a-> 1, 1 -b-> END": states are words, the first one is initial; END is terminal, ERROR an error state.
Lts lts(std::string_view text);

// A network from lines (or parts between ';') "name: edges". A label that several components have is shared by all of them, as in FSP;
// `tau` never is. A name with '?' in front is an observer.
Network network(std::string_view text);

// The network as text: components with their states, then rules as "label = a.x * b.y".
std::string to_text(const Network& network);
std::string to_text(const Lts& lts);   // in the language of lts()

}  // namespace parley::testing
