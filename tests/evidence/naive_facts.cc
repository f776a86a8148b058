#include <algorithm>
#include <map>
#include <set>

#include "naive_proof.h"

namespace parley::evidence_ring {

bool NaiveProof::fact_holds(const Fact& fact) const {
  return std::visit([&](const auto& of_kind) { return holds(of_kind); }, fact);
}

bool NaiveProof::facts_hold() const {
  return std::all_of(proof_.facts.begin(), proof_.facts.end(), [&](const Fact& fact) { return fact_holds(fact); });
}

// As long as there is something new, every edge of every rule from every state.
std::vector<bool> NaiveProof::reached(ComponentId component) const {
  const Lts& lts = network_.lts(component);
  std::vector<bool> result(lts.num_states(), slip(ProofSlip::kUnreachedCount));
  result[lts.initial().index()] = true;
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (RuleId rule : network_.rules())
      for (const Participant& participant : network_.participants(rule)) {
        if (participant.component != component) continue;
        if (slip(ProofSlip::kOnlySharedLeadOn) && network_.participants(rule).size() == 1) continue;
        for (LocalState from : lts.states())
          for (const Edge& edge : lts.edges(from)) {
            if (edge.label != participant.label || !result[from.index()] || result[edge.target.index()]) continue;
            result[edge.target.index()] = true;
            is_new = true;
          }
      }
  }
  return result;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> NaiveProof::edges(const Participant& participant) const {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> result;
  const std::vector<bool> is_reached = reached(participant.component);
  for (LocalState from : network_.lts(participant.component).states())
    for (const Edge& edge : network_.lts(participant.component).edges(from))
      if (is_reached[from.index()] && edge.label == participant.label) result.emplace_back(from.value, edge.target.value);
  return result;
}

bool NaiveProof::is_live(RuleId rule) const {
  const auto participants = network_.participants(rule);
  return std::all_of(participants.begin(), participants.end(), [&](const Participant& p) { return !edges(p).empty(); });
}

bool NaiveProof::holds(const RegionSum& sum) const {
  std::int64_t at_first = 0;
  std::map<ComponentId, const RegionSum::Row*> rows;
  const auto is_left = [](const RegionSum::Row& row, std::uint32_t state) {
    return std::find(row.left.begin(), row.left.end(), LocalState(std::size_t{state})) != row.left.end();
  };
  for (const RegionSum::Row& row : sum.rows) {
    rows[row.component] = &row;
    const Lts& lts = network_.lts(row.component);
    if (is_left(row, lts.initial().value) && !slip(ProofSlip::kRegionStart)) return false;
    at_first += row.weights[lts.initial().index()];
    const std::vector<bool> is_reached = reached(row.component);
    for (LocalState from : lts.states())
      for (const Edge& edge : lts.edges(from))
        if (!network_.rules(row.component, edge.label).empty() && is_reached[from.index()] && is_left(row, from.value) &&
            !is_left(row, edge.target.value) && !slip(ProofSlip::kRegionIsOpen))
          return false;
  }
  if (at_first > sum.bound && !slip(ProofSlip::kSumStart)) return false;
  for (RuleId rule : network_.rules()) {
    if (!is_live(rule)) continue;
    std::int64_t growth = 0;
    bool is_possible = true;
    for (const Participant& participant : network_.participants(rule)) {
      if (!rows.contains(participant.component)) continue;
      const RegionSum::Row& row = *rows[participant.component];
      std::vector<std::int64_t> changes;
      for (const auto& [from, to] : edges(participant))
        if (slip(ProofSlip::kEdgesOutsideCount) || (!is_left(row, from) && !is_left(row, to)))
          changes.push_back(row.weights[to] - row.weights[from]);
      is_possible = is_possible && !changes.empty();
      if (changes.empty()) continue;
      const auto [least, most] = std::minmax_element(changes.begin(), changes.end());
      growth += slip(ProofSlip::kSmallestGrowth) ? *least : *most;
    }
    if (is_possible && growth > 0) return false;
  }
  return true;
}

bool NaiveProof::holds(const Congruence& sum) const {
  std::map<ComponentId, const Congruence::Row*> rows;
  std::int64_t at_first = 0;
  for (const Congruence::Row& row : sum.rows) {
    rows[row.component] = &row;
    at_first += row.weights[network_.lts(row.component).initial().index()];
  }
  if ((at_first - sum.remainder) % sum.modulus != 0 && !slip(ProofSlip::kRemainderStart)) return false;
  for (RuleId rule : network_.rules()) {
    if (!is_live(rule)) continue;
    std::set<std::int64_t> changes{0};   // whichever edges are taken
    for (const Participant& participant : network_.participants(rule)) {
      if (!rows.contains(participant.component)) continue;
      std::set<std::int64_t> next;
      for (const auto& [from, to] : edges(participant)) {
        for (std::int64_t change : changes)
          next.insert(
              (change + rows[participant.component]->weights[to] - rows[participant.component]->weights[from] + sum.modulus) %
              sum.modulus);
        if (slip(ProofSlip::kFirstRemainder)) break;
      }
      changes = next;
    }
    if (changes != std::set<std::int64_t>{0}) return false;
  }
  return true;
}

bool NaiveProof::holds(const Trap& trap) const {
  std::map<ComponentId, std::set<std::uint32_t>> rows;
  bool is_occupied = slip(ProofSlip::kTrapStart);
  for (const Trap::Row& row : trap.rows) {
    for (LocalState state : row.states) rows[row.component].insert(state.value);
    is_occupied = is_occupied || rows[row.component].contains(network_.lts(row.component).initial().value);
  }
  if (!is_occupied) return false;
  for (RuleId rule : network_.rules()) {
    if (!is_live(rule)) continue;
    bool is_filled = false;
    bool is_left = false;
    bool all_leave = true;
    for (const Participant& participant : network_.participants(rule)) {
      const std::set<std::uint32_t> inside =
          rows.contains(participant.component) ? rows[participant.component] : std::set<std::uint32_t>();
      bool fills = true;
      bool fills_once = false;
      bool leaves = false;
      for (const auto& [from, to] : edges(participant)) {
        fills = fills && inside.contains(to);
        fills_once = fills_once || inside.contains(to);
        leaves = leaves || (inside.contains(from) && !inside.contains(to));
      }
      is_filled = is_filled || (slip(ProofSlip::kOneEdgeFills) ? fills_once : fills);
      is_left = is_left || leaves;
      all_leave = all_leave && leaves;
    }
    if (!is_filled && (slip(ProofSlip::kOneStays) ? all_leave : is_left)) return false;
  }
  return true;
}

std::uint32_t NaiveProof::event(RuleId rule, bool classes) const {
  if (!classes) return rule.value;
  const auto names = [&](RuleId of) {
    std::vector<ComponentId> result;
    for (const Participant& participant : network_.participants(of)) result.push_back(participant.component);
    return result;
  };
  for (RuleId other : network_.rules())
    if (names(other) == names(rule)) return other.value;
  return rule.value;
}

// For each state what the component may have done last, on all ways to it: as many events as it has states,
// the last one first. By visiting all pairs of a state and what was done last.
std::vector<std::vector<std::vector<std::uint32_t>>> NaiveProof::windows(ComponentId component, bool classes) const {
  const Lts& lts = network_.lts(component);
  using Window = std::vector<std::uint32_t>;
  std::vector<std::vector<Window>> found(lts.num_states());   // in the order in which they are found: short ways first
  std::vector<std::pair<LocalState, Window>> open{{lts.initial(), {}}};
  found[lts.initial().index()].push_back({});
  for (std::size_t next = 0; next < open.size(); ++next) {
    const auto [from, window] = open[next];
    for (RuleId rule : network_.rules())
      for (const Participant& participant : network_.participants(rule)) {
        if (participant.component != component) continue;
        for (const Edge& edge : lts.edges(from, participant.label)) {
          Window after = window;
          if (network_.participants(rule).size() > 1) after.insert(after.begin(), event(rule, classes));
          if (after.size() > lts.num_states()) after.resize(lts.num_states());
          std::vector<Window>& known = found[edge.target.index()];
          if (std::find(known.begin(), known.end(), after) != known.end()) continue;
          known.push_back(after);
          open.emplace_back(edge.target, after);
        }
      }
  }
  return found;
}

bool NaiveProof::holds(const OrderFact& order) const {
  if (order.rows.empty()) return false;
  std::vector<std::vector<std::uint32_t>> sequences;
  for (const OrderFact::Row& row : order.rows) {
    const auto of_states = windows(row.component, order.classes);
    std::vector<std::vector<std::uint32_t>> all;
    for (LocalState state : row.states) {
      const auto& here = of_states[state.index()];
      if (slip(ProofSlip::kFirstStateOnly) && state != row.states.front()) continue;
      if (slip(ProofSlip::kShortestPath) && !here.empty()) all.push_back(here.front());
      else all.insert(all.end(), here.begin(), here.end());
    }
    if (all.empty()) return true;
    std::vector<std::uint32_t> common = all.front();
    for (const auto& other : all) {
      std::size_t length = 0;
      while (length < common.size() && length < other.size() && common[length] == other[length]) ++length;
      common.resize(length);
    }
    sequences.push_back(std::move(common));
  }

  // Occurrences: an event and how many of it came after. before[a][b]: a comes before b.
  using Occurrence = std::pair<std::uint32_t, std::size_t>;
  std::vector<std::vector<Occurrence>> of_rows;
  std::set<Occurrence> every;
  for (const auto& sequence : sequences) {
    std::vector<Occurrence> occurrences;
    for (std::size_t i = 0; i < sequence.size(); ++i)
      occurrences.emplace_back(sequence[i],
                               std::count(sequence.begin(), sequence.begin() + static_cast<std::ptrdiff_t>(i), sequence[i]));
    every.insert(occurrences.begin(), occurrences.end());
    of_rows.push_back(std::move(occurrences));
  }
  std::map<Occurrence, std::set<Occurrence>> later;
  for (std::size_t row = 0; row < of_rows.size(); ++row) {
    const auto& mine = of_rows[row];
    if (mine.empty()) continue;
    for (std::size_t i = 1; i < mine.size(); ++i) later[mine[i]].insert(mine[i - 1]);
    for (const Occurrence& other : every) {
      const auto participants = network_.participants(RuleId(std::size_t{other.first}));
      const bool takes_part = std::any_of(participants.begin(), participants.end(),
                                          [&](const Participant& p) { return p.component == order.rows[row].component; });
      const bool is_mine = std::find(mine.begin(), mine.end(), other) != mine.end();
      if ((takes_part || slip(ProofSlip::kOrderless)) && (!is_mine || (slip(ProofSlip::kEverythingBefore) && mine.size() > 1)))
        later[other].insert(mine.back());
    }
  }
  for (bool is_new = true; is_new;) {   // transitively
    is_new = false;
    for (auto& [from, to] : later)
      for (const Occurrence& middle : std::set<Occurrence>(to))
        if (const auto found = later.find(middle); found != later.end())
          for (const Occurrence& end : std::set<Occurrence>(found->second)) is_new = to.insert(end).second || is_new;
  }
  return std::any_of(later.begin(), later.end(), [](const auto& entry) { return entry.second.contains(entry.first); });
}

std::set<Locals> NaiveProof::successors(RuleId rule, const std::vector<ComponentId>& components, const Locals& from) const {
  std::set<Locals> result{from};
  bool names_one = false;
  for (const Participant& participant : network_.participants(rule)) {
    const auto found = std::find(components.begin(), components.end(), participant.component);
    if (found == components.end()) {
      if (slip(ProofSlip::kOthersRefuseApart)) return {};
      continue;
    }
    const auto column = static_cast<std::size_t>(found - components.begin());
    const Lts& lts = network_.lts(participant.component);
    std::set<Locals> moved;
    for (const Locals& before : result)
      for (const Edge& edge : lts.edges(LocalState(std::size_t{from[column]}))) {
        if (edge.label != participant.label) continue;
        Locals after = before;
        if (!names_one || !slip(ProofSlip::kFirstMovesApart)) after[column] = edge.target.value;
        moved.insert(after);
        if (slip(ProofSlip::kFirstEdgeApart)) break;
      }
    if (!moved.empty() || !slip(ProofSlip::kRefusersStayApart)) result = moved;
    names_one = true;
  }
  return result;
}

// As long as there is something new, every rule from every vector.
bool NaiveProof::holds(const ApartFact& apart) const {
  if (apart.rows.empty()) return slip(ProofSlip::kNobodyIsApart);
  std::vector<ComponentId> components;
  Locals initial;
  for (const ApartFact::Row& row : apart.rows) {
    components.push_back(row.component);
    initial.push_back(network_.lts(row.component).initial().value);
  }
  const auto has_error = [&](const Locals& vector) {
    for (std::size_t i = 0; i < vector.size(); ++i)
      if (network_.lts(components[i]).is_error(LocalState(std::size_t{vector[i]}))) return true;
    return false;
  };
  std::set<Locals> reached{initial};
  for (std::size_t before = 0; before < reached.size();) {
    before = reached.size();
    for (const Locals& from : std::set<Locals>(reached)) {
      if (has_error(from) && !slip(ProofSlip::kErrorsGoOnApart)) continue;
      for (RuleId rule : network_.rules()) reached.merge(successors(rule, components, from));
    }
  }
  if (slip(ProofSlip::kStartsApart)) reached.erase(initial);
  return std::none_of(reached.begin(), reached.end(), [&](const Locals& vector) {
    for (std::size_t i = 0; i < vector.size(); ++i) {
      std::vector<LocalState> states = apart.rows[i].states;
      if (slip(ProofSlip::kFirstStateApart)) states.resize(1);
      if (std::find(states.begin(), states.end(), LocalState(std::size_t{vector[i]})) == states.end()) return false;
    }
    return true;
  });
}

}   // namespace parley::evidence_ring
