#include "cross/large.h"

#include <algorithm>

#include <fmt/format.h>

#include "cross/adversarial_spec.h"
#include "cross/deviation.h"
#include "cross/random_goal.h"
#include "cross/random_spec.h"
#include "cross/weave.h"
#include "oracle/oracle.h"

namespace parley::cross {

namespace {

using oracle::Ask;
using oracle::Atom;
using oracle::Formula;
using oracle::Question;
using oracle::Spec;
using oracle::State;
using Goal = std::vector<Atom>;
using Kind = Formula::Kind;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

Formula of_kind(Kind kind, std::vector<Formula> operands) {
  return {.kind = kind, .value = false, .atoms = {}, .operands = std::move(operands), .bound = 0};
}

Formula all_of(const Goal& goal) {
  std::vector<Formula> operands;
  operands.reserve(goal.size());
  for (const Atom& atom : goal)
    operands.push_back({.kind = Kind::kAtom, .value = false, .atoms = {atom}, .operands = {}, .bound = 0});
  return of_kind(Kind::kAnd, std::move(operands));
}

Formula at_least(Goal atoms, std::int64_t bound) {
  return of_kind(Kind::kNot,
                 {{.kind = Kind::kAtMost, .value = false, .atoms = std::move(atoms), .operands = {}, .bound = bound - 1}});
}

class QuestionList {
 public:
  void reach(Formula formula, bool reachable) { add(Ask::kReach, std::move(formula), {}, reachable); }
  void never(Formula formula, bool reachable) { add(Ask::kNever, std::move(formula), {}, !reachable); }
  void safety(std::vector<int> automata, bool in_error) { add(Ask::kSafety, {}, std::move(automata), !in_error); }
  std::vector<Question> take() { return std::move(questions_); }

 private:
  void add(Ask ask, Formula formula, std::vector<int> automata, bool holds) {
    questions_.push_back({"q" + std::to_string(questions_.size()), ask, std::move(formula), std::move(automata), holds});
  }
  std::vector<Question> questions_;
};

// A small network, explored by the oracle.
struct Piece {
  Spec spec;
  oracle::Exploration explored;
  std::vector<State> calm;     // reachable states without an error
  std::vector<State> failed;   // reachable states with an error
  Goal missed;                 // a goal that no reachable state satisfies
};

constexpr std::size_t kMostStates = 150;
constexpr int kMostComponents = 7;

std::optional<Piece> piece_of(Random& random, Spec spec) {
  std::optional<oracle::Exploration> explored = explore(spec, kMostStates);
  if (!explored || explored->states.size() < 4 || spec.num_components() > kMostComponents) return std::nullopt;
  Goal missed = near_miss(random, spec, *explored);
  if (missed.size() < 2) return std::nullopt;
  Piece piece{std::move(spec), *std::move(explored), {}, {}, std::move(missed)};
  for (std::size_t i = 0; i < piece.explored.states.size(); ++i)
    (piece.explored.error[i] ? piece.failed : piece.calm).push_back(piece.explored.states[i]);
  if (piece.calm.empty()) return std::nullopt;
  return piece;
}

Piece random_piece(Random& random) {
  while (true)
    if (auto piece = piece_of(random, random_network(random, static_cast<Family>(random.below(at(kFamilies))))))
      return *std::move(piece);
}

Piece deviating_piece(Random& random, const Piece& piece) {
  while (true) {
    Spec spec = piece.spec;
    deviate(random, spec);
    if (auto found = piece_of(random, std::move(spec))) return *std::move(found);
  }
}

Goal goal_at(const State& state) {
  Goal goal;
  goal.reserve(state.size());
  for (int component = 0; at(component) < state.size(); ++component) goal.push_back({component, {state[at(component)]}, 1});
  return goal;
}

void append_shifted(Goal& goal, const Goal& part, int first) {
  for (Atom atom : part) {
    atom.component += first;
    goal.push_back(std::move(atom));
  }
}

// Many independent copies of two small networks.
class Copies {
 public:
  Copies(Random& random, int components) : pieces_{random_piece(random)} {
    pieces_.push_back(deviating_piece(random, pieces_[0]));
    for (const Piece& piece : pieces_) add_templates(piece.spec);
    while (copies_.size() < 2 || spec.num_components() + pieces_[0].spec.num_components() <= components)
      add_copy(random.chance(90) ? 0 : 1);
  }

