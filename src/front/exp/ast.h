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

// A list that is stored in one of the arrays of an Ast.
struct Range {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

// A gate, a label, a regular expression or a replacement, as written.
struct Word {
  std::uint32_t text = 0;   // in Ast::texts, without the quotes
  Place place;
  std::uint32_t count : 31 = 0;   // the m of G#m; 0 = none
  std::uint32_t is_quoted : 1 = 0;
};

// One entry of a vector. An entry _ is not stored.
struct Entry {
  std::uint32_t branch = 0;
  Word word;
};

// A vector "a" * _ * "b" -> "c".
struct Vector {
  Range entries;             // in Ast::entries, without the _
  std::uint32_t width = 0;   // the number of entries, including _
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

// How the words of an operator are compared with labels.
enum class Mode : std::uint8_t {
  kGate,       // the word must match the whole gate; of a par: words are gates
  kLabel,      // the word must match the whole label; 'total'
  kSingle,     // the word must match a part of the label; rename replaces the first such part; 'partial'
  kMultiple,   // as kSingle, but rename replaces every such part
};

struct Node {
  NodeKind kind = NodeKind::kLeaf;
  Mode mode = Mode::kGate;
  bool is_all_but = false;
  std::uint32_t component = kNone;   // of a leaf: in Ast::components
  Range children;                    // in Ast::children
  Range words;                       // in Ast::words
  Range more;   // kRename: new names, in Ast::words; kPar: one list per child, in Ast::interfaces; kVectors: in Ast::vectors
  Place place;
};

// A component, as it occurs in the expression.
struct Component {
  std::uint32_t path = 0;       // in Ast::texts, as written
  std::uint32_t file = kNone;   // in Ast::files
  std::uint32_t name = kNone;   // in Ast::texts: from the note that follows it, or made from its file name
  Place place;
};

// A note that marks states of a component's automaton as ends, i.e. terminal.
struct Ends {
  std::uint32_t component = kNone;
  std::vector<std::uint32_t> states;
  Place place;
};

// An automaton that the expression refers to.
struct File {
  std::string path;   // as it was opened
  Lts lts;
};

// An expression. Every node comes after its children, so a loop over the nodes walks from the leaves to the
// root. This avoids recursion: expressions may be nested deeper than the stack allows. All lists are stored
// in a few arrays, because there may be millions of them.
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

// Whether a label is the internal action: CADP calls it i, mCRL2 calls it tau. docs/formats/exp.md says why
// no visible action has these names.
inline bool is_hidden_text(std::string_view label) { return label == "i" || label == "tau"; }

// The gate of a label: the text before the first blank, '!', '?' or '('.
inline std::string_view gate_of(std::string_view label) { return label.substr(0, label.find_first_of(" \t!?(")); }

}   // namespace parley::exp
