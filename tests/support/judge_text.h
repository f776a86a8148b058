#pragma once

// Evidence and properties as text, for tests of the judge. Networks are written as in network_text.h.

#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "check/judge.h"
#include "property/parse.h"
#include "support/network_text.h"

namespace parley::testing {

inline std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> result;
  std::string word;
  for (std::istringstream in(text); in >> word;) result.push_back(word);
  return result;
}

// "P>1": a component and the name of its next state.
inline Move move(const Network& network, const std::string& text) {
  const std::size_t arrow = text.find('>');
  const ComponentId component = network.find_component(text.substr(0, arrow)).value();
  return {component, network.lts(component).states_named(text.substr(arrow + 1)).at(0)};
}

// Steps separated by ';', each a label and its moves: "x P>1 Q>END; tau P>0".
inline Trace trace(const Network& network, const std::string& text) {
  Trace result;
  std::string step;
  for (std::istringstream steps(text); std::getline(steps, step, ';');) {
    const std::vector<std::string> parts = words(step);
    std::vector<Move> moves;
    for (std::size_t i = 1; i < parts.size(); ++i) moves.push_back(move(network, parts[i]));
    result.add(network.find_label(parts.at(0)).value(), moves);
  }
  return result;
}

// The support "P Q" and the states "00 01 11": one digit per component, the number of its local state in the
// order of the text.
inline ClosedSet set_of(const Network& network, const std::string& support, const std::string& states) {
  std::vector<ComponentId> components;
  for (const std::string& name : words(support)) components.push_back(network.find_component(name).value());
  StateTable table(network, components);
  std::vector<LocalState> row(components.size());
  for (const std::string& digits : words(states)) {
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = LocalState(static_cast<std::size_t>(digits.at(i) - '0'));
    table.add(row);
  }
  return ClosedSet{std::move(table)};
}

inline Evidence closed_set(const Network& network, const std::string& support, const std::string& states) {
  return std::make_shared<const ClosedSet>(set_of(network, support, states));
}

// "P 0 1 Q -1 0 : 1": a weight per state of P and of Q, and the bound.
inline LinearInvariant invariant(const Network& network, const std::string& text) {
  LinearInvariant result;
  bool is_bound = false;
  for (const std::string& word : words(text)) {
    if (word == ":") is_bound = true;
    else if (const auto component = network.find_component(word)) result.rows.push_back({*component, {}});
    else if (is_bound) result.bound = std::stoll(word);
    else result.rows.back().weights.push_back(std::stoll(word));
  }
  return result;
}

inline Evidence set_with_invariants(const Network& network, const std::string& support, const std::string& states,
                                    const std::string& invariants) {
  ClosedSet set = set_of(network, support, states);
  std::string one;
  for (std::istringstream all(invariants); std::getline(all, one, ';');) set.invariants.push_back(invariant(network, one));
  return std::make_shared<const ClosedSet>(std::move(set));
}

inline Evidence self_contained_set(const Network& network, const std::string& support, const std::string& states) {
  ClosedSet set = set_of(network, support, states);
  set.self_contained = true;
  return std::make_shared<const ClosedSet>(std::move(set));
}

// The sets "P Q: 00 11; R: 0" and the tree "* 0 -", in the syntax of evidence files.
inline Evidence cases(const Network& network, const std::string& sets, const std::string& tree) {
  CaseSplit result;
  std::string set;
  for (std::istringstream all(sets); std::getline(all, set, ';');)
    result.sets.push_back(
        std::make_shared<const ClosedSet>(set_of(network, set.substr(0, set.find(':')), set.substr(set.find(':') + 1))));
  for (const std::string& word : words(tree))
    result.tree.push_back(word == "*"   ? CaseSplit::kSplit
                          : word == "-" ? CaseSplit::kAbsurd
                                        : static_cast<std::uint32_t>(std::stoul(word)));
  return std::make_shared<const CaseSplit>(std::move(result));
}

// The states "00:01:2 11:1:0": one digit per component; the components of the support as digits; the rank, if
// there are ranks.
inline Evidence reduced_set(const Network& network, const std::string& states) {
  ReducedSet set{
      .states = StateTable(network, {network.components().begin(), network.components().end()}), .supports = {}, .ranks = {}};
  for (const std::string& text : words(states)) {
    const std::size_t support = text.find(':');
    const std::size_t rank = text.find(':', support + 1);
    std::vector<LocalState> row;
    for (char digit : text.substr(0, support)) row.emplace_back(static_cast<std::size_t>(digit - '0'));
    set.states.add(row);
    std::uint64_t bits = 0;
    for (char digit : text.substr(support + 1, rank == std::string::npos ? rank : rank - support - 1))
      bits |= std::uint64_t{1} << (digit - '0');
    set.supports.push_back(bits);
    if (rank != std::string::npos) set.ranks.push_back(static_cast<std::uint32_t>(std::stoul(text.substr(rank + 1))));
  }
  return std::make_shared<const ReducedSet>(std::move(set));
}

// The nodes "00 11" as a set that is not reduced.
inline Evidence leap_set(const Network& network, const std::string& nodes) {
  std::string names;
  for (ComponentId component : network.components()) names += std::string(network.name(component)) + " ";
  return std::make_shared<const LeapSet>(
      LeapSet{.nodes = {.states = set_of(network, names, nodes).states, .supports = {}, .ranks = {}}, .is_reduced = false});
}

// The nodes "00:01:2 11:1:0", in the syntax of reduced_set().
inline Evidence reduced_leap_set(const Network& network, const std::string& nodes) {
  return std::make_shared<const LeapSet>(
      LeapSet{.nodes = *std::get<ReducedSetRef>(reduced_set(network, nodes)), .is_reduced = true});
}

inline Predicate predicate(const Network& network, const std::string& text) {
  Result<Predicate> result = parse_predicate(SourceText("predicate", text), network);
  if (!result) throw std::invalid_argument(to_text(result.diagnostics()));
  return *std::move(result);
}

inline Property deadlock() { return {"d", Deadlock{}}; }
inline Property local_deadlock() { return {"l", LocalDeadlock{}}; }
inline Property reach(const Network& network, const std::string& text) { return {"r", Reach{predicate(network, text)}}; }
inline Property never(const Network& network, const std::string& text) { return {"n", Never{predicate(network, text)}}; }
inline Property safety(const Network& network, const std::string& names) {
  Safety ask;
  for (const std::string& name : words(names)) ask.automata.push_back(network.find_component(name).value());
  return {"s", std::move(ask)};
}

// "accepted", or the name of the obligation that rejects the evidence.
inline std::string judged(const Network& network, const Property& property, Verdict claimed, const Evidence& evidence) {
  Progress silent;
  const Judgement judgement = judge(network, property, claimed, evidence, Limits(), silent);
  return judgement.accepted ? "accepted" : judgement.obligation;
}

inline std::string reason(const Network& network, const Property& property, Verdict claimed, const Evidence& evidence) {
  Progress silent;
  return judge(network, property, claimed, evidence, Limits(), silent).reason;
}

}   // namespace parley::testing
