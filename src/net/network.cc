#include "net/network.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

namespace parley {

namespace {

constexpr std::size_t kMostIds = std::numeric_limits<std::uint32_t>::max();

template <class T>
std::size_t heap_of(const std::vector<T>& vector) {
  return vector.capacity() * sizeof(T);
}

}   // namespace

std::optional<ComponentId> Network::find_component(std::string_view name) const {
  const std::optional<std::uint32_t> id = component_names_.find(name);
  return id ? std::optional(ComponentId(*id)) : std::nullopt;
}

std::optional<LabelId> Network::find_label(std::string_view name) const {
  const std::optional<std::uint32_t> id = label_names_.find(name);
  return id ? std::optional(LabelId(*id)) : std::nullopt;
}

std::size_t Network::bytes() const {
  std::size_t total = component_names_.bytes() + label_names_.bytes() + heap_of(template_of_) + heap_of(roles_) +
                      heap_of(rule_labels_) + heap_of(rule_begins_) + heap_of(participants_) + heap_of(slot_begins_) +
                      heap_of(use_begins_) + heap_of(uses_);
  for (const Lts& lts : templates_) total += sizeof lts + lts.bytes();
  return total;
}

TemplateId NetworkBuilder::add_template(Lts lts) {
  network_.templates_.push_back(std::move(lts));
  return TemplateId(network_.templates_.size() - 1);
}

ComponentId NetworkBuilder::add_component(std::string_view name, TemplateId of, Role role) {
  const ComponentId component(network_.template_of_.size());
  network_.component_names_.append(name);
  network_.template_of_.push_back(of);
  network_.roles_.push_back(role);
  return component;
}

LabelId NetworkBuilder::add_label(std::string_view name) {
  labels_were_added_ = true;
  return LabelId(network_.label_names_.append(name));
}

void NetworkBuilder::unite_equal_labels() {
  if (!labels_were_added_ || network_.label_names_.index()) return;
  NameTable distinct;
  std::vector<LabelId> now(network_.num_labels());
  for (std::uint32_t id = 0; id < now.size(); ++id) now[id] = LabelId(distinct.intern(network_.label_names_.view(id)));
  for (LabelId& label : network_.rule_labels_) label = now[label.index()];
  network_.label_names_ = std::move(distinct);
}

RuleId NetworkBuilder::add_rule(LabelId label, std::span<const Participant> participants) {
  const RuleId rule(network_.rule_labels_.size());
  network_.rule_labels_.push_back(label);
  const std::size_t first = network_.participants_.size();
  network_.participants_.insert(network_.participants_.end(), participants.begin(), participants.end());
  std::sort(network_.participants_.begin() + static_cast<std::ptrdiff_t>(first), network_.participants_.end());
  network_.rule_begins_.push_back(static_cast<std::uint32_t>(network_.participants_.size()));
  return rule;
}

void NetworkBuilder::reserve(std::size_t components, std::size_t rules, std::size_t participants) {
  network_.template_of_.reserve(components);
  network_.roles_.reserve(components);
  network_.rule_labels_.reserve(rules);
  network_.rule_begins_.reserve(rules + 1);
  network_.participants_.reserve(participants);
}

Network NetworkBuilder::build() && {
  Network& net = network_;
  if (net.num_components() == 0) throw std::invalid_argument("a network needs a component");
  if (!net.component_names_.index()) throw std::invalid_argument("two components have one name");
  if (net.participants_.size() >= kMostIds) throw std::invalid_argument("more than 2^32 participants");

  // One slot per label of each component.
  std::size_t slots = 0;
  net.slot_begins_.resize(net.num_components() + 1);
  for (ComponentId component : net.components()) {
    if (net.template_of(component).index() >= net.num_templates()) throw std::invalid_argument("a template that does not exist");
    net.slot_begins_[component.index()] = static_cast<std::uint32_t>(slots);
    slots += net.lts(component).num_labels();
    net.total_states_ += net.lts(component).num_states();
  }
  if (slots >= kMostIds) throw std::invalid_argument("more than 2^32 labels of components");
  net.slot_begins_.back() = static_cast<std::uint32_t>(slots);

  // Counting sort: the rules of each slot come out in ascending order.
  net.use_begins_.assign(slots + 1, 0);
  bool all_can_end = true;
  for (RuleId rule : net.rules()) {
    if (net.label(rule).index() >= net.num_labels()) throw std::invalid_argument("a rule with a label that does not exist");
    bool has_process = false;
    bool can_end = false;
    const Participant* before = nullptr;
    for (const Participant& p : net.participants(rule)) {
      if (p.component.index() >= net.num_components() || p.label.index() >= net.lts(p.component).num_labels())
        throw std::invalid_argument(fmt::format("rule {} names a component or label that does not exist", rule.value));
      if (before != nullptr && before->component == p.component)
        throw std::invalid_argument(fmt::format("rule {} names component '{}' twice", rule.value, net.name(p.component)));
      if (!net.is_observer(p.component)) {
        has_process = true;
        can_end = can_end || net.lts(p.component).has_terminal();
      }
      ++net.use_begins_[net.slot_begins_[p.component.index()] + p.label.index() + 1];
      before = &p;
    }
    if (!has_process) throw std::invalid_argument(fmt::format("rule {} has no participant but observers", rule.value));
    all_can_end = all_can_end && can_end;
  }
  for (std::size_t slot = 0; slot < slots; ++slot) net.use_begins_[slot + 1] += net.use_begins_[slot];
  net.uses_.resize(net.participants_.size());
  std::vector<std::uint32_t> next(net.use_begins_.begin(), net.use_begins_.end() - 1);
  for (RuleId rule : net.rules())
    for (const Participant& p : net.participants(rule))
      net.uses_[next[net.slot_begins_[p.component.index()] + p.label.index()]++] = rule;

  bool some_can_end = false;
  for (ComponentId component : net.components()) {
    const Lts& lts = net.lts(component);
    if (!net.is_observer(component)) {
      some_can_end = some_can_end || lts.has_terminal();
      continue;
    }
    for (LocalLabel label : lts.labels()) {
      if (net.rules(component, label).empty()) continue;
      for (LocalState state : lts.states())
        if (!lts.is_error(state) && !lts.offers(state, label))
          throw std::invalid_argument(fmt::format("observer '{}' refuses '{}' in state '{}'", net.name(component),
                                                  lts.label_name(label), lts.state_name(state)));
    }
  }
  net.can_terminate_ = some_can_end && all_can_end;

  unite_equal_labels();
  net.component_names_.shrink_to_fit();
  net.label_names_.shrink_to_fit();
  net.participants_.shrink_to_fit();
  return std::move(network_);
}

}   // namespace parley
