#include "cross/shrink.h"

#include <algorithm>
#include <optional>

namespace parley::cross {

namespace {

using oracle::Ask;
using oracle::Atom;
using oracle::Behaviour;
using oracle::Formula;
using oracle::Mark;
using oracle::Part;
using oracle::Rule;
using oracle::Spec;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

template <class T>
void erase_at(std::vector<T>& list, std::size_t index) {
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(index));
}

// Removes from a formula the atoms that are not kept, and the parts that become empty. Returns whether
// nothing is left. 'keep' may change the atoms that it keeps.
template <class Keep>
bool prune(Formula& formula, const Keep& keep) {
  if (formula.kind == Formula::Kind::kConstant) return false;
  std::vector<Formula> operands;
  for (Formula& operand : formula.operands)
    if (!prune(operand, keep)) operands.push_back(std::move(operand));
  std::vector<Atom> atoms;
  for (Atom& atom : formula.atoms)
    if (keep(atom)) atoms.push_back(std::move(atom));
  formula.operands = std::move(operands);
  formula.atoms = std::move(atoms);
  return formula.operands.empty() && formula.atoms.empty();
}

template <class Keep>
void prune_question(oracle::Question& question, const Keep& keep) {
  if (prune(question.formula, keep)) question.formula = Formula{};
}

enum class WithRules { kKeep, kDrop };   // rules that name a removed component: keep them without it, or drop them

std::optional<Spec> without_component(const Spec& spec, int gone, WithRules with_rules) {
  Spec less = spec;
  erase_at(less.components, at(gone));
  for (Rule& rule : less.rules) {
    const std::size_t before = rule.parts.size();
    std::erase_if(rule.parts, [&](const Part& part) { return part.component == gone; });
    if (with_rules == WithRules::kDrop && rule.parts.size() < before) rule.parts.clear();
    for (Part& part : rule.parts) part.component -= part.component > gone ? 1 : 0;
  }
  std::erase_if(less.rules, [&](const Rule& rule) {
    return std::none_of(rule.parts.begin(), rule.parts.end(),
                        [&](const Part& part) { return less.components[at(part.component)].role == oracle::Role::kProcess; });
  });
  for (auto& question : less.questions) {
    prune_question(question, [&](Atom& atom) {
      const bool stays = atom.component != gone;
      atom.component -= atom.component > gone ? 1 : 0;
      return stays;
    });
    std::erase(question.automata, gone);
    for (int& automaton : question.automata) automaton -= automaton > gone ? 1 : 0;
  }
  std::erase_if(less.questions, [](const auto& question) { return question.ask == Ask::kSafety && question.automata.empty(); });
  return less;
}

// Removes a state. Edges to it lead to 'instead', or are removed as well.
std::optional<Spec> without_state(const Spec& spec, int behaviour, int gone, std::optional<int> instead) {
  Spec less = spec;
  Behaviour& changed = less.behaviours[at(behaviour)];
  if (changed.initial == gone && !instead) return std::nullopt;
  const auto renumbered = [&](int state) { return state > gone ? state - 1 : state; };
  std::vector<oracle::Arrow> arrows;
  for (oracle::Arrow arrow : changed.arrows) {
    if (arrow.from == gone) continue;
    if (arrow.to == gone && !instead) continue;
    if (arrow.to == gone) arrow.to = *instead;
    arrows.push_back({renumbered(arrow.from), arrow.label, renumbered(arrow.to)});
  }
  changed.arrows = std::move(arrows);
  changed.initial = renumbered(changed.initial == gone ? *instead : changed.initial);
  // Names that are numbers stay consecutive.
  const bool numbered = changed.states[at(gone)] == std::to_string(gone);
  erase_at(changed.states, at(gone));
  erase_at(changed.marks, at(gone));
  if (numbered)
    for (int state = 0; state < changed.num_states(); ++state) changed.states[at(state)] = std::to_string(state);
  for (auto& question : less.questions)
    prune_question(question, [&](Atom& atom) {
      if (less.components[at(atom.component)].behaviour != behaviour) return true;
      std::erase(atom.states, gone);
      for (int& state : atom.states) state = renumbered(state);
      return !atom.states.empty();
    });
  return less;
}

// Every formula with one node, atom, term or state less, or with a weight nearer to one.
std::vector<Formula> smaller(const Formula& formula) {
  std::vector<Formula> found;
  if (formula.kind != Formula::Kind::kConstant)
    for (bool value : {false, true}) {
      found.emplace_back();
      found.back().value = value;
    }
  for (const Formula& operand : formula.operands) found.push_back(operand);
  const bool may_drop = formula.kind == Formula::Kind::kAnd || formula.kind == Formula::Kind::kOr;
  for (std::size_t i = 0; i < formula.operands.size(); ++i) {
    if (may_drop && formula.operands.size() > 1) {
      found.push_back(formula);
      erase_at(found.back().operands, i);
    }
    for (Formula& less : smaller(formula.operands[i])) {
      found.push_back(formula);
      found.back().operands[i] = std::move(less);
    }
  }
  for (std::size_t i = 0; i < formula.atoms.size(); ++i) {
    if (formula.kind == Formula::Kind::kAtMost) {
      for (std::int64_t less :
           {std::int64_t{0}, formula.atoms[i].weight}) {   // as if the atom were false, and as if it were true
        found.push_back(formula);
        erase_at(found.back().atoms, i);
        found.back().bound -= less;
      }
      if (formula.atoms[i].weight != 1) {
        found.push_back(formula);
        found.back().atoms[i].weight = 1;
      }
    }
    for (std::size_t state = 0; formula.atoms[i].states.size() > 1 && state < formula.atoms[i].states.size(); ++state) {
      found.push_back(formula);
      erase_at(found.back().atoms[i].states, state);
    }
  }
  return found;
}

// Removes templates and local labels that nothing uses.
Spec tidied(Spec spec) {
  for (int behaviour = static_cast<int>(spec.behaviours.size()) - 1; behaviour >= 0; --behaviour) {
    const auto uses = [&](const auto& component) { return component.behaviour == behaviour; };
    if (std::any_of(spec.components.begin(), spec.components.end(), uses)) continue;
    erase_at(spec.behaviours, at(behaviour));
    for (auto& component : spec.components) component.behaviour -= component.behaviour > behaviour ? 1 : 0;
  }
  for (int behaviour = 0; at(behaviour) < spec.behaviours.size(); ++behaviour) {
    Behaviour& changed = spec.behaviours[at(behaviour)];
    for (int label = changed.num_labels() - 1; label >= 0; --label) {
      bool used = false;
      for (const auto& arrow : changed.arrows) used = used || arrow.label == label;
      for (const Rule& rule : spec.rules)
        for (const Part& part : rule.parts)
          used = used || (part.label == label && spec.components[at(part.component)].behaviour == behaviour);
      if (used) continue;
      erase_at(changed.labels, at(label));
      for (auto& arrow : changed.arrows) arrow.label -= arrow.label > label ? 1 : 0;
      for (Rule& rule : spec.rules)
        for (Part& part : rule.parts)
          if (spec.components[at(part.component)].behaviour == behaviour) part.label -= part.label > label ? 1 : 0;
    }
  }
  return spec;
}

class Candidates {
 public:
  explicit Candidates(const Spec& spec) : spec_(spec) {}

