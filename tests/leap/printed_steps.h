#pragma once

#include <compare>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "net/network.h"

namespace parley::printed {

// The algorithm of (Magniette, Pilard and Rozoy) as printed in section 3, for two deterministic automata:
// ConsProdSync, ConsHope, Traverse. It is wrong, as the tests show; the switches turn on one correction each.
// The code is as close to the paper as C++ allows, so that a reader can compare the two. It is not fast.
//
// An action is a rule of a network with two components: common if both take part, individual otherwise.
struct Switches {
  bool hope_when_both = false;   // (a) Definition 5: a hope also if both automata can do the action
  // (b) Traverse passes on the hopes that came with the configuration, not only the current ones.
  bool traverse_passes_old = false;
};

using Word = std::vector<RuleId>;
using Actions = std::set<RuleId>;

// Definition 2: the word of each automaton.
struct Configuration {
  Word first;
  Word second;
  friend auto operator<=>(const Configuration&, const Configuration&) = default;
};

// Definition 5. 'num' is 1 or 2, as printed.
struct Hope {
  RuleId action;
  int num = 0;
  std::size_t k = 0;
  std::size_t k2 = 0;
  friend auto operator<=>(const Hope&, const Hope&) = default;
};
using Hopes = std::set<Hope>;

// Definition 3: the states of both automata.
struct PairState {
  LocalState first;
  LocalState second;
  friend auto operator<=>(const PairState&, const PairState&) = default;
};

struct Transition {
  PairState from;
  Word step;   // the multi-transition X; for a skipped branch: SupInit, then the common action
  PairState to;
  bool is_cyclic = false;   // it led to a known state
  bool is_common = false;   // it contains a common action
};

class PrintedSteps {
 public:
  // Throws std::invalid_argument unless there are two components, both deterministic.
  explicit PrintedSteps(const Network& network, const Switches& switches = {});

  // Definitions 2 to 5, for a configuration.
  bool is_configuration(const Configuration& c) const;
  PairState state(const Configuration& c) const;
  Actions enable(const Configuration& c) const;
  std::set<Actions> co_max_sync(const Configuration& c) const;
  Hopes current_hopes(const Configuration& c) const;

  // Procedure Main. False if it took more than 'most_calls': Traverse follows paths, of which there may be
  // very many.
  bool run(std::size_t most_calls = 20'000);

  const std::map<PairState, Configuration>& nodes() const { return nodes_; }
  const std::vector<Transition>& transitions() const { return transitions_; }
  // The hopes passed to each configuration that was made.
  const std::map<Configuration, Hopes>& hopes() const { return hopes_; }
  // The configurations C_init and C_tmp of each backtrack, in order.
  struct Backtrack {
    Hope current;
    Hope old;
    Configuration init;
    Configuration before_action;
    PairState reached;
  };
  const std::vector<Backtrack>& backtracks() const { return backtracks_; }

  // For tests: from and to words of one-letter action names.
  Configuration configuration(const std::string& first, const std::string& second) const;
  RuleId action(char name) const;

 private:
  void cons_prod_sync(const Configuration& c);
  void cons_hope(const Configuration& c, const Hope& hope, const Hopes& old);
  void traverse(const Configuration& c, std::set<std::size_t> visited);
  std::optional<LocalState> after(int num, LocalState from, RuleId action) const;
  std::optional<LocalState> walk(int num, const Word& word) const;
  bool takes_part(int num, RuleId action) const;
  bool is_common(RuleId action) const { return takes_part(1, action) && takes_part(2, action); }
  Configuration concat(const Configuration& c, const Actions& step) const;
  void add(Transition transition);

  const Network& network_;
  Switches switches_;
  std::map<PairState, Configuration> nodes_;
  std::vector<Transition> transitions_;
  std::map<Configuration, Hopes> hopes_;
  std::vector<Backtrack> backtracks_;
  std::size_t calls_left_ = 0;
};

// The same hopes, propagated by a work list to a fixpoint, without the target of the last common action. A
// hope is (action, automaton, local state) at a global state, wherever it came from. This is wrong as well.
// Returns the global states that it takes for reachable.
std::set<PairState> merged_hopes(const Network& network);

}   // namespace parley::printed
