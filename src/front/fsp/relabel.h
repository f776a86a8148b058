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
};

// A set of dotted prefixes, for hiding.
class PrefixSet {
 public:
  PrefixSet(const std::vector<Path>& prefixes, const Paths& paths);
  bool covers(Path label, const Paths& paths) const;   // whether some prefix of the label, or the label, is in the set

 private:
  std::vector<bool> is_member_;   // path -> in the set
};

}   // namespace parley::fsp
