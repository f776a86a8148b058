#include "front/fsp/names/evaluate.h"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "front/fsp/syntax/lexer.h"

namespace parley::fsp {

namespace {

// More values in one range are refused: each value would be a state, a label or a component.
constexpr std::int64_t kMostValues = std::int64_t{1} << 28;

}   // namespace

std::string nearest_hint(const Symbols& symbols, Symbol name, const std::vector<Symbol>& candidates, std::string otherwise) {
  constexpr std::size_t kMostCandidates = 2000;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < candidates.size() && i < kMostCandidates; ++i) texts.push_back(symbols.text(candidates[i]));
  std::sort(texts.begin(), texts.end());
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const std::string wanted = symbols.text(name);
  const std::string_view near = nearest_name(wanted, views);
  return near.empty() ? std::move(otherwise) : fmt::format("did you mean '{}'?", near);
}

Place Evaluator::place(std::uint32_t offset) const { return Lexer::token_at(reporter_.source().text(), offset); }

std::string Evaluator::text(const Value& value) const {
  return value.is_label ? names_.text(value.label) : std::to_string(value.number);
}

Value Evaluator::constant(Symbol name, std::uint32_t offset, Scope scope) {
  if (const Value* found = scopes_.find(scope, name)) return *found;
  if (const auto found = globals_.constants.find(name); found != globals_.constants.end())
    return {false, found->second, kEmptyPath};
  std::vector<Symbol> known = scopes_.names(scope);
  for (const auto& [symbol, value] : globals_.constants) known.push_back(symbol);
  reporter_.refuse(place(offset), "fsp-unknown-name",
                   fmt::format("there is no constant or parameter '{}'", names_.symbols.text(name)),
                   nearest_hint(names_.symbols, name, known, "constants are declared before they are used"));
}

Value Evaluator::variable(Symbol name, std::uint32_t offset, Scope scope) {
  if (const Value* found = scopes_.find(scope, name)) return *found;
  reporter_.refuse(place(offset), "fsp-unknown-name", fmt::format("there is no variable '{}' here", names_.symbols.text(name)),
                   nearest_hint(names_.symbols, name, scopes_.names(scope),
                                "variables are bound by [i:0..3], up to the end of their prefix chain"));
}

const std::vector<Value>& Evaluator::carried(const Part& part) {
  if (const auto found = globals_.carried.find(part.a); found != globals_.carried.end()) return found->second;
  reporter_.refuse(place(part.offset), "fsp-channel",
                   fmt::format("there is no channel '{}' that carries values", names_.symbols.text(part.a)),
                   "channels are declared: channel c[2] of 0..3");
}

Path Evaluator::append(Path path, const Value& value) {
  return value.is_label ? names_.paths.join(path, value.label) : names_.paths.child(path, names_.symbols.intern(value.number));
}

Value Evaluator::value_of(Path label) const {
  if (names_.paths.parent(label) == kEmptyPath)
    if (const auto number = names_.symbols.number(names_.paths.part(label))) return {false, *number, kEmptyPath};
  return {true, 0, label};
}

std::int64_t Evaluator::apply(Operator op, std::int64_t left, std::int64_t right, std::uint32_t offset) {
  const auto overflow = [&]() { reporter_.refuse(place(offset), "fsp-overflow", "the value does not fit in 64 bits"); };
  std::int64_t result = 0;
  switch (op) {
    case Operator::kOr: return left != 0 || right != 0;
    case Operator::kAnd: return left != 0 && right != 0;
    case Operator::kBitOr: return left | right;
    case Operator::kBitXor: return left ^ right;
    case Operator::kBitAnd: return left & right;
    case Operator::kEqual: return left == right;
    case Operator::kNotEqual: return left != right;
    case Operator::kLess: return left < right;
    case Operator::kLessEqual: return left <= right;
    case Operator::kGreater: return left > right;
    case Operator::kGreaterEqual: return left >= right;
    case Operator::kShiftLeft:
    case Operator::kShiftRight:
      if (right < 0 || right > 62) reporter_.refuse(place(offset), "fsp-overflow", fmt::format("cannot shift by {}", right));
      if (op == Operator::kShiftRight) return left >> right;
      if (__builtin_mul_overflow(left, std::int64_t{1} << right, &result)) overflow();
      return result;
    case Operator::kAdd:
      if (__builtin_add_overflow(left, right, &result)) overflow();
      return result;
    case Operator::kSubtract:
      if (__builtin_sub_overflow(left, right, &result)) overflow();
      return result;
    case Operator::kMultiply:
      if (__builtin_mul_overflow(left, right, &result)) overflow();
      return result;
    case Operator::kDivide:
    case Operator::kModulo:
      if (right == 0) reporter_.refuse(place(offset), "fsp-division", "division by zero");
      if (right == -1) {   // the negation of the least number overflows
        if (op == Operator::kModulo) return 0;
        if (__builtin_sub_overflow(std::int64_t{0}, left, &result)) overflow();
        return result;
      }
      return op == Operator::kDivide ? left / right : left % right;
    case Operator::kPlus:
    case Operator::kNegate:
    case Operator::kNot: break;
  }
  throw std::logic_error("not a binary operator");
}

