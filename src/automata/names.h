#pragma once

#include <string>
#include <vector>

#include "net/network.h"

namespace parley::automata {

// The names of the states of 'lts', all distinct. A state without a name is called by its number, followed by
// primes (') if another state has that number as its name.
std::vector<std::string> distinct_names(const Lts& lts);

// The same, but names with a comma or a quotation mark are quoted, so that they can be listed.
std::vector<std::string> quoted_names(const Lts& lts);

// A state whose joined name would be longer is called by its number. Otherwise a product of products would
// consist mostly of names.
inline constexpr std::size_t kLongestName = 4096;

// The names of a network's global states: the local names joined with ','.
//
// No two global states get the same name. If the names of a component's states have different numbers of
// commas, names with a comma are quoted, because the end of such a name would be ambiguous. Otherwise (a
// product of a product) they stay as they are.
class JoinedNames {
 public:
  explicit JoinedNames(const Network& network);
  std::string operator()(std::span<const LocalState> state) const;

 private:
  const Network& network_;
  std::vector<std::vector<std::string>> names_;   // per template
};

}   // namespace parley::automata
