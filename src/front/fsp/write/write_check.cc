// The checks that FspWriter writes after a network.

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "front/fsp/syntax/spelling.h"
#include "front/fsp/write/write.h"
#include "property/print.h"

namespace parley {

using namespace fsp;

namespace {

constexpr std::size_t kMostOperands = 50'000;   // of a chain of && or ||; the parser has a limit (parse_expr.cc)

// A set of states that names and aliases of its automaton cannot describe exactly.
struct Unnameable {
  std::string component;
};

// Brings a formula into the shape that it has after it was written and read: nested conjunctions are
// flattened, and so are nested disjunctions. Very long ones are split again, so that the text can be parsed.
class Normaliser {
 public:
  explicit Normaliser(const Predicate& predicate)
      : predicate_(predicate),
        operands_(predicate.nodes().size()),
        is_used_(predicate.nodes().size()),
        made_(predicate.nodes().size()) {}

  Predicate run() && {
    const auto nodes = predicate_.nodes();
    is_used_.back() = true;
    // Parents come after their children. So from the end, it is known for each node whether it is used when
    // it is reached.
    for (std::size_t i = nodes.size(); i-- > 0;)
      if (is_used_[i]) collect(nodes[i], operands_[i]);
    for (std::size_t i = 0; i < nodes.size(); ++i)
      if (is_used_[i]) made_[i] = build(nodes[i], operands_[i]);
    return std::move(builder_).build(made_.back());
  }

 private:
  using Kind = Predicate::Kind;
  using Handle = PredicateBuilder::Handle;

  // The operands of a node, from left to right. Uses an explicit stack, since a chain may be deep.
  void collect(const Predicate::Node& node, std::vector<std::uint32_t>& operands) {
    if (node.kind != Kind::kAnd && node.kind != Kind::kOr && node.kind != Kind::kNot) return;
    const auto children = predicate_.children(node);
    std::vector<std::uint32_t> waiting(children.rbegin(), children.rend());
    while (!waiting.empty()) {
      const std::uint32_t next = waiting.back();
      const Predicate::Node& child = predicate_.nodes()[next];
      waiting.pop_back();
      if (child.kind == node.kind && node.kind != Kind::kNot) {
        const auto inner = predicate_.children(child);
        waiting.insert(waiting.end(), inner.rbegin(), inner.rend());
      } else {
        operands.push_back(next);
        is_used_[next] = true;
      }
    }
  }

  Handle build(const Predicate::Node& node, const std::vector<std::uint32_t>& operands) {
    std::vector<Handle> handles;
    handles.reserve(operands.size());
    for (const std::uint32_t operand : operands) handles.push_back(made_[operand]);
    switch (node.kind) {
      case Kind::kConstant: return builder_.constant(node.value);
      case Kind::kAtom: return builder_.atom(predicate_.atoms()[node.first]);
      case Kind::kNot: return builder_.negate(handles[0]);
      case Kind::kAnd:
      case Kind::kOr: return join(node.kind, std::move(handles));
      case Kind::kAtMost: break;
    }
    std::vector<PredicateBuilder::CountTerm> terms;
    terms.reserve(node.count);
    for (const Predicate::Term& term : predicate_.terms(node)) terms.push_back({term.weight, predicate_.atoms()[term.atom]});
    return builder_.at_most(std::move(terms), node.bound);
  }

  Handle join(Kind kind, std::vector<Handle> operands) {
    const auto joined = [&](std::span<const Handle> some) {
      return kind == Kind::kAnd ? builder_.all_of(some) : builder_.any_of(some);
    };
    while (operands.size() > kMostOperands) {
      std::vector<Handle> groups;
      for (std::size_t first = 0; first < operands.size(); first += kMostOperands)
        groups.push_back(joined(std::span(operands).subspan(first, std::min(kMostOperands, operands.size() - first))));
      operands = std::move(groups);
    }
    return joined(operands);
  }