std::int64_t Evaluator::number(Index expr, Scope scope) {
  const Value result = value(expr, scope);
  if (result.is_label)
    reporter_.refuse(place(ast_.exprs[expr].offset), "fsp-type",
                     fmt::format("'{}' is a label where a number is needed", text(result)));
  return result.number;
}

// a + b + c + ... is a tree that is as deep as the chain is long, leaning to the left. So its left spine is
// walked in a loop, without recursion.
Value Evaluator::binary(Index expr, Scope scope) {
  std::vector<Index> spine;
  for (; ast_.exprs[expr].kind == ExprKind::kBinary; expr = ast_.exprs[expr].a) spine.push_back(expr);
  Value left = value(expr, scope);
  for (; !spine.empty(); spine.pop_back()) {
    const Expr& node = ast_.exprs[spine.back()];
    if (node.op == Operator::kEqual || node.op == Operator::kNotEqual) {
      const bool equal = left == value(node.b, scope);
      left = Value{false, equal == (node.op == Operator::kEqual), kEmptyPath};
      continue;
    }
    if (left.is_label)
      reporter_.refuse(place(node.offset), "fsp-type", fmt::format("'{}' is a label where a number is needed", text(left)));
    if (node.op == Operator::kAnd && left.number == 0) continue;
    const bool is_decided = node.op == Operator::kOr && left.number != 0;
    left = Value{false, is_decided ? 1 : apply(node.op, left.number, number(node.b, scope), node.offset), kEmptyPath};
  }
  return left;
}

Value Evaluator::value(Index expr, Scope scope) {
  const Expr& node = ast_.exprs[expr];
  const auto number_of = [](std::int64_t number) { return Value{false, number, kEmptyPath}; };
  switch (node.kind) {
    case ExprKind::kNumber: return number_of(node.value);
    case ExprKind::kConstant: return constant(node.a, node.offset, scope);
    case ExprKind::kVariable: return variable(node.a, node.offset, scope);
    case ExprKind::kLabel: {
      std::vector<Expansion> labels;
      expand({node.a, node.b}, scope, labels);
      if (labels.size() != 1) reporter_.refuse(place(node.offset), "fsp-type", "one label is needed here, not several");
      return value_of(labels[0].label);
    }
    case ExprKind::kSize: return number_of(static_cast<std::int64_t>(set(node.a, scope).size()));
    case ExprKind::kElement: {
      const std::vector<Path> elements = set(node.a, scope);
      const std::int64_t at = number(node.b, scope);
      if (at < 0 || at >= static_cast<std::int64_t>(elements.size()))
        reporter_.refuse(place(node.offset), "fsp-range",
                         fmt::format("the set has {} elements, there is no number {}", elements.size(), at),
                         "elements are counted from 0");
      return value_of(elements[static_cast<std::size_t>(at)]);
    }
    case ExprKind::kUnary: {
      const std::int64_t operand = number(node.a, scope);
      if (node.op == Operator::kNot) return number_of(operand == 0);
      if (node.op == Operator::kNegate) return number_of(apply(Operator::kSubtract, 0, operand, node.offset));
      return number_of(operand);
    }
    case ExprKind::kBinary: return binary(expr, scope);
    case ExprKind::kTrue: return number_of(1);
    case ExprKind::kFalse: return number_of(0);
    case ExprKind::kAtom:
    case ExprKind::kForall:
    case ExprKind::kExists:
    case ExprKind::kCount:
    case ExprKind::kGroup: break;
  }
  reporter_.refuse(place(node.offset), "fsp-type", "a number is needed here");
}

Bounds Evaluator::bounds(Index low, Index high, Scope scope) {
  const Bounds bounds{number(low, scope), number(high, scope)};
  const std::uint32_t offset = ast_.exprs[low].offset;
  if (bounds.high < bounds.low) return bounds;
  if (bounds.high - static_cast<__int128>(bounds.low) >= kMostValues)
    reporter_.refuse(place(offset), "fsp-too-large", fmt::format("the range {}..{} has too many values", bounds.low, bounds.high),
                     fmt::format("at most {} are possible", kMostValues));
  return bounds;
}

