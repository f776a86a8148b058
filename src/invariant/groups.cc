#include "invariant/groups.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <utility>

#include "base/hash.h"

namespace parley {

namespace {

constexpr std::size_t kMostStates = 50'000;   // of one group: a larger one hardly ever excludes a state

// Whether a/b > c/d.
bool is_more(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d) {
  return static_cast<unsigned __int128>(a) * d > static_cast<unsigned __int128>(c) * b;
}

// A set of numbers: open addressing, at most half full.
class CodeSet {
 public:
  bool insert(std::uint64_t code) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    std::uint64_t& slot = slots_[slot_of(code)];
    if (slot != kEmpty) return false;
    slot = code;
    ++size_;
    return true;
  }

 private:
  static constexpr std::uint64_t kEmpty = std::numeric_limits<std::uint64_t>::max();   // no code is that large

  std::size_t slot_of(std::uint64_t code) const {
    std::size_t at = mix(code) & (slots_.size() - 1);
    while (slots_[at] != kEmpty && slots_[at] != code) at = (at + 1) & (slots_.size() - 1);
    return at;
  }
  void grow() {
    constexpr std::size_t kFirst = 256;
    const std::vector<std::uint64_t> old =
        std::exchange(slots_, std::vector<std::uint64_t>(std::max(kFirst, 2 * slots_.size()), kEmpty));
    for (const std::uint64_t code : old)
      if (code != kEmpty) slots_[slot_of(code)] = code;
  }

  std::vector<std::uint64_t> slots_;
  std::size_t size_ = 0;
};

}   // namespace

// Explores what the members of one group reach together.
class GroupReach::Exploration {
 public:
  Exploration(const Network& network, const Members& members) : network_(network), members_(members) {
    assert(members.size() <= kMostMembers);
    for (const ComponentId member : members) ltss_.push_back(&network.lts(member));
  }

  // The reached codes, or nothing if they are too many or the work exceeds 'most_work'. Adds the work done to
  // 'work'.
  std::optional<std::vector<Code>> run(std::uint64_t most_work, std::uint64_t& work, Pulse& pulse) {
    if (!set_radices()) return std::nullopt;
    for (std::size_t i = 0; i < members_.size(); ++i)
      work += members_.size() * network_.rules(members_[i]).size() + ltss_[i]->num_labels();
    if (work > most_work) return std::nullopt;
    find_moves(pulse);
    Code initial = 0;
    for (std::size_t i = 0; i < members_.size(); ++i) initial += radices_[i] * ltss_[i]->initial().value;
    arrive(initial);
    for (std::size_t visited = 0; visited < codes_.size();) {   // the list grows in the loop
      pulse.beat();
      if (!visit(codes_[visited++], work) || codes_.size() > kMostStates || work > most_work) return std::nullopt;
    }
    std::ranges::sort(codes_);
    return std::move(codes_);
  }

 private:
  // A member that a rule names, and its label in the rule. A move lists all members that the rule names,
  // ascending.
  struct Part {
    std::uint32_t member = 0;
    LocalLabel label;
    friend auto operator<=>(const Part&, const Part&) = default;
  };
  using Move = std::vector<Part>;

  bool set_radices() {
    unsigned __int128 product = 1;
    for (const Lts* lts : ltss_) {
      radices_.push_back(static_cast<Code>(product));
      product *= lts->num_states();
      if (product >= std::numeric_limits<Code>::max()) return false;
    }
    return true;
  }

  // One move per distinct list of members and labels, indexed by its first member and label.
  void find_moves(Pulse& pulse) {
    for (std::uint32_t member = 0; member < members_.size(); ++member)
      for (const RuleId rule : network_.rules(members_[member])) {
        pulse.beat();
        Move move;
        const std::span<const Participant> participants = network_.participants(rule);
        for (std::uint32_t i = 0; i < members_.size(); ++i) {
          const auto found = std::ranges::lower_bound(participants, members_[i], {}, &Participant::component);
          if (found != participants.end() && found->component == members_[i]) move.push_back({i, found->label});
        }
        if (move.front().member == member) moves_.push_back(std::move(move));
      }
    std::ranges::sort(moves_);
    moves_.erase(std::unique(moves_.begin(), moves_.end()), moves_.end());
    begins_.resize(members_.size());
    for (std::size_t i = 0; i < members_.size(); ++i) begins_[i].assign(ltss_[i]->num_labels() + 1, 0);
    for (std::size_t at = moves_.size(); at-- > 0;)
      begins_[moves_[at].front().member][moves_[at].front().label.index()] = static_cast<std::uint32_t>(at) + 1;
  }

