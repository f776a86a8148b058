#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/name_table.h"
#include "net/lts.h"

namespace parley {

using ComponentId = Id<struct ComponentTag>;
using TemplateId = Id<struct TemplateTag>;
using RuleId = Id<struct RuleTag>;
using LabelId = Id<struct LabelTag>;   // a label that the network performs

// The name of the label that is invisible from outside. Several rules may perform it.
inline constexpr std::string_view kTau = "tau";

// One component's part in a rule.
struct Participant {
  ComponentId component;
  LocalLabel label;   // of the component's template
  friend auto operator<=>(const Participant&, const Participant&) = default;
};

enum class Role : std::uint8_t {
  kProcess,    // takes part and can refuse
  kObserver,   // only watches: a property automaton, which offers each of its labels in every state but an error state
};

// A network of components that synchronise by rules. Every front end produces it and every engine reads it.
// docs/formats/network.md defines its meaning and is normative.
//
// A rule names its participants and the label that the network performs. It can fire when each participant
// offers its label; then all participants move at once and all other components keep their states. There are
// no other moves.
//
// Immutable, validated by NetworkBuilder::build(), indexed in both directions in linear space. Components
// share templates: a million philosophers are one Lts and a million rows here. Cost: about 16 bytes per
// component, 8 per label of a component, 8 per rule, 12 per participant, and the names.
class Network {
 public:
  std::size_t num_components() const { return template_of_.size(); }
  std::size_t num_templates() const { return templates_.size(); }
  std::size_t num_rules() const { return rule_labels_.size(); }
  std::size_t num_labels() const { return label_names_.size(); }
  IdRange<ComponentId> components() const { return IdRange<ComponentId>(num_components()); }
  IdRange<TemplateId> templates() const { return IdRange<TemplateId>(num_templates()); }
  IdRange<RuleId> rules() const { return IdRange<RuleId>(num_rules()); }

  const Lts& lts(TemplateId id) const { return templates_[id.index()]; }
  const Lts& lts(ComponentId component) const { return lts(template_of(component)); }
  TemplateId template_of(ComponentId component) const { return template_of_[component.index()]; }
  bool is_observer(ComponentId component) const { return roles_[component.index()] == Role::kObserver; }
  std::string_view name(ComponentId component) const { return component_names_.view(component.value); }
  std::string_view label_name(LabelId label) const { return label_names_.view(label.value); }
  std::optional<ComponentId> find_component(std::string_view name) const;
  std::optional<LabelId> find_label(std::string_view name) const;

  LabelId label(RuleId rule) const { return rule_labels_[rule.index()]; }
  std::string_view label_name(RuleId rule) const { return label_name(label(rule)); }
  std::span<const Participant> participants(RuleId rule) const {   // ascending by component; at least one
    return std::span(participants_)
        .subspan(rule_begins_[rule.index()], rule_begins_[rule.index() + 1] - rule_begins_[rule.index()]);
  }

  // The rules that use 'label' of 'component', ascending.
  std::span<const RuleId> rules(ComponentId component, LocalLabel label) const {
    return slots(slot_begins_[component.index()] + label.index(), slot_begins_[component.index()] + label.index() + 1);
  }
  // The rules that name 'component', grouped by its label.
  std::span<const RuleId> rules(ComponentId component) const {
    return slots(slot_begins_[component.index()], slot_begins_[component.index() + 1]);
  }

  // Whether the network has terminated states at all: some process has terminal states, and every rule names
  // a process that has some. A state is then terminated if all processes that have terminal states are in
  // one.
  bool can_terminate() const { return can_terminate_; }

  std::size_t total_states() const { return total_states_; }   // the sum over the components
  std::size_t num_participants() const { return participants_.size(); }
  std::size_t bytes() const;   // heap in use

 private:
  friend class NetworkBuilder;
  std::span<const RuleId> slots(std::size_t first, std::size_t last) const {
    return std::span(uses_).subspan(use_begins_[first], use_begins_[last] - use_begins_[first]);
  }

  std::vector<Lts> templates_;
  std::vector<TemplateId> template_of_;
  std::vector<Role> roles_;
  NameTable component_names_;
  NameTable label_names_;
  std::vector<LabelId> rule_labels_;
  std::vector<std::uint32_t> rule_begins_{0};
  std::vector<Participant> participants_;
  std::vector<std::uint32_t> slot_begins_{0};   // component -> its first slot; a slot is one label of one component
  std::vector<std::uint32_t> use_begins_{0};    // slot -> its first rule in uses_
  std::vector<RuleId> uses_;
  bool can_terminate_ = false;
  std::size_t total_states_ = 0;
};

// Collects the parts of a network, then validates them and makes the immutable Network.
class NetworkBuilder {
 public:
  TemplateId add_template(Lts lts);
  ComponentId add_component(std::string_view name, TemplateId of, Role role = Role::kProcess);
  LabelId intern_label(std::string_view name) { return LabelId(network_.label_names_.intern(name)); }
  // Like intern_label(), but does not check whether the name is new. For millions of labels, most of which
  // are new; build() unites equal ones.
  LabelId add_label(std::string_view name);
  // Participants in any order, but no component twice.
  RuleId add_rule(LabelId label, std::span<const Participant> participants);
  void reserve(std::size_t components, std::size_t rules, std::size_t participants);

  const Lts& lts(TemplateId id) const { return network_.templates_[id.index()]; }
  std::size_t num_components() const { return network_.template_of_.size(); }
  std::size_t num_rules() const { return network_.rule_labels_.size(); }

  // Throws std::invalid_argument unless: there is a component; component names are distinct; every rule has
  // at least one participant that is not an observer, names no component twice and uses labels of the
  // templates; every observer offers each label that a rule uses in every state but its error states. Front
  // ends report such errors in the user's words before they get here. O(size of the network).
  Network build() &&;

 private:
  void unite_equal_labels();

  Network network_;
  bool labels_were_added_ = false;   // some labels were added without a look-up
};

}   // namespace parley
