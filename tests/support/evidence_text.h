#pragma once

// For tests of evidence files: a network with names that are hard to write, and a read-and-write round trip.

#include <sstream>
#include <string>

#include "evidence/read.h"
#include "evidence/write.h"

namespace parley::testing {

// Two switches, 'a' and 'b c'. Their states are Off, On "1", and one without a name; Off is also an alias of
// the first and of the last.
inline Network odd_names() {
  LtsBuilder lts;
  const LocalState off = lts.add_state("Off");
  const LocalState on = lts.add_state("On \"1\"");
  const LocalState both = lts.add_state();
  lts.add_alias(off, "Off");
  lts.add_alias(both, "Off");
  const LocalLabel turn = lts.add_label("turn");
  lts.add_edge(off, turn, on);
  lts.add_edge(on, turn, both);
  NetworkBuilder builder;
  const TemplateId id = builder.add_template(std::move(lts).build());
  const ComponentId a = builder.add_component("a", id);
  const ComponentId b = builder.add_component("b c", id);
  builder.add_rule(builder.intern_label("turn.both"), std::vector{Participant{a, turn}, Participant{b, turn}});
  builder.add_rule(builder.intern_label("tau"), std::vector{Participant{b, turn}});
  return std::move(builder).build();
}

inline std::string written(const Origin& origin, const Network& network, const Property& property, Verdict verdict,
                           const Evidence& evidence) {
  std::ostringstream out;
  write_evidence(out, make_header(origin, network, property, verdict, evidence), network, evidence, Limits());
  return out.str();
}

// Reads the file 'text' and writes it again.
inline Result<std::string> rewritten(const std::string& text, const Network& network) {
  const SourceText source("evidence", text);
  const Result<EvidenceHeader> header = read_evidence_header(source);
  if (!header) return header.diagnostics();
  const Result<Property> property = read_property(source, *header, network);
  if (!property) return property.diagnostics();
  const Result<Evidence> evidence = read_evidence_body(source, *header, network, Limits());
  if (!evidence) return evidence.diagnostics();
  return written(header->origin, network, *property, header->verdict, *evidence);
}

}   // namespace parley::testing
