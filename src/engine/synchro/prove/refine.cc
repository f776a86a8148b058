#include "engine/synchro/prove/refine.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "engine/synchro/prove/cutting_plane.h"
#include "engine/synchro/prove/ledger.h"
#include "engine/synchro/prove/proposer.h"
#include "engine/synchro/prove/trimming.h"
#include "invariant/checks.h"
#include "invariant/constant_sums.h"
#include "invariant/flow.h"
#include "invariant/groups.h"
#include "invariant/number.h"
#include "invariant/pairs.h"
#include "invariant/ranking.h"
#include "invariant/traps.h"

// The refinement loop: a counterexample-guided search for a proof that no bad state is reachable.
//
//   question      the property as constraints over local states: what a bad state looks like
//   proposer      asks SAT for a state that meets all constraints so far; long sums are checked afterwards
//   src/invariant finds facts: constraints that every reachable state meets, and that a given state breaks
//   ledger        turns facts into constraints, and remembers which fact a constraint comes from
//   cutting_plane finds one combination of constraints that is contradictory, with a linear program
//   trimming      keeps those derived clauses of SAT that the final contradiction needs
//
// A "sketch" is what SAT proposes; it may still break long sums, congruences and other constraints that are
// not encoded as clauses. A "proposal" breaks none of them. It is shown to the methods one after the other,
// the cheap ones first: refute_cheaply(), then refute(). Each method that finds a fact adds it for good, so
// that it excludes neighbouring states too. A proposal that survives all methods is the "candidate". The
// first one that survives the cheap methods is given to the probe, a short search for a run (concretise.h).
//
// The loop ends in one of four ways: SAT has no proposal left, and ledger and trimming write the proof; the
// candidate is the answer; the probe has found a run; or the limit on proposals is passed. Two shortcuts come
// first: a ranking (for deadlocks) or one cutting plane (for formulas) may prove the property without SAT.
//
// (Antonino, Gibson-Robinson and Roscoe) put a fixed set of facts into one formula instead; see ../paper.
// Pairs and orders are theirs, the other facts and the loop are not. The order of the methods and their
// costs: docs/algorithms/synchro.md.

namespace parley::synchro {

namespace {

constexpr const char* kGivenUp = "given up after synchro.most-proposals";

class Search {
 public:
  Search(const Network& network, const Property& property, const Settings& settings, const Probe& probe, const Limits& limits)
      : network_(network),
        settings_(settings),
        probe_(probe),
        limits_(limits),
        question_(make_question(network, property, limits)),
        ledger_(network, question_),
        reach_(network, limits) {}

  Finding run() {
    if (settings_.ranking && question_.num_rules != 0)
      if (auto ranking = find_ranking(network_, reach_, limits_)) return proved(ledger_.proof(ledger_.add(*std::move(ranking))));
    if (settings_.sums) {
      sums_ = constant_sums(network_, room(), limits_);
      if (question_.num_rules == 0)
        if (const auto contradiction =
                find_cutting_plane(network_, question_, ledger_, sums_,
                                   std::vector<std::uint32_t>(question_.constraints.num_variables(), kAnyValue), limits_))
          return proved(ledger_.proof(*contradiction));
    }
    proposer_.emplace(question_.constraints, limits_);
    for (std::uint32_t i = 0; i < question_.size; ++i) proposer_->add(i);
    exclude_unreached();
    add_short_sums();
    if (settings_.sums)
      while (const auto values = proposer_->sketch())
        if (!cut(*values)) break;
    while (const auto values = propose()) {
      if (settings_.most_proposals != 0 && proposals() > settings_.most_proposals) return {.reason = kGivenUp};
      state_.resize(network_.num_components());
      for (ComponentId component : network_.components())
        state_[component.index()] = state_of(network_, component, (*values)[component.index()]);
      if (refute_cheaply(*values)) continue;
      // Usually the first candidate that the cheap methods leave is reachable, and a run to it is found
      // faster than a linear program is solved.
      if (probe_ && !std::exchange(was_probed_, true) && probe_(state_)) return {.is_reached = true};
      if (!refute(*values)) return {.candidate = state_, .survived = survived()};
    }
    return proved(ledger_.proof(*proposer_, trim(proposer_->log(), proposer_->num_booleans(), limits_)));
  }

