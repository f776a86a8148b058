// From a net to a network. docs/formats/pnml.md defines the result.
//
// decompose() divides the places into parts. Each part becomes a component with a state per place, a state
// 'idle' if it can be without a token, and an error state 'twice' if it is monitored. Each transition becomes
// a rule. Its participants are the parts with a place in its preset or postset; a Share says what the
// transition does to one part. find_transitions() first finds the transitions that can never fire: their rule
// exists, but their label has no edges.
#include "front/pnml/translate.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include <fmt/format.h>

#include "front/pnml/decompose.h"

namespace parley {

namespace {

constexpr std::uint32_t kAbsent = std::numeric_limits<std::uint32_t>::max();

// The bytes that a share takes until the network is built: a label with its name, edges, a participant.
constexpr std::size_t kShareBytes = 160;

// 'wanted', with a number after it if 'taken' contains it.
std::string fresh(std::string_view wanted, const NameTable& taken) {
  std::string name(wanted);
  for (std::size_t number = 1; taken.find(name); ++number) name = fmt::format("{}.{}", wanted, number);
  return name;
}

// The effect of a transition on one part.
struct Share {
  std::uint32_t part = 0;
  std::uint32_t takes = 0;        // the number of its places in the preset
  std::uint32_t gives = 0;        // the number of its places in the postset
  std::uint32_t from = kAbsent;   // the last of its places in the preset
  std::uint32_t to = kAbsent;     // the last of its places in the postset
};

class NetTranslation {
 public:
  NetTranslation(const PetriNet& net, const Limits& limits)
      : net_(net),
        limits_(limits),
        pulse_(limits),
        parts_(decompose(net, limits)),
        part_of_(net.num_places()),
        builders_(parts_.size()),
        shares_of_(parts_.size(), kAbsent) {
    for (std::uint32_t part = 0; part < parts_.size(); ++part)
      for (std::uint32_t place : parts_[part].places) part_of_[place] = part;
  }

  PetriNetwork run() && {
    limits_.expect((net_.presets.total() + net_.postsets.total() + net_.num_transitions()) * kShareBytes);
    find_transitions();
    add_states();
    add_components();
    for (std::uint32_t transition = 0; transition < net_.num_transitions(); ++transition) add_rule(transition);
    finish_templates();
    return std::move(result_);
  }

 private:
  struct Machine {
    LtsBuilder lts;
    LocalState idle;
    LocalState error;
    bool has_idle = false;
  };

  // The shares of a transition, ascending by part, one per part.
  const std::vector<Share>& shares(std::uint32_t transition) {
    pulse_.beat();
    shares_.clear();
    const auto share = [&](std::uint32_t place) -> Share& {
      std::uint32_t& at = shares_of_[part_of_[place]];
      if (at == kAbsent) {
        at = static_cast<std::uint32_t>(shares_.size());
        shares_.push_back({.part = part_of_[place]});
      }
      return shares_[at];
    };
    for (std::uint32_t place : net_.pre(transition)) {
      Share& its = share(place);
      ++its.takes;
      its.from = place;
    }
    for (std::uint32_t place : net_.post(transition)) {
      Share& its = share(place);
      ++its.gives;
      its.to = place;
    }
    for (const Share& its : shares_) shares_of_[its.part] = kAbsent;
    std::ranges::sort(shares_, {}, &Share::part);
    return shares_;
  }

  // A part never has two tokens, so a transition that needs or makes two in one part never fires. A part that
  // has a token and never loses it refuses every transition that would give it one.
  void find_transitions() {
    can_fire_.assign(net_.num_transitions(), true);
    std::vector<bool> can_be_empty(parts_.size());
    for (std::uint32_t part = 0; part < parts_.size(); ++part)
      can_be_empty[part] = std::ranges::none_of(parts_[part].places, [&](std::uint32_t place) { return net_.is_marked[place]; });
    for (std::uint32_t transition = 0; transition < net_.num_transitions(); ++transition)
      for (const Share& share : shares(transition))
        if (share.takes > 1 || share.gives > 1) can_fire_[transition] = false;
    for (std::uint32_t transition = 0; transition < net_.num_transitions(); ++transition)
      for (const Share& share : shares(transition))
        if (can_fire_[transition] && share.gives < share.takes) can_be_empty[share.part] = true;
    for (std::uint32_t transition = 0; transition < net_.num_transitions(); ++transition)
      for (const Share& share : shares(transition))
        if (share.takes < share.gives && !can_be_empty[share.part] && !parts_[share.part].is_monitored)
          can_fire_[transition] = false;
    can_be_empty_ = std::move(can_be_empty);
  }