  std::vector<Spec> all() && {
    questions();
    components();
    rules();
    states();
    edges();
    formulas();
    return std::move(found_);
  }

 private:
  void add(std::optional<Spec> less) {
    if (!less) return;
    less->counts.clear();
    *less = tidied(std::move(*less));
    if (!problem(*less)) found_.push_back(std::move(*less));
  }

  void questions() {
    if (spec_.questions.size() > 1)
      for (std::size_t i = 0; i < spec_.questions.size(); ++i) {
        Spec only = spec_;
        only.questions = {spec_.questions[i]};
        add(std::move(only));
      }
    for (std::size_t i = 0; i < spec_.questions.size(); ++i) {
      Spec less = spec_;
      erase_at(less.questions, i);
      add(std::move(less));
    }
  }
  void components() {
    for (int component = 0; component < spec_.num_components(); ++component)
      for (WithRules with_rules : {WithRules::kDrop, WithRules::kKeep}) add(without_component(spec_, component, with_rules));
  }
  void rules() {
    for (std::size_t i = 0; i < spec_.rules.size(); ++i) {
      Spec less = spec_;
      erase_at(less.rules, i);
      add(std::move(less));
    }
    for (std::size_t i = 0; i < spec_.rules.size(); ++i)
      for (std::size_t part = 0; part < spec_.rules[i].parts.size(); ++part) {
        Spec less = spec_;
        erase_at(less.rules[i].parts, part);
        add(std::move(less));
      }
  }
  void states() {
    for (int behaviour = 0; at(behaviour) < spec_.behaviours.size(); ++behaviour) {
      const int states = spec_.behaviours[at(behaviour)].num_states();
      for (int gone = 0; states > 1 && gone < states; ++gone) {
        add(without_state(spec_, behaviour, gone, std::nullopt));
        for (int instead = 0; instead < states; ++instead)
          if (instead != gone) add(without_state(spec_, behaviour, gone, instead));
      }
    }
  }
  void edges() {
    for (std::size_t behaviour = 0; behaviour < spec_.behaviours.size(); ++behaviour) {
      for (std::size_t arrow = 0; arrow < spec_.behaviours[behaviour].arrows.size(); ++arrow) {
        Spec less = spec_;
        erase_at(less.behaviours[behaviour].arrows, arrow);
        add(std::move(less));
      }
      for (std::size_t state = 0; state < spec_.behaviours[behaviour].marks.size(); ++state) {
        if (spec_.behaviours[behaviour].marks[state] == Mark::kPlain) continue;
        Spec less = spec_;
        less.behaviours[behaviour].marks[state] = Mark::kPlain;
        add(std::move(less));
      }
    }
  }
  void formulas() {
    for (std::size_t i = 0; i < spec_.questions.size(); ++i) {
      for (Formula& formula : smaller(spec_.questions[i].formula)) {
        Spec less = spec_;
        less.questions[i].formula = std::move(formula);
        add(std::move(less));
      }
      for (std::size_t k = 0; spec_.questions[i].automata.size() > 1 && k < spec_.questions[i].automata.size(); ++k) {
        Spec less = spec_;
        erase_at(less.questions[i].automata, k);
        add(std::move(less));
      }
    }
  }

  const Spec& spec_;
  std::vector<Spec> found_;
};

}   // namespace

std::vector<Spec> one_less(const Spec& spec) { return Candidates(spec).all(); }

Spec shrink(Spec spec, const std::function<bool(const Spec&)>& fails, int tries) {
  for (bool smaller_found = true; smaller_found;) {
    smaller_found = false;
    for (Spec& candidate : one_less(spec)) {
      if (tries-- <= 0) return spec;
      if (!fails(candidate)) continue;
      spec = std::move(candidate);
      smaller_found = true;
      break;
    }
  }
  return spec;
}

}   // namespace parley::cross
