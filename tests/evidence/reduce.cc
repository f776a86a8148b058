#include "reduce.h"

#include <algorithm>
#include <limits>
#include <map>

#include "naive.h"

namespace parley::evidence_ring {

namespace {

class Reduction {
 public:
  Reduction(Dice& dice, const Network& network, const Property& property, PutOffBy steps)
      : dice_(dice),
        network_(network),
        property_(property),
        steps_(steps),
        naive_(network),
        all_((1U << network.num_components()) - 1),
        puts_off_(kind_of(property) == PropertyKind::kLocalDeadlock ||
                  (kind_of(property) != PropertyKind::kDeadlock && dice.chance(50))) {}

  PlainReduced run() {
    add(naive_.initial());
    expand();
    if (puts_off_) rank();
    return std::move(set_);
  }

 private:
  void add(const Locals& state) {
    if (!index_.emplace(state, set_.rows.size()).second) return;
    set_.rows.push_back(state);
    set_.supports.push_back(support(state));
  }

  void expand() {
    for (; expanded_ < set_.rows.size(); ++expanded_) fire(expanded_);
  }

  void fire(std::size_t row) {
    const Locals from = set_.rows[row];
    for (const Naive::Transition& transition : naive_.transitions(from))
      if ((naive_.participants(transition.rule) & ~set_.supports[row]) == 0) add(transition.to);
  }

  unsigned support(const Locals& state) {
    const PropertyKind kind = kind_of(property_);
    const bool errors_matter = kind != PropertyKind::kDeadlock && kind != PropertyKind::kSafety;
    if (naive_.in_error(state)) return static_cast<unsigned>(dice_.below(all_ + 1));   // nobody reads it
    if ((errors_matter && naive_.may_err()) || dice_.chance(10)) return all_;
    return grown(seed(state), state);
  }

  // Some components that the property needs; or, where it is put off, those of any rule.
  unsigned seed(const Locals& state) {
    const std::vector<Naive::Transition> transitions = naive_.transitions(state);
    const unsigned any = transitions.empty() ? 0 : naive_.participants(transitions[dice_.below(transitions.size())].rule);
    return kind_of(property_) == PropertyKind::kDeadlock || (puts_off_ && any != 0) ? any : firm_seed(state);
  }
  unsigned firm_seed(const Locals& state) {
    unsigned seed = 0;
    while (seed < all_ && (!naive_.is_firm(property_, state, seed) || naive_.is_bad(property_, state)))
      seed |= static_cast<unsigned>(1U << dice_.below(network_.num_components()));
    return seed;
  }

  // Whoever is needed by a rule that nobody inside refuses comes in: one who refuses it will do, else all.
  unsigned grown(unsigned support, const Locals& state) {
    for (bool changed = true; changed;) {
      changed = false;
      for (RuleId rule : network_.rules()) {
        const unsigned outside = naive_.participants(rule) & ~support;
        if (outside == 0 || !naive_.is_willing(rule, state, support)) continue;
        std::vector<unsigned> refusers;
        for (ComponentId component : network_.components())
          if ((outside >> component.index() & 1U) != 0 && !naive_.is_willing(rule, state, 1U << component.index()))
            refusers.push_back(1U << component.index());
        support |= refusers.empty() ? outside : refusers[dice_.below(refusers.size())];
        changed = true;
      }
    }
    return support;
  }

  // How far it is, by quiet steps, to a row that is firm; where there is none, one is made firm.
  void rank() {
    constexpr std::uint32_t kFar = std::numeric_limits<std::uint32_t>::max();
    for (;;) {
      set_.ranks.assign(set_.rows.size(), kFar);
      for (std::size_t row = 0; row < set_.rows.size(); ++row)
        if (naive_.is_firm(property_, set_.rows[row], set_.supports[row])) set_.ranks[row] = 0;
      for (std::uint32_t distance = 0; distance < set_.rows.size(); ++distance)
        for (std::size_t row = 0; row < set_.rows.size(); ++row)
          if (set_.ranks[row] == kFar && leads_to(row, distance)) set_.ranks[row] = distance + 1;
      const auto far = std::find(set_.ranks.begin(), set_.ranks.end(), kFar);
      if (far == set_.ranks.end()) return;
      const auto row = static_cast<std::size_t>(far - set_.ranks.begin());
      set_.supports[row] = grown(set_.supports[row] | firm_seed(set_.rows[row]), set_.rows[row]);
      fire(row);
      expand();
    }
  }

  bool leads_to(std::size_t row, std::uint32_t distance) const {
    for (const Naive::Transition& transition : naive_.transitions(set_.rows[row]))
      if ((naive_.participants(transition.rule) & ~set_.supports[row]) == 0 && set_.ranks[index_.at(transition.to)] == distance &&
          (steps_ == PutOffBy::kAny || naive_.is_invisible(property_, set_.rows[row], transition.to)))
        return true;
    return false;
  }

  Dice& dice_;
  const Network& network_;
  const Property& property_;
  PutOffBy steps_;
  Naive naive_;
  unsigned all_;
  bool puts_off_;   // some supports do not decide the property
  std::size_t expanded_ = 0;
  PlainReduced set_;
  std::map<Locals, std::size_t> index_;
};

}   // namespace

OwnedClaim reduce(Dice& dice, const Network& network, const Property& property, PutOffBy steps) {
  return {.property = property,
          .verdict = kind_of(property) == PropertyKind::kReach ? Verdict::kViolated : Verdict::kHolds,
          .evidence = Reduction(dice, network, property, steps).run()};
}

}   // namespace parley::evidence_ring
