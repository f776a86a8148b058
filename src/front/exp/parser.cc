// The grammar of EXP with an explicit stack of frames instead of recursion.
//
// parse_text() alternates between two states: an operand is wanted (parse_operand), or one has just been read
// (parse_after_operand). Brackets, hide, cut, rename and par open a frame; ')', 'end' or the end of the
// surrounding frame closes it. A frame collects operands and the infix operators between them; folded_chain()
// turns such a chain into nodes. parse_words.cc has the words, the components with their notes, and the
// messages about unexpected tokens.
#include "front/exp/parser.h"

#include <algorithm>
#include <array>
#include <cassert>

#include <fmt/format.h>

#include "base/text.h"
#include "front/exp/spelling.h"

namespace parley::exp {

namespace {

constexpr std::array<std::string_view, 18> kReserved = {"par",   "hide",    "rename", "cut",      "prio",      "in",
                                                        "end",   "using",   "all",    "but",      "gate",      "label",
                                                        "total", "partial", "single", "multiple", "behaviour", "behavior"};

bool is_reserved(std::string_view text) {
  return std::any_of(kReserved.begin(), kReserved.end(), [&](std::string_view word) { return equal_folded(word, text); });
}

std::optional<Mode> mode_named(std::string_view text) {
  if (equal_folded(text, "gate")) return Mode::kGate;
  if (equal_folded(text, "label") || equal_folded(text, "total")) return Mode::kLabel;
  if (equal_folded(text, "partial") || equal_folded(text, "single")) return Mode::kSingle;
  if (equal_folded(text, "multiple")) return Mode::kMultiple;
  return std::nullopt;
}

}   // namespace

Parser::Parser(Reporter& reporter, const Limits& limits) : reporter_(reporter), lexer_(reporter, limits) {}

std::optional<Ast> Parser::parse() && {
  try {
    advance();
    if (is_word("behaviour") || is_word("behavior")) advance();
    if (is(TokenKind::kEnd)) {
      if (!reporter_.has_errors())
        reporter_.error({0, 1}, "exp-empty", "this file has no expression",
                        "an expression is, for instance, \"a.aut\" ||| \"b.aut\"");
      return std::nullopt;
    }
    parse_text();
  } catch (const Abandoned&) {
    return std::nullopt;
  }
  if (reporter_.has_errors()) return std::nullopt;
  return std::move(ast_);
}

void Parser::parse_text() {
  frames_.emplace_back();
  bool wants_operand = true;
  for (;;) {
    if (wants_operand) {
      wants_operand = !parse_operand();
      continue;
    }
    if (is(TokenKind::kEnd)) {
      if (close_implicitly()) continue;
      if (frames_.size() == 1) break;
      const Frame& open_frame = frames_.back();
      refuse(open_frame.node.place, "exp-end", "this is never closed",
             open_frame.kind == Frame::Kind::kPar ? "close it with 'end par'" : "close it with ')'");
    }
    wants_operand = parse_after_operand();
  }
  folded_chain(frames_.back());
}

bool Parser::parse_operand() {
  if (is(TokenKind::kLeftParen)) {
    Frame frame;
    frame.kind = Frame::Kind::kBracket;
    frame.node.place = token_.place();
    advance();
    open(std::move(frame));
    return false;
  }
  if (is(TokenKind::kString)) {
    const Token file = token_;
    advance();
    frames_.back().operands.push_back(component(file));
    return true;
  }
  if (!is(TokenKind::kWord)) unexpected("a behaviour");

  const Token first = token_;
  const std::optional<Mode> mode = mode_named(lexer_.text(token_));
  if (mode) advance();
  const Token keyword = token_;
  const std::string_view text = is(TokenKind::kWord) ? lexer_.text(keyword) : std::string_view();
  if (equal_folded(text, "prio"))
    refuse(
        keyword.place(), "exp-prio", "priorities are not read",
        "a rule of a network cannot depend on whether another is enabled; CADP's exp.open can write the product as an .aut file");
  if (equal_folded(text, "par")) {
    advance();
    return open_par(mode, keyword.place());
  }
  if (equal_folded(text, "hide") || equal_folded(text, "cut") || equal_folded(text, "rename")) {
    advance();
    open_operator(text, mode, lexer_.text(first), keyword.place());
    return false;
  }
  if (equal_folded(text, "comm") || equal_folded(text, "encap") || equal_folded(text, "tau"))
    refuse(keyword.place(), "exp-unsupported", fmt::format("'{}', an operator of mCRL, is not read", text),
           "hide, rename, cut and 'label par using' say the same");
  unexpected("a behaviour");
}

bool Parser::starts_item() const { return is(TokenKind::kString) || (is(TokenKind::kWord) && !is_reserved(lexer_.text(token_))); }

void Parser::open(Frame frame) {
  if (frames_.size() > kMostNested)
    refuse(frame.node.place, "exp-depth",
           fmt::format("more than {} brackets and operators are open here", count_text(kMostNested)));
  frames_.push_back(std::move(frame));
}

// Reads hide, cut or rename, up to 'in'.
void Parser::open_operator(std::string_view keyword, std::optional<Mode> mode, std::string_view mode_word, Place place) {
  Frame frame;
  frame.kind = Frame::Kind::kOperator;
  Node& node = frame.node;
  node.kind = equal_folded(keyword, "hide") ? NodeKind::kHide : equal_folded(keyword, "cut") ? NodeKind::kCut : NodeKind::kRename;
  node.mode = mode.value_or(Mode::kGate);
  node.place = place;
  const bool is_rename = node.kind == NodeKind::kRename;
  if (!is_rename && (equal_folded(mode_word, "single") || equal_folded(mode_word, "multiple")))
    refuse(place, "exp-syntax", fmt::format("'{}' is for rename only", mode_word),
           "a label is hidden or cut as a whole: write 'partial'");

  std::vector<Word> words;
  std::vector<Word> results;
  if (!is_rename && is_word("all")) {
    advance();
    expect_word("but", "'but'");
    node.is_all_but = true;
  }
  for (;;) {
    words.push_back(parse_word(is_rename ? "a label to rename" : "a gate, label or regular expression"));
    if (is_rename) {
      expect(TokenKind::kArrow, "'->'");
      results.push_back(parse_word("the new name"));
    }
    if (!is(TokenKind::kComma)) break;
    advance();
  }
  expect_word("in", "',' or 'in'");
  node.words = add_words(words);
  node.more = add_words(results);
  open(std::move(frame));
}

// Reads par, up to its first branch. True if the first operand is complete.
bool Parser::open_par(std::optional<Mode> mode, Place place) {
  Frame frame;
  frame.kind = Frame::Kind::kPar;
  frame.node.kind = NodeKind::kPar;
  frame.node.mode = mode.value_or(Mode::kGate);
  frame.node.place = place;
  if (mode && *mode != Mode::kGate && *mode != Mode::kLabel)
    refuse(place, "exp-syntax", "a par synchronises on gates or on labels", "write 'par' or 'label par'");

  const bool is_using = is_word("using");
  if (is_using) advance();
  std::vector<Word> items;
  if (!is_using && starts_item()) items = parse_items();
  const bool is_vectors = is_using || is(TokenKind::kUnderscore) || (items.size() == 1 && is(TokenKind::kStar));
  if (is_vectors) {
    if (mode != Mode::kLabel)
      refuse(place, "exp-unsupported", "vectors of gates are not read", "write 'label par using' and vectors of whole labels");
    parse_vectors(frame, std::move(items));
    items.clear();
  } else if (!items.empty() && is_word("in")) {
    frame.node.words = add_words(items);
    advance();
    items.clear();
  } else if (items.empty() && is_word("in")) {
    advance();
  }
  open(std::move(frame));
  return parse_branch_start(frames_.back(), std::move(items));
}

// Reads the interface of a branch. 'items' of it may have been read already. If the items turn out to be a
// component, that is the operand, and the result is true.
bool Parser::parse_branch_start(Frame& frame, std::vector<Word> items) {
  frame.interfaces.emplace_back();
  Token file;
  if (items.empty()) {
    if (!starts_item()) return false;
    file = token_;
    items = parse_items();
  } else {
    file = {TokenKind::kString, items[0].place.offset, items[0].place.length};
  }
  if (is(TokenKind::kArrow)) {
    if (frame.node.kind == NodeKind::kVectors)
      refuse(token_.place(), "exp-syntax", "a branch of a par with vectors has no gates of its own",
             "the vectors say everything");
    advance();
    frame.interfaces.back() = add_words(items);
    return false;
  }
  const bool is_component = items.size() == 1 && items[0].is_quoted != 0 && items[0].count == 0;
  if (!is_component) unexpected("',', 'in' or '->'");
  const std::uint32_t leaf = component(file);
  frame.operands.push_back(leaf);
  return true;
}

// G, "H !1", K#2
std::vector<Word> Parser::parse_items() {
  std::vector<Word> items;
  for (;;) {
    items.push_back(parse_word("a gate or a label"));
    if (is(TokenKind::kHash)) {
      advance();
      if (!is(TokenKind::kNumber)) unexpected("how many take part");
      const std::uint32_t count = number(token_);
      if (count == 0 || count >= kNone / 2)
        refuse(token_.place(), "exp-count", "at least one behaviour takes part",
               "G#2: any two of the behaviours synchronise on G");
      items.back().count = count;
      advance();
    }
    if (!is(TokenKind::kComma)) return items;
    advance();
  }
}

void Parser::parse_vectors(Frame& frame, std::vector<Word> begun) {
  frame.node.kind = NodeKind::kVectors;
  frame.node.more.first = static_cast<std::uint32_t>(ast_.vectors.size());
  std::optional<Word> first;
  if (!begun.empty()) first = begun[0];
  for (;;) {
    parse_vector(first);
    first.reset();
    if (!is(TokenKind::kComma)) break;
    advance();
  }
  expect_word("in", "',' or 'in'");
  frame.node.more.count = static_cast<std::uint32_t>(ast_.vectors.size()) - frame.node.more.first;
}

void Parser::parse_vector(std::optional<Word> begun) {
  Vector vector;
  vector.place = begun ? begun->place : token_.place();
  vector.entries.first = static_cast<std::uint32_t>(ast_.entries.size());
  for (;;) {
    if (!begun && is(TokenKind::kUnderscore)) advance();
    else ast_.entries.push_back({vector.width, begun ? *begun : parse_word("a label or '_'")});
    begun.reset();
    ++vector.width;
    if (!is(TokenKind::kStar)) break;
    advance();
  }
  vector.entries.count = static_cast<std::uint32_t>(ast_.entries.size()) - vector.entries.first;
  expect(TokenKind::kArrow, "'*' or '->'");
  vector.result = parse_word("the label that the vector performs");
  ast_.vectors.push_back(vector);
}

bool Parser::parse_after_operand() {
  Frame& frame = frames_.back();
  if (is(TokenKind::kBarBar) && frame.kind == Frame::Kind::kPar) {
    const std::uint32_t branch = folded_chain(frame);
    frame.branches.push_back(branch);
    advance();
    return !parse_branch_start(frame, {});
  }
  if (parse_operator()) return true;
  if (is(TokenKind::kRightParen)) {
    if (close_implicitly()) return false;
    if (frame.kind != Frame::Kind::kBracket)
      refuse(token_.place(), "exp-end", "there is no open '(' here",
             frame.kind == Frame::Kind::kPar ? "'end par' is missing" : "");
    advance();
    close();
    return false;
  }
  if (is_word("end")) {
    parse_end();
    return false;
  }
  if (is(TokenKind::kNote)) {   // not after a component, so it is a comment
    advance();
    return false;
  }
  if (is(TokenKind::kForeign))
    refuse(token_.place(), "exp-unsupported", fmt::format("'{}', an operator of CCS or CSP, is not read", lexer_.text(token_)),
           "the operators that are read: ||| || |[ ]| par hide rename cut");
  unexpected("an operator or the end of the expression");
}

bool Parser::parse_operator() {
  Operator op;
  op.place = token_.place();
  if (is(TokenKind::kInterleave)) op.kind = NodeKind::kInterleave;
  else if (is(TokenKind::kBarBar)) op.kind = NodeKind::kFull;
  else if (is(TokenKind::kSyncOpen)) op.kind = NodeKind::kSync;
  else return false;
  advance();
  if (op.kind == NodeKind::kSync) {
    std::vector<Word> gates;
    while (!is(TokenKind::kSyncClose)) {
      if (!gates.empty()) expect(TokenKind::kComma, "',' or ']|'");
      gates.push_back(parse_word("a gate"));
    }
    advance();
    op.words = add_words(gates);
    if (gates.empty()) op.kind = NodeKind::kInterleave;
  }
  frames_.back().operators.push_back(op);
  return true;
}

void Parser::parse_end() {
  const Place place = token_.place();
  advance();
  const std::string_view text = is(TokenKind::kWord) ? lexer_.text(token_) : std::string_view();
  const bool is_par = equal_folded(text, "par");
  std::optional<NodeKind> kind;
  if (equal_folded(text, "hide")) kind = NodeKind::kHide;
  if (equal_folded(text, "cut")) kind = NodeKind::kCut;
  if (equal_folded(text, "rename")) kind = NodeKind::kRename;
  if (!kind && !is_par) unexpected("'par', 'hide', 'rename' or 'cut'");
  const auto fits = [&] {
    const Frame& frame = frames_.back();
    if (is_par) return frame.kind == Frame::Kind::kPar;
    return frame.kind == Frame::Kind::kOperator && frame.node.kind == *kind;
  };
  while (!fits())
    if (!close_implicitly()) refuse(place, "exp-end", fmt::format("no '{}' is open here", text));
  advance();
  close();
}

// A hide, rename or cut ends with its surrounding frame, with or without an 'end' of its own.
bool Parser::close_implicitly() {
  if (frames_.back().kind != Frame::Kind::kOperator) return false;
  close();
  return true;
}

// Closes the innermost frame, which becomes an operand of the next one.
void Parser::close() {
  Frame frame = std::move(frames_.back());
  frames_.pop_back();
  std::uint32_t node = folded_chain(frame);
  switch (frame.kind) {
    case Frame::Kind::kText:
    case Frame::Kind::kBracket: break;
    case Frame::Kind::kOperator: node = add_node(frame.node, {node}); break;
    case Frame::Kind::kPar:
      frame.branches.push_back(node);
      if (frame.node.kind == NodeKind::kPar) {
        frame.node.more = {static_cast<std::uint32_t>(ast_.interfaces.size()),
                           static_cast<std::uint32_t>(frame.interfaces.size())};
        ast_.interfaces.insert(ast_.interfaces.end(), frame.interfaces.begin(), frame.interfaces.end());
      }
      node = add_node(frame.node, frame.branches);
      break;
  }
  frames_.back().operands.push_back(node);
}

bool Parser::same_operator(const Operator& a, const Operator& b) const {
  if (a.kind != b.kind) return false;
  const auto same = [](const Word& x, const Word& y) { return x.text == y.text && x.is_quoted == y.is_quoted; };
  const std::span<const Word> left = ast_.words_of(a.words);
  const std::span<const Word> right = ast_.words_of(b.words);
  return std::equal(left.begin(), left.end(), right.begin(), right.end(), same);
}

// Turns a chain of operands into nodes. The operators associate to the right. A run of equal operators
// becomes one operator with many operands, which means the same and is cheaper.
std::uint32_t Parser::folded_chain(Frame& frame) {
  std::vector<std::uint32_t> operands = std::move(frame.operands);
  const std::vector<Operator> operators = std::move(frame.operators);
  frame.operands.clear();
  frame.operators.clear();
  assert(operands.size() == operators.size() + 1);
  std::uint32_t node = operands.back();
  for (std::size_t end = operators.size(); end > 0;) {
    std::size_t first = end - 1;
    while (first > 0 && same_operator(operators[first - 1], operators[end - 1])) --first;
    Node joined;
    joined.kind = operators[first].kind;
    joined.words = operators[first].words;
    joined.place = operators[first].place;
    std::vector<std::uint32_t> children(operands.begin() + static_cast<std::ptrdiff_t>(first),
                                        operands.begin() + static_cast<std::ptrdiff_t>(end));
    children.push_back(node);
    node = add_node(joined, children);
    end = first;
  }
  return node;
}

}   // namespace parley::exp
