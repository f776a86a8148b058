#include "front/pnml/decompose.h"

namespace parley {

std::vector<Part> decompose(const PetriNet& net, const Limits& limits) {
  limits.check();
  std::vector<Part> parts;
  for (const PetriNet::Unit& unit : net.units) parts.push_back({.name = unit.id, .places = unit.places});
  if (!parts.empty()) return parts;
  for (std::uint32_t place = 0; place < net.num_places(); ++place)
    parts.push_back({.name = std::string(net.places.view(place)), .places = {place}, .is_monitored = true});
  return parts;
}

}  // namespace parley
