#pragma once

#include <optional>
#include <string>
#include <vector>

#include "front/exp/ast.h"
#include "front/exp/lexer.h"

namespace parley::exp {

// Parses an expression (docs/formats/exp.md). Linear in the text. Open brackets and operators are kept on an
// explicit stack. So the nesting is limited by kMostNested, with a diagnostic, and not by the process stack.
class Parser {
 public:
  static constexpr std::size_t kMostNested = 100'000;

  Parser(Reporter& reporter, const Limits& limits);

  // The expression; nullopt if an error was reported. check() finds the errors beyond the grammar.
  std::optional<Ast> parse() &&;

 private:
  // Thrown after a syntax error was reported; it never leaves the parser. The text after a syntax error is
  // not read, since it would give misleading errors.
  struct Abandoned {};

  struct Operator {
    NodeKind kind = NodeKind::kInterleave;
    Range words;
    Place place;
  };
  // An open bracket, an open operator that has an 'end', or the whole text.
  struct Frame {
    enum class Kind : std::uint8_t { kText, kBracket, kOperator, kPar } kind = Kind::kText;
    Node node;                             // of kOperator and kPar, without children
    std::vector<std::uint32_t> operands;   // of the chain that is being read
    std::vector<Operator> operators;       // between them
    std::vector<std::uint32_t> branches;   // of kPar: the complete branches
    std::vector<Range> interfaces;         // of kPar: one per branch that was begun
  };

  void parse_text();
  bool parse_operand();         // true if an operand is complete; false if a frame was opened
  bool parse_after_operand();   // true if another operand must follow
  bool parse_operator();
  void parse_end();
  bool close_implicitly();
  void close();
  std::uint32_t folded_chain(Frame& frame);
  bool same_operator(const Operator& a, const Operator& b) const;

  void open(Frame frame);
  void open_operator(std::string_view keyword, std::optional<Mode> mode, std::string_view mode_word, Place place);
  bool open_par(std::optional<Mode> mode, Place place);
  bool parse_branch_start(Frame& frame, std::vector<Word> items);
  std::vector<Word> parse_items();
  void parse_vectors(Frame& frame, std::vector<Word> begun);
  void parse_vector(std::optional<Word> begun);
  std::uint32_t component(const Token& token);
  void parse_note(std::uint32_t component);

  Range add_words(const std::vector<Word>& words);
  std::uint32_t add_node(Node node, const std::vector<std::uint32_t>& children);
  Word parse_word(const char* what);
  Word word(const Token& token);
  std::uint32_t number(const Token& token);

  bool is(TokenKind kind) const { return token_.kind == kind; }
  bool is_word(std::string_view keyword) const;
  bool starts_item() const;
  void advance();
  void expect(TokenKind kind, const char* what);
  void expect_word(std::string_view keyword, const char* what);
  [[noreturn]] void refuse(Place place, std::string code, std::string message, std::string hint = "");
  [[noreturn]] void unexpected(const char* wanted);

  Reporter& reporter_;
  Lexer lexer_;
  Token token_;
  Ast ast_;
  std::vector<Frame> frames_;
};

}   // namespace parley::exp
