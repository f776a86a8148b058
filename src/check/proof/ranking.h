#pragma once

#include <map>
#include <utility>
#include <vector>

#include "base/limits.h"
#include "check/obligation.h"

namespace parley::proof {

// Whether a ranking shows that no set of processes is ever blocked (docs/formats/evidence/invariants.md): who
// refuses a shared rule offers one that was performed less often, or as often and has a smaller rank. How
// often is compared by what a process knows itself: in each of its local states how far ahead each of its
// shared rules is of the first one. That must be the same on every way there, and is found here, not given.
//
// Costs for each process its local states times its shared rules; what does not depend on the ranks is found
// once for all processes of a template whose labels are used in the same way.
class RankingChecker {
 public:
  RankingChecker(const Network& network, const Limits& limits) : network_(network), limits_(limits), pulse_(limits) {}

  // Of a ranking with one rank a rule. Deadlocks and local deadlocks are excluded where there is none.
  Objection objection(const Ranking& ranking);

 private:
  // How the rules use a label of a process.
  enum class Use : std::uint8_t {
    kNot,      // no rule does
    kAlone,    // rules in which nobody else takes part
    kShared,   // one rule, with others
    kMixed,    // several rules, at least one of them with others
  };
  // What can be said of a process without looking at ranks. There is a column for each label of shared rules,
  // in the order of labels.
  struct Counts {
    std::vector<LocalLabel> columns;
    std::vector<LocalState> states;    // reached, no error states, and without an offer of a rule in which nobody else takes part
    std::vector<std::int64_t> ahead;   // for each of these, column by column
    std::optional<LocalLabel> mixed;   // a label of several rules that is offered where the process can be
    std::optional<LocalState> unsteady;   // from there an edge leads where other ways have left other counts
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
