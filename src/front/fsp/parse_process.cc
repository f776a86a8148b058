#include <fmt/format.h>

#include "front/fsp/parser.h"

namespace parley::fsp {

namespace {

constexpr std::size_t kLongestChain = 1'000'000;   // a -> b -> c ...

}   // namespace

void Parser::process(const Modifiers& modifiers) {
  Process process;
  process.modifiers = modifiers;
  std::vector<LocalDefinition> locals;
  locals.push_back(local_definition(process, Parameters::kAllowed));
  process.name = locals.front().name;
  process.offset = locals.front().offset;
  while (accept(TokenKind::kComma)) locals.push_back(local_definition(process, Parameters::kForbidden));
  process.locals = append(ast_.local_definitions, locals);
  if (accept(TokenKind::kPlus)) process.alphabet = label_set();
  if (accept(TokenKind::kSlash)) process.relabels = relabels();
  process.visibility = visibility(process.visible_set);
  if (!at(TokenKind::kDot))
    unexpected("'.' at the end of the process", "local processes are separated by ',', processes end with '.'");
  take();
  if (!defined_.insert(process.name).second) ++duplicates_;
  ast_.processes.push_back(process);
}

LocalDefinition Parser::local_definition(Process& process, Parameters allowed) {
  LocalDefinition definition;
  const Token name = expect(TokenKind::kUpper, "the name of a process", "it starts with a capital letter");
  definition.name = symbol(name);
  definition.offset = name.offset;
  if (allowed == Parameters::kAllowed) process.parameters = parameters();
  std::vector<Part> indices;
  while (at(TokenKind::kLeftBracket)) indices.push_back(index_part());
  definition.indices = append(ast_.parts, indices);
  expect(TokenKind::kEqual, "'='");
  definition.body = local();
  return definition;
}

Index Parser::local() {
  const Depth depth(*this);
  Local node;
  node.offset = peek().offset;
  if (accept_word("if")) {
    node.kind = LocalKind::kIf;
    node.condition = expr();
    expect_word("then");
    node.then_branch = local();
    if (accept_word("else")) node.else_branch = local();
  } else if (accept(TokenKind::kLeftParen)) {
    node.kind = LocalKind::kChoice;
    std::vector<Choice> choices;
    do choices.push_back(choice());
    while (accept(TokenKind::kBar));
    expect(TokenKind::kRightParen, "')' or '|'");
    node.list = append(ast_.choices, choices);
  } else if (at(TokenKind::kUpper)) {
    node.name = symbol(take());
    if (at(TokenKind::kLeftParen) || at(TokenKind::kSemicolon))
      unsupported(peek(), "sequential composition (';' and arguments of a process inside a process)");
    std::vector<Index> indices;
    while (accept(TokenKind::kLeftBracket)) {
      indices.push_back(expr());
      expect(TokenKind::kRightBracket, "']'");
    }
    node.list = append(ast_.lists, indices);
  } else {
    unexpected("a process: a name, '(' or 'if'", "an action is followed by '->' and a process: (a -> P)");
  }
  ast_.locals.push_back(node);
  return static_cast<Index>(ast_.locals.size() - 1);
}

// Whether a label comes next where a process could come as well: (a -> b -> P).
bool Parser::at_label() {
  const Token token = peek();
  if (at(TokenKind::kLower)) return text(token) != "if";
  if (at(TokenKind::kString) || at(TokenKind::kLeftBrace) || at(TokenKind::kLeftBracket)) return true;
  if (!at(TokenKind::kUpper)) return false;
  if (peek(1).kind == TokenKind::kArrow) return true;   // the name of a set
  return (peek(1).kind == TokenKind::kDot || peek(1).kind == TokenKind::kLeftBracket) && set_names_.contains(symbol(token));
}

Choice Parser::choice() {
  Choice choice;
  if (accept_word("when")) choice.guard = expr();
  std::vector<Step> chain;
  do {
    if (chain.size() >= kLongestChain)
      reporter_.refuse(peek().place(), "fsp-too-large", fmt::format("a chain of more than {} labels", kLongestChain));
    chain.push_back({label(), kNone, {}});
    expect(TokenKind::kArrow, "'->'");
  } while (at_label());
  choice.steps = append(ast_.steps, chain);
  choice.next = local();
  return choice;
}

Visibility Parser::visibility(Index& set) {
  if (accept(TokenKind::kBackslash)) {
    set = label_set();
    return Visibility::kHide;
  }
  if (accept(TokenKind::kAt)) {
    set = label_set();
    return Visibility::kKeep;
  }
  return Visibility::kAll;
}

void Parser::composite() {
  take();   // ||
  Composite composite;
  const Token name = expect(TokenKind::kUpper, "the name of a composition", "it starts with a capital letter");
  composite.name = symbol(name);
  composite.offset = name.offset;
  composite.parameters = parameters();
  expect(TokenKind::kEqual, "'='");
  composite.body = body();
  if (at(TokenKind::kShiftLeft) || at(TokenKind::kShiftRight)) unsupported(peek(), "priority ('<<' and '>>')");
  composite.visibility = visibility(composite.visible_set);
  if (!at(TokenKind::kDot)) unexpected("'.' at the end of the composition", "several processes are written (P || Q)");
  take();
  if (!defined_.insert(composite.name).second) ++duplicates_;
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

Index Parser::instance() {
  Body node;
  node.kind = BodyKind::kInstance;
  const auto is_label_here = [&] {
    if (at(TokenKind::kLower) || at(TokenKind::kString) || at(TokenKind::kLeftBrace) || at(TokenKind::kLeftBracket)) return true;
    if (!at(TokenKind::kUpper)) return false;
    const TokenKind next = peek(1).kind;
    return next == TokenKind::kColon || next == TokenKind::kColonColon || next == TokenKind::kLeftBracket ||
           (next == TokenKind::kDot && set_names_.contains(symbol(peek())));
  };
  node.offset = peek().offset;
  if (is_label_here()) {
    node.prefix = label();
    if (accept(TokenKind::kColonColon)) {
      node.share = node.prefix;
      node.prefix = {};
      if (is_label_here()) {
        node.prefix = label();
        expect(TokenKind::kColon, "':'");
      }
    } else {
      expect(TokenKind::kColon, "':' or '::'", "an instance is labelled a:P, shared {a,b}::P");
    }
  }
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
    const Token name = expect(TokenKind::kUpper, "a process or '('");
    node.offset = name.offset;
    node.name = symbol(name);
    node.has_arguments = at(TokenKind::kLeftParen);
    if (node.has_arguments) node.list = arguments();
    if (at(TokenKind::kSemicolon)) unsupported(peek(), "sequential composition (';')");
  }
  if (accept(TokenKind::kSlash)) node.relabels = relabels();
  ast_.bodies.push_back(node);
  return static_cast<Index>(ast_.bodies.size() - 1);
}

Span Parser::arguments() {
  std::vector<Index> list;
  expect(TokenKind::kLeftParen, "'('");
  do list.push_back(expr());
  while (accept(TokenKind::kComma));
  expect(TokenKind::kRightParen, "')' or ','");
  return append(ast_.lists, list);
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

}   // namespace parley::fsp
