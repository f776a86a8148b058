#include "engine/synchro/prove/question.h"

#include <algorithm>
#include <map>

#include "invariant/number.h"

namespace parley::synchro {

namespace {

using Row = Constraints::Row;

// Deadlock and local deadlock: one constraint per rule, then those that exclude error states, then the one
// that excludes states in which the system has ended well.
class StuckQuestion {
 public:
  StuckQuestion(const Network& network, Question& question, const Limits& limits)
      : network_(network), question_(question), constraints_(question.constraints), pulse_(limits) {}

  void deadlock() {
    for (ComponentId component : network_.components())
      constraints_.add_variable(static_cast<std::uint32_t>(network_.lts(component).num_states()));
    std::vector<Row> rows;
    for (RuleId rule : network_.rules()) {
      pulse_.beat();
      rows.clear();
      for (const Participant& participant : network_.participants(rule))
        rows.push_back({participant.component.value, offers(participant)});
      constraints_.add(rows, static_cast<std::int64_t>(rows.size()) - 1);
    }
    question_.num_rules = network_.num_rules();
    exclude_errors();
    if (!network_.can_terminate()) return;
    rows.clear();
    for (ComponentId component : network_.components()) {
      const Lts& lts = network_.lts(component);
      if (network_.is_observer(component) || !lts.has_terminal()) continue;
      Weights weights;
      for (LocalState state : lts.states()) weights.push_back(lts.is_terminal(state) ? 1 : 0);
      rows.push_back({component.value, constraints_.add_table(std::move(weights))});
    }
    constraints_.add(rows, static_cast<std::int64_t>(rows.size()) - 1);
  }

  void local_deadlock() {
    question_.has_sets = true;
    for (ComponentId component : network_.components()) {
      const auto states = static_cast<std::uint32_t>(network_.lts(component).num_states());
      constraints_.add_variable(network_.is_observer(component) ? states : 2 * states);
    }
    std::vector<Row> rows;
    for (RuleId rule : network_.rules()) {
      pulse_.beat();
      rows.clear();
      const auto participants = network_.participants(rule);
      const auto processes = std::count_if(participants.begin(), participants.end(),
                                           [&](const Participant& p) { return !network_.is_observer(p.component); });
      for (const Participant& participant : participants)
        if (!network_.is_observer(participant.component))
          rows.push_back({participant.component.value, in_the_set(participant, processes)});
      constraints_.add(rows, 0);
    }
    question_.num_rules = network_.num_rules();
    exclude_errors();
    rows.clear();
    for (ComponentId component : network_.components()) {
      if (network_.is_observer(component) || network_.rules(component).empty()) continue;
      const Lts& lts = network_.lts(component);
      Weights weights(2 * lts.num_states(), 1);
      for (LocalState state : lts.states())
        if (!lts.is_terminal(state)) weights[lts.num_states() + state.index()] = 0;
      rows.push_back({component.value, constraints_.add_table(std::move(weights))});
    }
    constraints_.add(rows, static_cast<std::int64_t>(rows.size()) - 1);
  }

 private:
  std::uint32_t offers(const Participant& participant) {
    const auto [found, is_new] = tables_.try_emplace({network_.template_of(participant.component), participant.label, 0});
    if (is_new) {
      const Lts& lts = network_.lts(participant.component);
      Weights weights;
      weights.reserve(lts.num_states());
      for (LocalState state : lts.states()) {
        pulse_.beat();
        weights.push_back(lts.offers(state, participant.label) ? 1 : 0);
      }
      found->second = constraints_.add_table(std::move(weights));
    }
    return found->second;
  }

  std::uint32_t in_the_set(const Participant& participant, std::int64_t processes) {
    const auto [found, is_new] = tables_.try_emplace({network_.template_of(participant.component), participant.label, processes});
    if (is_new) {
      const Lts& lts = network_.lts(participant.component);
      Weights weights(lts.num_states(), 0);
      for (LocalState state : lts.states()) {
        pulse_.beat();
        weights.push_back(lts.offers(state, participant.label) ? 1 : -processes);
      }
      found->second = constraints_.add_table(std::move(weights));
    }
    return found->second;
  }

  void exclude_errors() {
    for (ComponentId component : network_.components()) {
      const Lts& lts = network_.lts(component);
      if (!lts.has_error()) continue;
      Weights weights;
      for (LocalState state : lts.states()) weights.push_back(lts.is_error(state) ? 1 : 0);
      const Row row{component.value, constraints_.add_table(spread(question_, network_, component, std::move(weights)))};
      constraints_.add(std::span(&row, 1), 0);
    }
  }

