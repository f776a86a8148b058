#include <fmt/format.h>

#include "front/fsp/syntax/parser.h"

namespace parley::fsp {

namespace {

constexpr std::size_t kMostParts = 1000;         // parts of one label
constexpr std::size_t kMostOperands = 100'000;   // operands of one chain a + b + c ...

struct BinaryRow {
  TokenKind token;
  Operator op;
  int precedence;
};

// Precedence as in C; 10 binds tightest.
constexpr std::array<BinaryRow, 18> kBinary{{
    {TokenKind::kBarBar, Operator::kOr, 1},
    {TokenKind::kAmpAmp, Operator::kAnd, 2},
    {TokenKind::kBar, Operator::kBitOr, 3},
    {TokenKind::kCaret, Operator::kBitXor, 4},
    {TokenKind::kAmp, Operator::kBitAnd, 5},
    {TokenKind::kEqualEqual, Operator::kEqual, 6},
    {TokenKind::kNotEqual, Operator::kNotEqual, 6},
    {TokenKind::kLess, Operator::kLess, 7},
    {TokenKind::kLessEqual, Operator::kLessEqual, 7},
    {TokenKind::kGreater, Operator::kGreater, 7},
    {TokenKind::kGreaterEqual, Operator::kGreaterEqual, 7},
    {TokenKind::kShiftLeft, Operator::kShiftLeft, 8},
    {TokenKind::kShiftRight, Operator::kShiftRight, 8},
    {TokenKind::kPlus, Operator::kAdd, 9},
    {TokenKind::kMinus, Operator::kSubtract, 9},
    {TokenKind::kStar, Operator::kMultiply, 10},
    {TokenKind::kSlash, Operator::kDivide, 10},
    {TokenKind::kPercent, Operator::kModulo, 10},
}};

const BinaryRow* binary_row(TokenKind kind) {
  for (const BinaryRow& row : kBinary)
    if (row.token == kind) return &row;
  return nullptr;
}

}   // namespace

Index Parser::add(Expr expr) {
  ast_.exprs.push_back(expr);
  return static_cast<Index>(ast_.exprs.size() - 1);
}

// In "const N = 5 ||SYS = ..." the '||' starts a definition and is not an operator.
bool Parser::ends_expression() {
  return at(TokenKind::kBarBar) && peek(1).kind == TokenKind::kUpper &&
         (peek(2).kind == TokenKind::kEqual || peek(2).kind == TokenKind::kLeftParen);
}

Index Parser::binary(int least) {
  const Depth depth(*this);
  Index left = unary();
  for (std::size_t operands = 1;; ++operands) {
    const BinaryRow* row = binary_row(peek().kind);
    if (operands > kMostOperands)
      reporter_.refuse(peek().place(), "fsp-too-large", fmt::format("an expression of more than {} operands", kMostOperands));
    if (row == nullptr || row->precedence <= least || ends_expression()) return left;
    const Token token = take();
    const Index right = binary(row->precedence);
    left = add({ExprKind::kBinary, row->op, token.offset, left, right, 0});
  }
}

Index Parser::unary() {
  const Depth depth(*this);
  const Token token = peek();
  if (accept(TokenKind::kBang)) return add({ExprKind::kUnary, Operator::kNot, token.offset, unary(), kNone, 0});
  if (accept(TokenKind::kMinus)) return add({ExprKind::kUnary, Operator::kNegate, token.offset, unary(), kNone, 0});
  if (accept(TokenKind::kPlus)) return add({ExprKind::kUnary, Operator::kPlus, token.offset, unary(), kNone, 0});
  return primary();
}

Index Parser::primary() {
  const Token token = peek();
  if (options_.in_predicate) {
    if (at_word("forall") && peek(1).kind == TokenKind::kLeftBracket && peek(2).kind != TokenKind::kNumber)
      return quantified(ExprKind::kForall);
    if (at_word("exists") && peek(1).kind == TokenKind::kLeftBracket && peek(2).kind != TokenKind::kNumber)
      return quantified(ExprKind::kExists);
    if (at_word("count") && peek(1).kind == TokenKind::kLeftParen) return count();
    const TokenKind next = peek(1).kind;
    const bool is_path = next == TokenKind::kAt || next == TokenKind::kDot || next == TokenKind::kLeftBracket;
    if (at(TokenKind::kString) || ((at(TokenKind::kLower) || at(TokenKind::kUpper)) && is_path) ||
        (at(TokenKind::kNumber) && next == TokenKind::kAt))
      return atom();
    if (accept_word("true")) return add({ExprKind::kTrue, Operator::kOr, token.offset, kNone, kNone, 0});
    if (accept_word("false")) return add({ExprKind::kFalse, Operator::kOr, token.offset, kNone, kNone, 0});
  }
  if (accept(TokenKind::kNumber)) return add({ExprKind::kNumber, Operator::kOr, token.offset, kNone, kNone, number(token)});
  if (accept(TokenKind::kUpper)) return add({ExprKind::kConstant, Operator::kOr, token.offset, symbol(token), kNone, 0});
  if (accept(TokenKind::kLower)) return add({ExprKind::kVariable, Operator::kOr, token.offset, symbol(token), kNone, 0});
  if (accept(TokenKind::kQuote)) {
    const Span parts = label();
    return add({ExprKind::kLabel, Operator::kOr, token.offset, parts.first, parts.count, 0});
  }
  if (accept(TokenKind::kHash)) {
    const Index set = label_set();
    return add({ExprKind::kSize, Operator::kOr, token.offset, set, kNone, 0});
  }
  if (accept(TokenKind::kAt)) {
    expect(TokenKind::kLeftParen, "'('", "an element of a set is written @(set, index)");
    const Index set = label_set();
    expect(TokenKind::kComma, "','");
    const Index which = expr();
    expect(TokenKind::kRightParen, "')'");
    return add({ExprKind::kElement, Operator::kOr, token.offset, set, which, 0});
  }
  if (accept(TokenKind::kLeftParen)) {
    const Index inner = expr();
    expect(TokenKind::kRightParen, "')'");
    return inner;
  }
  unexpected(options_.in_predicate ? "a predicate: component@STATE, count(...), forall, '!' or '('" : "an expression");
}

std::int64_t Parser::number(const Token& token) {
  const std::string_view digits = text(token);
  const bool is_hex = digits.starts_with("0x") || digits.starts_with("0X");
  const bool is_octal = !is_hex && digits.size() > 1 && digits[0] == '0';
  if (is_octal && !options_.ltsa_compat)
    reporter_.refuse(token.place(), "fsp-number", "a number does not start with 0",
                     "LTSA reads it in base 8; with --ltsa-compat so do we");
  const std::int64_t base = is_hex ? 16 : is_octal ? 8 : 10;
  std::int64_t value = 0;
  for (const char c : digits.substr(is_hex ? 2 : 0)) {
    std::int64_t digit = 99;
    if (c >= '0' && c <= '9') digit = c - '0';
    else if (c >= 'a' && c <= 'f') digit = c - 'a' + 10;
    else if (c >= 'A' && c <= 'F') digit = c - 'A' + 10;
    if (digit >= base) reporter_.refuse(token.place(), "fsp-number", fmt::format("{} is no number", shown(token)));
    if (__builtin_mul_overflow(value, base, &value) || __builtin_add_overflow(value, digit, &value))
      reporter_.refuse(token.place(), "fsp-number", "the number is too large", "numbers have 64 bits");
  }
  if (is_hex && digits.size() == 2) reporter_.refuse(token.place(), "fsp-number", "0x needs digits");
  return value;
}

// The text of a quoted name, with the escapes \" \\ \n \t and \xHH (any byte) replaced.
std::string Parser::unquoted(const Token& token) {
  std::string result;
  const std::string_view all = text(token);
  const auto digit = [&](std::size_t at) {
    const char c = at + 1 < all.size() ? all[at] : ' ';
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
  };
  for (std::size_t i = 1; i + 1 < all.size(); ++i) {
    if (all[i] != '\\') {
      result += all[i];
      continue;
    }
    const char escape = all[++i];
    if (escape == 'n') result += '\n';
    else if (escape == 't') result += '\t';
    else if (escape == '"' || escape == '\\') result += escape;
    else if (escape == 'x' && digit(i + 1) >= 0 && digit(i + 2) >= 0) {
      result += static_cast<char>(digit(i + 1) * 16 + digit(i + 2));
      i += 2;
    } else {
      reporter_.error({token.offset + static_cast<std::uint32_t>(i) - 1, 2}, "fsp-string", "this is no escape in a quoted name",
                      R"(they are \" \\ \n \t and \xHH with two hexadecimal digits)");
    }
  }
  return result;
}

// A word is one part. A quoted name has one part per piece between dots, so that "phil.0" and phil[0] are
// equal.
void Parser::name_parts(const Token& token, std::vector<Part>& parts) {
  const std::string name = token.kind == TokenKind::kString ? unquoted(token) : std::string(text(token));
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = token.kind == TokenKind::kString ? std::min(name.find('.', begin), name.size()) : name.size();
    parts.push_back({PartKind::kName, token.offset, kNoSymbol,
                     names_.symbols.intern(std::string_view(name).substr(begin, end - begin)), kNone});
    begin = end + 1;
  }
}