  std::uint64_t proposals() const { return proposer_ ? proposer_->proposals() : 0; }
  std::size_t num_facts() const { return ledger_.num_facts(); }

 private:
  static Finding proved(InvariantProofRef proof) { return {.proof = std::move(proof), .is_proved = true}; }

  std::size_t room() const { return 64 * (network_.num_components() + network_.num_rules()) + 1'000'000; }

  // A bad state that breaks no fact so far. Sketches that break sums are excluded one by one; if there are
  // many, by cutting planes.
  std::optional<std::vector<std::uint32_t>> propose() {
    while (auto values = proposer_->sketch()) {
      // run() checks the limit again, and reports it.
      if (settings_.most_proposals != 0 && proposals() > settings_.most_proposals) return values;
      if (!proposer_->exclude_if_broken(*values)) return values;
      if (settings_.sums && ++broken_ == next_cut_) next_cut_ = broken_ + (cut_at_hubs(*values) ? 1 : broken_);
    }
    return std::nullopt;
  }

  // Often the few components with the most rules decide which case applies: with their states given, one sum
  // may exclude the whole case.
  bool cut_at_hubs(std::span<const std::uint32_t> values) {
    if (by_degree_.empty()) {
      std::vector<std::uint32_t> degree(question_.constraints.num_variables());
      for (std::uint32_t i = 0; i < question_.size; ++i)
        for (const Constraints::Row& row : question_.constraints.rows(i)) ++degree[row.variable];
      by_degree_.resize(degree.size());
      std::iota(by_degree_.begin(), by_degree_.end(), 0);
      std::stable_sort(by_degree_.begin(), by_degree_.end(),
                       [&](std::uint32_t a, std::uint32_t b) { return degree[a] > degree[b]; });
    }
    constexpr std::size_t kMostHubs = 16;
    std::vector<std::uint32_t> given(by_degree_.size(), kAnyValue);
    for (std::size_t hubs = 0; hubs <= std::min(kMostHubs, by_degree_.size()); hubs = hubs == 0 ? 2 : 2 * hubs) {
      for (std::size_t i = 0; i < std::min(hubs, by_degree_.size()); ++i) given[by_degree_[i]] = values[by_degree_[i]];
      if (const auto sum = find_cutting_plane(network_, question_, ledger_, sums_, given, limits_)) {
        exclude(*sum, values);
        return true;
      }
    }
    return false;
  }

  // One sum excludes all states that a component cannot reach even if the others never refuse.
  void exclude_unreached() {
    RegionSum sum;
    for (ComponentId component : network_.components()) {
      RegionSum::Row row{.component = component, .weights = {}, .left = {}};
      bool is_all = true;
      for (LocalState state : network_.lts(component).states()) {
        row.weights.push_back(reach_.is_reached(component, state) ? 0 : 1);
        is_all = is_all && row.weights.back() == 0;
      }
      if (!is_all) sum.rows.push_back(std::move(row));
    }
    if (!sum.rows.empty()) proposer_->add(ledger_.add(std::move(sum)));
  }

  // Sums over few components are given to the solver as clauses at once: otherwise each would need a
  // candidate that breaks it.
  void add_short_sums() {
    constexpr std::size_t kShort = 6;
    for (const ConstantSum& sum : sums_) {
      if (sum.rows.size() > kShort) continue;
      proposer_->add(ledger_.half(sum, Ledger::Half::kAtMost));
      proposer_->add(ledger_.half(sum, Ledger::Half::kAtLeast));
    }
  }