template <class Visit>
void Evaluator::for_values(const Part& part, Scope scope, const Visit& visit) {
  const auto over = [&](const Bounds& bounds) {
    for (std::int64_t i = bounds.low; i <= bounds.high; ++i) {
      pulse_.beat();
      visit(Value{false, i, kEmptyPath});
    }
  };
  const auto over_labels = [&](const std::vector<Path>& labels) {
    for (const Path label : labels) {
      pulse_.beat();
      visit(value_of(label));
    }
  };
  switch (part.kind) {
    case PartKind::kName: visit(Value{true, 0, names_.paths.child(kEmptyPath, part.a)}); return;
    case PartKind::kSet: over_labels(set(part.a, part.b, scope)); return;
    case PartKind::kExpr: visit(value(part.a, scope)); return;
    case PartKind::kRange: over(bounds(part.a, part.b, scope)); return;
    case PartKind::kNamed:
      if (scopes_.find(scope, part.a) == nullptr && !globals_.constants.contains(part.a)) {
        if (const auto range = globals_.ranges.find(part.a); range != globals_.ranges.end()) return over(range->second);
        if (const auto named = globals_.sets.find(part.a); named != globals_.sets.end()) return over_labels(named->second);
      }
      visit(constant(part.a, part.offset, scope));
      return;
    case PartKind::kValue: {
      const Value* found = scopes_.find(scope, part.a);
      visit(found != nullptr ? *found : Value{true, 0, names_.paths.child(kEmptyPath, part.a)});
      return;
    }
    case PartKind::kCarried:
      for (const Value& value : carried(part)) {
        pulse_.beat();
        visit(value);
      }
      return;
  }
}

void Evaluator::expand_from(Span parts, Index at, Path path, Scope scope, std::vector<Expansion>& result) {
  // Plain names, which most parts are, need no recursion.
  while (at < parts.count && ast_.parts[parts.first + at].kind == PartKind::kName)
    path = names_.paths.child(path, ast_.parts[parts.first + at++].a);
  if (at == parts.count) {
    expect_growth(limits_, result);
    result.push_back({path, scope});
    return;
  }
  const Part& part = ast_.parts[parts.first + at];
  for_values(part, scope, [&](const Value& value) {
    const Scope inner = part.variable == kNoSymbol ? scope : scopes_.bind(scope, part.variable, value);
    expand_from(parts, at + 1, append(path, value), inner, result);
  });
}

void Evaluator::expand(Span parts, Scope scope, std::vector<Expansion>& result, Path prefix) {
  expand_from(parts, 0, prefix, scope, result);
}

void Evaluator::visit_parts(Span parts, Index at, Path path, Scope scope, const std::function<void(Path, Scope)>& visit) {
  if (at == parts.count) return visit(path, scope);
  const Part& part = ast_.parts[parts.first + at];
  for_values(part, scope, [&](const Value& value) {
    const Scope inner = part.variable == kNoSymbol ? scope : scopes_.bind(scope, part.variable, value);
    visit_parts(parts, at + 1, append(path, value), inner, visit);
  });
}

void Evaluator::for_each(Span parts, Scope scope, Path prefix, const std::function<void(Path, Scope)>& visit) {
  visit_parts(parts, 0, prefix, scope, visit);
}

std::vector<Path> Evaluator::set(Index index, Scope scope) {
  const LabelSet& node = ast_.sets[index];
  if (node.name != kNoSymbol) {
    if (const auto found = globals_.sets.find(node.name); found != globals_.sets.end()) return found->second;
    std::vector<Symbol> known;
    known.reserve(globals_.sets.size());
    for (const auto& [symbol, labels] : globals_.sets) known.push_back(symbol);
    reporter_.refuse(place(node.offset), "fsp-unknown-name", fmt::format("there is no set '{}'", names_.symbols.text(node.name)),
                     nearest_hint(names_.symbols, node.name, known, "sets are declared before they are used"));
  }
  const std::size_t mark = scopes_.mark();
  std::vector<Expansion> expansions;
  for (const Span& label : SpanOf(ast_.labels, node.labels)) expand(label, scope, expansions);
  scopes_.release(mark);
  std::vector<Path> labels;
  std::unordered_set<Path> seen;
  for (const Expansion& expansion : expansions)
    if (expansions.size() == 1 || seen.insert(expansion.label).second) labels.push_back(expansion.label);
  return labels;
}

std::vector<Path> Evaluator::set(Index index, Index minus, Scope scope) {
  std::vector<Path> labels = set(index, scope);
  if (minus == kNone) return labels;
  const std::vector<Path> without = set(minus, scope);
  const std::unordered_set<Path> gone(without.begin(), without.end());
  std::erase_if(labels, [&](Path label) { return gone.contains(label); });
  return labels;
}

Scope bind_parameters(Span parameters, std::span<const Value> arguments, Evaluator& evaluator) {
  Scope scope = kNoScope;
  for (Index i = 0; i < parameters.count; ++i) {
    const Parameter& parameter = evaluator.ast().parameters[parameters.first + i];
    const Value value = i < arguments.size() ? arguments[i] : evaluator.value(parameter.value, scope);
    scope = evaluator.scopes().bind(scope, parameter.name, value);
  }
  return scope;
}

}   // namespace parley::fsp
