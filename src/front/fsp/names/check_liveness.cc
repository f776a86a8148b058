#include <cassert>

#include <fmt/format.h>

#include "front/fsp/names/checker.h"

// Names in progress properties, fluents and assertions.
namespace parley::fsp {

void Checker::liveness() {
  for (const ProgressDefinition& progress : ast_.progress) {
    scope_.clear();
    parts(progress.ranges);
    const std::size_t outer = scope_.size();
    parts(progress.condition);
    scope_.resize(outer);
    parts(progress.labels);
  }
  for (const Fluent& fluent : ast_.fluents) {
    scope_.clear();
    parts(fluent.ranges);
    const std::size_t outer = scope_.size();
    parts(fluent.on);
    scope_.resize(outer);
    parts(fluent.off);
    scope_.resize(outer);
    if (fluent.initially != kNone) expr(fluent.initially);
  }
  uses_.resize(ast_.assertions.size());
  for (Index i = 0; i < ast_.assertions.size(); ++i) {
    scope_.clear();
    assertion_ = i;
    parameters(ast_.assertions[i].parameters);
    formula(ast_.assertions[i].formula);
    scope_.clear();
    if (ast_.assertions[i].alphabet != kNone) set(ast_.assertions[i].alphabet);
  }
  assertion_cycles();
}

void Checker::formula(Index index) {
  const Ltl& node = ast_.ltl[index];
  const std::size_t outer = scope_.size();
  switch (node.kind) {
    case LtlKind::kNot:
    case LtlKind::kAlways:
    case LtlKind::kEventually:
    case LtlKind::kNext: return formula(node.a);
    case LtlKind::kAnd:
    case LtlKind::kOr:
    case LtlKind::kImplies:
    case LtlKind::kIff:
    case LtlKind::kUntil:
    case LtlKind::kWeakUntil: formula(node.a); return formula(node.b);
    case LtlKind::kForall:
    case LtlKind::kExists:
      parts(node.span);
      formula(node.a);
      break;
    case LtlKind::kNamed: formula_name(node); break;
    case LtlKind::kLabels: parts(node.span); break;
    case LtlKind::kRigid: return expr(node.a);
  }
  scope_.resize(outer);
}

// A fluent or an assertion. If both have the name, it is the fluent, as in LTSA.
void Checker::formula_name(const Ltl& node) {
  if (node.has_arguments)
    for (const Index argument : SpanOf(ast_.lists, node.span)) expr(argument);
  else parts(node.span);
  const auto fluent = fluents_.index_of.find(node.name);
  if (fluent != fluents_.index_of.end()) {
    const Index ranges = ast_.fluents[fluent->second].ranges.count;
    if (node.has_arguments || node.span.count != ranges)
      error(node.offset, "fsp-arguments",
            fmt::format("fluent '{}' has {} indices, not {}{}", text(node.name), ranges, node.span.count,
                        node.has_arguments ? " arguments" : ""),
            "the indices of a fluent are written F[1]");
    return;
  }
  const auto found = assertions_.index_of.find(node.name);
  if (found != assertions_.index_of.end()) {
    assert(assertion_ < uses_.size());
    uses_[assertion_].push_back(found->second);
    if (!node.has_arguments && !node.span.empty())
      error(node.offset, "fsp-arguments", fmt::format("assertion '{}' has no indices", text(node.name)),
            "its arguments are written A(1)");
    return arguments(node.name, node.offset, node.has_arguments, node.span.count,
                     ast_.assertions[found->second].parameters.count);
  }
  std::vector<Symbol> known = fluents_.names;
  known.insert(known.end(), assertions_.names.begin(), assertions_.names.end());
  error(node.offset, "fsp-unknown-name", fmt::format("there is no fluent or assertion '{}'", text(node.name)),
        nearest_hint(symbols(), node.name, known, "fluents are declared: fluent F = <on, off>"));
}

// Reports assertions that refer to themselves. A depth-first search with an explicit stack, since chains may
// be long.
void Checker::assertion_cycles() {
  enum class Colour : std::uint8_t { kNew, kOpen, kDone };
  std::vector<Colour> colours(uses_.size(), Colour::kNew);
  std::vector<std::pair<Index, std::size_t>> stack;
  for (Index root = 0; root < uses_.size(); ++root) {
    if (colours[root] != Colour::kNew) continue;
    stack.emplace_back(root, 0);
    colours[root] = Colour::kOpen;
    while (!stack.empty()) {
      const Index at = stack.back().first;
      if (stack.back().second == uses_[at].size()) {
        colours[at] = Colour::kDone;
        stack.pop_back();
        continue;
      }
      const Index next = uses_[at][stack.back().second++];
      if (colours[next] == Colour::kOpen)
        error(ast_.assertions[at].offset, "fsp-recursion",
              fmt::format("assertion '{}' is defined by itself", text(ast_.assertions[at].name)));
      if (colours[next] != Colour::kNew) continue;
      colours[next] = Colour::kOpen;
      stack.emplace_back(next, 0);
    }
  }
}

}   // namespace parley::fsp
