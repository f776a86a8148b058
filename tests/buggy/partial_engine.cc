#include "buggy/partial_engine.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>

namespace parley::buggy {

namespace {

using Part = std::set<ComponentId>;
using Wanted = std::vector<Atom>;   // atoms that must hold at the same time

constexpr std::size_t kMostStates = 40000;

constexpr std::array<PartialBugRow, 13> kBugs{{
    {PartialBug::kOneAtATime, "checks each atom of the goal separately"},
    {PartialBug::kPairsOnly, "checks the atoms of the goal in pairs only"},
    {PartialBug::kTriplesOnly, "checks the atoms of the goal in triples only"},
    {PartialBug::kOutsideNeverRefuses, "assumes that components outside the goal never refuse"},
    {PartialBug::kOutsideRefuses, "assumes that components outside the goal always refuse"},
    {PartialBug::kNeighboursOnly, "ignores all but the goal and its neighbours"},
    {PartialBug::kThreeStepsOnly, "ignores components more than three steps from the goal"},
    {PartialBug::kLeavesOutInitialAtoms, "leaves out atoms that hold initially"},
    {PartialBug::kLeavesOutNeverRefusing, "leaves out atoms of components that never refuse"},
    {PartialBug::kSameTemplatesOneAnswer, "gives groups of equal templates the same answer"},
    {PartialBug::kErrorsDoNotMeet, "allows errors in two groups at the same time"},
    {PartialBug::kOnlyGoalErrorsStop, "goes on after an error outside the goal"},
    {PartialBug::kNoStateTwice, "never lets a component return to a state"},
}};

// A state of a part: the other components stay in their initial states. 'left' has the states that each
// component has left; it is empty unless the bug is kNoStateTwice.
struct PartState {
  std::vector<LocalState> local;
  std::vector<std::set<LocalState>> left;
  friend auto operator<=>(const PartState&, const PartState&) = default;
};

// The reachable states of a part, under the assumptions of a bug.
class PartSearch {
 public:
  PartSearch(const Network& network, Part part, Part goal, PartialBug bug)
      : network_(network), part_(std::move(part)), goal_(std::move(goal)), bug_(bug) {}

  // Throws Stopped if there are too many states.
  std::vector<PartState> reachable() const {
    PartState initial;
    for (const ComponentId component : network_.components()) initial.local.push_back(network_.lts(component).initial());
    if (bug_ == PartialBug::kNoStateTwice) initial.left.resize(network_.num_components());
    std::set<PartState> known{initial};
    std::vector<PartState> found{initial};
    for (std::size_t next = 0; next < found.size(); ++next) {
      if (found.size() > kMostStates) throw Stopped("too many states");
      const PartState state = found[next];
      if (is_stopped(state)) continue;
      for (const RuleId rule : network_.rules())
        for (PartState& after : successors(state, rule))
          if (known.insert(after).second) found.push_back(std::move(after));
    }
    return found;
  }

  bool in_error(const PartState& state) const {
    return std::any_of(part_.begin(), part_.end(),
                       [&](ComponentId c) { return network_.lts(c).is_error(state.local[c.index()]); });
  }

 private:
  bool is_stopped(const PartState& state) const {
    const Part& watched = bug_ == PartialBug::kOnlyGoalErrorsStop ? goal_ : part_;
    return std::any_of(watched.begin(), watched.end(),
                       [&](ComponentId c) { return network_.lts(c).is_error(state.local[c.index()]); });
  }

  std::vector<PartState> successors(const PartState& state, RuleId rule) const {
    std::vector<PartState> found{state};
    bool touches = false;
    for (const Participant& participant : network_.participants(rule)) {
      const std::size_t index = participant.component.index();
      if (part_.count(participant.component) == 0) {
        if (bug_ == PartialBug::kOutsideRefuses) return {};
        continue;
      }
      touches = true;
      std::vector<PartState> moved;
      for (const PartState& before : found)
        for (const Edge& edge : network_.lts(participant.component).edges(state.local[index], participant.label)) {
          PartState after = before;
          after.local[index] = edge.target;
          if (!after.left.empty() && edge.target != state.local[index]) {
            if (after.left[index].count(edge.target) > 0) continue;
            after.left[index].insert(state.local[index]);
          }
          moved.push_back(std::move(after));
        }
      found = std::move(moved);
    }
    return touches ? found : std::vector<PartState>{};
  }

