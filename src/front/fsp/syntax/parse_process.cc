#include <fmt/format.h>

#include "front/fsp/syntax/parser.h"

namespace parley::fsp {

namespace {

constexpr std::size_t kLongestPrefixChain = 1'000'000;   // a -> b -> c ...

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
  define(process.name);
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
  if (allowed == Parameters::kAllowed) process.variables = variables();
  else if (at_word("var")) unexpected("'='", "variables are declared once, in front of the first '=' of the process");
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
    reference(node);
  } else {
    unexpected("a process: a name, '(' or 'if'", "an action is followed by '->' and a process: (a -> P)");
  }
  ast_.locals.push_back(node);
  return static_cast<Index>(ast_.locals.size() - 1);
}

// P, P[i], P(1), P(1);Q;R[i]
void Parser::reference(Local& node) {
  std::vector<Call> calls;
  for (;;) {
    const Token name = expect(TokenKind::kUpper, "the name of a process", "processes run one after the other: P;Q;END");
    Call call;
    call.name = symbol(name);
    call.offset = name.offset;
    call.has_arguments = at(TokenKind::kLeftParen);
    if (call.has_arguments) call.arguments = arguments();
    if (accept(TokenKind::kSemicolon)) {
      calls.push_back(call);
      continue;
    }
    if (call.has_arguments) {
      calls.push_back(call);
      if (at(TokenKind::kLeftBracket))
        unexpected("no index here", "a process with arguments is one of the file, and has no indices");
    } else {
      node.name = call.name;
      node.offset = call.offset;
    }
    break;
  }
  std::vector<Index> indices;
  while (accept(TokenKind::kLeftBracket)) {
    indices.push_back(expr());
    expect(TokenKind::kRightBracket, "']'");
  }
  node.list = append(ast_.lists, indices);
  node.calls = append(ast_.calls, calls);
}

// var x:0..3 = 0 var y:{a,b} = 'a
Span Parser::variables() {
  std::vector<Variable> list;
  while (accept_word("var")) {
    const Token name = expect(TokenKind::kLower, "the name of a variable", "var x:0..3 = 0");
    Variable variable;
    variable.name = symbol(name);
    variable.offset = name.offset;
    expect(TokenKind::kColon, "':' and the values of the variable", "var x:0..3 = 0");
    variable.values = plain_values();
    expect(TokenKind::kEqual, "'=' and the first value", "var x:0..3 = 0");
    variable.initial = expr();
    list.push_back(variable);
  }
  return append(ast_.variables, list);
}

// {x := e, y := f}
Span Parser::assignments() {
  std::vector<Assignment> list;
  if (!accept(TokenKind::kLeftBrace)) return {};
  do {
    const Token name = expect(TokenKind::kLower, "the name of a variable", "an assignment is written {x := x + 1}");
    expect(TokenKind::kAssign, "':='", "an assignment is written {x := x + 1}");
    list.push_back({symbol(name), name.offset, expr()});
  } while (accept(TokenKind::kComma));
  expect(TokenKind::kRightBrace, "'}' or ','");
  return append(ast_.assignments, list);
}

// Whether a label follows in a place where a process is possible too, as in (a -> b -> P).
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
    if (chain.size() >= kLongestPrefixChain)
      reporter_.refuse(peek().place(), "fsp-too-large", fmt::format("a chain of more than {} labels", kLongestPrefixChain));
    Step step;
    step.label = label();
    if (accept_word("when")) step.guard = expr();
    step.assignments = assignments();
    chain.push_back(step);
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

Span Parser::arguments() {
  std::vector<Index> list;
  expect(TokenKind::kLeftParen, "'('");
  do list.push_back(expr());
  while (accept(TokenKind::kComma));
  expect(TokenKind::kRightParen, "')' or ','");
  return append(ast_.lists, list);
}

}   // namespace parley::fsp
