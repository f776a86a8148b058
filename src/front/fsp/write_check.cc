// The checks that FspWriter writes behind a network.

#include <algorithm>

#include <fmt/format.h>

#include "front/fsp/spelling.h"
#include "front/fsp/write.h"
#include "property/print.h"

namespace parley {

using namespace fsp;

namespace {

constexpr std::size_t kMostOperands = 50'000;   // of && or || in a row; the language has a limit

// A state that no name and no alias of its automaton singles out.
struct Unnameable {
  std::string component;
};

// The same formula with long conjunctions and disjunctions broken up, so that their text can be read.
Predicate in_groups(const Predicate& predicate) {
  const auto nodes = predicate.nodes();
  if (std::none_of(nodes.begin(), nodes.end(), [](const Predicate::Node& node) {
        return (node.kind == Predicate::Kind::kAnd || node.kind == Predicate::Kind::kOr) && node.count > kMostOperands;
      }))
    return predicate;
  PredicateBuilder builder;
  std::vector<PredicateBuilder::Handle> made;
  made.reserve(nodes.size());
  const auto joined = [&](Predicate::Kind kind, std::span<const PredicateBuilder::Handle> operands) {
    return kind == Predicate::Kind::kAnd ? builder.all_of(operands) : builder.any_of(operands);
  };
  for (const Predicate::Node& node : nodes) {
    std::vector<PredicateBuilder::Handle> operands;
    switch (node.kind) {
      case Predicate::Kind::kConstant: made.push_back(builder.constant(node.value)); break;
      case Predicate::Kind::kAtom: made.push_back(builder.atom(predicate.atoms()[node.first])); break;
      case Predicate::Kind::kNot: made.push_back(builder.negate(made[predicate.children(node)[0]])); break;
      case Predicate::Kind::kAtMost: {
        std::vector<PredicateBuilder::CountTerm> terms;
        terms.reserve(node.count);
        for (const Predicate::Term& term : predicate.terms(node)) terms.push_back({term.weight, predicate.atoms()[term.atom]});
        made.push_back(builder.at_most(std::move(terms), node.bound));
        break;
      }
      case Predicate::Kind::kAnd:
      case Predicate::Kind::kOr:
        operands.reserve(node.count);
        for (const std::uint32_t child : predicate.children(node)) operands.push_back(made[child]);
        while (operands.size() > kMostOperands) {
          std::vector<PredicateBuilder::Handle> groups;
          for (std::size_t first = 0; first < operands.size(); first += kMostOperands)
            groups.push_back(joined(node.kind, std::span(operands).subspan(first, std::min(kMostOperands, operands.size() - first))));
          operands = std::move(groups);
        }
        made.push_back(joined(node.kind, operands));
        break;
    }
  }
  return std::move(builder).build(made.back());
}

// One line of a comment, whatever is in it.
std::string one_line(std::string_view text) {
  std::string line(text);
  for (char& c : line)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  return line;
}

// Whether the last component is joined to exactly the rules of its labels' names, as a property is that a check adds.
bool is_plainly_added(const Network& observed) {
  const ComponentId observer(observed.num_components() - 1);
  if (!observed.is_observer(observer)) return false;
  for (const LocalLabel label : observed.lts(observer).labels())
    for (const RuleId rule : observed.rules(observer, label))
      if (observed.label_name(rule) != observed.lts(observer).label_name(label)) return false;
  return true;
}

}   // namespace

// Between the network and its checks.
void FspWriter::separate() {
  if (!has_checks_) text_.buffer() += '\n';
  has_checks_ = true;
}

void FspWriter::begin_check(const CheckRequest& request, std::string_view kind) {
  separate();
  const std::size_t number = ++checks_of_[request.kind];
  text_.buffer() += "check ";
  // The name that the check would have anyway is left out.
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
    formula = to_text(in_groups(predicate), [&](const Atom& atom, std::string& text) {
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

// Names that together mean the states of the atom and no others. A name or an alias may stand for several states.
class FspWriter::Naming {
 public:
  Naming(const Lts& lts, const std::vector<LocalState>& states) : lts_(lts), states_(states), is_covered_(states.size()), left_(states.size()) {}

  // None if there are no such names.
  std::vector<std::string> names() && {
    if (states_.size() == 1) take(lts_.state_name(states_[0]));
    if (left_ == 0) return std::move(names_);
    std::vector<std::string_view> aliases;   // of these states
    for (const auto& [name, state] : lts_.aliases())
      if (std::binary_search(states_.begin(), states_.end(), state) && (aliases.empty() || aliases.back() != name)) aliases.push_back(name);
    for (const std::string_view alias : aliases)
      if (lts_.states_named(alias) == states_) return {std::string(alias)};   // as it was asked, most likely
    for (std::size_t i = 0; i < states_.size(); ++i)
      if (!is_covered_[i]) take(lts_.state_name(states_[i]));
    for (const std::string_view alias : aliases)
      if (left_ > 0) take(alias);
    if (left_ > 0) names_.clear();
    return std::move(names_);
  }

 private:
  // Uses the name if it means nothing else.
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

// All instances of an automaton, or one component; other sets have no name, but a predicate says the same of them.
void FspWriter::write_safety(const CheckRequest& request, const Safety& safety) {
  const Use& use = uses_[use_of_[safety.automata.at(0).index()]];
  const bool is_all_of_one = use.instances == safety.automata.size() &&
                             std::all_of(safety.automata.begin(), safety.automata.end(),
                                         [&](ComponentId component) { return &uses_[use_of_[component.index()]] == &use; });
  const std::string_view first = network_.name(safety.automata[0]);
  const bool is_one = safety.automata.size() == 1 && !taken_.contains(std::string(first));
  if (is_all_of_one || is_one) {
    begin_check(request, kind_name(PropertyKind::kSafety));
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
  const auto [known, is_new] = observed_.try_emplace(request.automaton);
  if (is_new && is_plainly_added(observed)) {
    const ComponentId observer(observed.num_components() - 1);
    do known->second = free_name(observed.name(observer));
    while (network_.find_component(known->second));   // a check of that name would be one of the component
    write_automaton(known->second, observed.lts(observer), Role::kObserver);
  }
  if (known->second.empty()) return write_omission(request, "the property is joined to labels that the text does not have");
  begin_check(request, kind_name(PropertyKind::kSafety));
  text_.buffer() += fmt::format(" {} on {}", known->second, system_);
  end_check(request);
}

}   // namespace parley
