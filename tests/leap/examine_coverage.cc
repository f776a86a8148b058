// The coverage theorem: the reachable states without an error are exactly those in the boxes of the nodes.
#include <algorithm>
#include <set>

#include "leap/case.h"

namespace parley::cover {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

// Marks the states of the product that the nodes cover; 'reach(node, component)' gives the box of a node.
template <class Reach, class Visit>
std::vector<bool> cover(const Case& of, const Reachable& nodes, const Reach& reach, const Visit& visit) {
  std::vector<bool> covered(of.product.size());
  std::vector<Set> sets(of.plain.size());
  std::vector<Place> chosen;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes.is_error(i)) continue;
    for (int component = 0; at(component) < sets.size(); ++component) sets[at(component)] = reach(i, component);
    for_each_choice(sets, chosen, [&](Places state) {
      const std::optional<std::size_t> found = of.product.find(state);
      require(found.has_value() && !of.product.is_error(*found), "only reachable states without error are covered",
              [&] { return of.text(state) + " in node " + of.text(nodes[i]); });
      covered[*found] = true;
      visit(i, *found);
    });
  }
  for (std::size_t i = 0; i < covered.size(); ++i)
    require(covered[i] || of.product.is_error(i), "every reachable state without error is covered",
            [&] { return of.text(of.product[i]); });
  return covered;
}

// Which components are in which error states.
using Errors = std::vector<std::pair<int, int>>;
Errors errors_of(const PlainNetwork& network, Places state) {
  Errors errors;
  for (int component = 0; at(component) < state.size(); ++component)
    if (has(network.of(component).error, state[at(component)])) errors.emplace_back(component, state[at(component)]);
  return errors;
}

std::string text_of(const Errors& errors) {
  std::string text;
  for (const auto& [component, state] : errors)
    text += " component " + std::to_string(component) + " in " + std::to_string(state);
  return text;
}

void examine_errors(const Case& of, const std::vector<bool>& covered, Tally& tally) {
  std::set<Errors> in_states;
  for (std::size_t i = 0; i < of.product.size(); ++i) {
    if (!of.product.is_error(i)) continue;
    ++tally.error_states;
    in_states.insert(errors_of(of.plain, of.product[i]));
    require(i == of.product.from(i) || covered[of.product.from(i)], "errors are entered from covered states",
            [&] { return of.text(of.product[i]); });
  }
  std::set<Errors> in_nodes;
  for (std::size_t i = 0; i < of.nodes.size(); ++i) {
    if (!of.nodes.is_error(i)) continue;
    ++tally.error_nodes;
    std::vector<Place> places;
    for (int component = 0; at(component) < of.plain.size(); ++component)
      places.push_back(static_cast<Place>(of.kind(component).state_of(of.nodes[i][at(component)]).value));
    in_nodes.insert(errors_of(of.plain, places));
  }
  for (const Errors& errors : in_states)
    require(in_nodes.contains(errors), "every error shows in a node", [&] { return text_of(errors); });
  for (const Errors& errors : in_nodes)
    require(in_states.contains(errors), "an error that a node shows can be entered", [&] { return text_of(errors); });
  if (!in_states.empty()) ++tally.with_error;
}

}   // namespace

void examine_coverage(Case& of, Tally& tally) {
  of.truth_inside.assign(of.nodes.size(), 0);
  const std::vector<bool> covered = cover(
      of, of.nodes, [&](std::size_t node, int component) { return of.reach(node, component); },
      [&](std::size_t node, std::size_t state) {
        of.truth_inside[node] |= of.truth[state];
        ++tally.covered;
      });
  examine_errors(of, covered, tally);

  // The same for the nodes of the definition.
  const Reachable defined(of.definition.network());
  cover(
      of, defined, [&](std::size_t node, int component) { return of.definition.reach(component, defined[node][at(component)]); },
      [](std::size_t, std::size_t) {});
  tally.plain_nodes += defined.size();
}

}   // namespace parley::cover