  const Predicate& predicate_;
  std::vector<std::vector<std::uint32_t>> operands_;   // per node in use
  std::vector<bool> is_used_;
  std::vector<Handle> made_;
  PredicateBuilder builder_;
};

// The text as one line of a comment: control characters become blanks.
std::string one_line(std::string_view text) {
  std::string line(text);
  for (char& c : line)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  return line;
}

// Whether the last component takes part in exactly the rules that are called like its labels, as a property
// that is added for a check does.
bool is_plainly_added(const Network& observed) {
  const ComponentId observer(observed.num_components() - 1);
  if (!observed.is_observer(observer)) return false;
  for (const LocalLabel label : observed.lts(observer).labels())
    for (const RuleId rule : observed.rules(observer, label))
      if (observed.label_name(rule) != observed.lts(observer).label_name(label)) return false;
  return true;
}

// The automaton of a component without the labels that no rule uses. In a property, such labels would be
// reported as mistakes.
Lts with_used_labels(const Network& network, ComponentId component) {
  const Lts& lts = network.lts(component);
  LtsBuilder builder;
  for (const LocalState state : lts.states()) {
    const std::string name = lts.state_name(state);
    builder.add_state(name == std::to_string(state.value) ? "" : name);
    if (lts.is_terminal(state)) builder.set_terminal(state);
    if (lts.is_error(state)) builder.set_error(state);
  }
  for (const auto& [name, state] : lts.aliases()) builder.add_alias(state, name);
  builder.set_initial(lts.initial());
  std::vector<LocalLabel> kept(lts.num_labels());
  for (const LocalLabel label : lts.labels())
    if (!network.rules(component, label).empty()) kept[label.index()] = builder.add_label(lts.label_name(label));
  for (const LocalState state : lts.states())
    for (const Edge& edge : lts.edges(state))
      if (!network.rules(component, edge.label).empty()) builder.add_edge(state, kept[edge.label.index()], edge.target);
  return std::move(builder).build();
}

}   // namespace

// Writes an empty line between the network and its checks.
void FspWriter::separate() {
  if (!has_checks_) text_.buffer() += '\n';
  has_checks_ = true;
}

void FspWriter::begin_check(const CheckRequest& request, std::string_view kind) {
  separate();
  const std::size_t number = ++checks_of_[request.kind];
  text_.buffer() += "check ";
  // The default name of a check is omitted.
  if (!request.name.empty() && request.name != fmt::format("{}-{}", kind, number)) {
    append_word(request.name, text_.buffer());
    text_.buffer() += " = ";
  }
  text_.buffer() += kind;
}

void FspWriter::end_check(const CheckRequest& request) {
  switch (request.expect) {
    case Expectation::kHolds: break;
    case Expectation::kFail: text_.buffer() += " expect fail"; break;
    case Expectation::kUnknown: text_.buffer() += " expect unknown"; break;
  }
  text_.buffer() += '\n';
  text_.flush();
}

void FspWriter::write_omission(const CheckRequest& request, std::string_view why) {
  separate();
  text_.buffer() += fmt::format("// not written: check {}{}{}: {}\n", one_line(request.name), request.name.empty() ? "" : " = ",
                                kind_name(request.kind), one_line(why));
  text_.flush();
}

void FspWriter::write_check(const CheckRequest& request, const Property& property) {
  const std::string_view kind = kind_name(request.kind);
  if (std::holds_alternative<Deadlock>(property.ask) || std::holds_alternative<LocalDeadlock>(property.ask)) {
    begin_check(request, kind);
    text_.buffer() += fmt::format(" {}", system_);
    end_check(request);
  } else if (const auto* reach = std::get_if<Reach>(&property.ask)) {
    write_predicate(request, kind, reach->goal);
  } else if (const auto* never = std::get_if<Never>(&property.ask)) {
    write_predicate(request, kind, never->bad);
  } else if (const auto* safety = std::get_if<Safety>(&property.ask)) {
    write_safety(request, *safety);
  } else {
    write_omission(request, "it speaks of definitions that a network does not have");
  }
}

void FspWriter::write_predicate(const CheckRequest& request, std::string_view kind, const Predicate& predicate) {
  std::string formula;
  try {
    formula = to_text(Normaliser(predicate).run(), [&](const Atom& atom, std::string& text) {
      append_component(network_.name(atom.component), text);
      text += '@';
      if (!append_states(atom, text)) throw Unnameable{std::string(network_.name(atom.component))};
    });
  } catch (const Unnameable& what) {
    return write_omission(request, fmt::format("a state of '{}' has no name of its own", what.component));
  }
  begin_check(request, kind);
  text_.buffer() += fmt::format(" {} : ", system_);
  text_.buffer() += formula;
  end_check(request);
}

// Finds names that together mean exactly the states of the atom. A name or an alias may stand for several
// states.
class FspWriter::Naming {
 public:
  Naming(const Lts& lts, const std::vector<LocalState>& states)
      : lts_(lts), states_(states), is_covered_(states.size()), left_(states.size()) {}

