#include "front/pnml/decompose.h"

#include "front/pnml/state_machines.h"

namespace parley {

std::vector<Part> decompose(const PetriNet& net, const Limits& limits) {
  limits.check();
  std::vector<Part> parts;
  parts.reserve(net.units.size());
  for (const PetriNet::Unit& unit : net.units) parts.push_back({.name = unit.id, .places = unit.places});
  if (!parts.empty()) return parts;
  const auto name = [&](std::uint32_t place) { return std::string(net.places.view(place)); };
  std::vector<bool> is_covered(net.num_places());
  for (std::vector<std::uint32_t>& machine : StateMachines(net, limits).run()) {
    for (std::uint32_t place : machine) is_covered[place] = true;
    std::string first = name(machine.front());
    parts.push_back({.name = std::move(first), .places = std::move(machine)});
  }
  for (std::uint32_t place = 0; place < net.num_places(); ++place)
    if (!is_covered[place]) parts.push_back({.name = name(place), .places = {place}, .is_monitored = true});
  return parts;
}

}   // namespace parley