  const Network& network_;
  Part part_;
  Part goal_;
  PartialBug bug_;
};

bool holds(const PartState& state, const Atom& atom) {
  return std::find(atom.states.begin(), atom.states.end(), state.local[atom.component.index()]) != atom.states.end();
}

bool holds(const PartState& state, const Wanted& wanted) {
  return std::all_of(wanted.begin(), wanted.end(), [&](const Atom& atom) { return holds(state, atom); });
}

// The atoms, if the predicate is an atom or a conjunction of atoms.
std::optional<Wanted> conjunction(const Predicate& predicate) {
  Wanted wanted;
  const Predicate::Node& root = predicate.root();
  if (root.kind == Predicate::Kind::kAtom) return Wanted{predicate.atoms()[root.first]};
  if (root.kind != Predicate::Kind::kAnd) return std::nullopt;
  for (const std::uint32_t child : predicate.children(root)) {
    const Predicate::Node& node = predicate.nodes()[child];
    if (node.kind != Predicate::Kind::kAtom) return std::nullopt;
    wanted.push_back(predicate.atoms()[node.first]);
  }
  return wanted;
}

bool refuses_nothing(const Network& network, ComponentId component) {
  const Lts& lts = network.lts(component);
  for (const LocalState state : lts.states())
    for (const LocalLabel label : lts.labels())
      if (!network.rules(component, label).empty() && !lts.offers(state, label)) return false;
  return true;
}

class Question {
 public:
  Question(const Network& network, PartialBug bug) : network_(network), bug_(bug) {}

  bool can_meet(Wanted wanted) {
    if (bug_ == PartialBug::kLeavesOutInitialAtoms)
      std::erase_if(wanted, [&](const Atom& atom) {
        return std::ranges::find(atom.states, network_.lts(atom.component).initial()) != atom.states.end();
      });
    if (bug_ == PartialBug::kLeavesOutNeverRefusing)
      std::erase_if(wanted, [&](const Atom& atom) { return refuses_nothing(network_, atom.component); });
    int only_in_error = 0;
    while (!wanted.empty()) {
      const Part part = closure({wanted.front().component});
      Wanted group;
      for (const Atom& atom : wanted)
        if (part.count(atom.component) > 0) group.push_back(atom);
      std::erase_if(wanted, [&](const Atom& atom) { return part.count(atom.component) > 0; });
      const Meeting meeting = meeting_of(group);
      if (meeting == Meeting::kNever) return false;
      only_in_error += meeting == Meeting::kInError ? 1 : 0;
    }
    return only_in_error <= 1 || bug_ == PartialBug::kErrorsDoNotMeet;
  }

  bool can_satisfy(const std::vector<ComponentId>& components, const std::function<bool(const PartState&)>& is_target) const {
    const Part goal(components.begin(), components.end());
    for (const PartState& state : PartSearch(network_, seen_from(goal), goal, bug_).reachable())
      if (is_target(state)) return true;
    return false;
  }

 private:
  enum class Meeting : std::uint8_t { kNever, kInError, kCalm };

  Part with_neighbours(const Part& part) const {
    Part wider = part;
    for (const RuleId rule : network_.rules()) {
      const auto participants = network_.participants(rule);
      if (std::none_of(participants.begin(), participants.end(),
                       [&](const Participant& p) { return part.count(p.component) > 0; }))
        continue;
      for (const Participant& participant : participants) wider.insert(participant.component);
    }
    return wider;
  }

  Part closure(Part part) const {
    for (Part wider = with_neighbours(part); wider != part; wider = with_neighbours(part)) part = wider;
    return part;
  }

  // The components that the engine explores for a goal about 'goal'.
  Part seen_from(const Part& goal) const {
    if (bug_ == PartialBug::kOutsideNeverRefuses || bug_ == PartialBug::kOutsideRefuses) return goal;
    if (bug_ == PartialBug::kNeighboursOnly) return with_neighbours(goal);
    if (bug_ == PartialBug::kThreeStepsOnly) return with_neighbours(with_neighbours(with_neighbours(goal)));
    return closure(goal);
  }

