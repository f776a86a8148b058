#pragma once

#include <span>
#include <vector>

#include "front/fsp/names/evaluate.h"

namespace parley::fsp {

// Some paths, numbered in their order. Many of them are found by one load, where they stand close; a few of a
// large number by halving.
class PathIndex {
 public:
  static constexpr std::uint32_t kAbsent = kNone;
  PathIndex() = default;
  explicit PathIndex(std::vector<Path> paths);   // in any order, also twice
  std::size_t size() const { return paths_.size(); }
  std::uint32_t find(Path path) const {
    if (numbers_.empty()) return search(path);
    return path < numbers_.size() ? numbers_[path] : kAbsent;   // what is newer than the index is not in it
  }

 private:
  std::uint32_t search(Path path) const;

  std::vector<Path> paths_;              // ascending
  std::vector<std::uint32_t> numbers_;   // path -> its number; empty where paths_ are too few for a table
};

// A relabelling {new/old, ...} by dotted prefixes: the longest prefix of a label that is an old label is
// replaced by each of its new labels.
//
// Millions of pairs applied to millions of labels cost one pass over each; and so do a million relabellings
// of a few pairs.
class Relabelling {
 public:
  // Evaluates the list; what it binds in 'scope' is released again.
  Relabelling(Span relabels, Scope scope, Evaluator& evaluator);

  // The labels that 'label' becomes; 'label' itself where nothing applies.
  void apply(Path label, Paths& paths, std::vector<Path>& result) const;

  // Marks which of the pairs written found something to rename, when all labels have been applied.
  void mark(Usage& usage) const;

 private:
  void collect(Span relabels, Scope scope, Evaluator& evaluator);

  struct Pair {
    Path old_label = kEmptyPath;
    Path new_label = kEmptyPath;
    friend auto operator<=>(const Pair&, const Pair&) = default;
  };
  std::vector<Pair> pairs_;   // by old label, then new label, each once
  PathIndex olds_;
  std::vector<std::uint32_t> begins_;   // old label, by its number -> its first pair
  mutable std::vector<bool> is_hit_;    // old label, by its number -> whether apply() used it
  struct Origin {
    Path old_label = kEmptyPath;
    Index relabel = kNone;   // in Ast::relabel_lists
  };
  std::vector<Origin> origins_;   // of the pairs of pieces of text that no relabelling has used so far
};

// A set of dotted prefixes, for hiding.
class PrefixSet {
 public:
  // The set number 'set' of the Ast, as it is in 'scope'; kNone is the empty set.
  PrefixSet(Index set, Scope scope, Evaluator& evaluator);
  bool covers(Path label, const Paths& paths) const;   // whether some prefix of the label, or the label, is in the set

  // Marks which of the labels written covered something, when all labels have been asked for.
  void mark(Evaluator& evaluator) const;

 private:
  Index set_;
  Scope scope_;
  std::vector<Path> prefixes_;
  PathIndex members_;
  mutable std::vector<bool> is_hit_;   // member, by its number -> whether covers() used it
};

}   // namespace parley::fsp
