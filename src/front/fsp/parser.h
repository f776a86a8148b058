#pragma once

#include <array>
#include <string>
#include <unordered_set>
#include <vector>

#include "front/fsp/ast.h"
#include "front/fsp/lexer.h"

namespace parley::fsp {

struct ParseOptions {
  bool ltsa_compat = false;    // a leading 0 is octal
  bool in_predicate = false;   // expressions may contain component@state, count(...), forall and exists
};

// Recursive descent with three tokens of lookahead. After an error the parser goes on with the next definition. Nesting is
// limited, so that no text can overflow the stack.
class Parser {
 public:
  Parser(Reporter& reporter, Names& names, const Limits& limits, ParseOptions options);

  // A whole file.
  Ast parse_file();

  // A predicate alone, for the command line; kNone after an error.
  struct PredicateText {
    Ast ast;
    Index root = kNone;
  };
  PredicateText parse_predicate();

 private:
  // Tokens (parser.cc).
  const Token& peek(std::size_t ahead = 0);
  Token take();
  bool at(TokenKind kind) { return peek().kind == kind; }
  bool accept(TokenKind kind);
  Token expect(TokenKind kind, const char* what, const char* hint = "");
  bool at_word(std::string_view word) { return is_word(peek(), word); }
  bool is_word(const Token& token, std::string_view word) const { return token.kind == TokenKind::kLower && text(token) == word; }
  bool accept_word(std::string_view word);
  void expect_word(std::string_view word);
  std::string_view text(const Token& token) const { return lexer_.text(token); }
  std::string shown(const Token& token) const;
  Symbol symbol(const Token& token) { return names_.symbols.intern(text(token)); }
  [[noreturn]] void unexpected(const std::string& wanted, const char* hint = "");
  [[noreturn]] void unsupported(const Token& token, const std::string& what);
  void resynchronise();

  struct Depth {
    explicit Depth(Parser& parser);
    ~Depth() { --parser_.depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    Parser& parser_;
  };

  // Definitions (parser.cc).
  void definition();
  void constant();
  void range();
  void set();
  void animation();
  void process_or_composite();
  Span parameters();

  // Processes and composites (parse_process.cc).
  enum class Parameters : std::uint8_t { kForbidden, kAllowed };
  void process(const Modifiers& modifiers);
  LocalDefinition local_definition(Process& process, Parameters allowed);
  Index local();
  Choice choice();
  void composite();
  Index body();
  Index instance();
  Span relabels();
  Visibility visibility(Index& set);
  Span arguments();
  bool at_label();

  // Expressions, labels and sets (parse_expr.cc).
  Index expr() { return binary(0); }
  Index binary(int least);
  Index unary();
  Index primary();
  std::int64_t number(const Token& token);
  bool ends_expression();
  Span label();
  void label_part(std::vector<Part>& parts);
  Part index_part();
  Index label_set();
  Span ranges();
  void name_parts(const Token& token, std::vector<Part>& parts);
  std::string unquoted(const Token& token);
  Index add(Expr expr);
  template <class T>
  static Span append(std::vector<T>& array, const std::vector<T>& items);

  // Predicates, checks and what is read over (parse_check.cc).
  void check();
  Index atom();
  Index quantified(ExprKind kind);
  Index count();
  Index count_item();
  enum class PathTo : std::uint8_t { kComponent, kState };
  Span path(PathTo what);
  void ranges_or_arguments();
  void skip_definition();
  enum class Formula : std::uint8_t { kUnary, kAny };
  void skip_ltl(Formula formula);
  void skip_menu();
  void not_checked_yet(const Token& word);

  Reporter& reporter_;
  Names& names_;
  ParseOptions options_;
  Lexer lexer_;
  Ast ast_;
  std::array<Token, 4> ahead_{};
  std::size_t ahead_count_ = 0;
  std::size_t depth_ = 0;
  std::unordered_set<Symbol> defined_;     // processes and compositions so far
  std::size_t duplicates_ = 0;             // among them
  std::unordered_set<Symbol> set_names_;   // sets so far: (S -> P) is a label, (a -> P) goes on with a process
};

template <class T>
Span Parser::append(std::vector<T>& array, const std::vector<T>& items) {
  const Span span{static_cast<Index>(array.size()), static_cast<Index>(items.size())};
  array.insert(array.end(), items.begin(), items.end());
  return span;
}

}   // namespace parley::fsp
