#include "front/fsp/relabel.h"

#include <algorithm>

namespace parley::fsp {

Relabelling::Relabelling(Span relabels, Scope scope, Evaluator& evaluator) {
  collect(relabels, scope, evaluator);
  // {x/a, x/a} is one pair.
  std::sort(pairs_.begin(), pairs_.end());
  pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
  first_pair_.assign(pairs_.empty() ? 0 : pairs_.back().old_label + 1, 0);
  is_hit_.assign(pairs_.size(), false);
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
    const auto number = static_cast<Index>(&relabel - evaluator.ast().relabel_lists.data());
    const bool is_used = evaluator.usage().relabels[number] == Mark::kUsed;
    new_labels.clear();
    evaluator.expand(relabel.new_label, scope, new_labels);
    for (const Expansion& renamed : new_labels) {
      old_labels.clear();
      evaluator.expand(relabel.old_label, renamed.scope, old_labels);
      for (const Expansion& old : old_labels) {
        expect_growth(evaluator.limits(), pairs_);
        pairs_.push_back({old.label, renamed.label});
        if (!is_used) origins_.push_back({old.label, number});
      }
    }
    evaluator.scopes().release(mark);
  }
}

void Relabelling::apply(Path label, Paths& paths, std::vector<Path>& result) const {
  for (Path prefix = label; prefix != kEmptyPath; prefix = paths.parent(prefix)) {
    if (prefix >= first_pair_.size() || first_pair_[prefix] == 0) continue;
    is_hit_[first_pair_[prefix] - 1] = true;
    for (std::size_t i = first_pair_[prefix] - 1; i < pairs_.size() && pairs_[i].old_label == prefix; ++i)
      result.push_back(paths.replace_prefix(label, prefix, pairs_[i].new_label));
    return;
  }
  result.push_back(label);
}

void Relabelling::mark(Usage& usage) const {
  for (const Origin& origin : origins_) {
    if (is_hit_[first_pair_[origin.old_label] - 1]) usage.relabels.used(origin.relabel);
    else usage.relabels.tried(origin.relabel);
  }
}

PrefixSet::PrefixSet(Index set, Scope scope, Evaluator& evaluator)
    : set_(set), scope_(scope), prefixes_(set == kNone ? std::vector<Path>{} : evaluator.set(set, scope)) {
  if (prefixes_.empty()) return;
  is_member_.assign(*std::max_element(prefixes_.begin(), prefixes_.end()) + 1, false);
  is_hit_.assign(is_member_.size(), false);
  for (const Path prefix : prefixes_) is_member_[prefix] = true;
}

bool PrefixSet::covers(Path label, const Paths& paths) const {
  for (Path prefix = label; prefix != kEmptyPath; prefix = paths.parent(prefix)) {
    if (prefix >= is_member_.size() || !is_member_[prefix]) continue;
    is_hit_[prefix] = true;
    return true;
  }
  return false;
}

void PrefixSet::mark(Evaluator& evaluator) const {
  if (set_ == kNone) return;
  const auto is_hit = [&](Path prefix) { return is_hit_[prefix]; };
  const LabelSet& written = evaluator.ast().sets[set_];
  Usage& usage = evaluator.usage();
  if (written.name != kNoSymbol) {
    if (std::any_of(prefixes_.begin(), prefixes_.end(), is_hit)) usage.hidden_sets.used(set_);
    else usage.hidden_sets.tried(set_);
    return;
  }
  const bool are_all_hit = std::all_of(prefixes_.begin(), prefixes_.end(), is_hit);
  std::vector<Expansion> labels;
  for (Index l = written.labels.first; l < written.labels.first + written.labels.count; ++l) {
    if (usage.hidden_labels[l] == Mark::kUsed) continue;
    const std::size_t scopes = evaluator.scopes().mark();
    labels.clear();
    if (!are_all_hit) evaluator.expand(evaluator.ast().labels[l], scope_, labels);
    if (are_all_hit || std::any_of(labels.begin(), labels.end(), [&](const Expansion& e) { return is_hit_[e.label]; }))
      usage.hidden_labels.used(l);
    else usage.hidden_labels.tried(l);
    evaluator.scopes().release(scopes);
  }
}

}   // namespace parley::fsp
