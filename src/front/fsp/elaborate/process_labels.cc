#include "front/fsp/elaborate/elaboration.h"
#include "front/fsp/elaborate/relabel.h"

namespace parley::fsp {

std::uint32_t Elaboration::label_of(Path label) {
  const auto [found, is_new] = label_of_.emplace(label, static_cast<std::uint32_t>(labels_.size()));
  if (is_new) {
    labels_.push_back(label);
    is_inherited_.push_back(false);
  }
  return found->second;
}

// A label that a called process hides. It is not relabelled here, and it differs from a label of this process
// with the same name.
std::uint32_t Elaboration::hidden_label_of(Path label) {
  const auto [found, is_new] = hidden_label_of_.emplace(label, static_cast<std::uint32_t>(labels_.size()));
  if (is_new) {
    labels_.push_back(label);
    is_inherited_.push_back(true);
  }
  return found->second;
}

void Elaboration::relabel(Scope scope) {
  if (process_.relabels.empty()) return;
  const Relabelling relabelling(process_.relabels, scope, eval_);
  const std::vector<Path> before = std::move(labels_);
  const std::vector<bool> was_inherited = std::move(is_inherited_);
  labels_.clear();
  is_inherited_.clear();
  label_of_.clear();
  hidden_label_of_.clear();
  std::vector<std::vector<std::uint32_t>> images(before.size());
  std::vector<Path> renamed;
  std::unordered_set<std::uint32_t> extension;
  for (std::uint32_t old = 0; old < before.size(); ++old) {
    if (was_inherited[old]) {
      images[old].push_back(hidden_label_of(before[old]));
      continue;
    }
    renamed.clear();
    relabelling.apply(before[old], eval_.names().paths, renamed);
    for (const Path path : renamed) images[old].push_back(label_of(path));
    if (extension_.contains(old)) extension.insert(images[old].begin(), images[old].end());
  }
  relabelling.mark(eval_.usage());
  extension_ = std::move(extension);
  std::vector<RawEdge> edges;
  edges.reserve(edges_.size());
  for (const RawEdge& edge : edges_)
    for (const std::uint32_t label : images[edge.label]) edges.push_back({edge.from, label, edge.to});
  edges_ = std::move(edges);
}

void Elaboration::hide(Scope scope) {
  uses_.assign(labels_.size(), LabelUse::kVisible);
  for (std::size_t label = 0; label < labels_.size(); ++label)
    if (is_inherited_[label]) uses_[label] = LabelUse::kHidden;
  if (process_.visibility == Visibility::kAll) return;
  const PrefixSet prefixes(process_.visible_set, scope, eval_);
  for (std::size_t label = 0; label < labels_.size(); ++label) {
    const bool covered = prefixes.covers(labels_[label], eval_.names().paths);
    if (covered == (process_.visibility == Visibility::kHide)) uses_[label] = LabelUse::kHidden;
  }
  prefixes.mark(eval_);
}

}   // namespace parley::fsp
