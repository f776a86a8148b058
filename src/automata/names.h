#pragma once

#include <string>
#include <vector>

#include "net/network.h"

namespace parley::automata {

// What each state of 'lts' is called, no two alike: a state that is called by its number gets a dash where
// another was given that number as its name.
std::vector<std::string> distinct_names(const Lts& lts);

// The same, but names with a comma or a quotation mark are quoted: they can stand in a list.
std::vector<std::string> quoted_names(const Lts& lts);

// A state whose joined name would be longer is called by its number: a product of products of products would
// otherwise be mostly names.
inline constexpr std::size_t kLongestName = 4096;

// The names of a network's global states: the local names joined with ','.
//
// No two global states are called alike. A local name with a comma is quoted in a component whose names have
// different numbers of commas, since then the reader could not tell where it ends; elsewhere (a product of a
// product) it stays as it is.
class JoinedNames {
 public:
  explicit JoinedNames(const Network& network);
  std::string operator()(std::span<const LocalState> state) const;

 private:
  const Network& network_;
  std::vector<std::vector<std::string>> names_;   // of each template
};

}   // namespace parley::automata
