#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/limits.h"
#include "net/network.h"

namespace parley::leap {

// What components can do on their own by *local* rules, which have one participant, and how they take part in
// all other rules, the *shared* ones.
//
// The reach of a state are the states that local rules lead to from it, without error states. Two states are
// alike if each is in the reach of the other; the one with the smallest number represents them. A leap of a
// component goes from a state to one that a shared rule enters from some state of its reach. The states
// between which a component leaps are its *nodes*. They are few if it does much on its own.
//
// Components with the same template and the same use of its labels are of one kind, and everything is stored
// once per kind. The reaches of all nodes may be quadratic in the states of a template, so the caller sets a
// limit on the work.
class LocalParts {
 public:
  static constexpr std::uint32_t kNone = 0xffff'ffff;

  // How rules use a label of a kind.
  enum Use : std::uint8_t { kUnused = 0, kLocal = 1, kShared = 2 };

  // A state in which a component is at rest: it has no local steps.
  struct Rest {
    LocalState state;
    bool is_terminal = false;
    std::uint32_t first_offer = 0;   // the labels of shared rules that it offers, ascending
    std::uint32_t num_offers = 0;
  };

  class Kind {
   public:
    TemplateId lts() const { return template_; }
    Use use(LocalLabel label) const { return static_cast<Use>(uses_[label.index()]); }
    bool is_local(LocalLabel label) const { return (uses_[label.index()] & kLocal) != 0; }
    bool is_shared(LocalLabel label) const { return (uses_[label.index()] & kShared) != 0; }

    std::size_t num_nodes() const { return nodes_.size(); }
    LocalState state_of(std::size_t node) const { return nodes_[node]; }   // ascending
    std::uint32_t node_of(LocalState state) const {
      return node_of_[like_[state.index()].index()];
    }                                                                          // kNone if none stands for it
    LocalState like(LocalState state) const { return like_[state.index()]; }   // its representative
    std::uint32_t initial() const { return initial_; }                         // the node of the initial state

    std::span<const LocalState> reach(std::size_t node) const {
      return part(reach_, reach_begins_, node);
    }   // ascending; of an error state: nothing
    // The leaps from a node, ordered by label, then by the node entered. A target that lies in the reach of
    // another target of the same label is left out. Error states are always listed, also those that local
    // rules enter.
    struct Leap {
      LocalLabel label;
      std::uint32_t node = 0;
      bool is_local = false;   // a local rule enters an error state
    };
    std::span<const Leap> leaps(std::size_t node) const { return part(leaps_, leap_begins_, node); }

    // The states of the reach at rest, as far as they matter to a search for a state in which as little as
    // possible is enabled. No two offer the same labels, and none offers more than another. A terminal state
    // is listed only if no other state offers as little.
    std::span<const Rest> rests(std::size_t node) const { return part(rests_, rest_begins_, node); }
    std::span<const LocalLabel> offers(const Rest& rest) const {
      return std::span(offers_).subspan(rest.first_offer, rest.num_offers);
    }
    // Whether coming to rest loses nothing. Every state at rest in the reach must offer whatever some state
    // of the reach offers, and no local rule may lead from the reach into an error state. Or there is no
    // state at rest.
    bool is_settled(std::size_t node) const { return settled_[node] != 0; }

    bool is_trivial() const { return is_trivial_; }   // every reach has one state
    // Whether local rules of its components count as shared rules with one participant. Used if one state
    // reaches many states that offer many labels: there would be far more leaps than steps.
    bool is_stepper() const { return is_stepper_; }

   private:
    friend class LocalParts;
    friend class KindBuilder;
    template <class T>
    static std::span<const T> part(const std::vector<T>& all, const std::vector<std::uint32_t>& begins, std::size_t node) {
      return std::span(all).subspan(begins[node], begins[node + 1] - begins[node]);
    }
    TemplateId template_;
    std::vector<std::uint8_t> uses_;   // by label
    std::vector<LocalState> like_;     // by state
    std::vector<LocalState> nodes_;
    std::vector<std::uint32_t> node_of_;   // by state
    std::uint32_t initial_ = 0;
    std::vector<LocalState> reach_;
    std::vector<std::uint32_t> reach_begins_{0};
    std::vector<Leap> leaps_;
    std::vector<std::uint32_t> leap_begins_{0};
    std::vector<Rest> rests_;
    std::vector<std::uint32_t> rest_begins_{0};
    std::vector<LocalLabel> offers_;
    std::vector<std::uint8_t> settled_;
    bool is_trivial_ = true;
    bool is_stepper_ = false;
  };

  struct Settings {
    std::uint64_t most_work = 100'000'000;   // in steps, approximately
    std::uint64_t free_leaps = 256;          // leaps of a component that are always allowed
    std::uint64_t most_growth = 4;           // further leaps allowed per edge; beyond that, it is a stepper
  };
  // Nothing if it would take more than most_work. No component may start in an error state. Throws Stopped.
  static std::optional<LocalParts> find(const Network& network, const Settings& settings, const Limits& limits);

  std::span<const Kind> kinds() const { return kinds_; }
  std::uint32_t kind_number(ComponentId component) const { return kind_of_[component.index()]; }
  const Kind& kind(ComponentId component) const { return kinds_[kind_of_[component.index()]]; }
  bool is_trivial() const;   // every leap is a step
  // Whether a rule belongs to what its only participant does on its own.
  bool is_local(const Network& network, RuleId rule) const {
    const std::span<const Participant> participants = network.participants(rule);
    return participants.size() == 1 && !kind(participants[0].component).is_stepper();
  }
  bool is_settled() const;   // is_settled() holds for every node of every component

 private:
  LocalParts() = default;
  std::vector<Kind> kinds_;
  std::vector<std::uint32_t> kind_of_;   // by component
};

// As LocalParts::find(), but also nothing if a component starts in an error state: then nothing can happen.
std::optional<LocalParts> find_local_parts(const Network& network, const LocalParts::Settings& settings, const Limits& limits);

}   // namespace parley::leap
