#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/limits.h"
#include "net/network.h"

namespace parley::leap {

// What components can do on their own, by rules that name nobody else (local rules), and what that makes of
// the others (shared rules).
//
// The reach of a state are the states that local rules lead to from it, error states left out. Two states are
// alike if each is in the reach of the other; the one with the smallest number stands for all of them. A leap
// of a component: from a state to one that a shared rule enters from somewhere in its reach. The states
// between which a component leaps are its *nodes*: few, where it does much by itself.
//
// Components with the same template and the same use of its labels are of one kind, and everything is kept
// once a kind. Memory: the reach of every node, which may be quadratic in the states of a template; so
// whoever asks says how much work it is worth.
class LocalParts {
 public:
  static constexpr std::uint32_t kNone = 0xffff'ffff;

  // How a kind's component may be used by rules.
  enum Use : std::uint8_t { kUnused = 0, kLocal = 1, kShared = 2 };

  // A state in which a component has come to rest: no local rule can move it.
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
    LocalState like(LocalState state) const { return like_[state.index()]; }   // which stands for it
    std::uint32_t initial() const { return initial_; }                         // a node

    std::span<const LocalState> reach(std::size_t node) const {
      return part(reach_, reach_begins_, node);
    }   // ascending; of an error state: nothing
    // The leaps from a node, by label, then node entered; without those to nodes that lie in the reach of
    // another one that the same label enters. Error states are always there, also those that labels of local
    // rules enter.
    struct Leap {
      LocalLabel label;
      std::uint32_t node = 0;
      bool is_local = false;   // by a local rule, into an error state
    };
    std::span<const Leap> leaps(std::size_t node) const { return part(leaps_, leap_begins_, node); }

    // The states of the reach at rest, as far as they matter: of those that offer the same labels one, a
    // terminal one only where no other offers as little, and none that offers more than another. So whoever
    // looks for a state in which as little as possible can happen needs no others.
    std::span<const Rest> rests(std::size_t node) const { return part(rests_, rest_begins_, node); }
    std::span<const LocalLabel> offers(const Rest& rest) const {
      return std::span(offers_).subspan(rest.first_offer, rest.num_offers);
    }
    // Whether coming to rest loses nothing: every state at rest in the reach offers whatever some state of
    // the reach offers, and no local rule leads from the reach into an error, unless there is no rest at all.
    bool is_settled(std::size_t node) const { return settled_[node] != 0; }

    bool is_trivial() const { return is_trivial_; }   // every reach is a single state
    // Whether local rules of its components count as shared ones, with one participant: where one state
    // reaches many that offer much, leaps would be far more than steps.
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
    std::uint64_t most_work = 100'000'000;   // about so many steps
    std::uint64_t free_leaps = 256;          // so many leaps of a component are never too many
    std::uint64_t most_growth = 4;           // nor so many more for each edge; beyond that, it is a stepper
  };
  // Nothing if it would take more work than it may. No component is initially in an error state. Throws
  // Stopped.
  static std::optional<LocalParts> find(const Network& network, const Settings& settings, const Limits& limits);

  std::span<const Kind> kinds() const { return kinds_; }
  std::uint32_t kind_number(ComponentId component) const { return kind_of_[component.index()]; }
  const Kind& kind(ComponentId component) const { return kinds_[kind_of_[component.index()]]; }
  bool is_trivial() const;   // leaps are steps
  // Whether a rule is part of what its one participant does on its own.
  bool is_local(const Network& network, RuleId rule) const {
    const std::span<const Participant> participants = network.participants(rule);
    return participants.size() == 1 && !kind(participants[0].component).is_stepper();
  }
  bool is_settled() const;   // every node of every component is

 private:
  LocalParts() = default;
  std::vector<Kind> kinds_;
  std::vector<std::uint32_t> kind_of_;   // by component
};

// Nothing also where a component starts in an error state: then nothing ever happens.
std::optional<LocalParts> find_local_parts(const Network& network, const LocalParts::Settings& settings, const Limits& limits);

}   // namespace parley::leap
