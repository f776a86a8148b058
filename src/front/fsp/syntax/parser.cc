#include "front/fsp/syntax/parser.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

namespace parley::fsp {

namespace {

constexpr std::size_t kDeepestNesting = 1000;

// The words that can start a definition. After an error, parsing continues at one of them.
constexpr std::array<std::string_view, 18> kStarts{"const",     "range",         "set",     "property", "progress", "menu",
                                                   "animation", "import",        "include", "fluent",   "assert",   "constraint",
                                                   "check",     "deterministic", "minimal", "compose",  "channel",  "automaton"};

}   // namespace

Parser::Parser(Reporter& reporter, Names& names, const Limits& limits, ParseOptions options)
    : reporter_(reporter), names_(names), options_(std::move(options)), lexer_(reporter, limits) {}

Parser::Depth::Depth(Parser& parser) : parser_(parser) {
  ++parser_.depth_;
  if (parser_.depth_ <= kDeepestNesting) return;
  --parser_.depth_;   // a constructor that throws runs no destructor
  parser_.reporter_.refuse(parser_.peek().place(), "fsp-depth", fmt::format("nested more than {} levels deep", kDeepestNesting),
                           "split the definition into smaller ones");
}

const Token& Parser::peek(std::size_t ahead) {
  assert(ahead < ahead_.size());
  while (ahead_count_ <= ahead) ahead_[ahead_count_++] = lexer_.next();
  return ahead_[ahead];
}

Token Parser::take() {
  const Token token = peek();
  std::copy(ahead_.begin() + 1, ahead_.begin() + static_cast<std::ptrdiff_t>(ahead_count_), ahead_.begin());
  --ahead_count_;
  return token;
}

bool Parser::accept(TokenKind kind) {
  if (!at(kind)) return false;
  take();
  return true;
}

bool Parser::accept_word(std::string_view word) {
  if (!at_word(word)) return false;
  take();
  return true;
}

Token Parser::expect(TokenKind kind, const char* what, const char* hint) {
  if (!at(kind)) unexpected(what, hint);
  return take();
}

void Parser::expect_word(std::string_view word) {
  if (!accept_word(word)) unexpected(fmt::format("'{}'", word));
}

std::string Parser::shown(const Token& token) const {
  if (token.kind == TokenKind::kEnd) return "the end of the file";
  constexpr std::size_t kLongest = 40;
  const std::string_view all = text(token);
  return fmt::format("'{}{}'", all.substr(0, kLongest), all.size() > kLongest ? "..." : "");
}

void Parser::unexpected(const std::string& wanted, const char* hint) {
  reporter_.refuse(peek().place(), "fsp-syntax", fmt::format("expected {}, found {}", wanted, shown(peek())), hint);
}

// Skips to the next definition, at or after the wrong token.
void Parser::resynchronise() {
  const std::uint32_t from = peek().offset;
  ahead_count_ = 0;
  lexer_.skip_to_definition(from, kStarts);
}

// Stops after Diagnostics::kMost duplicate definitions: checking the names will report that many errors, so
// reading on is useless.
Ast Parser::parse_file() {
  while (!reporter_.full() && duplicates_ < Diagnostics::kMost) {
    if (at(TokenKind::kEnd)) {
      if (suspended_.empty()) break;
      lexer_.enter(suspended_.back().rest);
      ahead_ = suspended_.back().ahead;
      ahead_count_ = suspended_.back().ahead_count;
      suspended_.pop_back();
      continue;
    }
    const std::uint32_t first = peek().offset;
    try {
      definition();
    } catch (const Abandoned&) {
      depth_ = 0;
      if (peek().offset == first) take();   // otherwise the same definition would be parsed again for ever
      resynchronise();
    }
  }
  return std::move(ast_);
}

void Parser::definition() {
  const Token first = peek();
  if (first.kind == TokenKind::kUpper || first.kind == TokenKind::kBarBar) return modified_definition();
  if (first.kind != TokenKind::kLower)
    unexpected("a definition", "a process is written NAME = ( ... ), a composition ||NAME = ( ... ), both end with '.'");
  const std::string_view word = text(first);
  if (word == "const") return constant();
  if (word == "range") return range();
  if (word == "set") return set();
  if (word == "check") return check();
  if (word == "menu") return skip_menu();
  if (word == "animation") return animation();
  if (word == "progress") return progress();
  if (word == "fluent") return fluent();
  if (word == "assert" || word == "constraint") return assertion();
  if (word == "channel") return channel();
  if (word == "import") return import();
  if (word == "include") return include();
  if (word == "property" || word == "compose" || word == "minimal" || word == "deterministic" || word == "automaton")
    return modified_definition();
  const std::string message = fmt::format("'{}' starts no definition", word.substr(0, 40));
  const std::string_view near = nearest_name(word, std::vector<std::string_view>(kStarts.begin(), kStarts.end()));
  const std::string hint =
      near.empty() ? "the name of a process starts with a capital letter" : fmt::format("did you mean '{}'?", near);
  take();
  reporter_.refuse(first.place(), "fsp-syntax", message, hint);
}

void Parser::constant() {
  take();
  const Token name = expect(TokenKind::kUpper, "the name of a constant", "it starts with a capital letter");
  expect(TokenKind::kEqual, "'='");
  const Index value = expr();
  ast_.globals.push_back({GlobalKind::kConstant, static_cast<Index>(ast_.constants.size())});
  ast_.constants.push_back({symbol(name), name.offset, value});
}

void Parser::range() {
  take();
  const Token name = expect(TokenKind::kUpper, "the name of a range", "it starts with a capital letter");
  expect(TokenKind::kEqual, "'='");
  const Index low = expr();
  expect(TokenKind::kDotDot, "'..'", "a range is written 0..3");
  const Index high = expr();
  ast_.globals.push_back({GlobalKind::kRange, static_cast<Index>(ast_.ranges.size())});
  ast_.ranges.push_back({symbol(name), name.offset, low, high});
}

void Parser::set() {
  take();
  const Token name = expect(TokenKind::kUpper, "the name of a set", "it starts with a capital letter");
  expect(TokenKind::kEqual, "'='");
  const Index value = label_set();
  const Index minus = accept(TokenKind::kBackslash) ? label_set() : kNone;
  ast_.globals.push_back({GlobalKind::kSet, static_cast<Index>(ast_.set_definitions.size())});
  ast_.set_definitions.push_back({symbol(name), name.offset, value, minus});
  set_names_.insert(symbol(name));
}

// animation NAME = "file", followed by sections in braces. LTSA draws pictures with it; it is parsed and
// ignored.
void Parser::animation() {
  take();
  expect(TokenKind::kUpper, "the name of an animation");
  expect(TokenKind::kEqual, "'='");
  expect(TokenKind::kString, "a file name in double quotes");
  for (;;) {
    if (accept_word("target")) {
      expect(TokenKind::kUpper, "the name of a process");
    } else if (at_word("compose") || at_word("actions") || at_word("controls")) {
      if (peek(1).kind != TokenKind::kLeftBrace) return;
      take();
      std::size_t open = 0;
      do {
        if (at(TokenKind::kEnd)) unexpected("'}'");
        const Token token = take();
        if (token.kind == TokenKind::kLeftBrace) ++open;
        if (token.kind == TokenKind::kRightBrace) --open;
      } while (open > 0);
    } else {
      return;
    }
  }
}

// include "file": continues in the region of the included file. The tokens read ahead are put aside until it
// ends.
void Parser::include() {
  take();
  const Token file = expect(TokenKind::kString, "a file name in double quotes");
  const std::string path = unquoted(file);
  if (!options_.include) {
    reporter_.error(file.place(), "fsp-include", "files cannot be included here");
    return;
  }
  const Region rest = lexer_.leave();
  const std::optional<Region> region = options_.include(path, file.place());
  lexer_.enter(rest);
  if (!region) return;
  suspended_.push_back({rest, ahead_, ahead_count_});
  lexer_.enter(*region);
  ahead_count_ = 0;
}

// import NAME = "file"
void Parser::import() {
  take();
  Automaton automaton;
  const Token name = expect(TokenKind::kUpper, "the name of a process", "import P = \"file.aut\"");
  automaton.name = symbol(name);
  automaton.offset = name.offset;
  expect(TokenKind::kEqual, "'='");
  automaton.file = unquoted(expect(TokenKind::kString, "a file name in double quotes"));
  if (automaton.file.empty()) reporter_.error(name.place(), "fsp-string", "the name of the file is empty");
  define(automaton.name);
  ast_.automata.push_back(std::move(automaton));
}

// A process, composition or automaton, with its modifiers in any order.
void Parser::modified_definition() {
  Modifiers modifiers;
  for (;;) {
    // 'compose' has no effect: every named composition is composed on its own before any operator is applied
    // to it.
    if (accept_word("compose")) continue;
    if (accept_word("property")) modifiers.is_property = true;
    else if (accept_word("minimal")) modifiers.is_minimal = true;
    else if (accept_word("deterministic")) modifiers.is_deterministic = true;
    else break;
  }
  if (at(TokenKind::kBarBar)) return composite(modifiers);
  if (at_word("automaton")) return automaton(modifiers);
  process(modifiers);
}

// Counts duplicates for parse_file(); the checker reports them.
void Parser::define(Symbol name) {
  if (!defined_.insert(name).second) ++duplicates_;
}

Span Parser::parameters() {
  std::vector<Parameter> list;
  if (accept(TokenKind::kLeftParen)) {
    do {
      const Token name = expect(TokenKind::kUpper, "the name of a parameter", "parameters are written (N=3, M=2)");
      expect(TokenKind::kEqual, "'='", "a parameter needs a value to start with: (N=3)");
      list.push_back({symbol(name), name.offset, expr()});
    } while (accept(TokenKind::kComma));
    expect(TokenKind::kRightParen, "')'");
  }
  return append(ast_.parameters, list);
}

}   // namespace parley::fsp
