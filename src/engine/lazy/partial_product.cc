#include "engine/lazy/partial_product.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <queue>
#include <unordered_set>

#include "base/hash.h"

namespace parley::lazy {

namespace {

constexpr std::size_t kNoTable = LocalDistances::kRefused;
constexpr std::size_t kMostProductStates = std::size_t{1} << 31;
constexpr std::uint32_t kFarAway = 1 << 20;   // distances beyond this are not distinguished

std::vector<ComponentId> components_of(const Fragment& fragment, std::span<const LocalComponent> parties) {
  std::vector<ComponentId> components;
  components.reserve(parties.size());
  for (LocalComponent local_component : parties) components.push_back(fragment.component(local_component));
  return components;
}

std::vector<LocalComponent> members_with(const PartialProduct* below, std::span<const LocalComponent> added) {
  std::vector<LocalComponent> members;
  if (below != nullptr) members.assign(below->members().begin(), below->members().end());
  members.insert(members.end(), added.begin(), added.end());
  return members;
}

}   // namespace

PartialProduct::PartialProduct(const ProductContext& product_context, std::vector<LocalComponent> added,
                               const PartialProduct* below)
    : product_context_(product_context),
      added_(std::move(added)),
      below_(below),
      members_(members_with(below, added_)),
      sorted_members_(members_),
      layout_(product_context.fragment.network(), components_of(product_context.fragment, added_)),
      stride_(layout_.num_words() + prefix()),
      pruning_(below == nullptr ? product_context.pruning : nullptr, product_context.fragment, members_) {
  std::ranges::sort(sorted_members_);
  goal_tables_.reserve(added_.size());
  for (LocalComponent local_component : added_) {
    const std::uint32_t local_goal = product_context.fragment.local_goal(local_component);
    const TemplateId of = product_context.fragment.network().template_of(product_context.fragment.component(local_component));
    goal_tables_.push_back(
        local_goal == StateSets::kAll
            ? kNoTable
            : product_context.distances.table(of, LocalDistances::Side::kInside, product_context.sets.states(local_goal)));
  }
  add_rules();
  index_.assign(64, 0);
  std::vector<LocalState> initial;
  initial.reserve(added_.size());
  for (LocalComponent local_component : added_) initial.push_back(product_context.fragment.lts(local_component).initial());
  intern(below == nullptr ? 0 : below->initial(), initial);
}

bool PartialProduct::is_member(LocalComponent local_component) const {
  return std::ranges::binary_search(sorted_members_, local_component);
}

std::uint64_t PartialProduct::outside_components_of(std::uint32_t rule) const {
  std::uint64_t bits = 0;
  for (const Fragment::Part& part : product_context_.fragment.parts(rule))
    if (!part.never_refuses && !is_member(part.local_component)) bits |= std::uint64_t{1} << part.local_component % 64;
  return bits;
}

void PartialProduct::add_rules() {
  const Fragment& fragment = product_context_.fragment;
  std::unordered_map<LocalComponent, std::uint32_t> column_of;
  column_of.reserve(added_.size());
  slot_begins_.reserve(added_.size() + 1);
  slot_begins_.push_back(0);
  for (std::uint32_t column = 0; column < added_.size(); ++column) {
    column_of.emplace(added_[column], column);
    slot_begins_.push_back(slot_begins_.back() + static_cast<std::uint32_t>(fragment.lts(added_[column]).num_labels()));
  }
  Pulse pulse(product_context_.limits);
  std::unordered_set<std::uint32_t> taken;   // rules that already have an entry
  std::vector<std::uint32_t> leading_slot;   // by entry; kNone if a participant is below
  for (std::uint32_t column = 0; column < added_.size(); ++column) {
    for (RuleId id : fragment.network().rules(fragment.component(added_[column]))) {
      const std::uint32_t rule = fragment.rule_number(id);
      if (fragment.parts(rule).size() > 1 && !taken.insert(rule).second) continue;   // an earlier member has added it
      Entry entry = {.rule = rule,
                     .first_part = static_cast<std::uint32_t>(parts_.size()),
                     .outside_components = outside_components_of(rule)};
      bool has_part_below = false;
      for (const Fragment::Part& part : fragment.parts(rule)) {
        pulse.beat();
        const auto at = column_of.find(part.local_component);
        if (at != column_of.end()) parts_.push_back({at->second, part.label});
        else has_part_below = has_part_below || is_member(part.local_component);
      }
      entry.num_parts = static_cast<std::uint32_t>(parts_.size()) - entry.first_part;
      // The part of this member comes first: the rule is looked up by its label.
      const auto mine =
          std::find_if(parts_.begin() + entry.first_part, parts_.end(), [&](const Part& part) { return part.column == column; });
      std::iter_swap(parts_.begin() + entry.first_part, mine);
      leading_slot.push_back(has_part_below ? kNone : slot_begins_[column] + parts_[entry.first_part].label.value);
      if (has_part_below) entry_of_.emplace(rule, static_cast<std::uint32_t>(entries_.size()));
      entries_.push_back(entry);
    }
  }
  led_begins_.assign(slot_begins_.back() + std::size_t{1}, 0);
  for (std::uint32_t slot : leading_slot)
    if (slot != kNone) ++led_begins_[slot + 1];
  for (std::size_t slot = 1; slot < led_begins_.size(); ++slot) led_begins_[slot] += led_begins_[slot - 1];
  led_.resize(led_begins_.back());
  std::vector<std::uint32_t> next(led_begins_.begin(), led_begins_.end() - 1);
  for (std::uint32_t entry = 0; entry < leading_slot.size(); ++entry)
    if (leading_slot[entry] != kNone) led_[next[leading_slot[entry]]++] = entry;
}

void PartialProduct::read(std::uint32_t state, std::vector<LocalState>& into) const {
  if (below_ == nullptr) into.clear();
  else below_->read(static_cast<std::uint32_t>(words(state)[0]), into);
  for (std::size_t column = 0; column < added_.size(); ++column)
    into.push_back(layout_.at(words(state).subspan(prefix()), column));
}

std::uint32_t PartialProduct::intern(std::uint32_t below_state, std::span<const LocalState> added) {
  std::vector<std::uint64_t> packed(stride_, 0);
  if (below_ != nullptr) packed[0] = below_state;
  layout_.pack(added, std::span(packed).subspan(prefix()));
  return intern_words(packed);
}

std::uint32_t PartialProduct::intern_words(std::span<const std::uint64_t> words) {
  const std::size_t mask = index_.size() - 1;
  const std::uint64_t hash = hash_words(words);
  const std::uint64_t tag = hash & ~std::uint64_t{kNone};
  std::size_t slot = hash & mask;
  for (; index_[slot] != 0; slot = (slot + 1) & mask) {
    const auto state = static_cast<std::uint32_t>(index_[slot]) - 1;
    if ((index_[slot] & ~std::uint64_t{kNone}) == tag && holds(state, words)) return state;
  }

  const auto number = static_cast<std::uint32_t>(states_.size());
  if (states_.size() >= kMostProductStates) throw Stopped("a partial product of more than 2^31 states");
  index_[slot] = tag | (number + std::uint64_t{1});
  words_.insert(words_.end(), words.begin(), words.end());
  State state = {.is_goal = true};
  if (below_ != nullptr) {
    const State& under = below_->states_[words[0]];
    state = {.distance = under.distance, .is_goal = under.is_goal, .is_error = under.is_error};
  }
  for (std::size_t column = 0; column < added_.size(); ++column) {
    const LocalState local = layout_.at(words.subspan(prefix()), column);
    state.is_error = state.is_error || product_context_.fragment.lts(added_[column]).is_error(local);
    if (goal_tables_[column] != kNoTable) {
      const std::int32_t distance = product_context_.distances.entries()[goal_tables_[column] + local.index()];
      state.distance =
          std::min(kFarAway, state.distance + static_cast<std::uint32_t>(std::min<std::int32_t>(distance, kFarAway)));
    }
    state.is_goal = state.is_goal && product_context_.sets.contains(product_context_.fragment.local_goal(added_[column]), local);
  }
  states_.push_back(state);
  if (states_.size() * 2 > index_.size()) grow_index();
  return number;
}

void PartialProduct::grow_index() {
  // What will have grown by then: the index, and for twice as many states their words and arrivals.
  constexpr std::size_t kLarge = std::size_t{1} << 20;   // from here on memory matters more than the time to fill the index again
  const std::size_t size = index_.size() * (index_.size() < kLarge ? 4 : 2);
  product_context_.limits.expect((size * sizeof(std::uint64_t)) + (words_.size() * sizeof(std::uint64_t)) +
                                 (states_.size() * (sizeof(State) + 2 * sizeof(Arrival))));
  Pulse pulse(product_context_.limits);
  // A second table beside the old one: filling it may take seconds, and a limit may throw meanwhile.
  std::vector<std::uint64_t> larger(size, 0);
  const std::size_t mask = size - 1;
  for (std::uint32_t state = 0; state < states_.size(); ++state) {
    pulse.beat();
    const std::uint64_t hash = hash_words(words(state));
    std::size_t slot = hash & mask;
    while (larger[slot] != 0) slot = (slot + 1) & mask;
    larger[slot] = (hash & ~std::uint64_t{kNone}) | (state + std::uint64_t{1});
  }
  index_ = std::move(larger);
}

// One best-first search. States are settled in the order of the cost of the path to them, then of its length
// plus the weighted distance that is left.
class PartialProduct::Search {
 public:
  Search(PartialProduct& product, const Demand& demand)
      : product_(product),
        demand_(demand),
        layers_(demand.must_be_new ? 2 : 1),
        root_(demand.start * layers_),
        pulse_(product.product_context_.limits) {}

