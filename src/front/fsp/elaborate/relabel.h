#pragma once

#include <span>
#include <vector>

#include "front/fsp/names/evaluate.h"

namespace parley::fsp {

// A set of paths, numbered in ascending order. If the paths are dense, finding one is one load from a table;
// otherwise it is a binary search.
class PathIndex {
 public:
  static constexpr std::uint32_t kAbsent = kNone;
  PathIndex() = default;
  explicit PathIndex(std::vector<Path> paths);   // in any order, possibly with duplicates
  std::size_t size() const { return paths_.size(); }
  std::uint32_t find(Path path) const {
    if (numbers_.empty()) return search(path);
    return path < numbers_.size() ? numbers_[path] : kAbsent;   // paths made after the index are not in it
  }

 private:
  std::uint32_t search(Path path) const;

  std::vector<Path> paths_;              // ascending
  std::vector<std::uint32_t> numbers_;   // path -> its number; empty if the paths are too sparse for a table
};

// A relabelling {new/old, ...} by dotted prefixes: the longest prefix of a label that is an old label is
// replaced by each of its new labels.
//
// The cost is one pass over pairs and labels, both for millions of pairs applied to millions of labels, and
// for a million relabellings with a few pairs each.
class Relabelling {
 public:
  // Evaluates the list. Bindings that it adds to 'scope' are released again.
  Relabelling(Span relabels, Scope scope, Evaluator& evaluator);

  // Appends the labels that 'label' becomes; 'label' itself if no pair applies.
  void apply(Path label, Paths& paths, std::vector<Path>& result) const;

  // Marks which pairs of the text renamed a label. Call it after apply() was called for all labels.
  void mark(Usage& usage) const;

 private:
  void collect(Span relabels, Scope scope, Evaluator& evaluator);

  struct Pair {
    Path old_label = kEmptyPath;
    Path new_label = kEmptyPath;
    friend auto operator<=>(const Pair&, const Pair&) = default;
  };
  std::vector<Pair> pairs_;   // sorted by old label, then new label; no duplicates
  PathIndex olds_;
  std::vector<std::uint32_t> begins_;   // number of an old label -> its first pair
  mutable std::vector<bool> is_hit_;    // number of an old label -> whether apply() used it
  struct Origin {
    Path old_label = kEmptyPath;
    Index relabel = kNone;   // in Ast::relabel_lists
  };
  std::vector<Origin> origins_;   // of the pairs of the text that no relabelling has used so far
};

// A set of dotted prefixes, for hiding.
class PrefixSet {
 public:
  // The set 'set' of the Ast, evaluated in 'scope'; kNone is the empty set.
  PrefixSet(Index set, Scope scope, Evaluator& evaluator);
  bool covers(Path label, const Paths& paths) const;   // whether the label or a prefix of it is in the set

  // Marks which labels of the text covered a label. Call it after covers() was called for all labels.
  void mark(Evaluator& evaluator) const;

 private:
  Index set_;
  Scope scope_;
  std::vector<Path> prefixes_;
  PathIndex members_;
  mutable std::vector<bool> is_hit_;   // number of a member -> whether covers() used it
};

}   // namespace parley::fsp
