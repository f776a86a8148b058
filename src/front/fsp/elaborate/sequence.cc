// Sequential composition: P = Q(1);R;P. Each occurrence of a called process is a copy of its automaton.
//
// A copy is made when the call is found, before the state that follows it is known: P = Q;P leads back to its
// own first state. So each copy ends in a state of its own. In the end glue() merges these end states with
// the states that follow.
#include <algorithm>

#include <fmt/format.h>

#include "front/fsp/elaborate/elaboration.h"

namespace parley::fsp {

namespace {

// The reachable states of an automaton, and whether an end is among them.
struct Inside {
  std::vector<bool> is_reached;
  bool ends = false;
};

Inside look_inside(const Lts& lts, Pulse& pulse) {
  Inside inside;
  inside.is_reached.assign(lts.num_states(), false);
  std::vector<LocalState> work{lts.initial()};
  inside.is_reached[lts.initial().index()] = true;
  while (!work.empty()) {
    const LocalState state = work.back();
    work.pop_back();
    inside.ends = inside.ends || lts.is_terminal(state);
    for (const Edge& edge : lts.edges(state)) {
      pulse.beat();
      if (inside.is_reached[edge.target.index()]) continue;
      inside.is_reached[edge.target.index()] = true;
      work.push_back(edge.target);
    }
  }
  return inside;
}

// A state under as many calls as a chain may be long is named by its number.
bool is_too_deep(const std::string& name) { return std::count(name.begin(), name.end(), ';') >= kLongestChain; }

}   // namespace

bool Elaboration::has_calls(const Local& ref) const { return !ref.calls.empty(); }

const Template& Elaboration::callee(const Call& call, Scope scope) {
  std::vector<Value> arguments;
  arguments.reserve(call.arguments.count);
  for (const Index argument : SpanOf(ast_.lists, call.arguments)) arguments.push_back(eval_.value(argument, scope));
  callee_failed_ = true;
  const Template& found = callees_(call, arguments);
  callee_failed_ = false;
  return found;
}

// The labels of a called process belong to this process, performed or not. Labels that it hides stay hidden.
std::vector<std::uint32_t> Elaboration::copy_labels(const Template& callee) {
  std::vector<std::uint32_t> labels;
  labels.reserve(callee.labels.size());
  for (std::size_t label = 0; label < callee.labels.size(); ++label) {
    const bool is_hidden = callee.uses[label] == LabelUse::kHidden;
    labels.push_back(is_hidden ? hidden_label_of(callee.labels[label]) : label_of(callee.labels[label]));
    if (callee.is_extension[label]) extension_.insert(labels.back());
  }
  return labels;
}

Elaboration::Copied Elaboration::copy(const Call& call, const Template& callee, std::uint32_t site, Ending ending) {
  const Lts& lts = callee.lts;
  const Inside inside = look_inside(lts, eval_.pulse());
  if (!inside.ends && ending == Ending::kGoesOn && reported_endless_.insert(call.offset).second)
    eval_.reporter().warning(eval_.place(call.offset), "fsp-never-ends",
                             fmt::format("'{}' never ends, so what follows it is never reached", symbol_text(call.name)),
                             "a process that others follow comes to END");
  Copied copied;
  if (ending == Ending::kGoesOn) copied.end = add_state({});
  else if (inside.ends) copied.end = builtin(end_name_);

  eval_.limits().expect(lts.num_states() * (sizeof(State) + sizeof(Copy)) + lts.num_edges() * sizeof(RawEdge));
  const std::vector<std::uint32_t> labels = copy_labels(callee);
  std::vector<std::uint32_t> copy_of(lts.num_states(), kNoState);
  for (const LocalState state : lts.states()) {
    eval_.pulse().beat();
    if (!inside.is_reached[state.index()]) continue;
    if (lts.is_terminal(state)) copy_of[state.index()] = copied.end;
    else if (lts.is_error(state)) copy_of[state.index()] = builtin(error_name_);
    else {
      std::string name = lts.state_name(state);
      if (is_too_deep(name)) name.clear();
      copies_.push_back({site, std::move(name)});
      copy_of[state.index()] = add_state({kEmptyPath, kNoState, kEmptyPath, 0, static_cast<std::uint32_t>(copies_.size() - 1)});
    }
  }
  for (const LocalState state : lts.states())
    if (inside.is_reached[state.index()])
      for (const Edge& edge : lts.edges(state))
        add_edge(copy_of[state.index()], labels[edge.label.index()], copy_of[edge.target.index()]);
  for (const auto& [name, state] : lts.aliases()) {
    const std::uint32_t here = copy_of[state.index()];
    if (here != kNoState && states_[here].copy != kNone && !is_too_deep(name)) copy_aliases_.push_back({here, name});
  }
  copied.entry = copy_of[lts.initial().index()];
  return copied;
}

Elaboration::Target Elaboration::call(const Local& ref, Scope scope, Site site) {
  std::vector<Call> calls(ast_.calls.begin() + ref.calls.first, ast_.calls.begin() + ref.calls.first + ref.calls.count);
  const bool returns = ref.name != kNoSymbol && (is_declared(ref) || !ref.list.empty() || options_.ltsa_compat);
  if (ref.name != kNoSymbol && !returns) calls.push_back({ref.name, ref.offset, false, {}});

  const auto site_index = static_cast<std::uint32_t>(sites_.size());
  sites_.push_back(site);
  std::uint32_t open = kNoState;   // the end of the copy before
  std::uint32_t entry = kNoState;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const Ending ending = i + 1 < calls.size() || returns ? Ending::kGoesOn : Ending::kEnds;
    const Copied copied = copy(calls[i], callee(calls[i], scope), site_index, ending);
    if (i == 0) entry = copied.entry;
    else glues_.push_back({open, {kNone, copied.entry}, calls[i].offset});
    open = copied.end;
  }
  sites_[site_index].entry = entry;
  if (returns) glues_.push_back({open, look_up(ref, scope, open), ref.offset});
  return {kNone, entry};
}