  void exclude(std::uint32_t constraint, std::span<const std::uint32_t> values) {
    proposer_->add(constraint);
    if (question_.constraints.is_broken(constraint, values)) proposer_->exclude(constraint, values);
  }

  bool refute_cheaply(std::span<const std::uint32_t> values) {
    return (settings_.sums && refute_by_sums(values)) || (settings_.traps && refute_by_traps(values)) ||
           (settings_.pair && refute_by_pairs(values)) ||
           (groups_ && exclude_if_apart(groups_->excluding_by_known(state_), values));
  }

  bool refute(std::span<const std::uint32_t> values) {
    return (settings_.sums && refute_by_flow(values, Flow::Edges::kAll)) ||
           (settings_.sums && refute_by_flow(values, Flow::Edges::kOnTheWay)) ||
           (settings_.congruences && refute_by_congruences(values)) ||
           (settings_.order_data && refute_by_order(values, Grouping::kData)) ||
           (settings_.order && refute_by_order(values, Grouping::kRules)) || (settings_.groups > 0 && refute_by_groups(values));
  }

  // Constant sums are known from the start, and a state may break several at once.
  bool refute_by_sums(std::span<const std::uint32_t> values) {
    constexpr std::size_t kAtATime = 256;
    std::size_t found = 0;
    for (const ConstantSum& sum : sums_) {
      std::int64_t now = 0;
      for (const RegionSum::Row& row : sum.rows) now += row.weights[state_[row.component.index()].index()];
      if (now == sum.value) continue;
      exclude(ledger_.half(sum, now > sum.value ? Ledger::Half::kAtMost : Ledger::Half::kAtLeast), values);
      if (++found == kAtATime) break;
    }
    if (found == 0) return false;
    cut(values);
    return true;
  }

  // A clause from a long sum excludes few states. With the helpers of the formula fixed as in the candidate,
  // one cutting plane may exclude the whole case.
  bool cut(std::span<const std::uint32_t> values) {
    const std::size_t helpers = network_.num_components();
    if (question_.constraints.num_variables() == helpers ||
        !tried_.emplace(values.begin() + static_cast<std::ptrdiff_t>(helpers), values.end()).second)
      return false;
    std::vector<std::uint32_t> given(values.begin(), values.end());
    std::fill_n(given.begin(), helpers, kAnyValue);
    const auto sum = find_cutting_plane(network_, question_, ledger_, sums_, given, limits_);
    if (sum) exclude(*sum, values);
    return sum.has_value();
  }

  bool refute_by_traps(std::span<const std::uint32_t> values) {
    if (!traps_) traps_.emplace(network_, reach_, limits_);
    auto trap = traps_->excluding(state_);
    if (!trap) return false;
    exclude(ledger_.add(*std::move(trap)), values);
    return true;
  }

  bool refute_by_pairs(std::span<const std::uint32_t> values) {
    constexpr std::size_t kAtATime = 64;
    if (!pairs_) {
      pairs_.emplace(network_, limits_);
      is_pair_used_.resize(pairs_->all().size());
    }
    Pulse pulse(limits_);
    std::size_t found = 0;
    for (std::size_t i = 0; i < pairs_->all().size() && found < kAtATime; ++i) {
      pulse.beat();
      const auto& [first, second] = pairs_->all()[i];
      if (is_pair_used_[i] || pairs_->table(i).reaches(state_[first.index()], state_[second.index()])) continue;
      is_pair_used_[i] = true;
      ++found;
      const std::uint32_t constraint = ledger_.add(PairFact{first, second}, pairs_->table(i));
      for (std::uint32_t state = 0; state < network_.lts(first).num_states(); ++state) exclude(constraint + state, values);
    }
    return found > 0;
  }

