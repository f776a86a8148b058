#include <algorithm>
#include <cassert>
#include <unordered_map>

#include <fmt/format.h>

#include "front/fsp/elaborate/compose.h"
#include "front/fsp/elaborate/relabel.h"
#include "front/fsp/elaborate/synchronise.h"

// The operators of a composition: a:X, {a,b}::X, X/{new/old}, sync {...}, X\S and X@S. Each one rewrites the
// entries of its operand, in one pass.
namespace parley::fsp {

Node Composer::add_internal(InternalUse use) {
  system_.internals.push_back(use);
  return kInternalBit | static_cast<Node>(system_.internals.size() - 1);
}

// a:X. If X is one component it is called a, otherwise a component P inside X is called a.P.
void Composer::prefix(const Range& range, Path label, Naming naming) {
  Paths& paths = eval_.names().paths;
  for (std::size_t c = range.components; c < system_.components.size(); ++c) {
    Path& name = system_.components[c].name;
    name = naming == Naming::kLabel ? label : paths.join(label, name);
  }
  for (std::size_t e = range.entries; e < system_.entries.size(); ++e) {
    eval_.pulse().beat();
    Node& node = system_.entries[e].node;
    if ((node & kInternalBit) == 0) node = paths.join(label, node);
  }
}

// {a,b}::X has each of its labels once per prefix.
void Composer::share(const Range& range, const std::vector<Expansion>& labels) {
  Paths& paths = eval_.names().paths;
  const std::vector<Entry> before(system_.entries.begin() + static_cast<std::ptrdiff_t>(range.entries), system_.entries.end());
  constexpr std::size_t kLarge = 65536;
  if (before.size() * labels.size() > kLarge) eval_.limits().expect(before.size() * labels.size() * sizeof(Entry));
  system_.entries.resize(range.entries);
  for (const Entry& entry : before) {
    if ((entry.node & kInternalBit) != 0) {
      system_.entries.push_back(entry);
      continue;
    }
    for (const Expansion& label : labels) {
      eval_.pulse().beat();
      system_.entries.push_back({entry.member, entry.label, paths.join(label.label, entry.node)});
    }
  }
}

std::uint32_t Composer::enclosing_of(const Entry& entry) const {
  return (entry.member & kUnitBit) != 0 ? unit_enclosing_[entry.member & ~kUnitBit] : system_.components[entry.member].seal;
}

// Each component is relabelled on its own, so labels that become equal synchronise. But an instance of a
// named composition was composed on its own before: its entries are relabelled together, by relabel_unit().
void Composer::relabel(const Range& range, Span relabels, Scope scope, std::uint32_t offset) {
  const Relabelling relabelling(relabels, scope, eval_);
  std::vector<Entry> result;
  result.reserve(system_.entries.size() - range.entries);
  std::vector<Path> images;
  for (std::size_t e = range.entries; e < system_.entries.size();) {
    const Entry entry = system_.entries[e];
    const std::uint32_t enclosing = enclosing_of(entry);
    if (enclosing != 0) {
      std::size_t last = e + 1;
      while (last < system_.entries.size() && enclosing_of(system_.entries[last]) == enclosing) ++last;
      relabel_unit(e, last, relabelling, offset, result);
      e = last;
      continue;
    }
    ++e;
    eval_.pulse().beat();
    if ((entry.node & kInternalBit) != 0) {
      result.push_back(entry);
      continue;
    }
    images.clear();
    relabelling.apply(entry.node, eval_.names().paths, images);
    for (const Path image : images) result.push_back({entry.member, entry.label, image});
  }
  relabelling.mark(eval_.usage());
  if (range.entries == 0) {   // the usual case for a large composition: no copy
    system_.entries = std::move(result);
    return;
  }
  system_.entries.resize(range.entries);
  system_.entries.insert(system_.entries.end(), result.begin(), result.end());
}

// Relabels the entries [first, last) of a composition that was composed first. If two of its labels become
// equal, its components do not synchronise on the new label. Instead the composition becomes a unit: its old
// labels become internal nodes, and it takes part in the new label by any one of them.
void Composer::relabel_unit(std::size_t first, std::size_t last, const Relabelling& relabelling, std::uint32_t offset,
                            std::vector<Entry>& result) {
  assert(first < last && last <= system_.entries.size());
  Paths& paths = eval_.names().paths;
  std::vector<Path> nodes;
  bool has_several_members = false;
  for (std::size_t e = first; e < last; ++e) {
    const Entry& entry = system_.entries[e];
    if ((entry.node & kInternalBit) == 0) nodes.push_back(entry.node);
    has_several_members = has_several_members || entry.member != system_.entries[first].member;
  }
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());