  void add_states() {
    const std::string idle = fresh("idle", net_.places);
    const std::string error = fresh("twice", net_.places);
    state_of_.resize(net_.num_places());
    for (std::uint32_t part = 0; part < parts_.size(); ++part) {
      Machine& machine = builders_[part];
      for (std::uint32_t place : parts_[part].places) {
        pulse_.beat();
        state_of_[place] = machine.lts.add_state(std::string(net_.places.view(place)));
        if (net_.is_marked[place]) machine.lts.set_initial(state_of_[place]);
      }
      machine.has_idle = can_be_empty_[part];
      if (machine.has_idle) {
        machine.idle = machine.lts.add_state(idle);
        if (std::ranges::none_of(parts_[part].places, [&](std::uint32_t place) { return net_.is_marked[place]; }))
          machine.lts.set_initial(machine.idle);
      }
      if (!parts_[part].is_monitored) continue;
      machine.error = machine.lts.add_state(error);
      machine.lts.set_error(machine.error);
    }
  }

  void add_components() {
    for (std::uint32_t part = 0; part < parts_.size(); ++part) {
      component_names_.intern(parts_[part].name);
      if (parts_[part].is_monitored) result_.monitors.emplace_back(std::size_t{part});
    }
    for (std::uint32_t place = 0; place < net_.num_places(); ++place)
      result_.marked.push_back({.component = ComponentId(std::size_t{part_of_[place]}), .states = {state_of_[place]}});
  }

  void add_rule(std::uint32_t transition) {
    const std::string name(net_.transitions.view(transition));
    std::vector<Participant> participants;
    for (const Share& share : shares(transition)) {
      Machine& machine = builders_[share.part];
      const LocalLabel label = machine.lts.add_label(name);
      participants.push_back({ComponentId(std::size_t{share.part}), label});
      if (can_fire_[transition]) add_edges(machine, label, share);
    }
    if (participants.empty()) participants.push_back(add_alone(name));
    rules_.push_back({.label = network_.add_label(name), .participants = std::move(participants)});
    result_.rules.push_back(can_fire_[transition] ? std::optional(RuleId(std::size_t{transition})) : std::nullopt);
  }

  void add_edges(Machine& machine, LocalLabel label, const Share& share) {
    if (share.takes > 0) {
      assert(share.gives > 0 || machine.has_idle);
      machine.lts.add_edge(state_of_[share.from], label, share.gives > 0 ? state_of_[share.to] : machine.idle);
      return;
    }
    if (machine.has_idle) machine.lts.add_edge(machine.idle, label, state_of_[share.to]);
    if (parts_[share.part].is_monitored) machine.lts.add_edge(state_of_[share.to], label, machine.error);
  }

  // A transition without places can always fire. It gets its own component, because a rule needs a
  // participant.
  Participant add_alone(const std::string& name) {
    Machine machine;
    const LocalState state = machine.lts.add_state("idle");
    const LocalLabel label = machine.lts.add_label(name);
    machine.lts.add_edge(state, label, state);
    builders_.push_back(std::move(machine));
    component_names_.intern(fresh(name, component_names_));
    return {ComponentId(builders_.size() - 1), label};
  }

  void finish_templates() {
    for (std::uint32_t at = 0; at < builders_.size(); ++at) {
      limits_.check();
      network_.add_component(component_names_.view(at), network_.add_template(std::move(builders_[at].lts).build()));
    }
    for (const Rule& rule : rules_) network_.add_rule(rule.label, rule.participants);
    result_.network = std::move(network_).build();
  }

  struct Rule {
    LabelId label;
    std::vector<Participant> participants;
  };

  const PetriNet& net_;
  const Limits& limits_;
  Pulse pulse_;
  std::vector<Part> parts_;
  std::vector<std::uint32_t> part_of_;   // by place
  std::vector<LocalState> state_of_;
  std::vector<Machine> builders_;   // by part, followed by the transitions without places
  NameTable component_names_;
  std::vector<bool> can_fire_;
  std::vector<bool> can_be_empty_;   // by part
  std::vector<Rule> rules_;
  NetworkBuilder network_;
  PetriNetwork result_;

  std::vector<Share> shares_;
  std::vector<std::uint32_t> shares_of_;   // by part: its index in shares_, while shares() runs
};

}   // namespace

PetriNetwork translate(const PetriNet& net, const Limits& limits) { return NetTranslation(net, limits).run(); }

}   // namespace parley
