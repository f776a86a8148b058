// Any bytes as an evidence file for one small network: they are refused with located errors, or read and write back to a file that
// reads and writes to itself.
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <sstream>

#include "evidence/read.h"
#include "evidence/write.h"

using namespace parley;

namespace {

Network small_network() {
  LtsBuilder lts;
  const LocalState a = lts.add_state("A");
  const LocalState b = lts.add_state("B");
  const LocalState c = lts.add_state();
  lts.add_alias(b, "late");
  lts.add_alias(c, "late");
  const LocalLabel go = lts.add_label("go");
  lts.add_edge(a, go, b);
  lts.add_edge(b, go, c);
  NetworkBuilder builder;
  const TemplateId id = builder.add_template(std::move(lts).build());
  const ComponentId p = builder.add_component("p", id);
  const ComponentId q = builder.add_component("q r", id);
  builder.add_rule(builder.intern_label("go"), std::vector{Participant{p, go}, Participant{q, go}});
  return std::move(builder).build();
}

// The file written again from what was read; nothing if it is refused.
std::optional<std::string> rewritten(const std::string& text, const Network& network) {
  const SourceText source("fuzz", text);
  const Result<EvidenceHeader> header = read_evidence_header(source);
  if (!header) {
    if (header.diagnostics().list()[0].line == 0) std::abort();
    return std::nullopt;
  }
  const Result<Property> property = read_property(source, *header, network);
  if (!property) return std::nullopt;
  const Result<Evidence> evidence = read_evidence_body(source, *header, network, Limits());
  if (!evidence) return std::nullopt;
  std::ostringstream out;
  write_evidence(out, make_header(header->origin, network, *property, header->verdict, *evidence), network, *evidence, Limits());
  return out.str();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Network network = small_network();
  const std::optional<std::string> first = rewritten(std::string(reinterpret_cast<const char*>(data), size), network);
  if (!first) return 0;
  const std::optional<std::string> second = rewritten(*first, network);
  if (!second || *second != *first) std::abort();
  return 0;
}
