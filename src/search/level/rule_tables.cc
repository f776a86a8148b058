#include "search/level/rule_tables.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace parley {

namespace {

// A rule is written out if it has at most this many moves, plus eight times the edges of its participants.
constexpr std::size_t kMostMovesOfARule = 1024;
constexpr std::size_t kMostMovesOfFewRules = std::size_t{1} << 17;
constexpr unsigned kClusterBits = 10;
// With more entries than this, the tables of the clusters do not fit into the cache; then smaller clusters
// are formed.
constexpr std::size_t kMostEntries = std::size_t{1} << 19;

// The edges of each template, grouped by label.
class EdgesByLabel {
 public:
  explicit EdgesByLabel(const Network& network) : begins_(network.num_templates()), edges_(network.num_templates()) {
    for (TemplateId id : network.templates()) {
      const Lts& lts = network.lts(id);
      std::vector<std::uint32_t>& begins = begins_[id.index()];
      begins.assign(lts.num_labels() + 1, 0);
      for (LocalState from : lts.states())
        for (const Edge& edge : lts.edges(from)) ++begins[edge.label.index() + 1];
      for (std::size_t i = 1; i < begins.size(); ++i) begins[i] += begins[i - 1];
      edges_[id.index()].resize(lts.num_edges());
      std::vector<std::uint32_t> next(begins.begin(), begins.end() - 1);
      for (LocalState from : lts.states())
        for (const Edge& edge : lts.edges(from)) edges_[id.index()][next[edge.label.index()]++] = {from, edge.target};
    }
  }
  std::span<const std::pair<LocalState, LocalState>> of(TemplateId id, LocalLabel label) const {
    const std::vector<std::uint32_t>& begins = begins_[id.index()];
    return std::span(edges_[id.index()]).subspan(begins[label.index()], begins[label.index() + 1] - begins[label.index()]);
  }

 private:
  std::vector<std::vector<std::uint32_t>> begins_;
  std::vector<std::vector<std::pair<LocalState, LocalState>>> edges_;
};

}   // namespace

RuleTables::RuleTables(const Network& network, const StateLayout& layout, const Limits& limits)
    : network_(network), layout_(layout) {
  find_masks();
  find_errors();
  write_out_rules(limits);
  all_written_out_ = all_written_out_ && unexpanded_.empty();
  fill_tables(limits);
}

// A component with a single state has no bits in the state. It gets one of the unused bits of its word.
void RuleTables::find_masks() {
  std::vector<unsigned> used(layout_.num_words());
  for (std::size_t component = 0; component < layout_.num_fields(); ++component) {
    const StateLayout::Field& field = layout_.field(component);
    used[field.word] = std::max<unsigned>(used[field.word], field.shift + field.bits);
  }
  masks_.reserve(network_.num_components());
  for (ComponentId component : network_.components()) {
    const StateLayout::Field& field = layout_.field(component.index());
    std::uint64_t mask = field.mask();
    if (mask == 0) {
      if (used[field.word] == StateLayout::kWordBits) all_written_out_ = false;
      else mask = std::uint64_t{1} << used[field.word]++;
    }
    masks_.push_back(mask);
  }
}

void RuleTables::find_errors() {
  for (ComponentId component : network_.components()) {
    const Lts& lts = network_.lts(component);
    if (!lts.has_error()) continue;
    const StateLayout::Field& field = layout_.field(component.index());
    for (LocalState state : lts.states())
      if (lts.is_error(state)) errors_.push_back({field.mask(), std::uint64_t{state.value} << field.shift, field.word});
  }
}

void RuleTables::write_out_rules(const Limits& limits) {
  const EdgesByLabel edges(network_);
  const std::size_t most_moves = std::max(kMostMovesOfFewRules, 64 * network_.num_rules());
  Pulse pulse(limits, 4096);
  std::vector<Options> options;
  for (RuleId rule : network_.rules()) {
    pulse.beat();
    options.clear();
    std::size_t moves = 1;
    std::size_t most_of_this = kMostMovesOfARule;
    bool is_dead = false;
    for (const Participant& p : network_.participants(rule)) {
      options.push_back(edges.of(network_.template_of(p.component), p.label));
      is_dead = is_dead || options.back().empty();
      moves = std::min(moves * std::max<std::size_t>(options.back().size(), 1), most_moves + 1);
      most_of_this += 8 * options.back().size();
    }
    const bool is_long = moves > most_of_this || part_begins_.size() + dead_begins_.size() + moves > most_moves;
    if (is_dead && is_long) all_written_out_ = false;
    else if (is_dead) write_out_dead(rule, options);
    else if (is_long) unexpanded_.push_back(rule);
    else if (!is_dead) write_out(rule, options);
  }
}