  const Network& network_;
  Question& question_;
  Constraints& constraints_;
  Pulse pulse_;
  std::map<std::tuple<TemplateId, LocalLabel, std::int64_t>, std::uint32_t> tables_;
};

// A formula, part by part in preorder, each with a sign. Parts that are neither atoms nor constants nor
// negations get a helper variable.
class FormulaQuestion {
 public:
  FormulaQuestion(const Network& network, const Predicate& predicate, Question& question, const Limits& limits)
      : network_(network), predicate_(predicate), constraints_(question.constraints), pulse_(limits) {
    for (ComponentId component : network.components())
      constraints_.add_variable(static_cast<std::uint32_t>(network.lts(component).num_states()));
  }

  void run() {
    const auto root = static_cast<std::uint32_t>(predicate_.nodes().size() - 1);
    std::vector<Meant> order;   // parts with a helper variable, in preorder
    Meant meant = meaning(root, true);
    if (meant.kind == Meant::kHelper) {
      enumerate(meant, order);
      meant = order.front();
    }
    std::vector<Row> rows;
    std::int64_t bound = 0;
    add_failure(meant, rows, bound);
    constraints_.add(rows, bound);
    for (const Meant& part : order) constrain(part, order);
  }

 private:
  struct Meant {
    enum Kind : std::uint8_t { kConstant, kAtom, kHelper } kind = kConstant;
    bool sign = true;   // of an atom or a part; for a constant, its value
    std::uint32_t node = 0;
    std::uint32_t variable = 0;   // kHelper
  };

  Meant meaning(std::uint32_t node, bool sign) const {
    while (predicate_.nodes()[node].kind == Predicate::Kind::kNot) {
      sign = !sign;
      node = predicate_.children(predicate_.nodes()[node])[0];
    }
    const Predicate::Node& part = predicate_.nodes()[node];
    if (part.kind == Predicate::Kind::kConstant) return {.kind = Meant::kConstant, .sign = part.value == sign, .node = node};
    if (part.kind == Predicate::Kind::kAtom) return {.kind = Meant::kAtom, .sign = sign, .node = node};
    return {.kind = Meant::kHelper, .sign = sign, .node = node};
  }

  // Preorder with an explicit stack, because formulas may be deep.
  void enumerate(Meant root, std::vector<Meant>& order) {
    std::vector<Meant> stack{root};
    std::vector<Meant> below;
    while (!stack.empty()) {
      pulse_.beat();
      Meant part = stack.back();
      stack.pop_back();
      part.variable = constraints_.add_variable(2);
      order.push_back(part);
      const Predicate::Node& node = predicate_.nodes()[part.node];
      if (node.kind == Predicate::Kind::kAtMost) continue;
      below.clear();
      for (std::uint32_t child : predicate_.children(node))
        if (const Meant meant = meaning(child, part.sign); meant.kind == Meant::kHelper) below.push_back(meant);
      stack.insert(stack.end(), below.rbegin(), below.rend());
    }
  }

  std::uint32_t atom_table(const Atom& atom, bool inside) {
    Weights weights(network_.lts(atom.component).num_states(), inside ? 0 : 1);
    for (LocalState state : atom.states) weights[state.index()] = inside ? 1 : 0;
    return constraints_.add_table(std::move(weights));
  }

  // Adds a row that is 1 where the part is false. A false constant has no row; it lowers the bound instead.
  void add_failure(const Meant& meant, std::vector<Row>& rows, std::int64_t& bound) {
    switch (meant.kind) {
      case Meant::kConstant:
        if (!meant.sign) --bound;
        return;
      case Meant::kAtom: {
        const Atom& atom = predicate_.atoms()[predicate_.nodes()[meant.node].first];
        rows.push_back({atom.component.value, atom_table(atom, !meant.sign)});
        return;
      }
      case Meant::kHelper: rows.push_back({meant.variable, constraints_.add_table({1, 0})}); return;
    }
  }

