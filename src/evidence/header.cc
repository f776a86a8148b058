#include "evidence/header.h"

#include <algorithm>

#include "property/print.h"

namespace parley {

EvidenceHeader make_header(const Origin& origin, const Network& network, const Property& property, Verdict verdict,
                           const Evidence& evidence) {
  EvidenceHeader header;
  header.origin = origin;
  std::sort(header.origin.definitions.begin(), header.origin.definitions.end());
  header.check_name = property.name;
  header.property_kind = kind_of(property);
  if (const auto* reach = std::get_if<Reach>(&property.ask)) header.predicate = to_text(reach->goal, network);
  if (const auto* never = std::get_if<Never>(&property.ask)) header.predicate = to_text(never->bad, network);
  if (const auto* safety = std::get_if<Safety>(&property.ask))
    for (ComponentId automaton : safety->automata) header.automata.emplace_back(network.name(automaton));
  header.verdict = verdict;
  header.kind = kind_of(evidence);
  header.components = network.num_components();
  header.total_states = network.total_states();
  header.rules = network.num_rules();
  return header;
}

}   // namespace parley