namespace {

// Counts like an odometer: the next combination of options; false after the last.
template <class Options>
bool next_combination(std::span<std::size_t> wheels, std::span<const Options> options) {
  for (std::size_t i = 0; i < wheels.size(); ++i) {
    if (++wheels[i] < options[i].size()) return true;
    wheels[i] = 0;
  }
  return false;
}

}   // namespace

void RuleTables::write_out_dead(RuleId rule, std::span<const Options> options) {
  const std::span<const Participant> participants = network_.participants(rule);
  std::vector<std::size_t> wheels(participants.size());
  do {
    const std::size_t first = dead_.size();
    for (std::size_t i = 0; i < participants.size(); ++i) {
      const std::size_t component = participants[i].component.index();
      const StateLayout::Field& field = layout_.field(component);
      if (dead_.size() == first || dead_.back().word != field.word) dead_.push_back({0, 0, 0, field.word});
      if (options[i].empty()) {
        dead_.back().flip |= masks_[component];
        continue;
      }
      dead_.back().mask |= masks_[component];
      dead_.back().value |= std::uint64_t{options[i][wheels[i]].first.value} << field.shift;
    }
    dead_begins_.push_back(static_cast<std::uint32_t>(dead_.size()));
  } while (next_combination<Options>(wheels, options));
}

void RuleTables::write_out(RuleId rule, std::span<const Options> options) {
  const std::span<const Participant> participants = network_.participants(rule);
  std::vector<std::size_t> wheels(participants.size());
  do {
    // Components are in the order of their words, so the parts of one word come together.
    const std::size_t first = parts_.size();
    for (std::size_t i = 0; i < participants.size(); ++i) {
      const std::size_t component = participants[i].component.index();
      const StateLayout::Field& field = layout_.field(component);
      if (parts_.size() == first || parts_.back().word != field.word) parts_.push_back({0, 0, 0, field.word});
      const auto& [from, to] = options[i][wheels[i]];
      parts_.back().mask |= masks_[component];
      parts_.back().value |= std::uint64_t{from.value} << field.shift;
      parts_.back().flip |= std::uint64_t{from.value ^ to.value} << field.shift;
    }
    part_begins_.push_back(static_cast<std::uint32_t>(parts_.size()));
  } while (next_combination<Options>(wheels, options));
}

void RuleTables::form_clusters(unsigned bits, const Limits& limits) {
  clusters_.clear();
  std::size_t table = 0;
  unsigned used = 0;
  const auto close = [&] {
    if (clusters_.empty()) return;
    clusters_.back().mask = (std::uint64_t{1} << used) - 1;
    clusters_.back().table = table;
    table += (std::size_t{1} << used) + 1;
  };
  for (std::size_t component = 0; component < layout_.num_fields(); ++component) {
    const StateLayout::Field& field = layout_.field(component);
    if (field.bits == 0) continue;
    if (clusters_.empty() || clusters_.back().word != field.word || used + field.bits > bits) {
      close();
      clusters_.push_back({0, field.word, field.shift, 0});
      used = 0;
    }
    used += field.bits;
  }
  if (clusters_.empty()) clusters_.push_back({0, 0, 0, 0});   // no component ever changes: one cluster with one value
  close();
  limits.expect(2 * table * sizeof begins_[0]);
  begins_.assign(table, 0);
}

// The cluster that contains most bits of the move: its table leaves the fewest candidates.
std::size_t RuleTables::home_of(std::uint32_t move) const {
  std::size_t home = 0;
  int most = -1;
  for (const Part& part : this->move(move)) {
    const std::uint64_t own = part.mask;
    auto at = std::ranges::partition_point(clusters_, [&](const Cluster& cluster) { return cluster.word < part.word; });
    for (; at != clusters_.end() && at->word == part.word; ++at) {
      const int bits = std::popcount(own & (at->mask << at->shift));
      if (bits <= most) continue;
      most = bits;
      home = static_cast<std::size_t>(at - clusters_.begin());
    }
  }
  return home;
}

