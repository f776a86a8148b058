#include <fmt/format.h>

#include "base/name_table.h"
#include "front/fsp/syntax/parser.h"

// Automata written state by state:
//   automaton T = labels {a, b}
//     state A initial alias X, Y = (a -> B | b -> A), state B end, state C error + {c}.
namespace parley::fsp {

// An automaton during parsing. An edge may name a state that is declared later, so edges keep the name of
// their target until all states are known.
struct Parser::AutomatonText {
  struct Target {
    std::uint32_t from = 0;   // in the order of declaration
    std::uint32_t label = 0;
    std::uint32_t name = 0;     // of the target
    std::uint32_t offset = 0;   // of the target
  };
  LtsBuilder builder;
  NameTable names;
  NameTable labels;
  std::vector<Index> state_of;   // by name; kNone: not declared yet
  std::vector<Target> targets;
  std::uint32_t state = 0;   // the current one
  bool has_initial = false;
  bool is_final = false;   // the current state is an end or an error

  std::uint32_t name_of(std::string_view name) {
    const std::uint32_t id = names.intern(name);
    if (id == state_of.size()) state_of.push_back(kNone);
    return id;
  }
  LocalLabel label_of(const std::string& name) {
    const std::size_t before = labels.size();
    const std::uint32_t id = labels.intern(name);
    if (labels.size() > before) builder.add_label(name);
    return LocalLabel(id);
  }
};

bool Parser::at_automaton_name() {
  return at(TokenKind::kLower) || at(TokenKind::kUpper) || at(TokenKind::kNumber) || at(TokenKind::kString);
}

// A word, a number or a quoted name. A dot inside quotes is part of the name.
Token Parser::automaton_name(const char* what, std::string& name) {
  if (!at_automaton_name()) unexpected(what, "a name is a word, a number or stands in double quotes: \"a.1\"");
  const Token token = take();
  if (token.kind == TokenKind::kString) name = unquoted(token);
  else if (token.kind == TokenKind::kNumber) name = std::to_string(number(token));
  else name = text(token);
  return token;
}

void Parser::automaton(const Modifiers& modifiers) {
  take();
  Automaton result;
  result.modifiers = modifiers;
  const Token name = expect(TokenKind::kUpper, "the name of an automaton", "it starts with a capital letter");
  result.name = symbol(name);
  result.offset = name.offset;
  expect(TokenKind::kEqual, "'='");
  AutomatonText automaton;
  if (at_word("labels")) {
    take();
    automaton_labels(automaton);
    accept(TokenKind::kComma);
  }
  do automaton_state(automaton);
  while (accept(TokenKind::kComma));
  if (accept(TokenKind::kPlus)) automaton_labels(automaton);
  if (!at(TokenKind::kDot)) unexpected("'.' at the end of the automaton", "states are separated by ','");
  take();
  define(result.name);
  result.lts = automaton_lts(automaton);
  ast_.automata.push_back(std::move(result));
}

// {a, b}
void Parser::automaton_labels(AutomatonText& automaton) {
  expect(TokenKind::kLeftBrace, "'{'", "labels are listed {a, b}");
  std::string name;
  if (!at(TokenKind::kRightBrace)) {
    do {
      const Token token = automaton_name("a label", name);
      if (automaton.labels.find(name))
        reporter_.error(token.place(), "fsp-duplicate", fmt::format("label '{}' is there already", name),
                        "list every label once");
      automaton.label_of(name);
    } while (accept(TokenKind::kComma));
  }
  expect(TokenKind::kRightBrace, "'}' or ','");
}

void Parser::automaton_state(AutomatonText& automaton) {
  if (!accept_word("state")) unexpected("'state' and a name", "a state is written: state A = (a -> B)");
  std::string name;
  const Token token = automaton_name("the name of a state", name);
  if (name.empty()) reporter_.refuse(token.place(), "fsp-string", "the name of a state is empty");
  const std::uint32_t id = automaton.name_of(name);
  if (automaton.state_of[id] != kNone)
    reporter_.error(token.place(), "fsp-duplicate", fmt::format("state '{}' is declared twice", name));
  // A second declaration becomes a state of its own, so that errors in it are reported too.
  automaton.state = automaton.builder.add_state(automaton.state_of[id] == kNone ? name : "").value;
  if (automaton.state_of[id] == kNone) automaton.state_of[id] = automaton.state;
  automaton.is_final = false;
  automaton_marks(automaton);
  if (at(TokenKind::kEqual)) automaton_edges(automaton);
}

// initial, end, error, alias X, Y: in any order.
void Parser::automaton_marks(AutomatonText& automaton) {
  const LocalState state(automaton.state);
  for (;;) {
    const Token word = peek();
    if (accept_word("initial")) {
      if (automaton.has_initial) reporter_.error(word.place(), "fsp-automaton", "an automaton has one initial state");
      automaton.has_initial = true;
      automaton.builder.set_initial(state);
    } else if (at_word("end") || at_word("error")) {
      if (automaton.is_final) reporter_.error(word.place(), "fsp-automaton", "a state is an end or an error, once");
      automaton.is_final = true;
      if (text(take()) == "end") automaton.builder.set_terminal(state);
      else automaton.builder.set_error(state);
    } else if (accept_word("alias")) {
      std::string name;
      for (;;) {
        automaton_name("another name of the state", name);
        automaton.builder.add_alias(state, name);
        // A comma followed by 'state' and a name starts the next state; it does not continue the aliases.
        if (!at(TokenKind::kComma) ||
            (is_word(peek(1), "state") && peek(2).kind != TokenKind::kComma && peek(2).kind != TokenKind::kEqual &&
             peek(2).kind != TokenKind::kDot && peek(2).kind != TokenKind::kPlus))
          break;
        take();
      }
    } else {
      return;
    }
  }
}

// = (a -> B | b -> A)
void Parser::automaton_edges(AutomatonText& automaton) {
  const Token equal = take();
  if (automaton.is_final)
    reporter_.error(equal.place(), "fsp-automaton", "an end or an error has no edges", "nothing happens there any more");
  expect(TokenKind::kLeftParen, "'('", "edges are written (a -> B | b -> A)");
  std::string name;
  do {
    automaton_name("a label", name);
    const LocalLabel label = automaton.label_of(name);
    expect(TokenKind::kArrow, "'->'", "each label leads to one state: (a -> B)");
    const Token target = automaton_name("the name of a state", name);
    if (at(TokenKind::kArrow)) unexpected("'|' or ')'", "an automaton has no chains: each label leads to a state");
    automaton.targets.push_back({automaton.state, label.value, automaton.name_of(name), target.offset});
  } while (accept(TokenKind::kBar));
  expect(TokenKind::kRightParen, "')' or '|'");
}

Lts Parser::automaton_lts(AutomatonText& automaton) {
  bool is_good = true;
  for (const AutomatonText::Target& target : automaton.targets) {
    const Index to = automaton.state_of[target.name];
    if (to != kNone) {
      automaton.builder.add_edge(LocalState(target.from), LocalLabel(target.label), LocalState(to));
      continue;
    }
    is_good = false;
    if (reporter_.full()) break;
    const std::string_view name = automaton.names.view(target.name);
    std::vector<std::string_view> known;
    for (std::uint32_t id = 0; id < automaton.names.size(); ++id)
      if (automaton.state_of[id] != kNone) known.push_back(automaton.names.view(id));
    const std::string_view near = nearest_name(name, known);
    reporter_.error(Lexer::token_at(reporter_.source().text(), target.offset), "fsp-unknown-name",
                    fmt::format("the automaton has no state '{}'", name),
                    near.empty() ? "every state is declared: state A" : fmt::format("did you mean '{}'?", near));
  }
  // After an error the automaton is not used, and the builder would reject it.
  if (!is_good || reporter_.has_errors()) return Lts();
  return std::move(automaton.builder).build();
}

}   // namespace parley::fsp
