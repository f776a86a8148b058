#include "evidence/read.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "evidence/head.h"
#include "evidence/text/file_words.h"
#include "property/parse.h"

namespace parley {

namespace {

constexpr std::array kKinds = {PropertyKind::kDeadlock, PropertyKind::kLocalDeadlock, PropertyKind::kReach, PropertyKind::kNever,
                               PropertyKind::kSafety};
constexpr std::array kEvidenceKinds = {EvidenceKind::kTrace,     EvidenceKind::kClosedSet,  EvidenceKind::kReducedSet,
                                       EvidenceKind::kCaseSplit, EvidenceKind::kInvariants, EvidenceKind::kLeapSet};
constexpr std::size_t kHashDigits = 64;

bool is_hash_digit(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

bool read_version(Scanner& in) {
  if (!in.sees(kMagic))
    return in.fail(in.offset(), 1, "evidence-format", "this is not an evidence file",
                   fmt::format("its first line is '{}{}'", kMagic, kFormatVersion));
  in.literal(kMagic);
  const std::size_t at = in.offset();
  std::uint64_t version = 0;
  if (!in.number(version)) return false;
  if (version != kFormatVersion)
    return in.fail(
        at, in.offset() - at, "evidence-version",
        fmt::format("this is version {} of the format, and this program reads version {} only", version, kFormatVersion));
  return in.end_line();
}

bool read_file(Scanner& in, Origin& origin) {
  SourceFile file;
  std::string_view path;
  if (!in.literal("file ")) return false;
  if (!in.word(path)) return false;
  file.path = path;
  if (!in.literal(" sha256 ")) return false;
  const std::size_t at = in.offset();
  std::string_view hash;
  if (!in.line(hash)) return false;
  if (hash.size() != kHashDigits || !std::all_of(hash.begin(), hash.end(), is_hash_digit))
    return in.fail(at, hash.size(), "evidence-hash", "a SHA-256 is 64 digits out of 0-9 and a-f");
  file.sha256 = hash;
  origin.files.push_back(std::move(file));
  return true;
}

bool read_definition(Scanner& in, Origin& origin) {
  in.literal("define ");
  const std::size_t at = in.offset();
  std::string_view word;
  if (!in.word(word)) return false;
  std::string name(word);
  if (!origin.definitions.empty() && name <= origin.definitions.back().first)
    return in.fail(at, in.offset() - at, "evidence-order", "definitions are sorted by name, and each name occurs once");
  if (!in.literal("=") || !in.word(word)) return false;
  origin.definitions.emplace_back(std::move(name), word);
  return in.end_line();
}

// "KEYWORD name"
bool read_named(Scanner& in, std::string_view keyword, std::string& into) {
  std::string_view name;
  if (!in.literal(keyword) || !in.word(name)) return false;
  into = name;
  return in.end_line();
}

// A target or observer that is given has a name: "" would mean the same as no line.
bool read_optional_name(Scanner& in, std::string_view keyword, std::string& into) {
  if (!in.sees(keyword)) return true;
  const std::size_t at = in.offset();
  if (!read_named(in, keyword, into)) return false;
  return !into.empty() || in.fail(at, 1, "evidence-syntax", "an empty name is written by leaving the line out");
}

bool read_origin(Scanner& in, Origin& origin) {
  do {
    if (!read_file(in, origin)) return false;
  } while (in.sees("file "));
  while (in.sees("define "))
    if (!read_definition(in, origin)) return false;
  if (!read_optional_name(in, "target ", origin.target)) return false;
  if (!read_optional_name(in, "observer ", origin.observer)) return false;
  if (in.sees("option ")) {
    if (!in.literal("option ltsa-compat on") || !in.end_line()) return false;
    origin.ltsa_compat = true;
  }
  return true;
}

bool read_sizes(Scanner& in, EvidenceHeader& header) {
  std::uint64_t components = 0;
  std::uint64_t states = 0;
  std::uint64_t rules = 0;
  if (!in.literal("network components ") || !in.number(components)) return false;
  if (!in.literal(" states ") || !in.number(states)) return false;
  if (!in.literal(" rules ") || !in.number(rules)) return false;
  header.components = components;
  header.total_states = states;
  header.rules = rules;
  return in.end_line();
}

bool read_question(Scanner& in, Head& head) {
  EvidenceHeader& header = head.header;
  if (!in.literal("property ")) return false;
  const std::size_t at = in.offset();
  std::string_view word;
  if (!in.line(word)) return false;
  const auto kind = std::find_if(kKinds.begin(), kKinds.end(), [&](PropertyKind k) { return kind_name(k) == word; });
  if (kind == kKinds.end())
    return in.fail(at, word.size(), "evidence-property", fmt::format("there is no kind of property '{}'", word.substr(0, 40)),
                   "the kinds are deadlock, local_deadlock, reach, never and property");
  header.property_kind = *kind;

  if (*kind == PropertyKind::kReach || *kind == PropertyKind::kNever) {
    if (!in.literal("predicate ")) return false;
    head.predicate_offset = in.offset();
    std::string_view formula;
    if (!in.line(formula)) return false;
    header.predicate = formula;
  }
  if (*kind != PropertyKind::kSafety) return true;
  do {
    if (!in.literal("automaton ")) return false;
    head.automata_offsets.push_back(in.offset());
    if (!in.word(word)) return false;
    header.automata.emplace_back(word);
    if (!in.end_line()) return false;
  } while (in.sees("automaton "));
  return true;
}

bool read_verdict(Scanner& in, EvidenceHeader& header) {
  if (in.sees("verdict holds\n")) {
    header.verdict = Verdict::kHolds;
    return in.literal("verdict holds\n");
  }
  if (!in.sees("verdict violated\n")) return in.fail_here("'verdict holds' or 'verdict violated'");
  header.verdict = Verdict::kViolated;
  return in.literal("verdict violated\n");
}

bool read_kind(Scanner& in, EvidenceHeader& header) {
  std::string expected;
  for (EvidenceKind kind : kEvidenceKinds) {
    const std::string words = fmt::format("evidence {}", kind_name(kind));
    if (in.sees(words + " ")) {
      header.kind = kind;
      return in.literal(words + " ");
    }
    expected += fmt::format("{}'{}'", expected.empty() ? "" : kind == kEvidenceKinds.back() ? " or " : ", ", words);
  }
  return in.fail_here(expected);
}

}   // namespace

bool read_head(Scanner& in, Head& head) {
  if (!read_version(in) || !read_origin(in, head.header.origin)) return false;
  head.network_offset = in.offset();
  return read_sizes(in, head.header) && read_named(in, "check ", head.header.check_name) && read_question(in, head) &&
         read_verdict(in, head.header) && read_kind(in, head.header);
}

bool same_network(Scanner& in, const Head& head, const Network& network) {
  const EvidenceHeader& header = head.header;
  if (header.components == network.num_components() && header.total_states == network.total_states() &&
      header.rules == network.num_rules())
    return true;
  return in.fail(head.network_offset, 1, "evidence-other-network",
                 fmt::format("the evidence speaks of another network: this one has {} components, {} states and {} rules",
                             network.num_components(), network.total_states(), network.num_rules()));
}

Result<EvidenceHeader> read_evidence_header(const SourceText& source) {
  Scanner in(source);
  Head head;
  if (!read_head(in, head)) return in.error();
  return std::move(head.header);
}

Result<Property> read_property(const SourceText& source, const EvidenceHeader&, const Network& network) {
  Scanner in(source);
  Head head;
  if (!read_head(in, head) || !same_network(in, head, network)) return in.error();
  const EvidenceHeader& header = head.header;

  Property property{.name = header.check_name, .ask = Deadlock{}};
  switch (header.property_kind) {
    case PropertyKind::kDeadlock: break;
    case PropertyKind::kLocalDeadlock: property.ask = LocalDeadlock{}; break;
    case PropertyKind::kReach:
    case PropertyKind::kNever: {
      Result<Predicate> predicate = parse_predicate(source, head.predicate_offset, header.predicate.size(), network);
      if (!predicate) return std::move(predicate.diagnostics());
      if (header.property_kind == PropertyKind::kReach) property.ask = Reach{std::move(*predicate)};
      else property.ask = Never{std::move(*predicate)};
      break;
    }
    case PropertyKind::kSafety: {
      Safety safety;
      for (std::size_t i = 0; i < header.automata.size(); ++i) {
        const std::optional<ComponentId> component = network.find_component(header.automata[i]);
        if (!component)
          return source.at(head.automata_offsets[i], header.automata[i].size(), "evidence-unknown-name",
                           fmt::format("there is no component '{}'", header.automata[i]));
        safety.automata.push_back(*component);
      }
      property.ask = std::move(safety);
      break;
    }
    case PropertyKind::kLocal:
    case PropertyKind::kProgress:
    case PropertyKind::kAssertion:
      break;   // kKinds has no row for it: no engine decides assertions, so there is no evidence for them
  }
  return property;
}

}   // namespace parley