  std::optional<Found> run() {
    relax(root_, {.from = kNone});
    std::optional<std::uint32_t> goal;
    while (!queue_.empty()) {
      const std::uint32_t node = queue_.top().node;
      queue_.pop();
      if (arrivals_[node].is_done) continue;
      arrivals_[node].is_done = true;
      pulse_.beat();
      if (!goal && is_goal(node)) {
        goal = node;
        if (demand_.extent == Extent::kFirstPath) break;
      }
      // Goal states are not expanded. Steps after the goal do not matter to a level above either, which has
      // the same goal.
      if (!product_.states_[state_of(node)].is_goal) expand(node);
      product_.gave_up_ = product_.num_states() > demand_.most_states;
      if (product_.gave_up_) return std::nullopt;
    }
    return goal ? std::optional(found(*goal)) : std::nullopt;
  }

 private:
  struct Waiting {
    std::uint64_t key = 0;
    std::uint32_t node = 0;
    friend bool operator>(const Waiting& a, const Waiting& b) { return a.key != b.key ? a.key > b.key : a.node > b.node; }
  };

  std::uint32_t state_of(std::uint32_t node) const { return node / layers_; }
  bool is_goal(std::uint32_t node) const { return product_.states_[state_of(node)].is_goal && (layers_ == 1 || node % 2 == 1); }

