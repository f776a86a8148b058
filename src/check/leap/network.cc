#include "check/leap/network.h"

#include <algorithm>
#include <map>

namespace parley::leap_set {

namespace {

// The shared labels that a state offers, ascending.
std::vector<LocalLabel> shared_offers(const Shape& shape, LocalState state) {
  std::vector<LocalLabel> labels;
  for (const Edge& edge : shape.lts().edges(state))
    if (shape.is_shared(edge.label) && (labels.empty() || labels.back() != edge.label)) labels.push_back(edge.label);
  return labels;
}

// Writes the template of a shape in the new network. Each label has a copy for each kind of rule that uses
// it.
class TemplateWriter {
 public:
  TemplateWriter(const Shape& shape, Edges edges, const Limits& limits)
      : shape_(shape),
        lts_(shape.lts()),
        edges_(edges),
        explorer_(shape, limits),
        local_(lts_.num_labels()),
        shared_(lts_.num_labels()),
        has_edges_(lts_.num_states()) {
    for (LocalState state : lts_.states()) {
      std::string name = lts_.state_name(state);
      if (name == std::to_string(state.value)) name.clear();   // the default name: the state is unnamed
      builder_.add_state(std::move(name));
      if (lts_.is_error(state)) builder_.set_error(state);
      if (lts_.is_terminal(state)) builder_.set_terminal(state);
    }
    for (LocalLabel label : lts_.labels()) {
      if (shape.is_shared(label)) shared_[label.index()] = builder_.add_label(lts_.label_name(label) + " with others");
      if (shape.is_local(label)) local_[label.index()] = builder_.add_label(lts_.label_name(label) + " alone");
    }
    builder_.set_initial(shape.representative(lts_.initial()));
  }

  void add_edges(LocalState from) {
    switch (edges_) {
      case Edges::kLeaps:
        for (const Edge& edge : explorer_.leaps(from)) add(from, shared_[edge.label.index()], edge.target);
        add_errors(from);
        break;
      case Edges::kRestingLeaps:
        for (const Edge& edge : explorer_.leaps(from)) add(from, shared_[edge.label.index()], edge.target);
        add_shared_errors(from);
        add_rest(from);
        break;
      case Edges::kRest: add_rest(from); break;
    }
  }

  // The copy of a label for rules of this kind.
  LocalLabel local(LocalLabel label) const { return local_[label.index()]; }
  LocalLabel shared(LocalLabel label) const { return shared_[label.index()]; }
  Lts build() { return std::move(builder_).build(); }

 private:
  void add(LocalState from, LocalLabel label, LocalState to) {
    builder_.add_edge(from, label, to);
    has_edges_[from.index()] = true;
  }
  void add_errors(LocalState from) {
    if (!lts_.has_error()) return;
    for (const Edge& edge : explorer_.errors(from)) {
      if (shape_.is_shared(edge.label)) add(from, shared(edge.label), edge.target);
      if (shape_.is_local(edge.label)) add(from, local(edge.label), edge.target);
    }
  }
  void add_shared_errors(LocalState from) {
    if (!lts_.has_error()) return;
    for (const Edge& edge : explorer_.errors(from))
      if (shape_.is_shared(edge.label)) add(from, shared(edge.label), edge.target);
  }
  void add_rest(LocalState from) {
    const std::vector<LocalState> resting = resting_states(explorer_, from);
    for (LocalLabel label : lts_.labels()) {
      if (resting.empty() && shape_.is_local(label)) add(from, local(label), from);
      if (edges_ != Edges::kRest || !shape_.is_shared(label)) continue;
      if (std::all_of(resting.begin(), resting.end(), [&](LocalState state) { return lts_.offers(state, label); }))
        add(from, shared(label), from);
    }
    const bool has_ended = !resting.empty() &&
                           std::all_of(resting.begin(), resting.end(), [&](LocalState state) { return lts_.is_terminal(state); });
    // In a settled state a component that has ended has no edges. Evidence with unsettled states is rejected
    // elsewhere, but the network must be built all the same.
    if (has_ended && !has_edges_[from.index()]) builder_.set_terminal(from);
  }

  const Shape& shape_;
  const Lts& lts_;
  Edges edges_;
  Explorer explorer_;
  LtsBuilder builder_;
  std::vector<LocalLabel> local_;
  std::vector<LocalLabel> shared_;
  std::vector<bool> has_edges_;
};

// Atoms about the states that a component may reach by local steps. Costs one pass over the template per
// shape, set of states and sign.
class MovedAtoms {
 public:
  MovedAtoms(const Shapes& shapes, const Limits& limits) : shapes_(shapes), pulse_(limits) {}

