#include <fmt/format.h>

#include "front/fsp/parser.h"

namespace parley::fsp {

namespace {

struct KindRow {
  std::string_view word;
  PropertyKind kind;
};
constexpr std::array<KindRow, 5> kKinds{{
    {"deadlock", PropertyKind::kDeadlock},
    {"local_deadlock", PropertyKind::kLocalDeadlock},
    {"reach", PropertyKind::kReach},
    {"never", PropertyKind::kNever},
    {"property", PropertyKind::kSafety},
}};
constexpr std::array<std::string_view, 4> kLaterKinds{"local", "assert", "progress", "fluent"};

}   // namespace

Parser::PredicateText Parser::parse_predicate() {
  Index root = kNone;
  try {
    root = expr();
    if (!at(TokenKind::kEnd)) unexpected("the end of the predicate");
  } catch (const Abandoned&) {
    root = kNone;
  }
  return {std::move(ast_), root};
}

// check [Name =] kind [P on] [Target] [: predicate] [expect holds|fail|unknown [when expr]]
void Parser::check() {
  Check check;
  check.offset = take().offset;
  if ((at(TokenKind::kUpper) || at(TokenKind::kLower) || at(TokenKind::kString)) && peek(1).kind == TokenKind::kEqual) {
    const Token name = take();
    check.name = name.kind == TokenKind::kString ? names_.symbols.intern(unquoted(name)) : symbol(name);
    check.name_offset = name.offset;
    take();
  }
  const Token word = expect(TokenKind::kLower, "the kind of the check", "deadlock, local_deadlock, reach, never or property");
  const KindRow* kind = nullptr;
  for (const KindRow& row : kKinds)
    if (row.word == text(word)) kind = &row;
  for (const std::string_view later : kLaterKinds)
    if (later == text(word)) unsupported(word, fmt::format("'check {}'", later));
  if (kind == nullptr) {
    std::vector<std::string_view> words;
    words.reserve(kKinds.size());
    for (const KindRow& row : kKinds) words.push_back(row.word);
    const std::string_view near = nearest_name(text(word), words);
    reporter_.refuse(
        word.place(), "fsp-check-kind", fmt::format("there is no check of kind {}", shown(word)),
        near.empty() ? "deadlock, local_deadlock, reach, never or property" : fmt::format("did you mean '{}'?", near));
  }
  check.kind = kind->kind;

  const auto at_target = [&] {
    if (!at(TokenKind::kUpper)) return false;
    const TokenKind next = peek(1).kind;   // of a definition that follows a check without a target
    return next != TokenKind::kEqual && next != TokenKind::kLeftParen && next != TokenKind::kLeftBracket;
  };
  if (check.kind == PropertyKind::kSafety) {
    check.automaton_offset = peek().offset;
    check.automaton = path(PathTo::kComponent);
    if (accept_word("on")) {
      if (!at_target()) unexpected("the name of a composition");
      check.target_offset = peek().offset;
      check.target = symbol(take());
    }
  } else if (at_target()) {
    check.target_offset = peek().offset;
    check.target = symbol(take());
  }

  const bool needs_predicate = check.kind == PropertyKind::kReach || check.kind == PropertyKind::kNever;
  if (needs_predicate) {
    expect(TokenKind::kColon, "':' and a predicate", "check never SYS : p@A && q@A");
    options_.in_predicate = true;
    try {
      check.predicate = expr();
    } catch (const Abandoned&) {
      options_.in_predicate = false;
      throw;
    }
    options_.in_predicate = false;
  } else if (at(TokenKind::kColon)) {
    unexpected("no predicate here", "only reach and never have one");
  }

  if (accept_word("expect")) {
    if (accept_word("holds")) check.expect = Expectation::kHolds;
    else if (accept_word("fail")) check.expect = Expectation::kFail;
    else if (accept_word("unknown")) check.expect = Expectation::kUnknown;
    else unexpected("'holds', 'fail' or 'unknown'");
    if (accept_word("when")) check.expect_when = expr();
  }
  ast_.checks.push_back(check);
}

// component@STATE, or component@{STATE, STATE}
Index Parser::atom() {
  PredicateAtom atom;
  atom.offset = peek().offset;
  atom.component = path(PathTo::kComponent);
  expect(TokenKind::kAt, "'@' and a state", "component@STATE says that the component is in that state");
  std::vector<Span> states;
  if (accept(TokenKind::kLeftBrace)) {
    do states.push_back(path(PathTo::kState));
    while (accept(TokenKind::kComma));
    expect(TokenKind::kRightBrace, "'}' or ','");
  } else {
    states.push_back(path(PathTo::kState));
  }
  atom.states = append(ast_.labels, states);
  ast_.atoms.push_back(atom);
  return add({ExprKind::kAtom, Operator::kOr, atom.offset, static_cast<Index>(ast_.atoms.size() - 1), kNone, 0});
}

// A component, or a state with its chain: word { .word | [expr] } { / word { .word | [expr] } }
Span Parser::path(PathTo what) {
  const bool is_state = what == PathTo::kState;
  const bool in_predicate = options_.in_predicate;
  std::vector<Part> parts;
  const auto word = [&] {
    const Token token = peek();
    if (token.kind == TokenKind::kNumber) {
      take();
      parts.push_back({PartKind::kName, token.offset, kNoSymbol, names_.symbols.intern(number(token)), kNone});
      return;
    }
    if (token.kind != TokenKind::kUpper && token.kind != TokenKind::kLower && token.kind != TokenKind::kString)
      unexpected(is_state ? "the name of a state" : "the name of a component");
    take();
    name_parts(token, parts);
  };
  options_.in_predicate = false;   // indices are plain expressions
  word();
  for (;;) {
    if (at(TokenKind::kDot)) {
      take();
      word();
    } else if (accept(TokenKind::kLeftBracket)) {
      const std::uint32_t offset = peek().offset;
      parts.push_back({PartKind::kExpr, offset, kNoSymbol, expr(), kNone});
      expect(TokenKind::kRightBracket, "']'");
    } else if (is_state && at(TokenKind::kSlash)) {
      const Token slash = take();
      parts.push_back({PartKind::kName, slash.offset, kNoSymbol, names_.symbols.intern("/"), kNone});
      word();
    } else {
      break;
    }
  }
  options_.in_predicate = in_predicate;
  return append(ast_.parts, parts);
}

Index Parser::quantified(ExprKind kind) {
  const std::uint32_t offset = take().offset;
  options_.in_predicate = false;
  const Span over = ranges();
  options_.in_predicate = true;
  const Index body = unary();
  ast_.quantifiers.push_back({over, body});
  return add({kind, Operator::kOr, offset, static_cast<Index>(ast_.quantifiers.size() - 1), kNone, 0});
}

Index Parser::count() {
  const std::uint32_t offset = take().offset;
  take();   // (
  std::vector<Index> items;
  if (!at(TokenKind::kRightParen)) {
    do items.push_back(count_item());
    while (accept(TokenKind::kComma));
  }
  expect(TokenKind::kRightParen, "')' or ','");
  const Span list = append(ast_.lists, items);
  return add({ExprKind::kCount, Operator::kOr, offset, list.first, list.count, 0});
}

// What a count counts: an atom, or forall ranges and such an item, or several of them in parentheses.
Index Parser::count_item() {
  const Depth depth(*this);
  const Token token = peek();
  if (at_word("forall") && peek(1).kind == TokenKind::kLeftBracket) {
    take();
    options_.in_predicate = false;
    const Span over = ranges();
    options_.in_predicate = true;
    const Index body = count_item();
    ast_.quantifiers.push_back({over, body});
    return add({ExprKind::kForall, Operator::kOr, token.offset, static_cast<Index>(ast_.quantifiers.size() - 1), kNone, 0});
  }
  if (accept(TokenKind::kLeftParen)) {
    std::vector<Index> items;
    do items.push_back(count_item());
    while (accept(TokenKind::kComma));
    expect(TokenKind::kRightParen, "')' or ','");
    const Span list = append(ast_.lists, items);
    return add({ExprKind::kGroup, Operator::kOr, token.offset, list.first, list.count, 0});
  }
  return atom();
}

// Read and ignored: it belongs to LTSA's window.
void Parser::skip_menu() {
  take();
  expect(TokenKind::kUpper, "the name of a menu");
  expect(TokenKind::kEqual, "'='");
  label();
}

void Parser::not_checked_yet(const Token& word) {
  reporter_.warning(word.place(), "fsp-unsupported", fmt::format("'{}' is read, but cannot be checked yet", text(word)),
                    "it has no influence on the other checks");
}

// progress, fluent, assert and constraint are questions: nobody asks them here, so reading them is enough.
void Parser::skip_definition() {
  const Token word = take();
  not_checked_yet(word);
  expect(TokenKind::kUpper, "a name");
  const bool is_formula = text(word) == "assert" || text(word) == "constraint";
  ranges_or_arguments();
  expect(TokenKind::kEqual, "'='");
  if (text(word) == "progress") {
    if (accept_word("if")) {
      label();
      expect_word("then");
    }
    label();
  } else if (text(word) == "fluent") {
    expect(TokenKind::kLess, "'<'", "a fluent is written < starting labels, ending labels >");
    label();
    expect(TokenKind::kComma, "','");
    label();
    expect(TokenKind::kGreater, "'>'");
    if (accept_word("initially")) expr();
  } else if (is_formula) {
    skip_ltl(Formula::kUnary);
    if (accept(TokenKind::kPlus)) label_set();
  }
}

void Parser::ranges_or_arguments() {
  while (at(TokenKind::kLeftBracket)) index_part();
  if (!at(TokenKind::kLeftParen)) return;
  if (peek(1).kind == TokenKind::kUpper && peek(2).kind == TokenKind::kEqual) parameters();
  else arguments();
}

// Linear temporal logic, read over: a unary formula, or inside parentheses any.
void Parser::skip_ltl(Formula formula) {
  const Depth depth(*this);
  for (;;) {
    if (accept(TokenKind::kBang) || accept(TokenKind::kDiamond) || accept(TokenKind::kBox)) continue;
    if (at(TokenKind::kUpper) && text(peek()) == "X") {
      take();
      continue;
    }
    if ((at_word("forall") || at_word("exists")) && peek(1).kind == TokenKind::kLeftBracket) {
      take();
      ranges();
      continue;
    }
    if (at_word("rigid") && peek(1).kind == TokenKind::kLeftParen) {
      take();
      arguments();
    } else if (accept(TokenKind::kLeftParen)) {
      skip_ltl(Formula::kAny);
      expect(TokenKind::kRightParen, "')'");
    } else if (at(TokenKind::kUpper)) {
      take();
      if (accept(TokenKind::kDot)) label();
      ranges_or_arguments();
    } else {
      label();
    }
    if (formula == Formula::kUnary) return;
    const bool is_until = at(TokenKind::kUpper) && (text(peek()) == "U" || text(peek()) == "W");
    if (!is_until && !at(TokenKind::kBarBar) && !at(TokenKind::kAmpAmp) && !at(TokenKind::kArrow) && !at(TokenKind::kIff)) return;
    take();
  }
}

}   // namespace parley::fsp