Span Parser::label(Tau tau) {
  const Depth depth(*this);
  std::vector<Part> parts;
  label_part(parts);
  for (;;) {
    if (parts.size() > kMostParts)
      reporter_.refuse(peek().place(), "fsp-depth", fmt::format("a label of more than {} parts", kMostParts));
    if (at(TokenKind::kLeftBracket)) {
      parts.push_back(index_part());
    } else if (at(TokenKind::kDot)) {
      // A '.' that ends a definition is followed by the next definition or by the end of the file, never by a
      // part of a label.
      const TokenKind next = peek(1).kind;
      const bool goes_on = next == TokenKind::kLower || next == TokenKind::kString || next == TokenKind::kLeftBrace ||
                           next == TokenKind::kLeftBracket || next == TokenKind::kNumber || next == TokenKind::kUpper;
      if (!goes_on) break;
      take();
      label_part(parts);
    } else if (at(TokenKind::kBang) || at(TokenKind::kQuestion)) {
      channel_action(parts);
    } else {
      break;
    }
  }
  if (tau == Tau::kForbidden && parts.size() == 1 && parts[0].kind == PartKind::kName &&
      parts[0].a == names_.symbols.intern("tau"))
    reporter_.error({parts[0].offset, 3}, "fsp-tau", "'tau' is no label",
                    "it is what hiding leaves; give the action a name and hide it");
  return append(ast_.parts, parts);
}