  std::uint64_t key(std::uint32_t node, const Arrival& arrival) const {
    constexpr std::uint64_t kDistanceWeight = 2;   // a step that is left counts twice as much as a step made
    const std::uint64_t charge =
        demand_.cost == PathCost::kComponents ? static_cast<std::uint64_t>(std::popcount(arrival.outside_components)) : 0;
    return charge << 56 | (arrival.steps + kDistanceWeight * product_.states_[state_of(node)].distance);
  }

  void relax(std::uint32_t node, const Arrival& arrival) {
    if (node >= arrivals_.size()) arrivals_.resize(std::max<std::size_t>(node + std::size_t{1}, product_.num_states() * layers_));
    Arrival& known = arrivals_[node];
    const bool is_first = known.from == kNone && !known.is_done && node != root_;
    if (node == root_ ? arrival.from != kNone : !is_first && (known.is_done || key(node, arrival) >= key(node, known))) return;
    known = arrival;
    queue_.push({key(node, arrival), node});
  }

  void expand(std::uint32_t node) {
    const std::uint32_t state = state_of(node);
    if (product_.states_[state].is_error) return;
    words_.assign(product_.words(state).begin(), product_.words(state).end());
    locals_.clear();
    for (std::size_t column = 0; column < product_.added_.size(); ++column)
      locals_.push_back(product_.layout_.at(std::span(words_).subspan(product_.prefix()), column));

    if (product_.below_ != nullptr)
      product_.below_->for_each_kept(static_cast<std::uint32_t>(words_[0]), [&](std::uint32_t rule, std::uint32_t to) {
        const auto entry = product_.entry_of_.find(rule);
        if (entry == product_.entry_of_.end()) step(node, rule, product_.outside_components_of(rule), to);
        else fire(node, product_.entries_[entry->second], to);
      });
    for (std::uint32_t column = 0; column < product_.added_.size(); ++column) {
      const std::span<const Edge> edges = product_.product_context_.fragment.lts(product_.added_[column]).edges(locals_[column]);
      for (std::size_t e = 0; e < edges.size(); ++e) {
        if (e > 0 && edges[e - 1].label == edges[e].label) continue;
        const std::size_t slot = product_.slot_begins_[column] + edges[e].label.index();
        for (std::uint32_t i = product_.led_begins_[slot]; i < product_.led_begins_[slot + 1]; ++i)
          fire(node, product_.entries_[product_.led_[i]], static_cast<std::uint32_t>(words_[0]));
      }
    }
  }