  std::vector<Path> images;
  std::vector<std::size_t> begins{0};
  for (const Path node : nodes) {
    relabelling.apply(node, paths, images);
    begins.push_back(images.size());
  }
  std::vector<Path> sorted(images);
  std::sort(sorted.begin(), sorted.end());
  const auto merged = std::adjacent_find(sorted.begin(), sorted.end());
  const bool is_unit = has_several_members && merged != sorted.end();

  if (is_unit && !reported_merging_) {
    reported_merging_ = true;
    eval_.reporter().warning(
        eval_.place(offset), "fsp-merged-labels",
        fmt::format("several labels of this composition become '{}'; it is composed before that, so they do not synchronise",
                    eval_.names().text(*merged)),
        "write its processes out, (P || Q)/{...}, to relabel each of them first");
  }
  const std::uint32_t unit = kUnitBit | system_.units;
  std::vector<Node> internals;
  if (is_unit) {
    ++system_.units;
    unit_enclosing_.push_back(0);
    for (std::size_t i = 0; i < nodes.size(); ++i) internals.push_back(add_internal(InternalUse::kInUnit));
  }
  for (std::size_t e = first; e < last; ++e) {
    eval_.pulse().beat();
    const Entry& entry = system_.entries[e];
    if ((entry.node & kInternalBit) != 0) {
      result.push_back(entry);
      continue;
    }
    const auto at = static_cast<std::size_t>(std::lower_bound(nodes.begin(), nodes.end(), entry.node) - nodes.begin());
    if (is_unit) result.push_back({entry.member, entry.label, internals[at]});
    else
      for (std::size_t i = begins[at]; i < begins[at + 1]; ++i) result.push_back({entry.member, entry.label, images[i]});
  }
  if (!is_unit) return;
  for (std::size_t n = 0; n < nodes.size(); ++n)
    for (std::size_t i = begins[n]; i < begins[n + 1]; ++i) result.push_back({unit, internals[n] & ~kInternalBit, images[i]});
}

// sync { ... }: from now on the components do only what the vectors say, together or alone.
void Composer::synchronise(const Range& range, Span vectors, Scope scope) {
  Synchronised made = fsp::synchronise(system_, range.components, range.entries, vectors, scope, eval_);
  if (made.has_unit) {
    ++system_.units;
    unit_enclosing_.push_back(0);
  }
  system_.entries.resize(range.entries);
  system_.entries.insert(system_.entries.end(), made.entries.begin(), made.entries.end());
}

// \ and @ on a composition: its components still synchronise on a hidden label, but no component outside
// does.
void Composer::restrict(const Range& range, Visibility visibility, Index set, Scope scope) {
  const PrefixSet prefixes(set, scope, eval_);
  std::unordered_map<Path, Node> hidden;
  for (std::size_t e = range.entries; e < system_.entries.size(); ++e) {
    eval_.pulse().beat();
    Node& node = system_.entries[e].node;
    if ((node & kInternalBit) != 0) continue;
    if (prefixes.covers(node, eval_.names().paths) != (visibility == Visibility::kHide)) continue;
    const auto [found, is_new] = hidden.emplace(node, 0);
    if (is_new) found->second = add_internal(InternalUse::kHidden);
    node = found->second;
  }
  prefixes.mark(eval_);
}

// Marks the operand as one instance of a named composition.
void Composer::enclose(const Range& range) {
  ++num_instances_;
  for (std::size_t c = range.components; c < system_.components.size(); ++c) system_.components[c].seal = num_instances_;
  for (std::size_t e = range.entries; e < system_.entries.size(); ++e)
    if ((system_.entries[e].member & kUnitBit) != 0) unit_enclosing_[system_.entries[e].member & ~kUnitBit] = num_instances_;
}

}   // namespace parley::fsp
