#pragma once

#include "front/fsp/elaborate/process.h"

namespace parley::fsp {

// The automaton of a channel c: a queue. 'c.send.v' adds a message behind the others where there is room,
// 'c.receive.v' takes the oldest; one that duplicates may leave it where it is; one that is lossy may drop
// any message it has, 'c.lose.v'. Without values the labels are c.send, c.receive and c.lose.
//
// States are called EMPTY and Q.1.2, the oldest message first; without values Q.2, after their number. 'Q' is
// any that is not empty. A queue of more than 64 messages with values is called by its number. With v values
// and room for n messages there are 1 + v + ... + v^n states with at most v + n + 2 edges each; equal edges
// are made once.
Template channel_template(Index channel, Evaluator& evaluator);

}   // namespace parley::fsp
