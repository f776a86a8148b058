#include "cross/histogram.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace parley::cross {

namespace {

using oracle::Mark;
using oracle::Rule;
using oracle::Spec;

bool any(const std::vector<bool>& flags) { return std::find(flags.begin(), flags.end(), true) != flags.end(); }

bool is_nondeterministic(const oracle::Behaviour& behaviour) {
  for (const auto& a : behaviour.arrows)
    for (const auto& b : behaviour.arrows)
      if (a.from == b.from && a.label == b.label && a.to != b.to) return true;
  return false;
}

bool has_equal_parts(const Spec& spec) {
  for (std::size_t i = 0; i < spec.rules.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (spec.rules[i].parts == spec.rules[j].parts) return true;
  return false;
}

// The features that must keep occurring, each by its name in the printed table.
std::map<std::string, bool> features_of(const RandomCase& drawn) {
  const Spec& spec = drawn.spec;
  const oracle::Exploration& explored = drawn.exploration;
  std::set<int> named;
  std::set<std::string> labels;
  std::set<std::pair<int, int>> used;
  for (const Rule& rule : spec.rules) {
    labels.insert(rule.label);
    for (const auto& part : rule.parts) {
      named.insert(part.component);
      used.insert({part.component, part.label});
    }
  }
  std::set<int> templates;
  bool observer = false, observer_error = false, process_error = false, unused_label = false;
  for (int i = 0; i < spec.num_components(); ++i) {
    const bool is_observer = spec.components[static_cast<std::size_t>(i)].role == oracle::Role::kObserver;
    templates.insert(spec.components[static_cast<std::size_t>(i)].behaviour);
    observer = observer || is_observer;
    for (int label = 0; label < spec.of(i).num_labels(); ++label) unused_label = unused_label || used.count({i, label}) == 0;
    for (std::size_t s = 0; s < explored.states.size(); ++s) {
      const auto local = static_cast<std::size_t>(explored.states[s][static_cast<std::size_t>(i)]);
      if (spec.of(i).marks[local] == Mark::kError) (is_observer ? observer_error : process_error) = true;
    }
  }
  bool only_local = false, only_global = false;
  for (std::size_t s = 0; s < explored.states.size(); ++s) {
    only_local = only_local || (explored.local_deadlock[s] && !explored.deadlock[s]);
    only_global = only_global || (explored.deadlock[s] && !explored.local_deadlock[s]);
  }
  return {
      {"tau", labels.count("tau") > 0},
      {"observer", observer},
      {"observer reaches an error", observer_error},
      {"process reaches an error", process_error},
      {"terminated state", any(explored.terminated)},
      {"local deadlock that is no deadlock", only_local},
      {"deadlock that is no local deadlock", only_global},
      {"component that no rule names", named.size() < spec.components.size()},
      {"label that no rule uses", unused_label},
      {"several rules with one label", labels.size() < spec.rules.size()},
      {"several rules with equal participants", has_equal_parts(spec)},
      {"shared template", templates.size() < spec.components.size()},
      {"nondeterminism", std::any_of(spec.behaviours.begin(), spec.behaviours.end(), is_nondeterministic)},
      {"initial state not the first",
       std::any_of(spec.behaviours.begin(), spec.behaviours.end(), [](const auto& b) { return b.initial != 0; })},
  };
}

// With fewer networks than this, the shares of a family mean little.
constexpr std::uint64_t kEnoughOfAFamily = 100;

double percent(std::uint64_t part, std::uint64_t of) {
  return of == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(of);
}

constexpr std::uint64_t kBuckets[] = {10, 50, 200, 1000, 5000, 20000};

}   // namespace

double Histogram::share(std::uint64_t part) const { return percent(part, networks_); }

void Histogram::add(const RandomCase& drawn) {
  const std::uint64_t states = drawn.exploration.states.size();
  ++networks_;
  states_ += states;
  if (states > 200) ++large_;
  ++sizes_[*std::lower_bound(std::begin(kBuckets), std::end(kBuckets) - 1, states)];
  for (const Rule& rule : drawn.spec.rules) ++arities_[rule.parts.size()];
  ++components_[drawn.spec.num_components()];
  Verdicts& family = families_[static_cast<std::size_t>(drawn.family)];
  ++family.networks;
  family.states += states;
  for (const auto& [name, there] : features_of(drawn)) features_[name] += there ? 1 : 0;

  std::set<oracle::Ask> violated;
  for (const oracle::Question& question : drawn.spec.questions) {
    const oracle::Answer answer = oracle::answer(drawn.spec, drawn.exploration, question);
    Kind& kind = kinds_[static_cast<std::size_t>(question.ask)];
    ++kind.asked;
    kind.violated += answer.holds ? 0 : 1;
    if (!answer.holds) violated.insert(question.ask);
    const bool has_goal = question.ask == oracle::Ask::kReach || question.ask == oracle::Ask::kNever;
    const bool is_safety = question.ask == oracle::Ask::kSafety;
    family.goals += has_goal ? 1 : 0;
    family.reachable += has_goal && answer.distance ? 1 : 0;
    family.automata += is_safety ? 1 : 0;
    family.in_error += is_safety && answer.distance ? 1 : 0;
    if (!answer.distance) continue;
    ++kind.traces;
    kind.distance += static_cast<std::uint64_t>(*answer.distance);
    kind.at_once += *answer.distance == 0 ? 1 : 0;
  }
  for (oracle::Ask ask : violated) ++kinds_[static_cast<std::size_t>(ask)].networks_violated;
}

void Histogram::merge(const Histogram& other) {
  const auto add_all = [](auto& into, const auto& from) {
    for (const auto& [key, count] : from) into[key] += count;
  };
  networks_ += other.networks_;
  large_ += other.large_;
  states_ += other.states_;
  add_all(sizes_, other.sizes_);
  add_all(arities_, other.arities_);
  add_all(components_, other.components_);
  for (std::size_t i = 0; i < families_.size(); ++i) {
    families_[i].networks += other.families_[i].networks;
    families_[i].states += other.families_[i].states;
    families_[i].goals += other.families_[i].goals;
    families_[i].reachable += other.families_[i].reachable;
    families_[i].automata += other.families_[i].automata;
    families_[i].in_error += other.families_[i].in_error;
  }
  add_all(features_, other.features_);
  for (std::size_t i = 0; i < kinds_.size(); ++i) {
    kinds_[i].asked += other.kinds_[i].asked;
    kinds_[i].violated += other.kinds_[i].violated;
    kinds_[i].networks_violated += other.kinds_[i].networks_violated;
    kinds_[i].at_once += other.kinds_[i].at_once;
    kinds_[i].distance += other.kinds_[i].distance;
    kinds_[i].traces += other.kinds_[i].traces;
  }
}

std::string Histogram::to_text() const {
  std::string text =
      fmt::format("{} networks, {} states, {:.1f} % of the networks with more than 200\n", networks_, states_, share(large_));
  text += "kind            asked  violated  networks  at once  mean trace\n";
  for (std::size_t i = 0; i < kinds_.size(); ++i) {
    const Kind& kind = kinds_[i];
    const double asked = std::max<double>(1, static_cast<double>(kind.asked));
    const double traces = std::max<double>(1, static_cast<double>(kind.traces));
    text += fmt::format("{:<14} {:>6}  {:>6.1f} %  {:>6.1f} %  {:>5.1f} %  {:>10.1f}\n",
                        oracle::ask_name(static_cast<oracle::Ask>(i)), kind.asked,
                        100.0 * static_cast<double>(kind.violated) / asked, share(kind.networks_violated),
                        100.0 * static_cast<double>(kind.at_once) / asked, static_cast<double>(kind.distance) / traces);
  }
  text += "states:    ";
  for (const auto& [bound, count] : sizes_) text += fmt::format(" <={}: {:.1f} %", bound, share(count));
  text += "\ncomponents:";
  for (const auto& [number, count] : components_) text += fmt::format(" {}: {:.1f} %", number, share(count));
  text += "\narity of rules:";
  for (const auto& [arity, count] : arities_) text += fmt::format(" {}: {}", arity, count);
  text += "\nfamily      networks  mean states   goals  reachable  automata  in error\n";
  for (std::size_t i = 0; i < families_.size(); ++i) {
    const Verdicts& family = families_[i];
    if (family.networks == 0) continue;
    text += fmt::format("{:<10} {:>9}  {:>11}  {:>6}  {:>7.1f} %  {:>8}  {:>6.1f} %\n", family_name(static_cast<Family>(i)),
                        family.networks, family.states / family.networks, family.goals, percent(family.reachable, family.goals),
                        family.automata, percent(family.in_error, family.automata));
  }
  text += "networks with:\n";
  for (const auto& [name, count] : features_) text += fmt::format("  {:<40} {:>5.1f} %\n", name, share(count));
  return text;
}

std::vector<std::string> Histogram::complaints() const {
  std::vector<std::string> found;
  for (std::size_t i = 0; i < kinds_.size(); ++i) {
    const Kind& kind = kinds_[i];
    for (double violated : {percent(kind.violated, kind.asked), share(kind.networks_violated)})
      if (violated < 20 || violated > 80)
        found.push_back(fmt::format("{} is violated in {:.1f} %", oracle::ask_name(static_cast<oracle::Ask>(i)), violated));
  }
  for (std::size_t i = 0; i < families_.size(); ++i) {
    const Verdicts& family = families_[i];
    const double reachable = percent(family.reachable, family.goals);
    if (is_adversarial(static_cast<Family>(i)) && family.networks >= kEnoughOfAFamily && (reachable < 20 || reachable > 80))
      found.push_back(fmt::format("{:.1f} % of the goals of {} can be reached", reachable, family_name(static_cast<Family>(i))));
  }
  if (share(large_) < 30) found.push_back(fmt::format("only {:.1f} % of the networks have more than 200 states", share(large_)));
  for (std::size_t arity = 1; arity <= 5; ++arity)
    if (arities_.count(arity) == 0) found.push_back(fmt::format("no rule has {} participants", arity));
  for (const auto& [name, count] : features_)
    if (share(count) < 0.2) found.push_back(fmt::format("only {:.2f} % have: {}", share(count), name));
  return found;
}

}   // namespace parley::cross
