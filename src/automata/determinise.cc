#include <algorithm>

#include "automata/automata.h"
#include "automata/names.h"
#include "automata/subsets.h"

namespace parley::automata {

namespace {

class Determinise {
 public:
  Determinise(const Lts& lts, const Silent& silent, const Limits& limits)
      : lts_(lts), subsets_(lts, silent, limits), pulse_(limits, 256), names_(quoted_names(lts)) {}

  Lts run() {
    for (LocalLabel label : lts_.labels()) builder_.add_label(lts_.label_name(label));
    state_of(subsets_.initial());
    for (std::size_t next = 0; next < sets_.size(); ++next) expand(next);
    return std::move(builder_).build();
  }

 private:
  // Sets with an error state become one state: nothing happens after an error, so they need not be
  // distinguished.
  LocalState state_of(std::uint32_t set) {
    if (set < numbers_.size() && numbers_[set] != kNone) return LocalState(numbers_[set]);
    numbers_.resize(subsets_.size(), kNone);
    const bool error = subsets_.has_error(set);
    if (error && error_ != kNone) {
      numbers_[set] = error_;
      return LocalState(error_);
    }
    const LocalState state = builder_.add_state(name(set));
    numbers_[set] = state.value;
    sets_.push_back(set);
    if (error) {
      error_ = state.value;
      builder_.set_error(state);
    }
    return state;
  }

  void expand(std::size_t number) {
    pulse_.beat();
    const std::uint32_t set = sets_[number];
    if (number == error_) return;
    const std::size_t edges_before = builder_.num_edges();
    for (const Subsets::Step& step : subsets_.steps(set)) {
      pulse_.beat();
      builder_.add_edge(LocalState(number), step.label, state_of(step.target));
    }
    if (builder_.num_edges() == edges_before && ends_well(set)) builder_.set_terminal(LocalState(number));
  }

  // Some member is terminal, and no other member is without moves. Members that can still move silently
  // either end or diverge, which traces do not distinguish.
  bool ends_well(std::uint32_t set) const {
    bool ended = false;
    for (std::uint32_t member : subsets_.members(set)) {
      const LocalState state(member);
      if (lts_.is_terminal(state)) ended = true;
      else if (lts_.edges(state).empty()) return false;
    }
    return ended;
  }

  std::string name(std::uint32_t set) const {
    std::string text = "{";
    for (std::uint32_t member : subsets_.members(set)) {
      if (text.size() > kLongestName) return "";
      if (text.size() > 1) text += ',';
      text += names_[member];
    }
    return text + '}';
  }

  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  const Lts& lts_;
  Subsets subsets_;
  Pulse pulse_;
  std::vector<std::string> names_;
  LtsBuilder builder_;
  std::vector<std::uint32_t> numbers_;   // the state of each set, or kNone
  std::vector<std::uint32_t> sets_;      // the set of each state
  std::uint32_t error_ = kNone;
};

}   // namespace

Lts determinise(const Lts& lts, const Silent& silent, const Limits& limits) { return Determinise(lts, silent, limits).run(); }

Lts minimise(const Lts& deterministic, const Limits& limits) {
  const Lts lts = reachable_part(deterministic);
  return quotient(lts, strong_bisimulation(lts, limits), Silent(lts.num_labels(), false), limits);
}

}   // namespace parley::automata
