#include <fmt/format.h>

#include "evidence/head.h"
#include "evidence/read.h"
#include "evidence/read_cases.h"
#include "evidence/read_proof.h"
#include "evidence/read_set.h"
#include "evidence/text/file_words.h"
#include "evidence/text/read_names.h"

namespace parley {

namespace {

bool read_end(Scanner& in) {
  if (!in.literal("end") || !in.end_line()) return false;
  return in.at_end() || in.fail(in.offset(), 1, "evidence-syntax", "there is text after 'end'");
}

class TraceReader {
 public:
  TraceReader(Scanner& in, const Network& network, const Limits& limits) : in_(in), network_(network), pulse_(limits) {
    now_.reserve(network.num_components());
    for (ComponentId component : network.components()) now_.push_back(network.lts(component).initial());
  }

  bool read(Trace& trace) {
    std::uint64_t length = 0;
    if (!in_.literal("length ") || !in_.number(length)) return false;
    if (in_.sees(' ')) {
      if (!in_.literal(kSelfContained)) return false;
      trace.claim_self_contained();
    }
    if (!in_.end_line()) return false;
    for (std::uint64_t number = 1; number <= length; ++number) {
      pulse_.beat();
      if (!read_step(number, trace)) return false;
    }
    return true;
  }

 private:
  bool read_step(std::uint64_t expected, Trace& trace) {
    if (!in_.literal("step ")) return false;
    std::size_t at = in_.offset();
    std::uint64_t number = 0;
    if (!in_.number(number)) return false;
    if (number != expected)
      return in_.fail(at, in_.offset() - at, "evidence-number", fmt::format("this is step {}, not {}", expected, number));
    if (!in_.literal(" ")) return false;

    at = in_.offset();
    std::string_view name;
    if (!in_.word(name)) return false;
    const std::optional<LabelId> label = network_.find_label(name);
    if (!label) return in_.fail(at, in_.offset() - at, "evidence-unknown-name", fmt::format("no rule has the label '{}'", name));

    moves_.clear();
    do {
      if (!in_.literal(" ") || !read_move()) return false;
    } while (in_.sees(' '));
    trace.add(*label, moves_);
    return in_.end_line();
  }

  bool read_move() {
    std::size_t at = in_.offset();
    Move move;
    if (!read_component(in_, network_, move.component)) return false;
    if (!moves_.empty() && move.component <= moves_.back().component)
      return in_.fail(at, in_.offset() - at, "evidence-order",
                      "the participants of a step stand in the order of the network, each once");
    if (!in_.literal(":")) return false;

    const Lts& lts = network_.lts(move.component);
    LocalState& now = now_[move.component.index()];
    at = in_.offset();
    LocalState from;
    if (!read_state(in_, lts, from)) return false;
    if (from != now)
      return in_.fail(at, in_.offset() - at, "evidence-wrong-source",
                      fmt::format("'{}' is in state '{}' here", network_.name(move.component), lts.state_name(now)));
    if (!in_.literal(">") || !read_state(in_, lts, move.to)) return false;
    now = move.to;
    moves_.push_back(move);
    return true;
  }

  Scanner& in_;
  const Network& network_;
  Pulse pulse_;
  std::vector<LocalState> now_;
  std::vector<Move> moves_;
};

}   // namespace

Result<Evidence> read_evidence_body(const SourceText& source, const EvidenceHeader&, const Network& network,
                                    const Limits& limits) {
  Scanner in(source);
  Head head;
  if (!read_head(in, head) || !same_network(in, head, network)) return in.error();

  if (head.header.kind == EvidenceKind::kTrace) {
    Trace trace;
    if (!TraceReader(in, network, limits).read(trace) || !read_end(in)) return in.error();
    return Evidence(std::move(trace));
  }
  if (head.header.kind == EvidenceKind::kReducedSet) {
    std::optional<ReducedSet> set = read_reduced_set(in, network, limits);
    if (!set || !read_end(in)) return in.error();
    return Evidence(std::make_shared<const ReducedSet>(std::move(*set)));
  }
  if (head.header.kind == EvidenceKind::kLeapSet) {
    std::optional<LeapSet> set = read_leap_set(in, network, limits);
    if (!set || !read_end(in)) return in.error();
    return Evidence(std::make_shared<const LeapSet>(std::move(*set)));
  }
  if (head.header.kind == EvidenceKind::kCaseSplit) {
    CaseSplit cases;
    if (!read_cases(in, network, limits, cases) || !read_end(in)) return in.error();
    return Evidence(std::make_shared<const CaseSplit>(std::move(cases)));
  }
  if (head.header.kind == EvidenceKind::kInvariants) {
    InvariantProof proof;
    if (!read_proof(in, network, head.header.property_kind, limits, proof) || !read_end(in)) return in.error();
    return Evidence(std::make_shared<const InvariantProof>(std::move(proof)));
  }
  std::optional<ClosedSet> set = read_closed_set(in, network, limits);
  if (!set || !read_end(in)) return in.error();
  return Evidence(std::make_shared<const ClosedSet>(std::move(*set)));
}

}   // namespace parley
