#include "front/fsp/elaborate/relabel.h"

#include <algorithm>

namespace parley::fsp {

PathIndex::PathIndex(std::vector<Path> paths) : paths_(std::move(paths)) {
  std::sort(paths_.begin(), paths_.end());
  paths_.erase(std::unique(paths_.begin(), paths_.end()), paths_.end());
  // The size of a table is that of the largest path, so it must not be too sparse.
  constexpr std::size_t kSparsest = 16;
  if (paths_.empty() || paths_.back() / kSparsest >= paths_.size()) return;
  numbers_.assign(paths_.back() + 1, kAbsent);
  for (std::size_t i = 0; i < paths_.size(); ++i) numbers_[paths_[i]] = static_cast<std::uint32_t>(i);
}

std::uint32_t PathIndex::search(Path path) const {
  const auto found = std::lower_bound(paths_.begin(), paths_.end(), path);
  return found != paths_.end() && *found == path ? static_cast<std::uint32_t>(found - paths_.begin()) : kAbsent;
}

Relabelling::Relabelling(Span relabels, Scope scope, Evaluator& evaluator) {
  collect(relabels, scope, evaluator);
  // {x/a, x/a} is a single pair.
  std::sort(pairs_.begin(), pairs_.end());
  pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
  std::vector<Path> olds;
  olds.reserve(pairs_.size());
  for (const Pair& pair : pairs_) olds.push_back(pair.old_label);
  olds_ = PathIndex(std::move(olds));
  begins_.reserve(olds_.size() + 1);
  for (std::size_t i = 0; i < pairs_.size(); ++i)
    if (i == 0 || pairs_[i - 1].old_label != pairs_[i].old_label) begins_.push_back(static_cast<std::uint32_t>(i));
  begins_.push_back(static_cast<std::uint32_t>(pairs_.size()));
  is_hit_.assign(olds_.size(), false);
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
    const std::uint32_t old = olds_.find(prefix);
    if (old == PathIndex::kAbsent) continue;
    is_hit_[old] = true;
    for (std::uint32_t i = begins_[old]; i < begins_[old + 1]; ++i)
      result.push_back(paths.replace_prefix(label, prefix, pairs_[i].new_label));
    return;
  }
  result.push_back(label);
}

void Relabelling::mark(Usage& usage) const {
  for (const Origin& origin : origins_) {
    if (is_hit_[olds_.find(origin.old_label)]) usage.relabels.used(origin.relabel);
    else usage.relabels.tried(origin.relabel);
  }
}

PrefixSet::PrefixSet(Index set, Scope scope, Evaluator& evaluator)
    : set_(set), scope_(scope), prefixes_(set == kNone ? std::vector<Path>{} : evaluator.set(set, scope)) {
  members_ = PathIndex(prefixes_);
  is_hit_.assign(members_.size(), false);
}

bool PrefixSet::covers(Path label, const Paths& paths) const {
  for (Path prefix = label; prefix != kEmptyPath; prefix = paths.parent(prefix)) {
    const std::uint32_t member = members_.find(prefix);
    if (member == PathIndex::kAbsent) continue;
    is_hit_[member] = true;
    return true;
  }
  return false;
}

void PrefixSet::mark(Evaluator& evaluator) const {
  if (set_ == kNone) return;
  const auto is_hit = [&](Path prefix) { return is_hit_[members_.find(prefix)]; };
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
    if (are_all_hit || std::any_of(labels.begin(), labels.end(), [&](const Expansion& e) { return is_hit(e.label); }))
      usage.hidden_labels.used(l);
    else usage.hidden_labels.tried(l);
    evaluator.scopes().release(scopes);
  }
}

}   // namespace parley::fsp
