#include "engine/synchro/synchro.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "engine/synchro/concretise.h"
#include "engine/synchro/paper/paper_form.h"
#include "engine/synchro/prove/refine.h"
#include "engine/synchro/settings.h"
#include "engine/turn.h"
#include "net/state_layout.h"

namespace parley {

std::span<const OptionRow> SynchroEngine::options() const { return synchro::options(); }

std::optional<std::string> SynchroEngine::declines(const Network&, const Property& property) const {
  switch (kind_of(property)) {
    case PropertyKind::kDeadlock:
    case PropertyKind::kLocalDeadlock:
    case PropertyKind::kReach:
    case PropertyKind::kNever:
    case PropertyKind::kSafety: return std::nullopt;
    case PropertyKind::kLocal:
    case PropertyKind::kProgress:
    case PropertyKind::kAssertion: break;
  }
  return "it answers deadlock, local_deadlock, reach, never and property only";
}

// A network that does not fit into a word may have too many states to visit, so try a proof without visiting
// any.
bool SynchroEngine::comes_first(const Network& network) const { return !fits_into_a_word(network); }

namespace {

// The size of the question: one entry per template, label and state, which says whether the state offers the
// label.
std::int64_t offers_of(const Network& network) {
  std::int64_t offers = 0;
  std::vector<bool> is_counted(network.num_templates());
  for (const ComponentId component : network.components()) {
    const std::size_t of = network.template_of(component).index();
    if (is_counted[of]) continue;
    is_counted[of] = true;
    offers += static_cast<std::int64_t>(network.lts(component).num_labels() * network.lts(component).num_states());
  }
  return offers;
}

}   // namespace

// In a turn the SMT form is off: the next engine may find evidence, which the SMT form never has.
std::optional<Options> SynchroEngine::turn(const Options& options, const Network& network, unsigned round) const {
  constexpr std::int64_t kOffers = 5'000'000;
  constexpr std::int64_t kSteps = 500'000;
  constexpr std::int64_t kProposals = 2'000;
  // Building the question alone would use up the turn.
  if (offers_of(network) > kOffers * turn_growth(round)) return std::nullopt;
  return synchro::bounded(options, {.steps = kSteps * turn_growth(round), .proposals = kProposals * turn_growth(round)});
}

namespace {

using synchro::Form;
using synchro::PredicateKind;
using synchro::PredicateSet;

PredicateSet predicates(const synchro::Settings& settings) {
  PredicateSet set;
  const auto insert = [&](bool is_on, PredicateKind kind) {
    if (is_on) set.insert(kind);
  };
  insert(settings.pair, PredicateKind::kPair);
  insert(settings.order, PredicateKind::kOrder);
  insert(settings.order_data, PredicateKind::kOrderData);
  insert(settings.relation, PredicateKind::kRelation);
  insert(settings.relation_data, PredicateKind::kRelationData);
  insert(settings.difference, PredicateKind::kDifference);
  insert(settings.difference_data, PredicateKind::kDifferenceData);
  insert(settings.difference_component, PredicateKind::kDifferenceComponent);
  return set;
}

// Answers one property: the analysis first, then the search for a run to the candidate that it could not
// exclude.
class Answer {
 public:
  Answer(const Task& task, std::size_t property, const synchro::Settings& settings, Run& run)
      : network_(task.network),
        property_(task.properties[property]),
        known_candidate_(task.candidates.empty() ? std::span<const LocalState>() : task.candidates[property]),
        settings_(settings),
        run_(run),
        is_reach_(kind_of(property_) == PropertyKind::kReach) {}