// For each state, the state it is merged with; most states are merged with themselves only.
std::vector<std::uint32_t> Elaboration::glued_states() {
  std::vector<std::uint32_t> glue_of(states_.size(), kNone);
  for (std::uint32_t g = 0; g < glues_.size(); ++g) glue_of[glues_[g].end] = g;
  std::vector<std::uint32_t> one_with(states_.size(), kNoState);
  std::vector<std::uint32_t> path;
  for (std::uint32_t s = 0; s < states_.size(); ++s) {
    path.clear();
    std::uint32_t at = s;
    while (one_with[at] == kNoState && glue_of[at] != kNone) {
      const Glue& glue = glues_[glue_of[at]];
      if (path.size() > glues_.size())
        eval_.reporter().refuse(
            eval_.place(glue.offset), "fsp-unguarded",
            fmt::format("'{}' goes on for ever and never acts: all that it calls ends at once", process_text()));
      path.push_back(at);
      at = glue.next.slot == kNone ? glue.next.state : slots_[glue.next.slot].state;
    }
    if (one_with[at] == kNoState) one_with[at] = at;
    for (const std::uint32_t state : path) one_with[state] = one_with[at];
  }
  return one_with;
}

// Merges each end with the state that follows, and renumbers the remaining states.
void Elaboration::glue() {
  if (glues_.empty()) return;
  std::vector<std::uint32_t> new_number = glued_states();
  std::uint32_t count = 0;
  std::vector<std::uint32_t> number(states_.size(), kNoState);
  for (std::uint32_t s = 0; s < states_.size(); ++s) {
    if (new_number[s] != s) continue;
    number[s] = count;
    states_[count++] = states_[s];
  }
  states_.resize(count);
  for (std::uint32_t& state : new_number) state = number[state];
  const auto renumber = [&](std::uint32_t& state) {
    if (state != kNoState) state = new_number[state];
  };
  for (State& state : states_) renumber(state.before);
  for (Slot& slot : slots_) renumber(slot.state);
  for (RawEdge& edge : edges_) {
    renumber(edge.from);
    renumber(edge.to);
  }
  for (Site& site : sites_) {
    renumber(site.from);
    renumber(site.entry);
  }
  for (CopyAlias& alias : copy_aliases_) renumber(alias.state);
  for (std::uint32_t* state : {&stop_, &end_, &error_}) renumber(*state);
  glues_.clear();
}

}   // namespace parley::fsp