void Parser::label_part(std::vector<Part>& parts) {
  const Token token = peek();
  if (accept(TokenKind::kLower) || accept(TokenKind::kString)) return name_parts(token, parts);
  if (accept(TokenKind::kNumber)) {   // a[1] is printed as a.1
    parts.push_back({PartKind::kName, token.offset, kNoSymbol, names_.symbols.intern(number(token)), kNone});
    return;
  }
  if (at(TokenKind::kLeftBracket)) {
    parts.push_back(index_part());
    return;
  }
  if (!at(TokenKind::kUpper) && !at(TokenKind::kLeftBrace))
    unexpected("a label", "labels start with a small letter; a set of labels is written {a, b}");
  const Index set = label_set();
  const Index minus = accept(TokenKind::kBackslash) ? label_set() : kNone;
  parts.push_back({PartKind::kSet, token.offset, kNoSymbol, set, minus});
}

// [i:0..3] [i:RANGE] [i:{a,b}] [0..3] [RANGE] [{a,b}] [expr]
Part Parser::index_part() {
  const Depth depth(*this);
  Part part;
  expect(TokenKind::kLeftBracket, "'['");
  part.offset = peek().offset;
  if (at(TokenKind::kLower) && peek(1).kind == TokenKind::kColon) {
    part.variable = symbol(take());
    take();
    part.offset = peek().offset;
  }
  values(part, at(TokenKind::kUpper) && peek(1).kind == TokenKind::kRightBracket);
  expect(TokenKind::kRightBracket, "']'");
  return part;
}

// A range, a set, the name of a range, set or constant, or an expression.
void Parser::values(Part& part, bool is_named) {
  if (at(TokenKind::kLeftBrace)) {
    part.kind = PartKind::kSet;
    part.a = label_set();
    if (accept(TokenKind::kBackslash)) part.b = label_set();
  } else if (is_named) {
    part.kind = PartKind::kNamed;
    part.a = symbol(take());
  } else if (at(TokenKind::kUpper) && peek(1).kind == TokenKind::kBackslash) {
    part.kind = PartKind::kSet;
    part.a = label_set();
    take();
    part.b = label_set();
  } else {
    part.kind = PartKind::kExpr;
    part.a = expr();
    if (accept(TokenKind::kDotDot)) {
      part.kind = PartKind::kRange;
      part.b = expr();
    } else if (part.variable != kNoSymbol) {
      unexpected("'..'", "a variable ranges over a range or a set: [i:0..3]");
    }
  }
}

Span Parser::ranges() {
  std::vector<Part> list;
  if (!at(TokenKind::kLeftBracket)) unexpected("'['", "a range is written [i:0..3]");
  while (at(TokenKind::kLeftBracket)) list.push_back(index_part());
  return append(ast_.parts, list);
}

Index Parser::label_set() {
  const Depth depth(*this);
  LabelSet set;
  set.offset = peek().offset;
  if (at(TokenKind::kUpper)) {
    set.name = symbol(take());
  } else {
    expect(TokenKind::kLeftBrace, "a set of labels: '{' or its name");
    std::vector<Span> list;
    if (!at(TokenKind::kRightBrace)) {
      do list.push_back(label());
      while (accept(TokenKind::kComma));
    }
    expect(TokenKind::kRightBrace, "'}' or ','");
    set.labels = append(ast_.labels, list);
  }
  ast_.sets.push_back(set);
  return static_cast<Index>(ast_.sets.size() - 1);
}

}   // namespace parley::fsp