  // False if there are too many successors.
  bool visit(Code code, std::uint64_t& work) {
    std::array<LocalState, kMostMembers> state;
    Code rest = code;
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const std::size_t size = ltss_[i]->num_states();
      state[i] = LocalState(static_cast<std::size_t>(rest % size));
      rest /= size;
      if (ltss_[i]->is_error(state[i])) return true;   // the whole network stops in an error state
    }
    for (std::uint32_t member = 0; member < members_.size(); ++member)
      for (const Edge& edge : ltss_[member]->edges(state[member])) {
        ++work;
        std::size_t at = begins_[member][edge.label.index()];
        if (at == 0) continue;
        for (--at; at < moves_.size() && moves_[at].front() == Part{member, edge.label}; ++at) {
          ++work;
          targets_.assign(1, moved(code, member, state[member], edge.target));
          for (std::size_t part = 1; part < moves_[at].size(); ++part)
            if (!move_on(moves_[at][part], state, work)) return false;
          for (const Code target : targets_) arrive(target);
        }
      }
    return true;
  }

  // Combines each target so far with each edge that the member may take.
  bool move_on(const Part& part, std::span<const LocalState> state, std::uint64_t& work) {
    const auto edges = ltss_[part.member]->edges(state[part.member], part.label);
    if (edges.size() * targets_.size() > kMostStates) return false;
    work += edges.size() * targets_.size();
    further_.clear();
    for (const Edge& edge : edges)
      for (const Code target : targets_) further_.push_back(moved(target, part.member, state[part.member], edge.target));
    std::swap(targets_, further_);
    return true;
  }

  // Unsigned arithmetic wraps around, so 'to' may be smaller than 'from'.
  Code moved(Code code, std::size_t member, LocalState from, LocalState to) const {
    return code + (Code{to.value} - Code{from.value}) * radices_[member];
  }

  void arrive(Code code) {
    if (seen_.insert(code)) codes_.push_back(code);
  }

  const Network& network_;
  const Members& members_;
  std::vector<const Lts*> ltss_;
  std::vector<Code> radices_;
  std::vector<Move> moves_;                          // ascending
  std::vector<std::vector<std::uint32_t>> begins_;   // by member and label: the first move that begins with them, plus 1; 0: none
  CodeSet seen_;
  std::vector<Code> codes_;
  std::vector<Code> targets_;
  std::vector<Code> further_;
};

GroupReach::GroupReach(const Network& network, std::uint64_t budget, const Limits& limits)
    : network_(network),
      budget_(budget),
      limits_(limits),
      neighbours_(network.num_components()),
      shared_(network.num_components()) {}

const std::vector<GroupReach::Neighbour>& GroupReach::neighbours(ComponentId component) {
  std::vector<Neighbour>& found = neighbours_[component.index()];
  if (!found.empty()) return found;
  std::vector<ComponentId> others;
  for (const RuleId rule : network_.rules(component))
    for (const Participant& participant : network_.participants(rule)) {
      ++work_;
      if (participant.component != component && shared_[participant.component.index()]++ == 0)
        others.push_back(participant.component);
    }
  std::ranges::sort(others);
  for (const ComponentId other : others) found.push_back({other, std::exchange(shared_[other.index()], 0)});
  return found;
}

// All pairs that share a rule, by the part of their rules that they share, descending.
void GroupReach::find_pairs() {
  struct Pair {
    ComponentId first;
    ComponentId second;
    std::uint64_t shared = 0;
    std::uint64_t rules = 0;
  };
  std::vector<Pair> pairs;
  Pulse pulse(limits_, 64);
  for (const ComponentId first : network_.components()) {
    if (is_spent()) return;
    for (const Neighbour& other : neighbours(first)) {
      pulse.beat();
      if (first < other.component)
        pairs.push_back(
            {first, other.component, other.shared, network_.rules(first).size() + network_.rules(other.component).size()});
    }
  }
  std::ranges::stable_sort(pairs, [](const Pair& a, const Pair& b) { return is_more(a.shared, a.rules, b.shared, b.rules); });
  for (const Pair& pair : pairs) waiting_.push_back({pair.first, pair.second});
}

