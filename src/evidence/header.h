#pragma once

#include <compare>
#include <string>
#include <utility>
#include <vector>

#include "base/source_file.h"
#include "evidence/evidence.h"

namespace parley {

// How to rebuild the network that the evidence is about, from the files of the model alone.
struct Origin {
  std::vector<SourceFile> files;                                  // the model first, then the files that it includes or imports
  std::vector<std::pair<std::string, std::string>> definitions;   // -D, sorted by name
  std::string target;                                             // "" for a format that has only one system
  std::string observer;                                           // a property automaton added to the target, or ""
  bool ltsa_compat = false;
  friend auto operator<=>(const Origin&, const Origin&) = default;
};

// The part of an evidence file before the trace or the certificate.
struct EvidenceHeader {
  Origin origin;
  std::string check_name;   // informative
  PropertyKind property_kind = PropertyKind::kDeadlock;
  std::string predicate;               // reach, never: the formula in the language of property/parse.h
  std::vector<std::string> automata;   // property: the names of the components
  Verdict verdict = Verdict::kUnknown;
  EvidenceKind kind = EvidenceKind::kNone;
  std::size_t components = 0;   // of the network, so that another network is noticed at once
  std::size_t total_states = 0;
  std::size_t rules = 0;
};

// The header for a verdict on 'property' of 'network'.
EvidenceHeader make_header(const Origin& origin, const Network& network, const Property& property, Verdict verdict,
                           const Evidence& evidence);

}   // namespace parley
