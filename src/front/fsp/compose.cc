#include "front/fsp/compose.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "front/fsp/relabel.h"

namespace parley::fsp {

namespace {

constexpr std::size_t kDeepest = 2500;
constexpr std::uint32_t kNoTemplate = kNone;

struct Deeper {
  explicit Deeper(std::size_t& count) : depth(count) { ++depth; }
  ~Deeper() { --depth; }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;
  std::size_t& depth;
};

}   // namespace

Composer::Composer(Evaluator& evaluator, const ElaborateOptions& options)
    : eval_(evaluator), ast_(evaluator.ast()), options_(options), preset_template_(ast_.processes.size(), kNoTemplate) {
  for (Index i = 0; i < ast_.processes.size(); ++i) process_of_.emplace(ast_.processes[i].name, i);
  for (Index i = 0; i < ast_.composites.size(); ++i) composite_of_.emplace(ast_.composites[i].name, i);
}

void Composer::add_composite(Index index) { composite(index, {}); }
void Composer::add_process(Index index) { process(index, {}); }

System Composer::take() {
  make_names_distinct();
  return std::move(system_);
}

std::uint32_t Composer::template_of(Index process, std::span<const Value> arguments) {
  const auto elaborate = [&] {
    system_.templates.push_back(elaborate_process(process, arguments, eval_, options_));
    return static_cast<std::uint32_t>(system_.templates.size() - 1);
  };
  if (arguments.empty()) {
    if (preset_template_[process] == kNoTemplate) preset_template_[process] = elaborate();
    return preset_template_[process];
  }
  std::vector<std::int64_t> key;
  for (const Value& value : arguments) {
    key.push_back(value.is_label ? 1 : 0);
    key.push_back(value.is_label ? value.label : value.number);
  }
  const auto found = templates_.find({process, key});
  if (found != templates_.end()) return found->second;
  const std::uint32_t made = elaborate();
  templates_.emplace(std::pair(process, std::move(key)), made);
  return made;
}

Node Composer::add_internal(InternalUse use) {
  system_.internals.push_back(use);
  return kInternalBit | static_cast<Node>(system_.internals.size() - 1);
}

void Composer::process(Index index, std::span<const Value> arguments) {
  const std::uint32_t of = template_of(index, arguments);
  const auto component = static_cast<std::uint32_t>(system_.components.size());
  if (component >= kUnitBit - 1)
    eval_.reporter().refuse(eval_.place(ast_.processes[index].offset), "fsp-too-large", "too many components");
  system_.components.push_back({of, eval_.names().paths.child(kEmptyPath, ast_.processes[index].name), 0});
  const Template& shape = system_.templates[of];
  for (std::uint32_t label = 0; label < shape.labels.size(); ++label) {
    const bool is_hidden = shape.uses[label] == LabelUse::kHidden;
    system_.entries.push_back({component, label, is_hidden ? add_internal(InternalUse::kHidden) : shape.labels[label]});
  }
}

void Composer::composite(Index index, std::span<const Value> arguments) {
  const Composite& definition = ast_.composites[index];
  const std::size_t mark = eval_.scopes().mark();
  const Range range = here();
  const Scope scope = bind_parameters(definition.parameters, arguments, eval_);
  body(definition.body, scope);
  if (definition.visibility != Visibility::kAll) restrict(range, definition.visibility, eval_.set(definition.visible_set, scope));
  seal(range);
  eval_.scopes().release(mark);
}

// A composition may contain itself with other arguments, under an 'if' that ends it; one that never ends is noticed by its depth.
void Composer::body(Index index, Scope scope) {
  const Body& node = ast_.bodies[index];
  const Deeper deeper(depth_);
  if (depth_ > kDeepest)
    eval_.reporter().refuse(eval_.place(node.offset), "fsp-recursion",
                            "the composition contains itself without end, or is nested too deep",
                            fmt::format("{} levels are possible", kDeepest));
  switch (node.kind) {
    case BodyKind::kIf: {
      const Index branch = eval_.truth(node.condition, scope) ? node.inner : node.else_branch;
      if (branch != kNone) body(branch, scope);
      return;
    }
    case BodyKind::kForall: {
      eval_.for_each(node.list, scope, kEmptyPath, [&](Path, Scope inner) {
        const std::size_t mark = eval_.scopes().mark();
        body(node.inner, inner);
        eval_.scopes().release(mark);
      });
      return;
    }
    case BodyKind::kParallel:
      for (const Index part : SpanOf(ast_.lists, node.list)) body(part, scope);
      return;
    case BodyKind::kInstance: instance(node, scope); return;
  }
}

// [share ::] [prefix :] X [/ relabels]: prefixes first, then shared ones, then the relabelling.
void Composer::instance(const Body& node, Scope scope) {
  const std::size_t mark = eval_.scopes().mark();
  const Range range = here();
  if (node.prefix.empty()) {
    reference(node, scope);
  } else {
    std::vector<Expansion> labels;
    eval_.expand(node.prefix, scope, labels);
    for (const Expansion& label : labels) {
      const Range copy = here();
      reference(node, label.scope);
      const bool is_process = node.inner == kNone && process_of_.contains(node.name);
      prefix(copy, label.label, is_process ? Naming::kLabel : Naming::kLabelInFront);
    }
  }
  if (!node.share.empty()) {
    std::vector<Expansion> labels;
    eval_.expand(node.share, scope, labels);
    share(range, labels);
  }
  if (!node.relabels.empty()) relabel(range, node.relabels, scope, node.offset);
  eval_.scopes().release(mark);
}

void Composer::reference(const Body& node, Scope scope) {
  if (node.inner != kNone) return body(node.inner, scope);
  std::vector<Value> arguments;
  for (const Index argument : SpanOf(ast_.lists, node.list)) arguments.push_back(eval_.value(argument, scope));

  const auto as_process = process_of_.find(node.name);
  const auto as_composite = composite_of_.find(node.name);
  if (as_process == process_of_.end() && as_composite == composite_of_.end())
    eval_.reporter().refuse(eval_.place(node.offset), "fsp-unknown-name",
                            fmt::format("there is no process '{}'", eval_.names().symbols.text(node.name)));
  if (as_process != process_of_.end()) return process(as_process->second, arguments);
  composite(as_composite->second, arguments);
}

// a:X. A process that is labelled itself is called a, one inside parentheses or a composite a.P.
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

// {a,b}::X offers each of its labels behind each prefix.
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

std::uint32_t Composer::seal_of(const Entry& entry) const {
  return (entry.member & kUnitBit) != 0 ? unit_seals_[entry.member & ~kUnitBit] : system_.components[entry.member].seal;
}

// Each component is relabelled on its own, so labels that become one synchronise; but each instance of a named composition was
// composed on its own and stays together.
void Composer::relabel(const Range& range, Span relabels, Scope scope, std::uint32_t offset) {
  const Relabelling relabelling(relabels, scope, eval_);
  std::vector<Entry> result;
  result.reserve(system_.entries.size() - range.entries);
  std::vector<Path> images;
  for (std::size_t e = range.entries; e < system_.entries.size();) {
    const Entry entry = system_.entries[e];
    const std::uint32_t run_seal = seal_of(entry);
    if (run_seal != 0) {
      std::size_t last = e + 1;
      while (last < system_.entries.size() && seal_of(system_.entries[last]) == run_seal) ++last;
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
  system_.entries.resize(range.entries);
  system_.entries.insert(system_.entries.end(), result.begin(), result.end());
}

// Relabels a composite that was composed first. Where two of its labels become one, its components do not synchronise on it: the
// composite becomes a unit, whose old labels are internal nodes, and which takes part in the new label by any one of them.
void Composer::relabel_unit(std::size_t first, std::size_t last, const Relabelling& relabelling, std::uint32_t offset,
                            std::vector<Entry>& result) {
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

  if (is_unit && !told_merging_) {
    told_merging_ = true;
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
    unit_seals_.push_back(0);
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

// \ and @ on a composite: components still meet at a hidden label, but nobody outside does.
void Composer::restrict(const Range& range, Visibility visibility, const std::vector<Path>& set) {
  const PrefixSet prefixes(set, eval_.names().paths);
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
}

void Composer::seal(const Range& range) {
  ++seals_;
  for (std::size_t c = range.components; c < system_.components.size(); ++c) system_.components[c].seal = seals_;
  for (std::size_t e = range.entries; e < system_.entries.size(); ++e)
    if ((system_.entries[e].member & kUnitBit) != 0) unit_seals_[system_.entries[e].member & ~kUnitBit] = seals_;
}

// Two components of one name: the second gets the name of its process behind it, and if that is taken too, a number.
void Composer::make_names_distinct() {
  Names& names = eval_.names();
  std::vector<bool> used(names.paths.size());
  const auto take = [&](Path name) {   // whether it was free
    if (name >= used.size()) used.resize(std::max<std::size_t>(names.paths.size(), 2 * used.size()));
    const bool was_free = !used[name];
    used[name] = true;
    return was_free;
  };
  std::unordered_map<Path, std::int64_t> next;
  std::set<Definition> told;
  for (Component& component : system_.components) {
    eval_.pulse().beat();
    if (take(component.name)) continue;
    const Path wanted = component.name;
    const Template& process = system_.templates[component.of];
    Path name = wanted;
    if (names.paths.part(name) != process.name) name = names.paths.child(name, process.name);
    const Path base = name;
    if (name == wanted || !take(name)) {
      std::int64_t& number = next.emplace(base, 2).first->second;
      do name = names.paths.child(base, names.symbols.intern(number++));
      while (!take(name));
    }
    component.name = name;
    if (told.insert(process.definition).second)
      eval_.reporter().warning(eval_.place(process.offset), "fsp-same-name",
                               fmt::format("two components are called '{}'; an instance of '{}' is called '{}' instead",
                                           names.text(wanted), names.symbols.text(process.name), names.text(name)),
                               "label the instances: a:P");
  }
}

}   // namespace parley::fsp
