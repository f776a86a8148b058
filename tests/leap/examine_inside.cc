// What is found inside nodes, and the runs that lead there.
#include <algorithm>

#include "check/judge.h"
#include "engine/leap/lift.h"
#include "leap/case.h"
#include "oracle/oracle.h"

namespace parley::cover {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

// The local states after a run of single steps; nothing if the network has no such run.
std::optional<std::vector<Place>> replayed(const Case& of, const Trace& run) {
  std::vector<Place> places(of.product[0].begin(), of.product[0].end());
  for (std::size_t i = 0; i < run.size(); ++i) {
    const std::string_view label = of.network.label_name(run[i].label);
    const std::span<const Move> moves = run[i].moves;
    const auto allows = [&](const oracle::Rule& rule) {
      return rule.label == label && rule.parts.size() == moves.size() &&
             std::ranges::all_of(rule.parts, [&](const oracle::Part& part) {
               const auto move = std::ranges::find(moves, ComponentId(at(part.component)), &Move::component);
               return move != moves.end() && has(of.plain.of(part.component).to(places[at(part.component)], part.label),
                                                 static_cast<int>(move->to.value));
             });
    };
    if (has_error(of.plain, places) || std::ranges::none_of(of.spec.rules, allows)) return std::nullopt;
    for (const Move& move : moves) places[move.component.index()] = static_cast<Place>(move.to.value);
  }
  return places;
}

std::vector<Place> places_of(const std::vector<LocalState>& state) {
  std::vector<Place> places;
  for (LocalState local : state) places.push_back(static_cast<Place>(local.value));
  return places;
}

class Insides {
 public:
  Insides(const Case& of, Tally& tally)
      : of_(of), tally_(tally), inside_(of.network, of.parts, of.properties, of.limits), judge_(of.network) {}

  void examine_node(std::size_t node) {
    const std::vector<LocalState> places = of_.node(node);
    for (std::size_t p = 0; p < of_.properties.size(); ++p) {
      const std::optional<leap::Finding> found = inside_.find(p, places);
      const bool is_there = (of_.truth_inside[node] & Case::wanted(p)) != 0;
      const auto where = [&] { return of_.properties[p].name + " in node " + of_.text(of_.nodes[node]); };
      require(found || !is_there, "what a node has inside is found", where);
      require(!found || is_there, "what is found in a node is inside", where);
      if (!found) continue;
      const std::vector<Place> end = end_of(*found, node, where);
      const std::optional<std::size_t> state = of_.product.find(end);
      require(state && (of_.truth[*state] & Case::here(p)) != 0, "what is found is what is asked for", where);
      require(found->last.has_value() == of_.product.is_error(*state), "only steps into errors are taken", where);
      require(!found->last || (of_.truth_inside[node] & Case::here(p)) == 0, "no step is taken where none is needed", where);
      examine_run(leap::lift(of_.network, of_.parts, of_.run_to(node), &*found, of_.limits), end, of_.properties[p], where);
      count(p, *found);
    }
  }

  void examine_error_node(std::size_t node) {
    const Trace run = leap::lift(of_.network, of_.parts, of_.run_to(node), nullptr, of_.limits);
    const auto where = [&] { return "error node " + of_.text(of_.nodes[node]); };
    std::optional<std::vector<Place>> end = replayed(of_, run);
    require(end.has_value(), "a lifted run replays", where);
    for (int component = 0; at(component) < of_.plain.size(); ++component) {
      const LocalState state = of_.kind(component).state_of(of_.nodes[node][at(component)]);
      if (!has(of_.plain.of(component).error, static_cast<int>(state.value))) continue;
      require((*end)[at(component)] == state.value, "a run to an error node ends in that error", where);
      examine_run(run, *end, Property{"s", Safety{{ComponentId(at(component))}}}, where);
    }
  }

 private:
  template <class Where>
  std::vector<Place> end_of(const leap::Finding& found, std::size_t node, const Where& where) const {
    std::vector<Place> places = places_of(found.state);
    for (int component = 0; at(component) < places.size(); ++component)
      require(has(of_.reach(node, component), places[at(component)]), "a finding is in the reach of its node", where);
    if (!found.last) return places;
    const std::vector<oracle::Part>& parts = of_.plain.rules[found.last->index()];
    require(parts.size() == found.targets.size(), "a finding has a target per participant", where);
    const std::span<const Participant> participants = of_.network.participants(*found.last);
    for (std::size_t i = 0; i < participants.size(); ++i)
      places[participants[i].component.index()] = static_cast<Place>(found.targets[i].value);
    return places;
  }

  template <class Where>
  void examine_run(const Trace& run, const std::vector<Place>& end, const Property& property, const Where& where) {
    const std::optional<std::vector<Place>> reached = replayed(of_, run);
    require(reached && std::ranges::equal(*reached, end), "a lifted run replays", where);
    const Verdict claimed = trace_means_holds(kind_of(property)) ? Verdict::kHolds : Verdict::kViolated;
    const Judgement judgement = judge_(property, claimed, run, of_.limits, silent_);
    require(judgement.accepted, "the judge accepts a lifted run", [&] { return where() + ": " + judgement.reason; });
    ++tally_.lifted;
    tally_.longest = std::max<std::uint64_t>(tally_.longest, run.size());
  }

  void count(std::size_t property, const leap::Finding& found) {
    const PropertyKind kind = kind_of(of_.properties[property]);
    if (kind == PropertyKind::kDeadlock) ++tally_.deadlock_nodes;
    else if (kind == PropertyKind::kLocalDeadlock) ++tally_.local_deadlock_nodes;
    else if (found.last) ++tally_.formula_in_error;
    else ++tally_.formula_nodes;
  }

  const Case& of_;
  Tally& tally_;
  leap::Inside inside_;
  Judge judge_;
  Progress silent_;
};

}   // namespace

void examine_inside(const Case& of, Tally& tally) {
  Insides insides(of, tally);
  for (std::size_t node = 0; node < of.nodes.size(); ++node) {
    if (of.nodes.is_error(node)) insides.examine_error_node(node);
    else insides.examine_node(node);
  }
  // This follows from the coverage theorem. It is what a user relies on, so it is tested by itself.
  for (std::size_t p = 0; p < of.properties.size(); ++p) {
    const auto wanted = [&](std::uint32_t truth) { return (truth & Case::wanted(p)) != 0; };
    require(std::ranges::any_of(of.truth_inside, wanted) == std::ranges::any_of(of.truth, wanted),
            "a node has it if the product has it", [&] { return of.properties[p].name; });
  }
}

}   // namespace parley::cover
