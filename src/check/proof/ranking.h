#pragma once

#include <map>
#include <utility>
#include <vector>

#include "base/limits.h"
#include "check/obligation.h"

namespace parley::proof {

// Checks that a ranking shows that no set of processes is ever blocked (docs/formats/evidence/invariants.md):
// a process that refuses a shared rule offers another one that was performed less often, or equally often and
// has a smaller rank. The numbers are compared by what a process knows itself: in each of its local states,
// how far each of its shared rules is ahead of the first one. This must be the same on every path to the
// state. It is computed here, not given.
//
// Costs for each process its local states times its shared rules. What does not depend on the ranks is
// computed once for all processes of a template whose labels are used in the same way.
class RankingChecker {
 public:
  RankingChecker(const Network& network, const Limits& limits) : network_(network), limits_(limits), pulse_(limits) {}

  // The ranking has one rank per rule. If there is no objection, deadlocks and local deadlocks are excluded.
  Objection objection(const Ranking& ranking);

 private:
  // How the rules use a label of a process.
  enum class Use : std::uint8_t {
    kNot,      // no rule does
    kAlone,    // rules without other participants
    kShared,   // one rule, with others
    kMixed,    // several rules, at least one of them with others
  };
  // What is known of a process without the ranks. There is one column per label of shared rules, in the order
  // of labels.
  struct Counts {
    std::vector<LocalLabel> columns;
    std::vector<LocalState> states;       // reached, no error states, and no rule without other participants is offered
    std::vector<std::int64_t> ahead;      // for each of these, column by column
    std::optional<LocalLabel> mixed;      // a label of several rules that is offered where the process can be
    std::optional<LocalState> unsteady;   // from this state an edge leads to a state that other paths reach with other counts
  };
  using Wiring = std::pair<TemplateId, std::vector<Use>>;

  Wiring wiring(ComponentId component);
  Counts count(const Wiring& wiring);
  bool follow(const Wiring& wiring, Counts& into);
  Objection objection(ComponentId component, const Counts& counts, const Ranking& ranking);
  RuleId first_by_rank(ComponentId component, LocalLabel label, const Ranking& ranking);

  const Network& network_;
  const Limits& limits_;
  Pulse pulse_;
  std::map<Wiring, Counts> counts_;
};

}   // namespace parley::proof