  Outcome operator()() {
    std::optional<Trace> probed;
    const synchro::Probe probe = [&](std::span<const LocalState> state) {
      constexpr std::uint64_t kShare = 16;
      constexpr std::uint64_t kStepsEach = 200;   // wide networks need long walks, but linear programs take longer still
      const std::uint64_t budget =
          std::clamp<std::uint64_t>(kStepsEach * network_.num_components(), settings_.budget / kShare, settings_.budget);
      probed = synchro::concretise(network_, property_, state, budget, run_.seed, run_.limits, run_.statistics);
      return probed.has_value();
    };
    // A candidate that survived all facts in an earlier turn would survive them again.
    synchro::Finding finding = !known_candidate_.empty()
                                   ? synchro::Finding{.candidate = {known_candidate_.begin(), known_candidate_.end()}}
                               : settings_.form == Form::kLazy
                                   ? synchro::refine(network_, property_, settings_, settings_.confirm ? probe : synchro::Probe(),
                                                     run_.limits, run_.statistics)
                                   : formula(settings_.form);
    if (finding.is_reached) return reached(*std::move(probed));
    if (finding.is_proved) return excluded(std::move(finding.proof));
    Unknown unknown{
        .reason = std::move(finding.reason), .candidate = std::move(finding.candidate), .survived = std::move(finding.survived)};
    try {
      if (settings_.confirm) {
        if (auto trace = synchro::concretise(network_, property_, unknown.candidate, settings_.budget, run_.seed, run_.limits,
                                             run_.statistics))
          return reached(*std::move(trace));
        unknown.reason += ", and to which no run was found";
      }
      if (settings_.form == Form::kLazy && settings_.last_resort && is_small()) {
        synchro::Finding last = formula(Form::kSmt);
        if (last.is_proved) return excluded(std::move(last.proof));
        for (std::string& name : last.survived)
          if (std::find(unknown.survived.begin(), unknown.survived.end(), name) == unknown.survived.end())
            unknown.survived.push_back(std::move(name));
      }
    } catch (const Stopped& stopped) {   // report the candidate even so
      unknown.reason = stopped.reason();
    }
    return unknown;
  }

 private:
  Outcome excluded(Evidence evidence) const {
    if (is_reach_) return Violated{std::move(evidence)};
    return Holds{std::move(evidence)};
  }
  Outcome reached(Trace trace) const {
    if (is_reach_) return Holds{std::move(trace)};
    return Violated{std::move(trace)};
  }

  // The paper's own formulas. Their proofs cannot be checked: the verdict rests on the solver alone.
  synchro::Finding formula(Form form) const {
    const PredicateSet set = predicates(settings_);
    synchro::PaperAnswer answer = form == Form::kSat ? synchro::sat_form(network_, property_, set, run_.limits)
                                                     : synchro::smt_form(network_, property_, set, run_.limits);
    synchro::Finding finding;
    finding.is_proved = answer.is_proved;
    finding.proof = NotCertified{form == Form::kSat ? "proved by a SAT solver alone" : "proved by an SMT solver alone"};
    finding.candidate = std::move(answer.candidate);
    for (PredicateKind kind : form == Form::kSat ? synchro::sat_form_predicates() : synchro::smt_form_predicates())
      if (set.has(kind)) finding.survived.emplace_back(synchro::predicate_name(kind));
    return finding;
  }

  // The SMT form grows with the square of the number of rules per component. In a large network it could run
  // for days, so the answer stays unknown there.
  bool is_small() const {
    constexpr std::size_t kMuch = 40'000;
    std::size_t pairs = 0;
    for (ComponentId component : network_.components()) {
      const std::size_t rules = network_.rules(component).size();
      pairs += rules * rules;
      if (pairs > kMuch) return false;
    }
    return true;
  }

  const Network& network_;
  const Property& property_;
  std::span<const LocalState> known_candidate_;
  const synchro::Settings& settings_;
  Run& run_;
  bool is_reach_;
};

}   // namespace

void SynchroEngine::check(const Task& task, Run& run) const {
  const synchro::Settings settings = synchro::settings(run.options);
  for (std::size_t i = 0; i < task.properties.size(); ++i) run.answer(i, Answer(task, i, settings, run)());
}

}   // namespace parley
