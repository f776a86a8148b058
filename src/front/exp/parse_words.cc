// The smaller half of the parser: words, components and their notes, and the messages about unexpected
// tokens.
#include <cassert>
#include <charconv>

#include <fmt/format.h>

#include "front/exp/parser.h"
#include "front/exp/spelling.h"

namespace parley::exp {

namespace {

bool is_word_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

void skip_blanks(std::string_view& text) {
  while (!text.empty() && is_word_blank(text.front())) text.remove_prefix(1);
}

bool skip(std::string_view& text, std::string_view word) {
  skip_blanks(text);
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

std::optional<std::uint32_t> skip_number(std::string_view& text) {
  skip_blanks(text);
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

}   // namespace

std::uint32_t Parser::component(const Token& token) {
  const std::string_view path = lexer_.text(token).substr(1, token.length - 2);
  if (path.empty()) refuse(token.place(), "exp-component", "this names no file");
  Component added;
  added.path = ast_.texts.intern(path);
  added.place = token.place();
  const auto number = static_cast<std::uint32_t>(ast_.components.size());
  ast_.components.push_back(std::move(added));
  while (is(TokenKind::kNote)) parse_note(number);
  Node leaf;
  leaf.component = number;
  leaf.place = token.place();
  return add_node(leaf, {});
}

// (*@ name "phil.0" end 3 5 *)
void Parser::parse_note(std::uint32_t component) {
  const Place place = token_.place();
  std::string_view rest = lexer_.text(token_);
  rest = rest.substr(3, rest.size() - 5);
  const auto is_wrong = [&] {
    refuse(place, "exp-note", "this note is not understood",
           "a note is (*@ name \"N\" end 1 2 *) behind a component; a comment begins with (* and a blank");
  };
  for (skip_blanks(rest); !rest.empty(); skip_blanks(rest)) {
    if (skip(rest, "name")) {
      if (!skip(rest, "\"")) is_wrong();
      const std::size_t end = rest.find('"');
      if (end == std::string_view::npos || end == 0) is_wrong();
      ast_.components[component].name = ast_.texts.intern(rest.substr(0, end));
      rest.remove_prefix(end + 1);
    } else if (skip(rest, "end")) {
      Ends ends{component, {}, place};
      while (const std::optional<std::uint32_t> state = skip_number(rest)) ends.states.push_back(*state);
      if (ends.states.empty()) is_wrong();
      ast_.ends.push_back(std::move(ends));
    } else {
      is_wrong();
    }
  }
  advance();
}

Range Parser::add_words(const std::vector<Word>& words) {
  const Range range{static_cast<std::uint32_t>(ast_.words.size()), static_cast<std::uint32_t>(words.size())};
  ast_.words.insert(ast_.words.end(), words.begin(), words.end());
  return range;
}

std::uint32_t Parser::add_node(Node node, const std::vector<std::uint32_t>& children) {
  assert(children.empty() || children.back() < ast_.nodes.size());   // children come before their parents
  node.children = {static_cast<std::uint32_t>(ast_.children.size()), static_cast<std::uint32_t>(children.size())};
  ast_.children.insert(ast_.children.end(), children.begin(), children.end());
  ast_.nodes.push_back(node);
  return static_cast<std::uint32_t>(ast_.nodes.size() - 1);
}

Word Parser::parse_word(const char* what) {
  if (!starts_item()) {
    if (is(TokenKind::kWord))
      refuse(token_.place(), "exp-syntax",
             fmt::format("expected {}, but '{}' is a word of the language", what, lexer_.text(token_)),
             "as the name of a gate it stands in double quotes");
    unexpected(what);
  }
  const Word found = word(token_);
  if (found.is_quoted != 0 && token_.length == 2)
    refuse(token_.place(), "exp-syntax", fmt::format("expected {}, found nothing in quotes", what));
  advance();
  return found;
}

Word Parser::word(const Token& token) {
  Word result;
  result.place = token.place();
  result.is_quoted = token.kind == TokenKind::kString ? 1 : 0;
  const std::string_view text = lexer_.text(token);
  result.text = ast_.texts.intern(result.is_quoted != 0 ? text.substr(1, text.size() - 2) : text);
  return result;
}

std::uint32_t Parser::number(const Token& token) {
  std::uint32_t value = 0;
  const std::string_view text = lexer_.text(token);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) refuse(token.place(), "exp-count", "this number is too large");
  return value;
}

bool Parser::is_word(std::string_view keyword) const {
  return is(TokenKind::kWord) && equal_folded(lexer_.text(token_), keyword);
}

void Parser::advance() { token_ = lexer_.next(); }

void Parser::expect(TokenKind kind, const char* what) {
  if (!is(kind)) unexpected(what);
  advance();
}

void Parser::expect_word(std::string_view keyword, const char* what) {
  if (!is_word(keyword)) unexpected(what);
  advance();
}

void Parser::refuse(Place place, std::string code, std::string message, std::string hint) {
  reporter_.error(place, std::move(code), std::move(message), std::move(hint));
  throw Abandoned{};
}

void Parser::unexpected(const char* wanted) {
  constexpr std::size_t kMostShown = 40;
  if (is(TokenKind::kEnd)) refuse(token_.place(), "exp-syntax", fmt::format("the text ends where {} is expected", wanted));
  const bool is_bare = is(TokenKind::kWord);
  refuse(token_.place(), "exp-syntax", fmt::format("expected {}, found '{}'", wanted, lexer_.text(token_).substr(0, kMostShown)),
         is_bare && std::string_view(wanted) == "a behaviour" ? "the name of a file stands in double quotes" : "");
}

}   // namespace parley::exp
