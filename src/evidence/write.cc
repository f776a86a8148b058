#include "evidence/write.h"

#include <stdexcept>

#include "evidence/text/file_words.h"
#include "evidence/text/state_words.h"
#include "evidence/write_proof.h"
#include "evidence/write_set.h"

namespace parley {

namespace {

void write_header(Buffer& out, const EvidenceHeader& header) {
  const auto line = [&](auto... parts) {
    (out << ... << parts);
    out.end_line();
  };
  line(kMagic, kFormatVersion);
  for (const SourceFile& file : header.origin.files) line("file ", quoted(file.path), " sha256 ", std::string_view(file.sha256));
  for (const auto& [name, value] : header.origin.definitions)
    line("define ", quoted_if_needed(name), '=', quoted_if_needed(value));
  if (!header.origin.target.empty()) line("target ", quoted_if_needed(header.origin.target));
  if (!header.origin.observer.empty()) line("observer ", quoted_if_needed(header.origin.observer));
  if (header.origin.ltsa_compat) line("option ltsa-compat on");
  line("network components ", header.components, " states ", header.total_states, " rules ", header.rules);
  line("check ", quoted_if_needed(header.check_name));
  line("property ", kind_name(header.property_kind));
  if (header.property_kind == PropertyKind::kReach || header.property_kind == PropertyKind::kNever)
    line("predicate ", std::string_view(header.predicate));
  for (const std::string& automaton : header.automata) line("automaton ", quoted_if_needed(automaton));
  line("verdict ", verdict_name(header.verdict));
}

void write_trace(Buffer& out, const Network& network, StateWords& words, const Trace& trace, const Limits& limits) {
  Pulse pulse(limits);
  out << "length " << trace.size();
  if (trace.is_self_contained()) out << kSelfContained;
  out.end_line();

  std::vector<LocalState> now;
  now.reserve(network.num_components());
  for (ComponentId component : network.components()) now.push_back(network.lts(component).initial());
  for (std::size_t i = 0; i < trace.size(); ++i) {
    pulse.beat();
    const Trace::Step step = trace[i];
    out << "step " << i + 1 << ' ' << quoted_if_needed(network.label_name(step.label));
    for (const Move& move : step.moves) {
      LocalState& from = now[move.component.index()];
      out << ' ' << quoted_if_needed(network.name(move.component)) << ':' << words(move.component, from) << '>'
          << words(move.component, move.to);
      from = move.to;
    }
    out.end_line();
  }
}

void write_cases(Buffer& out, const Network& network, StateWords& words, const CaseSplit& cases, const Limits& limits) {
  Pulse pulse(limits);
  out << "sets " << cases.sets.size() << " tree " << cases.tree.size();
  out.end_line();
  for (const ClosedSetRef& set : cases.sets) {
    out << "set ";
    write_set(out, network, words, *set, limits);
  }
  out << "tree";
  for (std::size_t i = 0; i < cases.tree.size(); ++i) {
    pulse.beat();
    if (i % kTreeWordsPerLine == 0) out.end_line();
    else out << ' ';
    switch (cases.tree[i]) {
      case CaseSplit::kSplit: out << kSplitWord; break;
      case CaseSplit::kAbsurd: out << kAbsurdWord; break;
      default: out << std::size_t{cases.tree[i]};
    }
  }
  out.end_line();
}

}   // namespace

void write_evidence(std::ostream& stream, const EvidenceHeader& header, const Network& network, const Evidence& evidence,
                    const Limits& limits) {
  if (kind_of(evidence) == EvidenceKind::kNone) throw std::logic_error("there is no evidence to write");
  Buffer out(stream);
  write_header(out, header);
  out << "evidence " << kind_name(kind_of(evidence)) << ' ';
  StateWords words(network);
  if (const auto* trace = std::get_if<Trace>(&evidence)) write_trace(out, network, words, *trace, limits);
  if (const auto* closed = std::get_if<ClosedSetRef>(&evidence)) write_set(out, network, words, **closed, limits);
  if (const auto* reduced = std::get_if<ReducedSetRef>(&evidence)) write_set(out, network, words, **reduced, limits);
  if (const auto* cases = std::get_if<CaseSplitRef>(&evidence)) write_cases(out, network, words, **cases, limits);
  if (const auto* proof = std::get_if<InvariantProofRef>(&evidence)) write_proof(out, network, words, **proof, limits);
  if (const auto* leaps = std::get_if<LeapSetRef>(&evidence)) write_set(out, network, words, **leaps, limits);
  out << "end";
  out.end_line();
}

}   // namespace parley
