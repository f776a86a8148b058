#pragma once

// Petri nets for tests: from text, and random ones.

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "front/pnml/net.h"
#include "support/random_lts.h"

namespace parley::testing {

struct NetTransition {
  std::string id;
  std::vector<std::uint32_t> pre;
  std::vector<std::uint32_t> post;
};

inline PetriNet make_net(const std::vector<std::string>& places, const std::vector<bool>& is_marked,
                         std::vector<NetTransition> transitions) {
  PetriNet net;
  net.id = "net";
  for (const std::string& place : places) net.places.intern(place);
  net.is_marked = is_marked;
  const auto add = [](PlaceLists& lists, std::vector<std::uint32_t>& list) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
    for (std::uint32_t place : list) lists.add(place);
    lists.end_list();
  };
  for (NetTransition& transition : transitions) {
    net.transitions.intern(transition.id);
    add(net.presets, transition.pre);
    add(net.postsets, transition.post);
  }
  return net;
}

// "p* q; t: p -> q, u: q ->": marked places have a star. Places that only transitions mention come last.
inline PetriNet net(const std::string& text) {
  std::vector<std::string> places;
  std::vector<bool> is_marked;
  std::vector<NetTransition> transitions;
  const auto place = [&](const std::string& name) {
    const auto found = std::ranges::find(places, name);
    if (found != places.end()) return static_cast<std::uint32_t>(found - places.begin());
    places.push_back(name);
    is_marked.push_back(false);
    return static_cast<std::uint32_t>(places.size() - 1);
  };
  const std::size_t semicolon = text.find(';');
  std::istringstream declared(text.substr(0, semicolon));
  for (std::string word; declared >> word;) {
    const bool has_token = word.ends_with('*');
    const std::uint32_t at = place(has_token ? word.substr(0, word.size() - 1) : word);
    is_marked[at] = has_token;
  }
  std::istringstream rest(semicolon == std::string::npos ? "" : text.substr(semicolon + 1));
  for (std::string part; std::getline(rest, part, ',');) {
    std::istringstream words(part);
    std::string word;
    words >> word;
    NetTransition transition{word.substr(0, word.find(':')), {}, {}};
    bool is_behind = false;
    while (words >> word) {
      if (word == "->") is_behind = true;
      else (is_behind ? transition.post : transition.pre).push_back(place(word));
    }
    transitions.push_back(std::move(transition));
  }
  return make_net(places, is_marked, transitions);
}

// Few places, and transitions that mostly produce as many tokens as they consume: many of these nets are
// 1-safe, and many are not.
inline PetriNet random_net(Random& random) {
  const std::size_t places = 1 + below(random, 7);
  std::vector<std::string> names;
  std::vector<bool> is_marked;
  for (std::size_t i = 0; i < places; ++i) {
    names.push_back("p" + std::to_string(i));
    is_marked.push_back(below(random, 3) == 0);
  }
  std::vector<NetTransition> transitions;
  for (std::size_t i = below(random, 7); i-- > 0;) {
    NetTransition& transition = transitions.emplace_back();
    transition.id = "t" + std::to_string(transitions.size());
    const std::size_t moved = below(random, 8) == 0 ? 0 : 1 + below(random, 2);
    for (std::size_t k = 0; k < moved; ++k) transition.pre.push_back(static_cast<std::uint32_t>(below(random, places)));
    for (std::size_t k = below(random, 5) == 0 ? below(random, 3) : moved; k-- > 0;)
      transition.post.push_back(static_cast<std::uint32_t>(below(random, places)));
  }
  return make_net(names, is_marked, transitions);
}

using Marking = std::vector<unsigned>;   // tokens per place

inline Marking initial_marking(const PetriNet& net) {
  Marking marking;
  for (bool has_token : net.is_marked) marking.push_back(has_token ? 1 : 0);
  return marking;
}

inline std::optional<Marking> fired(const PetriNet& net, std::uint32_t transition, Marking marking) {
  for (std::uint32_t place : net.pre(transition))
    if (marking[place]-- == 0) return std::nullopt;
  for (std::uint32_t place : net.post(transition)) ++marking[place];
  return marking;
}

// The reachable markings by definition. A marking with two tokens on one place is not explored further.
struct TokenGame {
  std::map<Marking, std::multiset<Marking>> safe;   // each marking with its successors, one per enabled transition
  std::set<std::uint32_t> fired;                    // the transitions that fire in some marking
  std::vector<Marking> unsafe;                      // in the order found
};

inline TokenGame play(const PetriNet& net) {
  TokenGame game;
  std::vector<Marking> stack{initial_marking(net)};
  while (!stack.empty()) {
    const Marking marking = stack.back();
    stack.pop_back();
    if (std::ranges::any_of(marking, [](unsigned tokens) { return tokens > 1; })) {
      game.unsafe.push_back(marking);
      continue;
    }
    const auto [at, is_new] = game.safe.try_emplace(marking);
    if (!is_new) continue;
    for (std::uint32_t transition = 0; transition < net.num_transitions(); ++transition)
      if (std::optional<Marking> next = testing::fired(net, transition, marking)) {
        at->second.insert(*next);
        game.fired.insert(transition);
        stack.push_back(*std::move(next));
      }
  }
  return game;
}

}   // namespace parley::testing
