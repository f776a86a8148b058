#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/name_table.h"
#include "front/exp/reporter.h"
#include "net/lts.h"

namespace parley::exp {

inline constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

// Where a list stands in one of the arrays of an Ast.
struct Range {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

// A gate, a label, a regular expression or a replacement, as it is written.
struct Word {
  std::uint32_t text = 0;   // in Ast::texts, without the quotes
  Place place;
  std::uint32_t count : 31 = 0;   // the m of G#m; 0 = none
  std::uint32_t is_quoted : 1 = 0;
};

// One place of a vector; the others are _.
struct Entry {
  std::uint32_t branch = 0;
  Word word;
};

// A vector "a" * _ * "b" -> "c".
struct Vector {
  Range entries;             // in Ast::entries; no _ among them
  std::uint32_t width = 0;   // with them
  Word result;
  Place place;
};

enum class NodeKind : std::uint8_t {
  kLeaf,         // a component
  kInterleave,   // |||
  kFull,         // ||
  kSync,         // |[ words ]|
  kPar,          // par words in interface -> child || ... end par
  kVectors,      // par using vectors in ... end par
  kHide,
  kCut,
  kRename,
};

// How the words of an operator are held against labels.
enum class Mode : std::uint8_t {
  kGate,       // the gate, all of it; of a par: gates
  kLabel,      // the label, all of it; 'total'
  kSingle,     // some part of the label; for rename: the first such part. 'partial'
  kMultiple,   // all such parts
};

struct Node {
  NodeKind kind = NodeKind::kLeaf;
  Mode mode = Mode::kGate;
  bool is_all_but = false;
  std::uint32_t component = kNone;   // of a leaf: in Ast::components
  Range children;                    // in Ast::children
  Range words;                       // in Ast::words
  Range more;   // kRename: new names, in Ast::words; kPar: a list for each child, in Ast::interfaces; kVectors: in Ast::vectors
  Place place;
};

// A component, as the expression names it.
struct Component {
  std::uint32_t path = 0;       // in Ast::texts, as it is written
  std::uint32_t file = kNone;   // in Ast::files
  std::uint32_t name = kNone;   // in Ast::texts: of the note behind it, or made from its file
  Place place;
};

// A note that calls states of a component's file ends.
struct Ends {
  std::uint32_t component = kNone;
  std::vector<std::uint32_t> states;
  Place place;
};

// An automaton beside the expression.
struct File {
  std::string path;   // as it was opened
  Lts lts;
};

// An expression. Nodes stand behind their children, so a loop over them is a walk from the leaves to the
// root: expressions may be nested deeper than a stack is. All lists stand in a few arrays, because there may
// be millions of them.
struct Ast {
  NameTable texts;
  std::vector<Word> words;
  std::vector<Entry> entries;
  std::vector<Vector> vectors;
  std::vector<std::uint32_t> children;
  std::vector<Range> interfaces;
  std::vector<Node> nodes;   // the last is the root
  std::vector<Component> components;
  std::vector<Ends> ends;
  std::vector<File> files;

  std::string_view text(const Word& word) const { return texts.view(word.text); }
  std::span<const Word> words_of(Range range) const { return std::span(words).subspan(range.first, range.count); }
  std::span<const Entry> entries_of(const Vector& vector) const {
    return std::span(entries).subspan(vector.entries.first, vector.entries.count);
  }
  std::span<const Vector> vectors_of(const Node& node) const {
    return std::span(vectors).subspan(node.more.first, node.more.count);
  }
  std::span<const std::uint32_t> children_of(const Node& node) const {
    return std::span(children).subspan(node.children.first, node.children.count);
  }
  std::span<const Range> interfaces_of(const Node& node) const {
    return std::span(interfaces).subspan(node.more.first, node.more.count);
  }
  std::span<const Word> results_of(const Node& node) const { return words_of(node.more); }
};

// The internal action, by the names that CADP and mCRL2 give it. docs/formats/exp.md says why there is no
// visible action of these names.
inline bool is_hidden_text(std::string_view label) { return label == "i" || label == "tau"; }

// What stands before the first blank, '!', '?' or '('.
inline std::string_view gate_of(std::string_view label) { return label.substr(0, label.find_first_of(" \t!?(")); }

}   // namespace parley::exp