  std::size_t size() const { return copies_.size(); }
  int first(std::size_t copy) const { return copies_[copy].first; }
  const Piece& piece(std::size_t copy) const { return pieces_[copies_[copy].piece]; }

  Spec spec;

 private:
  struct Copy {
    std::size_t piece;
    int first;
  };

  void add_templates(const Spec& from) {
    first_template_.push_back(static_cast<int>(spec.behaviours.size()));
    for (oracle::Behaviour behaviour : from.behaviours) {
      behaviour.name = "t" + std::to_string(spec.behaviours.size());
      spec.behaviours.push_back(std::move(behaviour));
    }
  }
  void add_copy(std::size_t which) {
    const Spec& from = pieces_[which].spec;
    const int first = spec.num_components();
    copies_.push_back({which, first});
    for (const oracle::Component& component : from.components)
      spec.components.push_back(
          {"c" + std::to_string(spec.components.size()), component.behaviour + first_template_[which], component.role});
    for (oracle::Rule rule : from.rules) {
      for (oracle::Part& part : rule.parts) part.component += first;
      spec.rules.push_back(std::move(rule));
    }
  }

  std::vector<Piece> pieces_;
  std::vector<int> first_template_;
  std::vector<Copy> copies_;
};

void ask_about_errors(Random& random, const Copies& copies, const Goal& calm, QuestionList& questions) {
  std::vector<int> automata;
  bool in_error = false;
  std::vector<std::size_t> failing;
  for (std::size_t i = 0; i < copies.size(); ++i) {
    if (copies.piece(i).failed.empty()) continue;
    failing.push_back(i);
    const State& failed = copies.piece(i).failed.front();
    for (int component = 0; at(component) < failed.size(); ++component)
      if (copies.piece(i).spec.of(component).marks[at(failed[at(component)])] == oracle::Mark::kError)
        automata.push_back(copies.first(i) + component);
    in_error = true;
  }
  if (in_error) questions.safety(automata, true);
  if (failing.size() < 2) return;
  random.shuffle(failing);
  const auto failed_part = [&](std::size_t copy) {
    Goal goal;
    append_shifted(goal, goal_at(copies.piece(copy).failed.back()), copies.first(copy));
    return goal;
  };
  Goal one = failed_part(failing[0]);
  const int begin = copies.first(failing[0]);
  const int end = begin + copies.piece(failing[0]).spec.num_components();
  Goal both = one;
  append_shifted(both, failed_part(failing[1]), 0);
  for (const Atom& atom : calm)
    if (atom.component < begin || atom.component >= end) one.push_back(atom);
  questions.reach(all_of(one), true);     // reachable if the error comes last
  questions.reach(all_of(both), false);   // two copies cannot be in an error at once
}

}   // namespace

LargeCase many_copies(Random& random, int components) {
  Copies copies(random, components);
  Goal calm, spoilt, counted, counted_spoilt;
  std::vector<Formula> misses, hits;
  const auto odd = at(random.below(copies.size()));
  for (std::size_t i = 0; i < copies.size(); ++i) {
    const Piece& piece = copies.piece(i);
    const int first = copies.first(i);
    const State& target = random.pick(piece.calm);
    Goal goal, miss;
    append_shifted(goal, goal_at(target), first);
    append_shifted(miss, piece.missed, first);
    append_shifted(calm, goal, 0);
    append_shifted(spoilt, i == odd ? miss : goal, 0);
    append_shifted(counted, Goal{goal[at(random.below(goal.size()))]}, 0);
    misses.push_back(all_of(miss));
    hits.push_back(all_of(i == odd ? goal : miss));
  }
  append_shifted(counted_spoilt, counted, 0);
  std::erase_if(counted_spoilt, [&](const Atom& atom) {
    return atom.component >= copies.first(odd) && atom.component < copies.first(odd) + copies.piece(odd).spec.num_components();
  });
  const auto others = static_cast<std::int64_t>(counted_spoilt.size());
  const auto all_missed = static_cast<std::int64_t>(copies.piece(odd).missed.size());
  append_shifted(counted_spoilt, copies.piece(odd).missed, copies.first(odd));

  QuestionList questions;
  questions.reach(all_of(calm), true);
  questions.reach(all_of(spoilt), false);
  questions.never(of_kind(Kind::kOr, misses), false);
  questions.never(of_kind(Kind::kOr, hits), true);
  questions.reach(at_least(counted, static_cast<std::int64_t>(counted.size())), true);
  questions.reach(at_least(counted_spoilt, others + all_missed), false);
  questions.never(all_of({calm.front(), calm.back()}), true);
  ask_about_errors(random, copies, calm, questions);
  copies.spec.questions = questions.take();
  return {"copies", std::move(copies.spec)};
}

LargeCase long_chain(Random& random, int components) {
  Weave weave;
  const bool spends = random.chance(50);
  const int blind = random.chance(50) ? random.between(1, components - 1) : -1;
  for (int i = 0; i < components; ++i)
    weave.add(i == blind ? "start go goal, other see goal"
              : spends   ? "start go goal, goal see spent"
                         : "start go goal, goal see goal");
  for (int i = 0; i + 1 < components; ++i) weave.rule("go", {{i, "go"}, {i + 1, "see"}});
  weave.rule("go", {{components - 1, "go"}});
  const bool whole = blind < 0;
  Goal all;
  all.reserve(at(components));
  for (int i = 0; i < components; ++i) all.push_back(weave.at(i, i > 0 && spends && i != blind ? "spent" : "goal"));
  const int between = random.between(1, components - 1);
  QuestionList questions;
  questions.reach(all_of({weave.at(0, "goal")}), whole);
  questions.reach(all_of(all), whole);
  questions.never(all_of({weave.at(0, "goal"), weave.at(between, "start")}), false);
  questions.reach(all_of({weave.at(0, "start"), weave.at(components - 1, "goal")}), true);
  Spec spec = weave.take();
  spec.questions = questions.take();
  return {"chain", std::move(spec)};
}

LargeCase wide_ring(Random& random, int components) {
  Weave weave;
  for (int i = 0; i < components; ++i) weave.add("off grab on, on pass off, on wish busy, busy leave on", i == 0 ? "on" : "off");
  for (int i = 0; i < components; ++i) {
    weave.rule("pass", {{i, "pass"}, {(i + 1) % components, "grab"}});
    weave.rule("wish", {{i, "wish"}});
    weave.rule("leave", {{i, "leave"}});
  }
  const int one = random.between(1, components - 1);
  QuestionList questions;
  questions.reach(all_of({weave.at(one, "busy")}), true);
  questions.never(all_of({weave.at(one, "busy"), weave.at((one + components / 2) % components, "busy")}), false);
  Spec spec = weave.take();
  spec.questions = questions.take();
  return {"ring", std::move(spec), LargeCase::Demand::kNotWrong};
}

LargeCase shared_pool(Random& random, int components) {
  Weave weave;
  const int users = components - 1;
  const int units = random.chance(50) ? users : users - 1;
  for (int i = 0; i < users; ++i) weave.add("idle take use, use free idle");
  oracle::Behaviour pool;
  pool.labels = {"out", "in"};
  for (int i = 0; i <= units; ++i) {
    pool.states.push_back("n" + std::to_string(i));
    if (i == 0) continue;
    pool.arrows.push_back({i - 1, 0, i});
    pool.arrows.push_back({i, 1, i - 1});
  }
  pool.marks.assign(pool.states.size(), oracle::Mark::kPlain);
  const int shared = weave.add(pool);
  Goal all;
  for (int i = 0; i < users; ++i) {
    weave.rule("take", {{i, "take"}, {shared, "out"}});
    weave.rule("free", {{i, "free"}, {shared, "in"}});
    all.push_back(weave.at(i, "use"));
  }
  QuestionList questions;
  questions.reach(all_of({all.front(), all.back()}), units >= 2);
  questions.reach(all_of(all), units == users);
  Spec spec = weave.take();
  spec.questions = questions.take();
  return {"pool", std::move(spec), LargeCase::Demand::kNotWrong};
}

std::vector<LargeCase> large_cases(std::uint64_t seed, int components) {
  Random random(seed);
  std::vector<LargeCase> cases;
  cases.push_back(many_copies(random, components));
  cases.push_back(long_chain(random, components));
  cases.push_back(wide_ring(random, components));
  cases.push_back(shared_pool(random, components));
  return cases;
}

}   // namespace parley::cross
