#include "leap/covering_verdicts.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "check/judge.h"
#include "cross/random_formula.h"
#include "engine/leap/covering/check.h"
#include "oracle/spec_network.h"

namespace parley::leap {

namespace {

using oracle::Formula;
using oracle::Question;
using oracle::Spec;

bool asks_formula(const Question& question) { return question.ask == oracle::Ask::kReach || question.ask == oracle::Ask::kNever; }

// A set of states that the component never leaves, closed from a random state.
std::vector<int> trap(cross::Random& random, const Spec& spec, int component) {
  const oracle::Behaviour& behaviour = spec.of(component);
  std::set<int> states = {random.below(static_cast<std::size_t>(behaviour.num_states()))};
  for (std::size_t before = 0; before != states.size();) {
    before = states.size();
    for (const oracle::Arrow& arrow : behaviour.arrows)
      if (states.contains(arrow.from)) states.insert(arrow.to);
  }
  return {states.begin(), states.end()};
}

// A random formula whose parts all stay true once they are true.
Formula stable_formula(cross::Random& random, const Spec& spec, int depth) {
  const auto some_component = [&] { return random.below(static_cast<std::size_t>(spec.num_components())); };
  Formula formula;
  const int kind = depth == 0 ? random.below(2) : random.below(5);
  if (kind == 0) {
    const int component = some_component();
    formula.kind = Formula::Kind::kAtom;
    formula.atoms = {{component, trap(random, spec, component)}};
  } else if (kind == 1) {   // the negation of the other states
    const int component = some_component();
    const std::vector<int> inside = trap(random, spec, component);
    oracle::Atom outside{component, {}};
    for (int state = 0; state < spec.of(component).num_states(); ++state)
      if (!std::ranges::binary_search(inside, state)) outside.states.push_back(state);
    if (outside.states.empty()) return stable_formula(random, spec, depth);
    formula.kind = Formula::Kind::kNot;
    formula.operands.push_back({.kind = Formula::Kind::kAtom, .atoms = {outside}});
  } else if (kind == 2) {   // at least a bound
    formula.kind = Formula::Kind::kAtMost;
    for (int i = random.between(2, 4); i > 0; --i) {
      const int component = some_component();
      formula.atoms.push_back({component, trap(random, spec, component), -random.between(1, 3)});
    }
    formula.bound = -random.between(1, 6);
  } else {
    formula.kind = kind == 3 ? Formula::Kind::kAnd : Formula::Kind::kOr;
    for (int i = random.between(2, 3); i > 0; --i) formula.operands.push_back(stable_formula(random, spec, depth - 1));
  }
  return formula;
}

std::vector<Outcome> ask_steps(const Network& network, const std::vector<Property>& properties, Stability stability) {
  std::vector<Outcome> outcomes(properties.size());
  const Options options{{}};
  const Limits limits;
  Progress progress;
  Statistics statistics;
  Run run{.options = options,
          .limits = limits,
          .progress = progress,
          .statistics = statistics,
          .answer = [&](std::size_t property, Outcome outcome) { outcomes[property] = std::move(outcome); }};
  check_steps({network, properties}, run, stability);
  return outcomes;
}

bool is_shown(const Network& network, const Property& property, const Outcome& outcome) {
  const Limits limits;
  Progress progress;
  return judge(network, property, verdict_of(outcome), *evidence_of(outcome), limits, progress).accepted;
}

}   // namespace

std::vector<Question> questions_for_steps(cross::Random& random, const Spec& spec, const oracle::Exploration& exploration) {
  std::vector<Question> questions = {{.name = "d", .ask = oracle::Ask::kDeadlock},
                                     {.name = "l", .ask = oracle::Ask::kLocalDeadlock}};
  const std::vector<int> automata = cross::random_automata(random, spec);
  if (!automata.empty()) questions.push_back({.name = "s", .ask = oracle::Ask::kSafety, .automata = automata});
  for (Question& question : cross::random_questions(random, spec, exploration))
    if (asks_formula(question)) questions.push_back(std::move(question));
  for (int i = 0; i < 4; ++i)
    questions.push_back({.name = fmt::format("f{}", i),
                         .ask = random.chance(50) ? oracle::Ask::kReach : oracle::Ask::kNever,
                         .formula = stable_formula(random, spec, random.below(3))});
  return questions;
}

Verdicts check_verdicts(const Spec& spec, const oracle::Exploration& exploration) {
  const Network network = oracle::to_network(spec);
  const std::vector<Property> properties = oracle::to_properties(spec);
  const std::vector<Outcome> outcomes = ask_steps(network, properties, Stability::kMustBeShown);
  const std::vector<Outcome> assuming = ask_steps(network, properties, Stability::kIsAssumed);
  Verdicts verdicts;
  for (std::size_t i = 0; i < properties.size(); ++i) {
    const Question& question = spec.questions[i];
    const oracle::Answer right = oracle::answer(spec, exploration, question);
    const auto wrong = [&](std::string_view what) {
      verdicts.problem = fmt::format("{}, a question of {}: {}", question.name, oracle::ask_name(question.ask), what);
    };
    // An answer that assumes stability may be wrong, but not if it has a trace.
    for (const Outcome* outcome : {&outcomes[i], &assuming[i]}) {
      const Evidence* evidence = evidence_of(*outcome);
      if (evidence != nullptr && std::holds_alternative<Trace>(*evidence) && !is_shown(network, properties[i], *outcome))
        wrong("the judge rejects the trace");
    }
    const Verdict said = verdict_of(outcomes[i]);
    if (said == Verdict::kUnknown) {
      if (!asks_formula(question)) wrong("no answer");
      ++verdicts.unknown;
      continue;
    }
    if ((said == Verdict::kHolds) != right.holds) wrong(right.holds ? "it holds" : "it is violated");
    if (asks_formula(question)) ++(right.distance ? verdicts.met : verdicts.never_met);
  }
  return verdicts;
}

}   // namespace parley::leap
