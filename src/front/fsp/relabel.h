#pragma once

#include <span>
#include <vector>

#include "front/fsp/evaluate.h"

namespace parley::fsp {

// A relabelling {new/old, ...} by dotted prefixes: the longest prefix of a label that is an old label is replaced by each of
// its new labels.
//
// Old labels are found by one load for each part of a label, so millions of pairs applied to millions of labels cost one pass over each.
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
  std::vector<std::uint32_t>
      first_pair_;   // path -> 1 + its first pair, or 0; paths that are newer than the relabelling are not old labels
  mutable std::vector<bool> is_hit_;   // of pairs, the first with its old label: whether apply() used it
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
  std::vector<bool> is_member_;        // path -> in the set
  mutable std::vector<bool> is_hit_;   // path -> in the set, and covers() used it
};

}   // namespace parley::fsp