  // Sorts rows by variable and adds up rows of the same variable.
  void add_up(std::vector<Row>& rows) {
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.variable < b.variable; });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < rows.size();) {
      std::size_t end = i + 1;
      while (end < rows.size() && rows[end].variable == rows[i].variable) ++end;
      Row row = rows[i];
      if (end - i > 1) {
        Weights sum = constraints_.table(rows[i].table);
        for (std::size_t j = i + 1; j < end; ++j)
          for (std::size_t value = 0; value < sum.size(); ++value) sum[value] += constraints_.table(rows[j].table)[value];
        row.table = constraints_.add_table(std::move(sum));
      }
      rows[kept++] = row;
      i = end;
    }
    rows.resize(kept);
  }

  void constrain(const Meant& part, const std::vector<Meant>& order) {
    const Predicate::Node& node = predicate_.nodes()[part.node];
    if (node.kind == Predicate::Kind::kAtMost) return constrain_sum(part, node);
    // The helpers of the operands come later in preorder, but not next to each other: step from subtree to
    // subtree.
    std::vector<Meant> operands;
    std::size_t at = position_of(part, order) + 1;
    for (std::uint32_t child : predicate_.children(node)) {
      pulse_.beat();
      Meant meant = meaning(child, part.sign);
      if (meant.kind == Meant::kHelper) {
        meant.variable = order[at].variable;
        at = after(order, at);
      }
      operands.push_back(meant);
    }
    const bool is_and = (node.kind == Predicate::Kind::kAnd) == part.sign;
    const Row guard{part.variable, constraints_.add_table({0, 1})};
    std::vector<Row> rows;
    if (is_and) {
      for (const Meant& operand : operands) {
        rows.assign(1, guard);
        std::int64_t bound = 1;
        add_failure(operand, rows, bound);
        add_up(rows);
        constraints_.add(rows, bound);
      }
      return;
    }
    rows.assign(1, guard);
    auto bound = static_cast<std::int64_t>(operands.size());
    for (const Meant& operand : operands) add_failure(operand, rows, bound);
    add_up(rows);
    constraints_.add(rows, bound);
  }

  // Helper variables are numbered in preorder, so the number of a part's variable gives its position.
  std::size_t position_of(const Meant& part, const std::vector<Meant>& order) const {
    return part.variable - order.front().variable;
  }

  // The position after the subtree that begins at 'at'. All ends are computed once, at the first call.
  std::size_t after(const std::vector<Meant>& order, std::size_t at) {
    if (ends_.empty()) {
      ends_.resize(order.size());
      for (std::size_t i = order.size(); i-- > 0;) {
        std::size_t end = i + 1;
        const Predicate::Node& node = predicate_.nodes()[order[i].node];
        if (node.kind != Predicate::Kind::kAtMost)
          for (std::uint32_t child : predicate_.children(node))
            if (meaning(child, order[i].sign).kind == Meant::kHelper) end = ends_[end];
        ends_[i] = end;
      }
    }
    return ends_[at];
  }

  void constrain_sum(const Meant& part, const Predicate::Node& node) {
    std::map<std::uint32_t, Weights> tables;
    for (const Predicate::Term& term : predicate_.terms(node)) {
      pulse_.beat();
      const Atom& atom = predicate_.atoms()[term.atom];
      const auto [found, is_new] = tables.try_emplace(atom.component.value);
      if (is_new) found->second.assign(network_.lts(atom.component).num_states(), 0);
      for (LocalState state : atom.states) found->second[state.index()] += part.sign ? term.weight : -term.weight;
    }
    const std::int64_t bound = part.sign ? node.bound : -node.bound - 1;
    std::vector<Row> rows;
    std::int64_t most = 0;
    for (auto& [variable, weights] : tables) {
      most += *std::max_element(weights.begin(), weights.end());
      rows.push_back({variable, constraints_.add_table(std::move(weights))});
    }
    const std::int64_t spare = narrow(std::max<__int128>(0, static_cast<__int128>(most) - bound));
    rows.push_back({part.variable, constraints_.add_table({0, spare})});
    constraints_.add(rows, bound + spare);
  }

  const Network& network_;
  const Predicate& predicate_;
  Constraints& constraints_;
  Pulse pulse_;
  std::vector<std::size_t> ends_;
};

void ask_safety(const Network& network, const Safety& safety, Question& question) {
  for (ComponentId component : network.components())
    question.constraints.add_variable(static_cast<std::uint32_t>(network.lts(component).num_states()));
  std::vector<ComponentId> automata = safety.automata;
  std::sort(automata.begin(), automata.end());
  automata.erase(std::unique(automata.begin(), automata.end()), automata.end());
  std::vector<Row> rows;
  for (ComponentId automaton : automata) {
    const Lts& lts = network.lts(automaton);
    Weights weights;
    for (LocalState state : lts.states()) weights.push_back(lts.is_error(state) ? 0 : 1);
    rows.push_back({automaton.value, question.constraints.add_table(std::move(weights))});
  }
  question.constraints.add(rows, static_cast<std::int64_t>(rows.size()) - 1);
}

}   // namespace

Question make_question(const Network& network, const Property& property, const Limits& limits) {
  Question question;
  if (std::holds_alternative<Deadlock>(property.ask)) StuckQuestion(network, question, limits).deadlock();
  if (std::holds_alternative<LocalDeadlock>(property.ask)) StuckQuestion(network, question, limits).local_deadlock();
  if (const auto* reach = std::get_if<Reach>(&property.ask)) FormulaQuestion(network, reach->goal, question, limits).run();
  if (const auto* never = std::get_if<Never>(&property.ask)) FormulaQuestion(network, never->bad, question, limits).run();
  if (const auto* safety = std::get_if<Safety>(&property.ask)) ask_safety(network, *safety, question);
  question.size = question.constraints.size();
  return question;
}

Weights spread(const Question& question, const Network& network, ComponentId component, Weights by_state) {
  if (!question.has_sets || network.is_observer(component)) return by_state;
  const std::size_t states = by_state.size();
  by_state.resize(2 * states);
  std::copy_n(by_state.begin(), states, by_state.begin() + static_cast<std::ptrdiff_t>(states));
  return by_state;
}

}   // namespace parley::synchro
