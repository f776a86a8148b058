#include <fmt/format.h>

#include "front/fsp/syntax/parser.h"

namespace parley::fsp {

void Parser::composite(const Modifiers& modifiers) {
  take();   // ||
  Composite composite;
  composite.modifiers = modifiers;
  const Token name = expect(TokenKind::kUpper, "the name of a composition", "it starts with a capital letter");
  composite.name = symbol(name);
  composite.offset = name.offset;
  composite.parameters = parameters();
  expect(TokenKind::kEqual, "'='");
  composite.body = body();
  if (at_word("sync") && peek(1).kind == TokenKind::kLeftBrace) {
    take();
    composite.has_vectors = true;
    composite.vectors = sync_vectors();
  }
  if (at(TokenKind::kShiftLeft) || at(TokenKind::kShiftRight)) {
    composite.priority = take().kind == TokenKind::kShiftLeft ? Priority::kHigh : Priority::kLow;
    composite.priority_set = label_set();
  }
  composite.visibility = visibility(composite.visible_set);
  if (!at(TokenKind::kDot)) unexpected("'.' at the end of the composition", "several processes are written (P || Q)");
  take();
  define(composite.name);
  ast_.composites.push_back(composite);
}

Index Parser::body() {
  const Depth depth(*this);
  Body node;
  node.offset = peek().offset;
  if (accept_word("if")) {
    node.kind = BodyKind::kIf;
    node.condition = expr();
    expect_word("then");
    node.inner = body();
    if (accept_word("else")) node.else_branch = body();
  } else if (at_word("forall") && peek(1).kind == TokenKind::kLeftBracket) {
    take();
    node.kind = BodyKind::kForall;
    node.list = ranges();
    node.inner = body();
  } else {
    return instance();
  }
  ast_.bodies.push_back(node);
  return static_cast<Index>(ast_.bodies.size() - 1);
}

// Whether a channel is instantiated here. Channels have small initials, as labels have. It is a channel if no
// label can continue here. A dot that ends a definition has a blank after it.
bool Parser::at_channel_instance() {
  if (!at(TokenKind::kLower)) return false;
  const Token next = peek(1);
  if (next.kind == TokenKind::kDot) return peek(2).offset > next.offset + 1 || peek(2).kind == TokenKind::kEnd;
  return next.kind != TokenKind::kColon && next.kind != TokenKind::kColonColon && next.kind != TokenKind::kLeftBracket;
}

// a: {a,b}:: {a,b}::c:
void Parser::instance_labels(Body& node) {
  const auto at_prefix = [&] {
    if (at(TokenKind::kLower)) return !at_channel_instance();
    if (at(TokenKind::kString) || at(TokenKind::kLeftBrace) || at(TokenKind::kLeftBracket)) return true;
    if (!at(TokenKind::kUpper)) return false;
    const TokenKind next = peek(1).kind;
    return next == TokenKind::kColon || next == TokenKind::kColonColon || next == TokenKind::kLeftBracket ||
           (next == TokenKind::kDot && set_names_.contains(symbol(peek())));
  };
  if (!at_prefix()) return;
  node.prefix = label(at(TokenKind::kString) ? Tau::kAllowed : Tau::kForbidden);   // a component may have any name
  if (!accept(TokenKind::kColonColon)) {
    expect(TokenKind::kColon, "':' or '::'", "an instance is labelled a:P, shared {a,b}::P");
    return;
  }
  node.share = node.prefix;
  node.prefix = {};
  if (!at_prefix()) return;
  node.prefix = label(at(TokenKind::kString) ? Tau::kAllowed : Tau::kForbidden);   // a component may have any name
  expect(TokenKind::kColon, "':'");
}

Index Parser::instance() {
  Body node;
  node.kind = BodyKind::kInstance;
  node.offset = peek().offset;
  instance_labels(node);
  if (accept(TokenKind::kLeftParen)) {
    std::vector<Index> list;
    do list.push_back(body());
    while (accept(TokenKind::kBarBar));
    expect(TokenKind::kRightParen, "')' or '||'");
    Body group;
    group.kind = BodyKind::kParallel;
    group.offset = node.offset;
    group.list = append(ast_.lists, list);
    ast_.bodies.push_back(group);
    node.inner = static_cast<Index>(ast_.bodies.size() - 1);
  } else {
    const Token name = at(TokenKind::kLower) ? take() : expect(TokenKind::kUpper, "a process, a channel or '('");
    node.offset = name.offset;
    node.name = symbol(name);
    node.has_arguments = name.kind == TokenKind::kUpper && at(TokenKind::kLeftParen);
    if (node.has_arguments) node.list = arguments();
    if (at(TokenKind::kSemicolon))
      unexpected("')' or '||'", "';' runs processes one after the other inside a process: P = A;B;END.");
  }
  if (accept(TokenKind::kSlash)) node.relabels = relabels();
  ast_.bodies.push_back(node);
  return static_cast<Index>(ast_.bodies.size() - 1);
}

Span Parser::relabels() {
  const Depth depth(*this);
  expect(TokenKind::kLeftBrace, "'{'", "relabelling is written /{new/old}");
  std::vector<Relabel> list;
  do {
    Relabel relabel;
    relabel.offset = peek().offset;
    if (at_word("forall") && peek(1).kind == TokenKind::kLeftBracket) {
      take();
      relabel.ranges = ranges();
      relabel.inner = relabels();
    } else {
      relabel.new_label = label();
      expect(TokenKind::kSlash, "'/'", "relabelling is written /{new/old}");
      relabel.old_label = label();
    }
    list.push_back(relabel);
  } while (accept(TokenKind::kComma));
  expect(TokenKind::kRightBrace, "'}' or ','");
  return append(ast_.relabel_lists, list);
}

// { p.a * q.b -> c, p.work, forall [i:R] { ... } }
Span Parser::sync_vectors() {
  const Depth depth(*this);
  expect(TokenKind::kLeftBrace, "'{'", "vectors are written sync {a * b -> c}");
  std::vector<SyncVector> list;
  if (!at(TokenKind::kRightBrace)) {
    do list.push_back(sync_vector());
    while (accept(TokenKind::kComma));
  }
  expect(TokenKind::kRightBrace, "'}', ',' or '->'");
  return append(ast_.sync_vectors, list);
}

SyncVector Parser::sync_vector() {
  SyncVector vector;
  vector.offset = peek().offset;
  if (at_word("forall") && peek(1).kind == TokenKind::kLeftBracket) {
    take();
    vector.ranges = ranges();
    vector.inner = sync_vectors();
    return vector;
  }
  std::vector<SyncElement> elements;
  do elements.push_back(sync_element());
  while (accept(TokenKind::kStar));
  vector.elements = append(ast_.sync_elements, elements);
  if (accept(TokenKind::kArrow)) {
    const TokenKind next = peek(1).kind;
    vector.is_tau = at_word("tau") && next != TokenKind::kDot && next != TokenKind::kLeftBracket;
    if (vector.is_tau) take();
    else vector.result = label();
  } else if (elements.size() > 1) {
    reporter_.error({vector.offset, 1}, "fsp-vector", "a vector of several labels needs a name for what it does",
                    "write a * b -> c, or -> tau to hide it");
  }
  return vector;
}

// A label, or component:label. The name of a component may have a capital initial; a capital name that is not
// a set is a component.
SyncElement Parser::sync_element() {
  SyncElement element;
  element.offset = peek().offset;
  if (at(TokenKind::kUpper) && !set_names_.contains(symbol(peek()))) {
    element.component = path(PathTo::kComponent);
    expect(TokenKind::kColon, "':' and a label", "an element is a label, or component:label");
    element.label = label(Tau::kAllowed);
    return element;
  }
  const bool is_tau = at_word("tau");
  const Token first = peek();
  element.label = label(Tau::kAllowed);
  if (accept(TokenKind::kColon)) {
    element.component = element.label;
    element.label = label(Tau::kAllowed);   // as in the component's own definition, even if it is hidden outside
  } else if (is_tau && element.label.count == 1) {
    reporter_.error(first.place(), "fsp-tau", "'tau' is no label", "the hidden steps of one component are component:tau");
  }
  return element;
}

}   // namespace parley::fsp
