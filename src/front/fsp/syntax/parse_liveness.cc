#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "front/fsp/syntax/parser.h"

// progress, fluent, assert and constraint: properties of infinite runs.
namespace parley::fsp {

namespace {

// Binary operators of temporal logic. The usual precedence is U and W first, then &&, ||, ->, <->. LTSA has
// && first, then at most one of U W -> <->, then ||. LTSA's order is used in compatibility mode. A formula
// that the two orders read differently gets a warning.
struct FormulaRow {
  LtlKind kind;
  int precedence;
  int ltsa_precedence;
  bool is_associative;
  unsigned mark;
};
constexpr unsigned kUntilSeen = 1;
constexpr unsigned kAndSeen = 2;
constexpr unsigned kOrSeen = 4;
constexpr unsigned kArrowSeen = 8;
constexpr FormulaRow kUntilRow{LtlKind::kUntil, 5, 2, false, kUntilSeen};
constexpr FormulaRow kWeakUntilRow{LtlKind::kWeakUntil, 5, 2, false, kUntilSeen};
constexpr FormulaRow kAndRow{LtlKind::kAnd, 4, 3, true, kAndSeen};
constexpr FormulaRow kOrRow{LtlKind::kOr, 3, 1, true, kOrSeen};
constexpr FormulaRow kImpliesRow{LtlKind::kImplies, 2, 2, false, kArrowSeen};
constexpr FormulaRow kIffRow{LtlKind::kIff, 1, 2, true, kArrowSeen};

const FormulaRow* formula_row(TokenKind kind, std::string_view word) {
  if (kind == TokenKind::kAmpAmp) return &kAndRow;
  if (kind == TokenKind::kBarBar) return &kOrRow;
  if (kind == TokenKind::kArrow) return &kImpliesRow;
  if (kind == TokenKind::kIff) return &kIffRow;
  if (kind != TokenKind::kUpper) return nullptr;
  if (word == "U") return &kUntilRow;
  return word == "W" ? &kWeakUntilRow : nullptr;
}

bool reads_differently(unsigned seen) {
  return ((seen & kUntilSeen) != 0 && (seen & kAndSeen) != 0) || ((seen & kOrSeen) != 0 && (seen & kArrowSeen) != 0);
}

}   // namespace

// progress P[i:R] = {a} or if {a} then {b}
void Parser::progress() {
  take();
  ProgressDefinition progress;
  const Token name = expect(TokenKind::kUpper, "the name of a progress property", "it starts with a capital letter");
  progress.name = symbol(name);
  progress.offset = name.offset;
  if (at(TokenKind::kLeftBracket)) progress.ranges = ranges();
  expect(TokenKind::kEqual, "'='");
  if (accept_word("if")) {
    progress.condition = label();
    expect_word("then");
  }
  progress.labels = label();
  ast_.progress.push_back(progress);
}

// fluent F[i:R] = <on, off> initially e
void Parser::fluent() {
  take();
  Fluent fluent;
  const Token name = expect(TokenKind::kUpper, "the name of a fluent", "it starts with a capital letter");
  fluent.name = symbol(name);
  fluent.offset = name.offset;
  if (at(TokenKind::kLeftBracket)) fluent.ranges = ranges();
  expect(TokenKind::kEqual, "'='");
  expect(TokenKind::kLess, "'<'", "a fluent is written < starting labels, ending labels >");
  fluent.on = label();
  expect(TokenKind::kComma, "','", "a fluent is written < starting labels, ending labels >");
  fluent.off = label();
  expect(TokenKind::kGreater, "'>'");
  if (accept_word("initially")) {
    const Token value = peek();
    const auto is_declared = [&] {
      return std::any_of(ast_.constants.begin(), ast_.constants.end(),
                         [&](const Constant& c) { return c.name == symbol(value); });
    };
    const std::string_view word = text(value);
    const bool is_true = word == "True" || word == "true";
    if ((is_true || word == "False" || word == "false") && !is_declared()) {
      take();
      fluent.initially = add({ExprKind::kNumber, Operator::kOr, value.offset, kNone, kNone, is_true ? 1 : 0});
    } else {
      fluent.initially = expr();
    }
  }
  ast_.fluents.push_back(fluent);
}

// assert A(N=1) = formula + {labels}
void Parser::assertion() {
  Assertion assertion;
  assertion.is_constraint = text(take()) == "constraint";
  const Token name = expect(TokenKind::kUpper, "the name of an assertion", "it starts with a capital letter");
  assertion.name = symbol(name);
  assertion.offset = name.offset;
  assertion.parameters = parameters();
  expect(TokenKind::kEqual, "'='");
  assertion.formula = formula_unary();
  if (at(TokenKind::kAmpAmp) || at(TokenKind::kArrow) || at(TokenKind::kIff))
    unexpected("the end of the formula", "a formula with operators between its parts stands in parentheses: assert A = (p -> q)");
  if (accept(TokenKind::kPlus)) assertion.alphabet = label_set();
  ast_.assertions.push_back(assertion);
}

Index Parser::add(Ltl ltl) {
  ast_.ltl.push_back(ltl);
  return static_cast<Index>(ast_.ltl.size() - 1);
}

// A formula in parentheses.
Index Parser::formula() {
  const Token first = peek();
  unsigned seen = 0;
  const Index root = formula_binary(0, seen);
  if (reads_differently(seen))
    reporter_.warning(first.place(), "fsp-precedence",
                      options_.ltsa_compat
                          ? "'||' is read last and '&&' first here, as LTSA does"
                          : "LTSA binds '&&' tighter than U and W, and '||' weaker than '->'; this is read the usual way",
                      "parentheses make it clear");
  return root;
}

Index Parser::formula_binary(int least, unsigned& seen) {
  const Depth depth(*this);
  Index left = formula_unary();
  for (;;) {
    const Token token = peek();
    const FormulaRow* row = formula_row(token.kind, text(token));
    if (row == nullptr) return left;
    const int precedence = options_.ltsa_compat ? row->ltsa_precedence : row->precedence;
    if (precedence <= least) return left;
    seen |= row->mark;
    take();
    if (!row->is_associative) {   // a -> b -> c is a -> (b -> c)
      const Index right = formula_binary(precedence - 1, seen);
      left = add(Ltl{.kind = row->kind, .offset = token.offset, .a = left, .b = right});
      continue;
    }
    std::vector<Index> operands{left, formula_binary(precedence, seen)};
    while (at(token.kind)) {
      take();
      operands.push_back(formula_binary(precedence, seen));
    }
    left = balanced(row->kind, token.offset, std::move(operands));
  }
}

// A balanced tree over the operands, so that functions that walk it recursively need little stack for a long
// chain.
Index Parser::balanced(LtlKind kind, std::uint32_t offset, std::vector<Index> operands) {
  assert(!operands.empty());
  while (operands.size() > 1) {
    std::size_t out = 0;
    for (std::size_t i = 0; i < operands.size(); i += 2)
      operands[out++] = i + 1 < operands.size() ? add(Ltl{.kind = kind, .offset = offset, .a = operands[i], .b = operands[i + 1]})
                                                : operands[i];
    operands.resize(out);
  }
  return operands.front();
}

Index Parser::formula_unary() {
  const Depth depth(*this);
  const Token token = peek();
  const auto unary = [&](LtlKind kind) {
    take();
    const Index inner = formula_unary();
    return add(Ltl{.kind = kind, .offset = token.offset, .a = inner});
  };
  if (at(TokenKind::kBang)) return unary(LtlKind::kNot);
  if (at(TokenKind::kBox)) return unary(LtlKind::kAlways);
  if (at(TokenKind::kDiamond)) return unary(LtlKind::kEventually);
  if (at(TokenKind::kUpper) && text(token) == "X") return unary(LtlKind::kNext);
  const bool is_forall = at_word("forall");
  if ((is_forall || at_word("exists")) && peek(1).kind == TokenKind::kLeftBracket) {
    take();
    const Span over = ranges();
    const Index inner = formula_unary();
    return add(Ltl{.kind = is_forall ? LtlKind::kForall : LtlKind::kExists, .offset = token.offset, .a = inner, .span = over});
  }
  if (at_word("rigid") && (peek(1).kind == TokenKind::kLeftParen || peek(1).kind == TokenKind::kLower ||
                           peek(1).kind == TokenKind::kNumber || peek(1).kind == TokenKind::kUpper)) {
    take();
    const Index value = this->unary();
    return add(Ltl{.kind = LtlKind::kRigid, .offset = token.offset, .a = value});
  }
  if (accept(TokenKind::kLeftParen)) {
    const Index inner = formula();
    expect(TokenKind::kRightParen, "')' or an operator: && || -> <-> U W");
    return inner;
  }
  if (at(TokenKind::kUpper)) return formula_named();
  if (!at(TokenKind::kLower) && !at(TokenKind::kString) && !at(TokenKind::kLeftBrace) && !at(TokenKind::kLeftBracket))
    unexpected("a formula: a fluent, labels, '!', '[]', '<>', 'X' or '('");
  const Span labels = label();
  return add(Ltl{.kind = LtlKind::kLabels, .offset = token.offset, .span = labels});
}

// A fluent with indices, an assertion with arguments, True, False, or a set of labels.
Index Parser::formula_named() {
  const Token token = peek();
  if (set_names_.contains(symbol(token)) || peek(1).kind == TokenKind::kDot) {
    const Span labels = label();
    return add(Ltl{.kind = LtlKind::kLabels, .offset = token.offset, .span = labels});
  }
  take();
  const bool is_true = text(token) == "True";
  if (is_true || text(token) == "False") {
    const Index value = add({ExprKind::kNumber, Operator::kOr, token.offset, kNone, kNone, is_true ? 1 : 0});
    return add(Ltl{.kind = LtlKind::kRigid, .offset = token.offset, .a = value});
  }
  Ltl node;
  node.kind = LtlKind::kNamed;
  node.offset = token.offset;
  node.name = symbol(token);
  node.has_arguments = at(TokenKind::kLeftParen);
  if (node.has_arguments) node.span = arguments();
  else if (at(TokenKind::kLeftBracket)) node.span = ranges();
  return add(node);
}

}   // namespace parley::fsp
