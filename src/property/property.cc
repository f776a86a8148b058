#include "property/property.h"

#include <algorithm>

namespace parley {

namespace {

struct ComponentsOf {
  const Network& network;

  std::vector<ComponentId> all_components() const {
    std::vector<ComponentId> all;
    all.reserve(network.num_components());
    for (ComponentId component : network.components()) all.push_back(component);
    return all;
  }
  std::vector<ComponentId> operator()(const Deadlock&) const { return all_components(); }
  std::vector<ComponentId> operator()(const LocalDeadlock&) const { return all_components(); }
  std::vector<ComponentId> operator()(const Reach& reach) const { return reach.goal.components(); }
  std::vector<ComponentId> operator()(const Never& never) const { return never.bad.components(); }
  std::vector<ComponentId> operator()(const Safety& safety) const {
    std::vector<ComponentId> automata = safety.automata;
    std::sort(automata.begin(), automata.end());
    automata.erase(std::unique(automata.begin(), automata.end()), automata.end());
    return automata;
  }
  std::vector<ComponentId> operator()(const Undecided&) const { return {}; }
};

}   // namespace

PropertyKind kind_of(const Property& property) {
  struct KindOf {
    PropertyKind operator()(const Deadlock&) const { return PropertyKind::kDeadlock; }
    PropertyKind operator()(const LocalDeadlock&) const { return PropertyKind::kLocalDeadlock; }
    PropertyKind operator()(const Reach&) const { return PropertyKind::kReach; }
    PropertyKind operator()(const Never&) const { return PropertyKind::kNever; }
    PropertyKind operator()(const Safety&) const { return PropertyKind::kSafety; }
    PropertyKind operator()(const Undecided& undecided) const { return undecided.kind; }
  };
  return std::visit(KindOf{}, property.ask);
}

std::string_view kind_name(PropertyKind kind) {
  switch (kind) {
    case PropertyKind::kDeadlock: return "deadlock";
    case PropertyKind::kLocalDeadlock: return "local_deadlock";
    case PropertyKind::kReach: return "reach";
    case PropertyKind::kNever: return "never";
    case PropertyKind::kSafety: return "property";
    case PropertyKind::kLocal: return "local";
    case PropertyKind::kProgress: return "progress";
    case PropertyKind::kAssertion: return "assert";
  }
  return "";
}

bool trace_means_holds(PropertyKind kind) { return kind == PropertyKind::kReach; }

std::vector<ComponentId> components_of(const Network& network, const Property& property) {
  return std::visit(ComponentsOf{network}, property.ask);
}

}   // namespace parley
