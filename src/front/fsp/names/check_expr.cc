#include <fmt/format.h>

#include "front/fsp/names/checker.h"

// Names in labels, sets, relabellings and expressions.
namespace parley::fsp {

// The parts of a label, or a list of ranges. The variables that they bind stay in scope.
void Checker::parts(Span span) {
  for (const Part& part : SpanOf(ast_.parts, span)) {
    switch (part.kind) {
      case PartKind::kName: break;
      case PartKind::kSet:
        set(part.a);
        if (part.b != kNone) set(part.b);
        break;
      case PartKind::kExpr: expr(part.a); break;
      case PartKind::kRange:
        expr(part.a);
        expr(part.b);
        break;
      case PartKind::kNamed: named(part); break;
      case PartKind::kValue:            // the value of a variable, or a label: both are allowed
      case PartKind::kCarried: break;   // channels() checks all channel actions
    }
    if (part.variable != kNoSymbol) scope_.push_back(part.variable);
  }
}

void Checker::named(const Part& part) {
  const Globals& globals = eval_.globals();
  const bool is_value = in_scope(part.a) || globals.constants.contains(part.a);
  const bool is_many = globals.ranges.contains(part.a) || globals.sets.contains(part.a);
  if (is_many || (is_value && part.variable == kNoSymbol)) return;
  std::vector<Symbol> known;
  known.reserve(globals.ranges.size() + globals.sets.size());
  for (const auto& [symbol, bounds] : globals.ranges) known.push_back(symbol);
  for (const auto& [symbol, labels] : globals.sets) known.push_back(symbol);
  if (part.variable == kNoSymbol)
    for (const auto& [symbol, value] : globals.constants) known.push_back(symbol);
  error(part.offset, "fsp-unknown-name",
        fmt::format("there is no range{} '{}'", part.variable == kNoSymbol ? ", set or constant" : " or set", text(part.a)),
        nearest_hint(symbols(), part.a, known, "ranges are declared: range R = 0..3"));
}

void Checker::set(Index index) {
  const LabelSet& node = ast_.sets[index];
  if (node.name == kNoSymbol) {
    const std::size_t outer = scope_.size();
    for (const Span& label : SpanOf(ast_.labels, node.labels)) {
      parts(label);
      scope_.resize(outer);
    }
    return;
  }
  if (eval_.globals().sets.contains(node.name)) return;
  std::vector<Symbol> known;
  for (const auto& [symbol, labels] : eval_.globals().sets) known.push_back(symbol);
  error(node.offset, "fsp-unknown-name", fmt::format("there is no set '{}'", text(node.name)),
        nearest_hint(symbols(), node.name, known, "sets are declared: set S = {a, b}"));
}

void Checker::relabels(Span span) {
  for (const Relabel& relabel : SpanOf(ast_.relabel_lists, span)) {
    const std::size_t outer = scope_.size();
    parts(relabel.ranges);
    relabels(relabel.inner);
    parts(relabel.new_label);
    parts(relabel.old_label);
    scope_.resize(outer);
  }
}

void Checker::expr(Index index) {
  // A long sum is a deep tree that leans to the left: loop to the left, recurse to the right only.
  for (;;) {
    const Expr& node = ast_.exprs[index];
    if (node.kind != ExprKind::kBinary) break;
    expr(node.b);
    index = node.a;
  }
  const Expr& node = ast_.exprs[index];
  switch (node.kind) {
    case ExprKind::kNumber:
    case ExprKind::kTrue:
    case ExprKind::kFalse: return;
    case ExprKind::kConstant: return constant(node);
    case ExprKind::kVariable:
      if (!in_scope(node.a)) {
        error(node.offset, "fsp-unknown-name", fmt::format("there is no variable '{}' here", text(node.a)),
              nearest_hint(symbols(), node.a, scope_, "variables are bound by [i:0..3], up to the end of their prefix chain"));
      }
      return;
    case ExprKind::kLabel: {
      const std::size_t outer = scope_.size();
      parts({node.a, node.b});
      scope_.resize(outer);
      return;
    }
    case ExprKind::kSize: return set(node.a);
    case ExprKind::kElement: set(node.a); return expr(node.b);
    case ExprKind::kUnary: return expr(node.a);
    case ExprKind::kBinary: return;
    case ExprKind::kAtom: {
      const PredicateAtom& atom = ast_.atoms[node.a];
      parts(atom.component);
      for (const Span& state : SpanOf(ast_.labels, atom.states)) parts(state);
      return;
    }
    case ExprKind::kForall:
    case ExprKind::kExists: {
      const std::size_t outer = scope_.size();
      parts(ast_.quantifiers[node.a].ranges);
      expr(ast_.quantifiers[node.a].body);
      scope_.resize(outer);
      return;
    }
    case ExprKind::kCount:
    case ExprKind::kGroup:
      for (const Index item : SpanOf(ast_.lists, {node.a, node.b})) expr(item);
      return;
  }
}

void Checker::constant(const Expr& node) {
  const Globals& globals = eval_.globals();
  if (in_scope(node.a) || globals.constants.contains(node.a)) return;
  if (globals.ranges.contains(node.a) || globals.sets.contains(node.a))
    return error(node.offset, "fsp-type", fmt::format("'{}' is a range or set where a number is needed", text(node.a)));
  std::vector<Symbol> known = scope_;
  for (const auto& [symbol, value] : globals.constants) known.push_back(symbol);
  error(node.offset, "fsp-unknown-name", fmt::format("there is no constant or parameter '{}'", text(node.a)),
        nearest_hint(symbols(), node.a, known, "constants are declared: const N = 3"));
}

}   // namespace parley::fsp