  // The states whose reach has a state of the atom. For a negative atom, the states whose reach lies within
  // the atom's states: none of the other states is in it.
  Atom operator()(const Atom& atom, bool is_positive) {
    const auto [at, is_new] = known_.try_emplace(Key{shapes_.index_of(atom.component), is_positive, atom.states});
    if (is_new) at->second = states(shapes_.of(atom.component), atom, is_positive);
    return {.component = atom.component, .states = at->second};
  }

 private:
  std::vector<LocalState> states(const Shape& shape, const Atom& atom, bool is_positive) {
    const Lts& lts = shape.lts();
    std::vector<std::uint8_t> is_in(lts.num_states(), is_positive ? 0 : 1);   // the states to search for
    for (LocalState state : atom.states) is_in[state.index()] = is_positive ? 1 : 0;
    std::vector<LocalState> order(lts.states().begin(), lts.states().end());
    std::stable_sort(order.begin(), order.end(),
                     [&](LocalState a, LocalState b) { return shape.class_of(a) < shape.class_of(b); });
    std::vector<std::uint8_t> meets(lts.num_states(), 0);   // class; local steps lead to smaller classes
    for (LocalState state : order) {
      pulse_.beat();
      std::uint8_t& found = meets[shape.class_of(state)];
      found |= is_in[state.index()];
      for (const Edge& edge : lts.edges(state))
        if (shape.is_local(edge.label) && !lts.is_error(edge.target)) found |= meets[shape.class_of(edge.target)];
    }
    std::vector<LocalState> result;
    for (LocalState state : lts.states())
      if ((meets[shape.class_of(state)] != 0) == is_positive) result.push_back(state);
    return result;
  }

