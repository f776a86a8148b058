#pragma once

#include "cross/random.h"
#include "net/network.h"

namespace parley::cross {

// A random name made of unusual pieces: quotes, dots, line ends, words of the language, bytes that are no
// text, or nothing.
std::string odd_name(Random& random);

// The same network with odd names for nearly everything, and with aliases.
Network with_odd_names(const Network& network, Random& random);

}   // namespace parley::cross
