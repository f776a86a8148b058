#include "cross/reduced.h"

#include <map>

#include <fmt/format.h>

#include "cross/random_formula.h"
#include "oracle/spec_network.h"
#include "oracle/spec_text.h"
#include "search/stubborn/ignoring_proviso.h"

namespace parley::cross {

using oracle::Ask;
using oracle::Formula;
using oracle::Question;
using oracle::Spec;
using oracle::State;

namespace {

bool offers(const Spec& spec, const State& state, const oracle::Part& part) {
  for (const oracle::Arrow& arrow : spec.of(part.component).arrows)
    if (arrow.from == state[static_cast<std::size_t>(part.component)] && arrow.label == part.label) return true;
  return false;
}

bool is_bad(const Spec& spec, const State& state, const Question& question) {
  switch (question.ask) {
    case Ask::kDeadlock: return oracle::is_deadlock(spec, state);
    case Ask::kLocalDeadlock: return oracle::is_local_deadlock(spec, state);
    case Ask::kReach:
    case Ask::kNever: return oracle::satisfies(state, question.formula);
    case Ask::kSafety:
      for (int automaton : question.automata)
        if (spec.of(automaton).marks[static_cast<std::size_t>(state[static_cast<std::size_t>(automaton)])] ==
            oracle::Mark::kError)
          return true;
      return false;
  }
  return false;
}

// The possible values of the formula if only some components are known.
struct May {
  bool hold = true;
  bool fail = true;
};

May may(const Formula& formula, const State& state, const std::vector<bool>& known);

May may(const oracle::Atom& atom, const State& state, const std::vector<bool>& known) {
  const auto component = static_cast<std::size_t>(atom.component);
  if (!known[component]) return {};
  const bool holds = std::find(atom.states.begin(), atom.states.end(), state[component]) != atom.states.end();
  return {holds, !holds};
}

May may_at_most(const Formula& formula, const State& state, const std::vector<bool>& known) {
  std::int64_t least = 0;
  std::int64_t most = 0;
  for (const oracle::Atom& atom : formula.atoms) {
    const May counted = may(atom, state, known);
    const std::int64_t if_holds = counted.hold ? atom.weight : 0;
    const std::int64_t if_fails = counted.fail ? 0 : atom.weight;
    least += std::min(if_holds, if_fails);
    most += std::max(if_holds, if_fails);
  }
  return {least <= formula.bound, most > formula.bound};
}

May may(const Formula& formula, const State& state, const std::vector<bool>& known) {
  switch (formula.kind) {
    case Formula::Kind::kConstant: return {formula.value, !formula.value};
    case Formula::Kind::kAtom: return may(formula.atoms[0], state, known);
    case Formula::Kind::kNot: {
      const May inner = may(formula.operands[0], state, known);
      return {inner.fail, inner.hold};
    }
    case Formula::Kind::kAnd: {
      May all{true, false};
      for (const Formula& operand : formula.operands) {
        const May one = may(operand, state, known);
        all = {all.hold && one.hold, all.fail || one.fail};
      }
      return all;
    }
    case Formula::Kind::kOr: {
      May any{false, true};
      for (const Formula& operand : formula.operands) {
        const May one = may(operand, state, known);
        any = {any.hold || one.hold, any.fail && one.fail};
      }
      return any;
    }
    case Formula::Kind::kAtMost: return may_at_most(formula, state, known);
  }
  return {};
}

// All states that one rule leads to.
void successors(const Spec& spec, const oracle::Rule& rule, const State& state, std::vector<State>& out) {
  std::vector<State> partial = {state};
  for (const oracle::Part& part : rule.parts) {
    std::vector<State> next;
    for (const State& so_far : partial)
      for (const oracle::Arrow& arrow : spec.of(part.component).arrows) {
        const auto component = static_cast<std::size_t>(part.component);
        if (arrow.from != state[component] || arrow.label != part.label) continue;
        next.push_back(so_far);
        next.back()[component] = arrow.to;
      }
    partial = next;
  }
  out.insert(out.end(), partial.begin(), partial.end());
}

std::int64_t sum_of(const Formula& formula, const State& state) {
  std::int64_t sum = 0;
  for (const oracle::Atom& atom : formula.atoms)
    if (std::find(atom.states.begin(), atom.states.end(), state[static_cast<std::size_t>(atom.component)]) != atom.states.end())
      sum += formula.kind == Formula::Kind::kAtom ? 1 : atom.weight;
  return sum;
}

// Whether every atom and every sum has the same value in both states.
bool looks_alike(const Formula& formula, const State& from, const State& to) {
  if (sum_of(formula, from) != sum_of(formula, to)) return false;
  return std::all_of(formula.operands.begin(), formula.operands.end(),
                     [&](const Formula& f) { return looks_alike(f, from, to); });
}

bool is_invisible(const Spec& spec, const std::vector<Question>& questions, const State& from, const State& to) {
  if (oracle::has_error(spec, to)) return false;
  return std::all_of(questions.begin(), questions.end(), [&](const Question& question) {
    for (int automaton : question.automata)
      if (from[static_cast<std::size_t>(automaton)] != to[static_cast<std::size_t>(automaton)]) return false;
    return looks_alike(question.formula, from, to);
  });
}

std::vector<bool> support_of(const Spec& spec, const StubbornSets::Choice& choice) {
  std::vector<bool> support;
  for (std::size_t c = 0; c < spec.components.size(); ++c) support.push_back((choice.support[c / 64] >> (c % 64) & 1) != 0);
  return support;
}

std::vector<LocalState> local_states(const State& state) {
  std::vector<LocalState> local;
  for (int at : state) local.emplace_back(static_cast<std::size_t>(at));
  return local;
}

}   // namespace

std::optional<std::string> choice_fault(const Spec& spec, const std::vector<Question>& questions, const State& state,
                                        const StubbornSets::Choice& choice) {
  const std::vector<bool> support = support_of(spec, choice);
  const bool is_full = std::find(support.begin(), support.end(), false) == support.end();
  if (choice.is_full != is_full) return "is_full is wrong";
  std::vector<bool> chosen(spec.rules.size());
  for (RuleId rule : choice.rules) {
    if (chosen[rule.index()]) return "a rule was chosen twice";
    chosen[rule.index()] = true;
  }
  std::size_t enabled_inside = 0;
  for (std::size_t r = 0; r < spec.rules.size(); ++r) {
    std::size_t inside = 0;
    std::size_t refused_inside = 0;
    for (const oracle::Part& part : spec.rules[r].parts) {
      if (!support[static_cast<std::size_t>(part.component)]) continue;
      ++inside;
      if (!offers(spec, state, part)) ++refused_inside;
    }
    const bool is_whole = inside == spec.rules[r].parts.size();
    if (inside > 0 && refused_inside == 0 && !is_whole) return fmt::format("rule {} reaches out of the support", r);
    const bool must = is_whole && refused_inside == 0;
    if (must != chosen[r]) return fmt::format("rule {} {}", r, must ? "is left out" : "does not belong here");
    if (must) ++enabled_inside;
  }
  for (const Question& question : questions) {
    if (is_bad(spec, state, question)) continue;
    switch (question.ask) {
      case Ask::kDeadlock:
        // Required of every choice, firm or not.
        if (enabled_inside == 0 && !oracle::is_terminated(spec, state)) return "deadlock: no enabled rule inside";
        break;
      case Ask::kLocalDeadlock:
        if (choice.is_firm() && !is_full) return "local deadlock: firm, but not full";
        break;
      case Ask::kReach:
      case Ask::kNever:
        if (choice.needs != StubbornSets::Needs::kInvisibleStep && may(question.formula, state, support).hold)
          return "the formula may hold knowing only the support";
        break;
      case Ask::kSafety:
        for (int automaton : question.automata)
          if (choice.needs != StubbornSets::Needs::kInvisibleStep && !support[static_cast<std::size_t>(automaton)])
            return "an automaton is outside the support";
        break;
    }
  }
  return std::nullopt;
}

Reduced reduced_search(const Spec& spec, const std::vector<Question>& questions, const StubbornSettings& settings) {
  Spec asked = spec;
  asked.questions = questions;
  const Network network = oracle::to_network(asked);
  const std::vector<Property> properties = oracle::to_properties(asked);
  const Limits none;
  StubbornSets sets(network, properties, none, settings);

  Reduced result;
  result.found.resize(questions.size());
  State initial;
  for (int c = 0; c < spec.num_components(); ++c) initial.push_back(spec.of(c).initial);
  std::vector<State> states = {initial};
  std::map<State, std::uint32_t> numbers = {{initial, 0}};
  // The numbers of the successors by steps that may lower the rank.
  const auto expand = [&](State state, const StubbornSets::Choice& choice) {   // a copy: the vector of states grows
    if (!result.fault) result.fault = choice_fault(spec, questions, state, choice);
    const std::vector<RuleId> rules(choice.rules.begin(), choice.rules.end());
    const StubbornSets::Needs needs = choice.needs;
    std::vector<std::uint32_t> nearer;
    for (RuleId rule : rules) {
      std::vector<State> next;
      successors(spec, spec.rules[rule.index()], state, next);
      for (const State& to : next) {
        const auto [at, is_new] = numbers.emplace(to, static_cast<std::uint32_t>(states.size()));
        if (is_new) states.push_back(to);
        if (needs == StubbornSets::Needs::kNothing) continue;
        const bool counts = needs == StubbornSets::Needs::kStep || is_invisible(spec, questions, state, to);
        if (counts != sets.counts(needs, rule, local_states(state), local_states(to))) result.fault = "counts() is wrong";
        if (counts) nearer.push_back(at->second);
      }
    }
    return nearer;
  };
  ProvisoGraph graph(none);
  std::vector<std::vector<std::uint32_t>> leads_to;   // by state: targets of steps that count; empty if the choice is firm
  ProvisoGraph::Ranks ranks;
  std::size_t next = 0;
  do {
    for (; next < states.size(); ++next) {
      const State state = states[next];
      for (std::size_t i = 0; i < questions.size(); ++i)
        if (is_bad(spec, state, questions[i])) result.found[i] = true;
      leads_to.emplace_back();
      if (oracle::has_error(spec, state)) {
        graph.add_firm();
        continue;
      }
      const StubbornSets::Choice choice = sets.of(local_states(state));
      const bool is_firm = choice.is_firm();
      const std::vector<std::uint32_t> nearer = expand(state, choice);
      if (is_firm) {
        graph.add_firm();
      } else {
        graph.add(nearer);
        leads_to.back() = nearer;
        if (nearer.empty()) result.fault = "neither firm nor a step that counts";
      }
    }
    if (!sets.needs_ranks()) break;
    ranks = graph.ranks();
    for (std::uint32_t state : ranks.missing) {
      expand(states[state], sets.firm(local_states(states[state])));
      graph.give_firm_choice(state);
      leads_to[state].clear();
    }
  } while (!ranks.missing.empty());
  for (std::size_t i = 0; i < leads_to.size(); ++i)
    if (!leads_to[i].empty() && std::none_of(leads_to[i].begin(), leads_to[i].end(),
                                             [&](std::uint32_t to) { return ranks.of_state[to] < ranks.of_state[i]; }))
      result.fault = "no step to a lower rank";
  result.states = states.size();
  return result;
}

std::optional<std::string> reduction_fault(Random& random, const RandomCase& drawn, Savings& savings) {
  const Network network = oracle::to_network(drawn.spec);
  const std::vector<Property> properties = oracle::to_properties(drawn.spec);
  std::vector<Question> open;
  for (std::size_t i = 0; i < properties.size(); ++i)
    if (!stubborn_declines(network, properties[i])) open.push_back(drawn.spec.questions[i]);
  if (open.empty()) return std::nullopt;
  const std::vector<Question> one = {random.pick(open)};
  struct Run {
    const std::vector<Question>& questions;
    StubbornSettings settings;
  };
  for (const auto& [questions, settings] : {Run{open, {}}, Run{one, {}}, Run{open, {.leaves_formulas_undecided = true}},
                                            Run{one, {.leaves_formulas_undecided = true}}}) {
    const Reduced result = reduced_search(drawn.spec, questions, settings);
    savings.full += drawn.exploration.states.size();
    savings.reduced += result.states;
    if (result.fault) return result.fault;
    for (std::size_t i = 0; i < questions.size(); ++i) {
      const bool holds = oracle::answer(drawn.spec, drawn.exploration, questions[i]).holds;
      const bool is_there = holds == (questions[i].ask == Ask::kReach);
      if (is_there != result.found[i])
        return fmt::format("{} {}: {}", ask_name(questions[i].ask), questions[i].name,
                           is_there ? "missed" : "found what is not there");
    }
  }
  return std::nullopt;
}

std::optional<std::string> reduction_fault_at(std::uint64_t seed, std::size_t most, Savings& savings) {
  Random random(seed);
  RandomCase drawn;
  std::optional<oracle::Exploration> exploration;
  while (!exploration) {
    drawn.family = static_cast<Family>(random.below(kPlainFamilies));
    drawn.spec = random_network(random, drawn.family);
    exploration = oracle::explore(drawn.spec, most);
  }
  drawn.exploration = *std::move(exploration);
  drawn.spec.questions = random_questions(random, drawn.spec, drawn.exploration);
  std::optional<std::string> fault = reduction_fault(random, drawn, savings);
  if (fault) *fault += fmt::format(", seed {}\n{}", seed, to_text(drawn.spec));
  return fault;
}

}   // namespace parley::cross
