#pragma once

#include "front/fsp/elaborate/process.h"

namespace parley::fsp {

// The automaton of a channel c: a FIFO queue. 'c.send.v' appends a message if there is room; 'c.receive.v'
// takes the oldest one. A duplicating channel may keep the message that is received. A lossy channel may drop
// any message, by 'c.lose.v'. Without values the labels are c.send, c.receive and c.lose.
//
// The states are called EMPTY and Q.1.2, oldest message first; without values Q.2, after the number of
// messages. 'Q' is an alias of every state that is not empty. A queue of more than 64 messages with values is
// named by its number. With v values and room for n messages there are 1 + v + ... + v^n states with at most
// v + n + 2 edges each; no edge is made twice.
Template channel_template(Index channel, Evaluator& evaluator);

}   // namespace parley::fsp
