#include "front/fsp/relabel.h"

#include <algorithm>

namespace parley::fsp {

Relabelling::Relabelling(Span relabels, Scope scope, Evaluator& evaluator) {
  collect(relabels, scope, evaluator);
  // {x/a, x/a} is one pair.
  std::sort(pairs_.begin(), pairs_.end());
  pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
  first_pair_.assign(pairs_.empty() ? 0 : pairs_.back().old_label + 1, 0);
  for (std::size_t i = pairs_.size(); i-- > 0;) first_pair_[pairs_[i].old_label] = static_cast<std::uint32_t>(i + 1);
}

void Relabelling::collect(Span relabels, Scope scope, Evaluator& evaluator) {
  std::vector<Expansion> new_labels;
  std::vector<Expansion> old_labels;
  for (const Relabel& relabel : SpanOf(evaluator.ast().relabel_lists, relabels)) {
    const std::size_t mark = evaluator.scopes().mark();
    if (!relabel.ranges.empty()) {
      evaluator.for_each(relabel.ranges, scope, kEmptyPath, [&](Path, Scope inner) {
        const std::size_t inner_mark = evaluator.scopes().mark();
        collect(relabel.inner, inner, evaluator);
        evaluator.scopes().release(inner_mark);
      });
      evaluator.scopes().release(mark);
      continue;
    }
    new_labels.clear();
    evaluator.expand(relabel.new_label, scope, new_labels);
    for (const Expansion& renamed : new_labels) {
      old_labels.clear();
      evaluator.expand(relabel.old_label, renamed.scope, old_labels);
      for (const Expansion& old : old_labels) {
        expect_growth(evaluator.limits(), pairs_);
        pairs_.push_back({old.label, renamed.label});
      }
    }
    evaluator.scopes().release(mark);
  }
}

void Relabelling::apply(Path label, Paths& paths, std::vector<Path>& result) const {
  for (Path prefix = label; prefix != kEmptyPath; prefix = paths.parent(prefix)) {
    if (prefix >= first_pair_.size() || first_pair_[prefix] == 0) continue;
    for (std::size_t i = first_pair_[prefix] - 1; i < pairs_.size() && pairs_[i].old_label == prefix; ++i)
      result.push_back(paths.replace_prefix(label, prefix, pairs_[i].new_label));
    return;
  }
  result.push_back(label);
}

PrefixSet::PrefixSet(const std::vector<Path>& prefixes, const Paths& paths) : is_member_(prefixes.empty() ? 0 : paths.size()) {
  for (const Path prefix : prefixes) is_member_[prefix] = true;
}

bool PrefixSet::covers(Path label, const Paths& paths) const {
  for (Path prefix = label; prefix != kEmptyPath; prefix = paths.parent(prefix))
    if (prefix < is_member_.size() && is_member_[prefix]) return true;
  return false;
}

}   // namespace parley::fsp