  Meeting meeting_of(const Wanted& group) {
    using Key = std::vector<std::pair<TemplateId, std::vector<LocalState>>>;
    Key key;
    for (const Atom& atom : group) key.emplace_back(network_.template_of(atom.component), atom.states);
    if (bug_ == PartialBug::kSameTemplatesOneAnswer && known_.count(key) > 0) return known_.at(key);
    Part goal;
    for (const Atom& atom : group) goal.insert(atom.component);
    const PartSearch search(network_, seen_from(goal), goal, bug_);
    const std::vector<PartState> states = search.reachable();
    Meeting best = Meeting::kNever;
    for (const PartState& state : states)
      if (holds(state, group)) best = std::max(best, search.in_error(state) ? Meeting::kInError : Meeting::kCalm);
    if (best == Meeting::kNever && meets_in_pieces(states, group)) best = Meeting::kCalm;
    known_[key] = best;
    return best;
  }

  // Whether every subset of as many atoms as the bug considers together is reachable.
  bool meets_in_pieces(const std::vector<PartState>& states, const Wanted& group) const {
    const std::size_t size = bug_ == PartialBug::kOneAtATime    ? 1
                             : bug_ == PartialBug::kPairsOnly   ? 2
                             : bug_ == PartialBug::kTriplesOnly ? 3
                                                                : 0;
    if (size == 0) return false;
    std::vector<bool> chosen(group.size(), false);
    std::fill(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(std::min(size, group.size())), true);
    do {
      Wanted piece;
      for (std::size_t i = 0; i < group.size(); ++i)
        if (chosen[i]) piece.push_back(group[i]);
      if (std::none_of(states.begin(), states.end(), [&](const PartState& state) { return holds(state, piece); })) return false;
    } while (std::prev_permutation(chosen.begin(), chosen.end()));
    return true;
  }

  const Network& network_;
  PartialBug bug_;
  std::map<std::vector<std::pair<TemplateId, std::vector<LocalState>>>, Meeting> known_;
};

bool is_reachable(const Network& network, const Property& property, PartialBug bug) {
  Question question(network, bug);
  if (const auto* safety = std::get_if<Safety>(&property.ask))
    return question.can_satisfy(safety->automata, [&](const PartState& state) {
      return std::any_of(safety->automata.begin(), safety->automata.end(),
                         [&](ComponentId c) { return network.lts(c).is_error(state.local[c.index()]); });
    });
  const auto* reach = std::get_if<Reach>(&property.ask);
  const Predicate& predicate = reach != nullptr ? reach->goal : std::get<Never>(property.ask).bad;
  if (std::optional<Wanted> wanted = conjunction(predicate)) return question.can_meet(*std::move(wanted));
  PredicateEvaluator evaluator(predicate);
  return question.can_satisfy(predicate.components(), [&](const PartState& state) {
    return evaluator([&](ComponentId component) { return state.local[component.index()]; });
  });
}

}   // namespace

std::span<const PartialBugRow> partial_bugs() { return kBugs; }

std::optional<std::string> PartialEngine::declines(const Network&, const Property& property) const {
  const PropertyKind kind = kind_of(property);
  if (kind == PropertyKind::kReach || kind == PropertyKind::kNever || kind == PropertyKind::kSafety) return std::nullopt;
  return "it needs a goal";
}

void PartialEngine::check(const Task& task, Run& run) const {
  for (std::size_t i = 0; i < task.properties.size(); ++i) {
    const Property& property = task.properties[i];
    try {
      const bool holds = is_reachable(task.network, property, bug_) == trace_means_holds(kind_of(property));
      const NotCertified none{"it gives none"};
      run.answer(i, holds ? Outcome(Holds{none}) : Outcome(Violated{none}));
    } catch (const Stopped& stopped) {
      run.answer(i, Unknown{stopped.reason()});
    }
  }
}

}   // namespace parley::buggy