void RuleTables::fill_tables(const Limits& limits) {
  const std::size_t num_moves = part_begins_.size() - 1;
  std::vector<std::uint32_t> home(num_moves);
  // Restricts a move to its cluster. The move has one entry for each value of the cluster's bits that it does
  // not read.
  const auto in_cluster = [&](std::uint32_t move) {
    const Cluster& cluster = clusters_[home[move]];
    Part in{0, 0, 0, cluster.word};
    for (const Part& part : this->move(move))
      if (part.word == cluster.word)
        in = {(part.mask >> cluster.shift) & cluster.mask, (part.value >> cluster.shift) & cluster.mask, 0, 0};
    return in;
  };
  for (unsigned bits = kClusterBits;; bits -= 2) {
    form_clusters(bits, limits);
    std::size_t entries = begins_.size();
    for (std::uint32_t move = 0; move < num_moves; ++move) {
      home[move] = static_cast<std::uint32_t>(home_of(move));
      entries += std::size_t{1} << std::popcount(clusters_[home[move]].mask & ~in_cluster(move).mask);
    }
    if (entries <= kMostEntries || bits <= 2) break;
  }

  // The candidates of each value are counted, then written. 'each' is called for all values of the bits that
  // the move does not read.
  const auto for_each_value = [&](std::uint32_t move, const auto& each) {
    const Part in = in_cluster(move);
    const Cluster& cluster = clusters_[home[move]];
    const std::uint64_t open = cluster.mask & ~in.mask;
    std::uint64_t subset = 0;
    do {
      each(cluster.table + (in.value | subset));
      subset = (subset - open) & open;
    } while (subset != 0);
  };
  Pulse pulse(limits, 4096);
  for (std::uint32_t move = 0; move < num_moves; ++move) {
    pulse.beat();
    for_each_value(move, [&](std::size_t value) { ++begins_[value + 1]; });
  }
  for (std::size_t i = 1; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
  limits.expect(begins_.back() * sizeof(std::uint32_t));
  candidates_.resize(begins_.empty() ? 0 : begins_.back());
  std::vector<std::uint32_t> next(begins_);
  for (std::uint32_t move = 0; move < num_moves; ++move) {
    pulse.beat();
    for_each_value(move, [&](std::size_t value) { candidates_[next[value]++] = move; });
  }
  for (const Cluster& cluster : clusters_) {
    std::uint32_t most = 0;
    for (std::size_t v = 0; v <= cluster.mask; ++v)
      most = std::max(most, begins_[cluster.table + v + 1] - begins_[cluster.table + v]);
    most_candidates_ += most;
  }
}

RuleTables::Expanded RuleTables::expand_word(std::uint64_t state, Scratch& scratch) const {
  assert(num_words() == 1);
  if (scratch.successors.size() < most_candidates_ + 1) {
    scratch.successors.resize(most_candidates_ + 1);
    scratch.moves.resize(most_candidates_ + 1);
  }
  std::uint64_t* const out = scratch.successors.data();
  std::uint32_t* const by = scratch.moves.data();
  std::size_t found = 0;
  std::size_t transitions = 0;
  std::uint64_t touched = 0;
  // Which candidates are enabled cannot be predicted, so this loop does not branch on it.
  for (const Cluster& cluster : clusters_) {
    const std::size_t value = (state >> cluster.shift) & cluster.mask;
    const std::uint32_t end = begins_[cluster.table + value + 1];
    for (std::uint32_t i = begins_[cluster.table + value]; i < end; ++i) {
      const Part& move = parts_[candidates_[i]];
      by[found] = candidates_[i];
      const bool enabled = (state & move.mask) == move.value;
      out[found] = state ^ move.flip;
      found += static_cast<std::size_t>(enabled && move.flip != 0);
      transitions += static_cast<std::size_t>(enabled);
      touched |= enabled ? move.mask : 0;
    }
  }
  return {found, transitions, touched};
}

bool RuleTables::gather(RuleId rule, std::span<const std::uint64_t> words, Scratch& scratch) const {
  scratch.edges.clear();
  for (const Participant& p : network_.participants(rule)) {
    const std::span<const Edge> edges = network_.lts(p.component).edges(layout_.at(words, p.component.index()), p.label);
    if (edges.empty()) return false;
    scratch.edges.push_back(edges);
  }
  scratch.wheels.assign(scratch.edges.size(), 0);
  return true;
}

// Counts like an odometer.
bool RuleTables::next_choice(Scratch& scratch) const {
  for (std::size_t i = 0; i < scratch.wheels.size(); ++i) {
    if (++scratch.wheels[i] < scratch.edges[i].size()) return true;
    scratch.wheels[i] = 0;
  }
  return false;
}

void RuleTables::make_changes(RuleId rule, std::span<const std::uint64_t> words, Scratch& scratch) const {
  const std::span<const Participant> participants = network_.participants(rule);
  scratch.changes.clear();
  for (std::size_t i = 0; i < participants.size(); ++i) {
    const StateLayout::Field& field = layout_.field(participants[i].component.index());
    if (scratch.changes.empty() || scratch.changes.back().word != field.word)
      scratch.changes.push_back({field.word, words[field.word]});
    std::uint64_t& word = scratch.changes.back().value;
    word = (word & ~field.mask()) | (std::uint64_t{scratch.edges[i][scratch.wheels[i]].target.value} << field.shift);
  }
  std::erase_if(scratch.changes, [&](const StateTree::Change& change) { return words[change.word] == change.value; });
}

}   // namespace parley