  bool refute_by_order(std::span<const std::uint32_t> values, Grouping grouping) {
    std::optional<OrderCheck>& check = grouping == Grouping::kData ? orders_of_classes_ : orders_;
    if (!check) check.emplace(network_, grouping, limits_);
    const std::vector<ComponentId> components = check->contradiction(state_);
    if (components.empty()) return false;
    OrderFact order{.rows = {}, .classes = grouping == Grouping::kData};
    for (ComponentId component : components) order.rows.push_back({component, {state_[component.index()]}});
    exclude(ledger_.add(std::move(order)), values);
    return true;
  }

  bool refute_by_groups(std::span<const std::uint32_t> values) {
    if (!groups_) groups_.emplace(network_, settings_.groups, limits_);
    return exclude_if_apart(groups_->excluding(state_), values);
  }

  bool exclude_if_apart(std::optional<ApartFact> apart, std::span<const std::uint32_t> values) {
    if (!apart) return false;
    exclude(ledger_.add(*std::move(apart)), values);
    return true;
  }

  bool refute_by_flow(std::span<const std::uint32_t> values, Flow::Edges edges) {
    if (!flow_) flow_.emplace(network_, reach_, limits_);
    auto sum = flow_->excluding(state_, edges);
    if (!sum) return false;
    try {
      exclude(ledger_.add(*std::move(sum)), values);
    } catch (const TooLarge&) {   // the sum is too large for evidence
      return false;
    }
    return true;
  }

  bool refute_by_congruences(std::span<const std::uint32_t> values) {
    if (!congruences_) congruences_ = congruences(network_, room(), limits_);
    for (const Congruence& congruence : *congruences_) {
      std::int64_t now = 0;
      for (const Congruence::Row& row : congruence.rows) now += row.weights[state_[row.component.index()].index()];
      if (now % congruence.modulus == congruence.remainder) continue;
      exclude(ledger_.add(congruence), values);
      return true;
    }
    return false;
  }

  std::vector<std::string> survived() const {
    std::vector<std::string> names;
    if (settings_.sums) names.emplace_back("sums");
    if (settings_.traps) names.emplace_back("traps");
    if (settings_.pair) names.emplace_back("pair");
    if (settings_.congruences) names.emplace_back("congruences");
    if (settings_.order_data) names.emplace_back("order-data");
    if (settings_.order) names.emplace_back("order");
    if (settings_.groups > 0) names.emplace_back("groups");
    return names;
  }

  const Network& network_;
  const Settings& settings_;
  const Probe& probe_;
  bool was_probed_ = false;
  const Limits& limits_;
  Question question_;
  Ledger ledger_;
  LocalReach reach_;
  std::vector<ConstantSum> sums_;
  std::optional<Proposer> proposer_;
  std::optional<Traps> traps_;
  std::optional<Pairs> pairs_;
  std::vector<bool> is_pair_used_;
  std::optional<OrderCheck> orders_;
  std::optional<OrderCheck> orders_of_classes_;
  std::optional<GroupReach> groups_;
  std::optional<Flow> flow_;
  std::optional<std::vector<Congruence>> congruences_;
  std::vector<LocalState> state_;
  std::uint64_t broken_ = 0;   // number of sketches that broke a constraint
  std::uint64_t next_cut_ = 4'000;
  std::vector<std::uint32_t> by_degree_;         // variables, by number of constraints, descending
  std::set<std::vector<std::uint32_t>> tried_;   // cases of the formula, as values of the helper variables
};

}   // namespace

Finding refine(const Network& network, const Property& property, const Settings& settings, const Probe& probe,
               const Limits& limits, Statistics& statistics) try {
  Search search(network, property, settings, probe, limits);
  Finding finding = search.run();
  statistics.set(Statistic::kCandidates, static_cast<double>(search.proposals()));
  statistics.set(Statistic::kInvariants, static_cast<double>(search.num_facts()));
  return finding;
} catch (const TooLarge&) {
  return {.reason = "weights that are too large for a proof"};
}

}   // namespace parley::synchro