  // Takes the rule in every way in which the added members can take part. 'below' is the target of the
  // members below.
  void fire(std::uint32_t node, const Entry& entry, std::uint32_t below) {
    choices_.clear();
    for (std::uint32_t i = 0; i < entry.num_parts; ++i) {
      const Part& part = product_.parts_[entry.first_part + i];
      const std::span<const Edge> edges =
          product_.product_context_.fragment.lts(product_.added_[part.column]).edges(locals_[part.column], part.label);
      if (edges.empty()) return;
      choices_.push_back({part.column, edges, 0});
    }
    for (std::size_t digit = 0; digit < choices_.size();) {
      for (const EdgeChoice& choice : choices_) put(choice.column, choice.edges[choice.at].target);
      step(node, entry.rule, entry.outside_components, below);
      digit = 0;
      while (digit < choices_.size() && ++choices_[digit].at == choices_[digit].edges.size()) choices_[digit++].at = 0;
      pulse_.beat();
    }
    for (const EdgeChoice& choice : choices_) put(choice.column, locals_[choice.column]);
  }

  void put(std::uint32_t column, LocalState state) {
    product_.layout_.put(std::span(words_).subspan(product_.prefix()), column, state);
  }

  // Adds one transition. The added members have moved to the states in words_.
  void step(std::uint32_t node, std::uint32_t rule, std::uint64_t outside_components, std::uint32_t below) {
    if (is_ruled_out()) return;
    const std::uint64_t before = words_[0];
    if (product_.below_ != nullptr) words_[0] = below;
    const std::uint32_t to = product_.intern_words(words_);
    words_[0] = product_.below_ != nullptr ? before : words_[0];
    ++product_.num_transitions_;
    const Step taken = {state_of(node), rule, to};
    if (demand_.record) product_.seen_.push_back(taken);
    const bool is_new = layers_ == 2 && (node % 2 == 1 || !product_.keeps(taken));
    relax(to * layers_ + (is_new ? 1 : 0), {.from = node,
                                            .rule = rule,
                                            .steps = arrivals_[node].steps + 1,
                                            .outside_components = arrivals_[node].outside_components | outside_components});
  }

