#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "front/fsp/syntax/ast.h"
#include "front/fsp/syntax/lexer.h"

namespace parley::fsp {

struct ParseOptions {
  bool ltsa_compat = false;    // a leading 0 is octal
  bool in_predicate = false;   // expressions may contain component@state, count(...), forall and exists

  // Called for include "path". Appends the file to the source text and returns its region there. Returns
  // nullopt if there is nothing to read: the file was read before, or an error was reported.
  std::function<std::optional<Region>(const std::string& path, Place place)> include = {};
};

// A recursive descent parser with three tokens of lookahead. After an error it continues with the next
// definition. The nesting depth is limited, so that no text can overflow the stack.
//
// The grammar is in docs/formats/fsp.md. Each parse_*.cc holds the functions of one part of it; names are
// checked later (names/check.h).
class Parser {
 public:
  Parser(Reporter& reporter, Names& names, const Limits& limits, ParseOptions options);

  // Parses a whole file. Call once.
  Ast parse_file();

  // Parses a single predicate, for the command line. The root is kNone after an error. Call once.
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
  void include();
  void import();
  void modified_definition();
  Span parameters();

  // Processes and composites (parse_process.cc).
  enum class Parameters : std::uint8_t { kForbidden, kAllowed };
  void process(const Modifiers& modifiers);
  LocalDefinition local_definition(Process& process, Parameters allowed);
  Span variables();
  Index local();
  void reference(Local& node);
  Choice choice();
  Span assignments();
  void define(Symbol name);

  // Compositions (parse_composite.cc).
  void composite(const Modifiers& modifiers);
  Index body();
  Index instance();
  void instance_labels(Body& node);
  Span sync_vectors();
  SyncVector sync_vector();
  SyncElement sync_element();
  bool at_channel_instance();
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
  enum class Tau : std::uint8_t { kForbidden, kAllowed };
  Span label(Tau tau = Tau::kForbidden);
  void label_part(std::vector<Part>& parts);
  Part index_part();
  void values(Part& part, bool is_named);
  Index label_set();
  Span ranges();
  void name_parts(const Token& token, std::vector<Part>& parts);
  std::string unquoted(const Token& token);
  Index add(Expr expr);
  template <class T>
  static Span append(std::vector<T>& array, const std::vector<T>& items);

  // Channels (parse_channel.cc).
  void channel();
  void channel_action(std::vector<Part>& parts);
  bool channel_value(bool is_receive, Symbol name, std::vector<Part>& parts);
  Index plain_values();

  // Automata (parse_automaton.cc).
  void automaton(const Modifiers& modifiers);
  struct AutomatonText;
  void automaton_state(AutomatonText& text);
  void automaton_marks(AutomatonText& text);
  void automaton_edges(AutomatonText& text);
  void automaton_labels(AutomatonText& text);
  Lts automaton_lts(AutomatonText& text);
  bool at_automaton_name();
  Token automaton_name(const char* what, std::string& name);

  // progress, fluent, assert, constraint (parse_liveness.cc).
  void progress();
  void fluent();
  void assertion();
  Index formula();
  Index formula_binary(int least, unsigned& seen);
  Index formula_unary();
  Index formula_named();
  Index balanced(LtlKind kind, std::uint32_t offset, std::vector<Index> operands);
  Index add(Ltl ltl);

  // Checks, predicates and menus (parse_check.cc).
  void check();
  PropertyKind check_kind();
  bool at_target();
  void check_target(Check& check);
  void check_predicate(Check& check);
  Index atom();
  Index quantified(ExprKind kind);
  Index count();
  Index count_item();
  enum class PathTo : std::uint8_t { kComponent, kState };
  Span path(PathTo what);
  void skip_menu();

  Reporter& reporter_;
  // Where to continue when an included file ends: the rest of the region, and the tokens read ahead.
  struct Suspended {
    Region rest;
    std::array<Token, 4> ahead;
    std::size_t ahead_count = 0;
  };

  Names& names_;
  ParseOptions options_;
  Lexer lexer_;
  std::vector<Suspended> suspended_;
  Ast ast_;
  std::array<Token, 4> ahead_{};
  std::size_t ahead_count_ = 0;
  std::size_t depth_ = 0;
  std::unordered_set<Symbol> defined_;     // processes, compositions, automata and channels defined so far
  std::size_t duplicates_ = 0;             // how many of them were defined again
  std::unordered_set<Symbol> set_names_;   // sets defined so far: the S of (S -> P) is a label
};

template <class T>
Span Parser::append(std::vector<T>& array, const std::vector<T>& items) {
  const Span span{static_cast<Index>(array.size()), static_cast<Index>(items.size())};
  array.insert(array.end(), items.begin(), items.end());
  return span;
}

}   // namespace parley::fsp