// The group with one more member, chosen so that the largest part of all its rules is among its members.
std::optional<GroupReach::Members> GroupReach::joined(const Members& members) {
  std::uint64_t rules = 0;
  std::uint64_t shared = 0;
  std::vector<ComponentId> others;
  for (const ComponentId member : members) {
    rules += network_.rules(member).size();
    for (const Neighbour& other : neighbours(member)) {
      ++work_;
      if (std::ranges::binary_search(members, other.component)) {
        if (member < other.component) shared += other.shared;
      } else {
        if (shared_[other.component.index()] == 0) others.push_back(other.component);
        shared_[other.component.index()] += other.shared;
      }
    }
  }
  std::ranges::sort(others);
  std::optional<ComponentId> best;
  std::uint64_t best_shared = 0;
  std::uint64_t best_rules = 1;
  for (const ComponentId other : others) {
    const std::uint64_t all_shared = shared + std::exchange(shared_[other.index()], 0);
    const std::uint64_t all_rules = rules + network_.rules(other).size();
    if (best && !is_more(all_shared, all_rules, best_shared, best_rules)) continue;
    best = other;
    best_shared = all_shared;
    best_rules = all_rules;
  }
  if (!best) return std::nullopt;
  Members result = members;
  result.insert(std::ranges::upper_bound(result, *best), *best);
  return result;
}

std::optional<ApartFact> GroupReach::excluding_by_known(std::span<const LocalState> state) const {
  for (const Explored& group : explored_)
    if (auto found = fact(group, state)) return found;
  return std::nullopt;
}

std::optional<ApartFact> GroupReach::excluding(std::span<const LocalState> state) {
  if (auto found = excluding_by_known(state)) return found;
  if (!std::exchange(has_pairs_, true)) find_pairs();
  Pulse pulse(limits_, 256);
  while (!waiting_.empty() && !is_spent()) {
    const Members members = std::move(waiting_.front());
    waiting_.pop_front();
    std::optional<Members> larger = joined(members);
    if (!larger || !known_.insert(*larger).second) continue;
    auto codes = Exploration(network_, *larger).run(budget_, work_, pulse);
    if (!codes) continue;
    if (larger->size() < kMostMembers) waiting_.push_back(*larger);
    explored_.push_back({*std::move(larger), *std::move(codes)});
    if (auto found = fact(explored_.back(), state)) return found;
  }
  return std::nullopt;
}

// The states of each member in turn are widened as far as possible, such that no reached code has all members
// in their states.
std::optional<ApartFact> GroupReach::fact(const Explored& group, std::span<const LocalState> state) const {
  Code code = 0;
  Code radix = 1;
  for (const ComponentId member : group.members) {
    code += radix * state[member.index()].value;
    radix *= network_.lts(member).num_states();
  }
  if (std::ranges::binary_search(group.codes, code)) return std::nullopt;
  std::vector<std::vector<bool>> is_in;
  for (const ComponentId member : group.members)
    is_in.emplace_back(network_.lts(member).num_states())[state[member.index()].index()] = true;
  for (std::size_t i = 0; i < group.members.size(); ++i) {
    std::vector<bool> is_reached(is_in[i].size());   // with the others in their states
    std::vector<bool> is_reached_at_all(is_in[i].size());
    for (Code rest : group.codes) {
      bool are_others_in = true;
      std::size_t own = 0;
      for (std::size_t member = 0; member < group.members.size(); ++member) {
        const std::size_t at = rest % is_in[member].size();
        rest /= is_in[member].size();
        if (member == i) own = at;
        else are_others_in = are_others_in && is_in[member][at];
      }
      is_reached_at_all[own] = true;
      if (are_others_in) is_reached[own] = true;
    }
    for (std::size_t at = 0; at < is_in[i].size(); ++at)
      is_in[i][at] = is_in[i][at] || (is_reached_at_all[at] && !is_reached[at]);
  }
  ApartFact result;
  for (std::size_t i = 0; i < group.members.size(); ++i) {
    ApartFact::Row& row = result.rows.emplace_back();
    row.component = group.members[i];
    for (std::size_t at = 0; at < is_in[i].size(); ++at)
      if (is_in[i][at]) row.states.emplace_back(at);
  }
  return result;
}

}   // namespace parley