  struct Key {
    std::uint32_t shape = 0;
    bool is_positive = true;
    std::vector<LocalState> states;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  const Shapes& shapes_;
  Pulse pulse_;
  std::map<Key, std::vector<LocalState>> known_;
};

}   // namespace

std::vector<LocalState> resting_states(Explorer& explorer, LocalState from) {
  const Shape& shape = explorer.shape();
  struct Offer {
    LocalState state;
    bool has_ended = false;
  };
  std::map<std::vector<LocalLabel>, Offer> distinct;   // one state per set of labels, if possible one that has not ended
  for (LocalState state : explorer.reach(from)) {
    if (!shape.rests(state)) continue;
    const Offer offer{state, shape.lts().is_terminal(state)};
    const auto [at, is_new] = distinct.try_emplace(shared_offers(shape, state), offer);
    if (!is_new && at->second.has_ended && !offer.has_ended) at->second = offer;
  }
  std::vector<LocalState> minimal;
  for (const auto& [labels, offer] : distinct) {
    const bool is_beaten =
        std::any_of(distinct.begin(), distinct.end(), [&, &labels = labels, &offer = offer](const auto& other) {
          return other.first.size() < labels.size() && (offer.has_ended || !other.second.has_ended) &&
                 std::includes(labels.begin(), labels.end(), other.first.begin(), other.first.end());
        });
    if (!is_beaten) minimal.push_back(offer.state);
  }
  return minimal;
}

std::optional<Unsettled> unsettled(Explorer& explorer, LocalState from) {
  const Shape& shape = explorer.shape();
  std::vector<LocalLabel> offered;
  for (const Edge& edge : explorer.entered(from))
    if (offered.empty() || offered.back() != edge.label) offered.push_back(edge.label);
  for (LocalState state : explorer.reach(from)) {
    if (!shape.rests(state)) continue;
    for (LocalLabel label : offered)
      if (!shape.lts().offers(state, label)) return Unsettled{state, label};
  }
  return std::nullopt;
}

Network leap_network(const Network& network, const Shapes& shapes, const std::vector<std::vector<bool>>& needed, Edges edges,
                     const Limits& limits) {
  Pulse pulse(limits);
  NetworkBuilder builder;
  builder.reserve(network.num_components(), network.num_rules(), network.num_participants());
  std::vector<std::vector<LocalLabel>> local(shapes.size());
  std::vector<std::vector<LocalLabel>> shared(shapes.size());
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const Lts& lts = shapes[i].lts();
    TemplateWriter writer(shapes[i], edges, limits);
    for (LocalState state : lts.states())
      if (needed[i][state.index()]) writer.add_edges(state);
    for (LocalLabel label : lts.labels()) {
      local[i].push_back(writer.local(label));
      shared[i].push_back(writer.shared(label));
    }
    builder.add_template(writer.build());
  }
  for (ComponentId component : network.components()) {
    pulse.beat();
    builder.add_component(network.name(component), TemplateId(shapes.index_of(component)),
                          network.is_observer(component) ? Role::kObserver : Role::kProcess);
  }
  for (std::size_t label = 0; label < network.num_labels(); ++label) builder.add_label(network.label_name(LabelId(label)));
  std::vector<Participant> participants;
  for (RuleId rule : network.rules()) {
    const std::span<const Participant> before = network.participants(rule);
    const std::vector<std::vector<LocalLabel>>& twins = shapes.is_local(network, rule) ? local : shared;
    participants.clear();
    for (const Participant& participant : before) {
      pulse.beat();
      participants.push_back({participant.component, twins[shapes.index_of(participant.component)][participant.label.index()]});
    }
    builder.add_rule(network.label(rule), participants);
  }
  return std::move(builder).build();
}

std::vector<ComponentId> repeated(const Network& network, const Predicate& formula) {
  const std::span<const Predicate::Node> nodes = formula.nodes();
  std::vector<std::uint8_t> times(nodes.size(),
                                  0);   // how often the node occurs in the formula written out as a tree: 0, 1, or 2 for more
  std::vector<std::uint8_t> occurs(network.num_components(), 0);
  const auto count = [&](const Atom& atom, std::uint8_t often) {
    std::uint8_t& total = occurs[atom.component.index()];
    total = static_cast<std::uint8_t>(std::min(2, total + often));
  };
  times.back() = 1;
  for (std::size_t i = nodes.size(); i-- > 0;) {   // parents before children
    if (times[i] == 0) continue;
    switch (nodes[i].kind) {
      case Predicate::Kind::kConstant: break;
      case Predicate::Kind::kAtom: count(formula.atoms()[nodes[i].first], times[i]); break;
      case Predicate::Kind::kNot:
      case Predicate::Kind::kAnd:
      case Predicate::Kind::kOr:
        for (std::uint32_t child : formula.children(nodes[i]))
          times[child] = static_cast<std::uint8_t>(std::min(2, times[child] + times[i]));
        break;
      case Predicate::Kind::kAtMost:
        for (const Predicate::Term& term : formula.terms(nodes[i])) count(formula.atoms()[term.atom], times[i]);
        break;
    }
  }
  std::vector<ComponentId> found;
  for (ComponentId component : network.components())
    if (occurs[component.index()] == 2) found.push_back(component);
  return found;
}

Predicate translated(const Shapes& shapes, const Predicate& formula, const Limits& limits) {
  const std::span<const Predicate::Node> nodes = formula.nodes();
  std::vector<std::uint8_t> is_positive(nodes.size(), 1);   // no node occurs twice, so each has one sign
  for (std::size_t i = nodes.size(); i-- > 0;)
    if (const auto kind = nodes[i].kind;
        kind == Predicate::Kind::kNot || kind == Predicate::Kind::kAnd || kind == Predicate::Kind::kOr)
      for (std::uint32_t child : formula.children(nodes[i]))
        is_positive[child] = kind == Predicate::Kind::kNot ? 1 - is_positive[i] : is_positive[i];

  MovedAtoms moved(shapes, limits);
  PredicateBuilder builder;
  std::vector<PredicateBuilder::Handle> handles;
  std::vector<PredicateBuilder::Handle> parts;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Predicate::Node& node = nodes[i];
    parts.clear();
    if (node.kind == Predicate::Kind::kNot || node.kind == Predicate::Kind::kAnd || node.kind == Predicate::Kind::kOr)
      for (std::uint32_t child : formula.children(node)) parts.push_back(handles[child]);
    switch (node.kind) {
      case Predicate::Kind::kConstant: handles.push_back(builder.constant(node.value)); break;
      case Predicate::Kind::kAtom: {
        Atom atom = moved(formula.atoms()[node.first], is_positive[i] != 0);
        handles.push_back(atom.states.empty() ? builder.constant(false) : builder.atom(std::move(atom)));
        break;
      }
      case Predicate::Kind::kNot: handles.push_back(builder.negate(parts[0])); break;
      case Predicate::Kind::kAnd: handles.push_back(builder.all_of(parts)); break;
      case Predicate::Kind::kOr: handles.push_back(builder.any_of(parts)); break;
      case Predicate::Kind::kAtMost: {
        std::vector<PredicateBuilder::CountTerm> terms;
        for (const Predicate::Term& term : formula.terms(node)) {
          Atom atom = moved(formula.atoms()[term.atom], (term.weight < 0) == (is_positive[i] != 0));
          if (!atom.states.empty())
            terms.push_back({.weight = term.weight, .atom = std::move(atom)});   // an empty atom is false everywhere
        }
        handles.push_back(builder.at_most(std::move(terms), node.bound));
        break;
      }
    }
  }
  return std::move(builder).build(handles.back());
}

}   // namespace parley::leap_set