  bool is_ruled_out() {
    if (product_.pruning_.is_empty()) return false;
    next_locals_.resize(product_.added_.size());
    product_.layout_.unpack(words_, next_locals_);
    return product_.pruning_.rules_out(next_locals_);
  }

  Found found(std::uint32_t goal) const {
    Found found;
    for (std::uint32_t node = goal; arrivals_[node].from != kNone; node = arrivals_[node].from)
      found.steps.push_back({state_of(arrivals_[node].from), arrivals_[node].rule, state_of(node)});
    std::ranges::reverse(found.steps);
    std::unordered_set<LocalComponent> named;
    for (const Step& step : found.steps)
      for (const Fragment::Part& part : product_.product_context_.fragment.parts(step.rule))
        if (!part.never_refuses && !product_.is_member(part.local_component) && named.insert(part.local_component).second)
          found.outside_components.push_back(part.local_component);
    return found;
  }

  struct EdgeChoice {
    std::uint32_t column;
    std::span<const Edge> edges;
    std::size_t at;
  };
  PartialProduct& product_;
  const Demand demand_;
  const std::uint32_t layers_;
  const std::uint32_t root_;
  Pulse pulse_;
  std::vector<Arrival> arrivals_;   // by node
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> queue_;
  std::vector<std::uint64_t> words_;
  std::vector<LocalState> locals_;
  std::vector<LocalState> next_locals_;
  std::vector<EdgeChoice> choices_;
};

std::optional<PartialProduct::Found> PartialProduct::find(const Demand& demand) {
  seen_.clear();
  gave_up_ = false;
  states_before_ = searches_++ == 0 ? 0 : states_.size();
  num_transitions_ = 0;
  return Search(*this, demand).run();
}

bool PartialProduct::keeps(const Step& step) const {
  for (std::uint32_t edge = states_[step.from].first_kept; edge != kNone; edge = kept_[edge].next)
    if (kept_[edge].rule == step.rule && kept_[edge].to == step.to) return true;
  return false;
}

void PartialProduct::keep(const Step& step) {
  if (keeps(step)) return;
  State& from = states_[step.from];
  kept_.push_back({step.rule, step.to, from.first_kept});
  from.first_kept = static_cast<std::uint32_t>(kept_.size() - 1);
}

void PartialProduct::keep(const Found& found) {
  for (const Step& step : found.steps) keep(step);
}

void PartialProduct::keep_seen(Trim trim) {
  std::vector<std::uint8_t> leads(states_.size(), trim == Trim::kYes ? 0 : 1);
  if (trim == Trim::kYes) {
    // Search backward from the goal states.
    std::vector<std::uint32_t> begins(states_.size() + 1, 0);
    for (const Step& step : seen_) ++begins[step.to + std::size_t{1}];
    for (std::size_t i = 0; i < states_.size(); ++i) begins[i + 1] += begins[i];
    std::vector<std::uint32_t> sources(seen_.size());
    std::vector<std::uint32_t> next(begins.begin(), begins.end() - 1);
    for (const Step& step : seen_) sources[next[step.to]++] = step.from;
    std::vector<std::uint32_t> waiting;
    for (std::uint32_t state = 0; state < states_.size(); ++state)
      if (states_[state].is_goal) {
        leads[state] = 1;
        waiting.push_back(state);
      }
    while (!waiting.empty()) {
      const std::uint32_t state = waiting.back();
      waiting.pop_back();
      for (std::uint32_t i = begins[state]; i < begins[state + std::size_t{1}]; ++i) {
        if (leads[sources[i]] != 0) continue;
        leads[sources[i]] = 1;
        waiting.push_back(sources[i]);
      }
    }
  }
  Pulse pulse(product_context_.limits);
  for (const Step& step : seen_) {
    pulse.beat();
    if (leads[step.to] != 0) keep(step);
  }
}

}   // namespace parley::lazy
