#include <fmt/format.h>

#include "front/fsp/syntax/parser.h"

namespace parley::fsp {

namespace {

struct KindRow {
  std::string_view word;
  PropertyKind kind;
};
constexpr std::array<KindRow, 8> kKinds{{
    {"deadlock", PropertyKind::kDeadlock},
    {"local_deadlock", PropertyKind::kLocalDeadlock},
    {"reach", PropertyKind::kReach},
    {"never", PropertyKind::kNever},
    {"property", PropertyKind::kSafety},
    {"assert", PropertyKind::kAssertion},
    {"progress", PropertyKind::kProgress},
    {"local", PropertyKind::kLocal},
}};
constexpr const char* kKindHint = "deadlock, local_deadlock, reach, never, property, assert, progress or local";

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

PropertyKind Parser::check_kind() {
  const Token word = expect(TokenKind::kLower, "the kind of the check", kKindHint);
  std::vector<std::string_view> words;
  words.reserve(kKinds.size());
  for (const KindRow& row : kKinds) {
    if (row.word == text(word)) return row.kind;
    words.push_back(row.word);
  }
  const std::string_view near = nearest_name(text(word), words);
  reporter_.refuse(word.place(), "fsp-check-kind", fmt::format("there is no check of kind {}", shown(word)),
                   near.empty() ? kKindHint : fmt::format("did you mean '{}'?", near));
}

bool Parser::at_target() {
  if (!at(TokenKind::kUpper)) return false;
  const TokenKind next =
      peek(1).kind;   // '=', '(' or '[' after the name: it starts the next definition, and the check has no target
  return next != TokenKind::kEqual && next != TokenKind::kLeftParen && next != TokenKind::kLeftBracket;
}

// [P on] [Target] [at component]
void Parser::check_target(Check& check) {
  const bool is_local = check.kind == PropertyKind::kLocal;
  const bool has_name = check.kind == PropertyKind::kSafety || check.kind == PropertyKind::kAssertion ||
                        check.kind == PropertyKind::kProgress || is_local;
  if (has_name) {
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
  if (is_local) {
    if (!accept_word("at")) unexpected("'at' and a component", "check local P on SYS at component");
    check.component = path(PathTo::kComponent);
  } else if (at_word("at")) {
    unexpected("no 'at' here", "only local properties are checked at a component");
  }
}

void Parser::check_predicate(Check& check) {
  const bool needs_predicate = check.kind == PropertyKind::kReach || check.kind == PropertyKind::kNever;
  if (!needs_predicate) {
    if (at(TokenKind::kColon)) unexpected("no predicate here", "only reach and never have one");
    return;
  }
  expect(TokenKind::kColon, "':' and a predicate", "check never SYS : p@A && q@A");
  options_.in_predicate = true;
  try {
    check.predicate = expr();
  } catch (const Abandoned&) {
    options_.in_predicate = false;
    throw;
  }
  options_.in_predicate = false;
}

// check [Name =] kind [P on] [Target] [at component] [: predicate] [expect holds|fail|unknown [when expr]]
void Parser::check() {
  Check check;
  check.offset = take().offset;
  if ((at(TokenKind::kUpper) || at(TokenKind::kLower) || at(TokenKind::kString)) && peek(1).kind == TokenKind::kEqual) {
    const Token name = take();
    check.name = name.kind == TokenKind::kString ? names_.symbols.intern(unquoted(name)) : symbol(name);
    check.name_offset = name.offset;
    take();
  }
  check.kind = check_kind();
  check_target(check);
  check_predicate(check);
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

// A component; or a state with its chain: word { .word | [expr] } { / word { .word | [expr] } }
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
  options_.in_predicate = false;   // indices are expressions, not predicates
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

// An item of a count: an atom, or 'forall ranges' and an item, or several items in parentheses.
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

// A menu is parsed and ignored: it configures LTSA's user interface.
void Parser::skip_menu() {
  take();
  expect(TokenKind::kUpper, "the name of a menu");
  expect(TokenKind::kEqual, "'='");
  label();
}

}   // namespace parley::fsp