  // Empty if there are no such names.
  std::vector<std::string> names() && {
    if (states_.size() == 1) take(lts_.state_name(states_[0]));
    if (left_ == 0) return std::move(names_);
    std::vector<std::string_view> aliases;   // of the states of the atom
    for (const auto& [name, state] : lts_.aliases())
      if (std::binary_search(states_.begin(), states_.end(), state) && (aliases.empty() || aliases.back() != name))
        aliases.push_back(name);
    for (const std::string_view alias : aliases)
      if (lts_.states_named(alias) == states_) return {std::string(alias)};   // most likely as the user wrote it
    for (std::size_t i = 0; i < states_.size(); ++i)
      if (!is_covered_[i]) take(lts_.state_name(states_[i]));
    for (const std::string_view alias : aliases)
      if (left_ > 0) take(alias);
    if (left_ > 0) names_.clear();
    return std::move(names_);
  }

 private:
  // Uses the name if it means no other states.
  void take(std::string_view name) {
    const std::vector<LocalState> group = lts_.states_named(name);
    if (group.empty() || !std::includes(states_.begin(), states_.end(), group.begin(), group.end())) return;
    names_.emplace_back(name);
    for (const LocalState state : group) {
      const auto at = static_cast<std::size_t>(std::lower_bound(states_.begin(), states_.end(), state) - states_.begin());
      if (!is_covered_[at]) --left_;
      is_covered_[at] = true;
    }
  }

  const Lts& lts_;
  const std::vector<LocalState>& states_;   // ascending
  std::vector<bool> is_covered_;
  std::size_t left_;
  std::vector<std::string> names_;
};

bool FspWriter::append_states(const Atom& atom, std::string& text) {
  const auto [known, is_new] = states_text_.try_emplace({network_.template_of(atom.component), atom.states});
  std::string& words = known->second;
  if (is_new) {
    const std::vector<std::string> names = Naming(network_.lts(atom.component), atom.states).names();
    for (const std::string& name : names) {
      words += words.empty() ? (names.size() > 1 ? "{" : "") : ", ";
      append_state(name, words);
    }
    if (names.size() > 1) words += '}';
  }
  text += words;
  return !words.empty();
}

// 'check property' can name all instances of an automaton, or one component. Any other set of automata is
// written as a predicate over their error states.
void FspWriter::write_safety(const CheckRequest& request, const Safety& safety) {
  const Use& use = uses_[use_of_[safety.automata.at(0).index()]];
  const bool is_all_of_one = use.instances == safety.automata.size() &&
                             std::all_of(safety.automata.begin(), safety.automata.end(),
                                         [&](ComponentId component) { return &uses_[use_of_[component.index()]] == &use; });
  const std::string_view first = network_.name(safety.automata[0]);
  const bool is_one = safety.automata.size() == 1 && !taken_.contains(std::string(first));
  if (is_all_of_one || is_one) {
    CheckRequest as_property = request;   // an assertion is written as its automaton
    as_property.kind = PropertyKind::kSafety;
    begin_check(as_property, kind_name(PropertyKind::kSafety));
    text_.buffer() += ' ';
    append_component(is_all_of_one ? std::string_view(use.name) : first, text_.buffer());
    text_.buffer() += fmt::format(" on {}", system_);
    return end_check(request);
  }
  PredicateBuilder builder;
  std::vector<PredicateBuilder::Handle> errors;
  for (const ComponentId component : safety.automata) {
    Atom atom{component, {}};
    const Lts& lts = network_.lts(component);
    for (const LocalState state : lts.states())
      if (lts.is_error(state)) atom.states.push_back(state);
    if (!atom.states.empty()) errors.push_back(builder.atom(std::move(atom)));
  }
  const PredicateBuilder::Handle root = builder.any_of(errors);
  CheckRequest as_never = request;
  as_never.kind = PropertyKind::kNever;
  write_predicate(as_never, kind_name(PropertyKind::kNever), std::move(builder).build(root));
}

void FspWriter::write_observed_check(const CheckRequest& request, const Network& observed) {
  assert(observed.num_components() > 0);
  const auto [known, is_new] = observed_.try_emplace(observer_of(request));
  if (is_new && is_plainly_added(observed)) {
    const ComponentId observer(observed.num_components() - 1);
    do known->second = free_name(observed.name(observer));
    while (network_.find_component(known->second));   // a check of that name would mean the component
    write_automaton(known->second, with_used_labels(observed, observer), Role::kObserver);
  }
  if (known->second.empty()) return write_omission(request, "the property is joined to labels that the text does not have");
  // An assertion is written as the automaton that watches it.
  CheckRequest as_property = request;
  as_property.kind = PropertyKind::kSafety;
  begin_check(as_property, kind_name(PropertyKind::kSafety));
  text_.buffer() += fmt::format(" {} on {}", known->second, system_);
  end_check(as_property);
}

}   // namespace parley
