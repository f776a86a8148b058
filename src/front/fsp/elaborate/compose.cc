#include "front/fsp/elaborate/compose.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <unordered_set>

#include <fmt/format.h>

#include "front/fsp/elaborate/channel.h"
#include "front/fsp/elaborate/collapse.h"
#include "front/fsp/elaborate/relabel.h"
#include "front/fsp/elaborate/synchronise.h"
#include "front/fsp/elaborate/watch.h"

namespace parley::fsp {

namespace {

constexpr std::size_t kDeepest = 2500;
constexpr std::size_t kDeepestCalls = 500;   // each holds a whole elaboration on the stack
constexpr std::uint32_t kInTheMaking = kNone;
constexpr std::uint32_t kBroken = kNone - 1;   // an error in it was told

struct Deeper {
  explicit Deeper(std::size_t& count) : depth(count) { ++depth; }
  ~Deeper() { --depth; }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;
  std::size_t& depth;
};

}   // namespace

Composer::Composer(Evaluator& evaluator, const ElaborateOptions& options, Nesting nesting)
    : eval_(evaluator),
      ast_(evaluator.ast()),
      options_(options),
      definitions_(evaluator.globals().definitions),
      nesting_(std::move(nesting)) {
  is_outermost_ = nesting_.made == nullptr;
  if (is_outermost_) nesting_.made = std::make_shared<std::map<TemplateKey, std::shared_ptr<const Template>>>();
}

void Composer::add(Definition definition) {
  try {
    if (definition.kind == DefinitionKind::kAssertion) watch(definition.index);
    else place(definition, {});
  } catch (const Abandoned&) {
    go_on_after_a_mistake();
  }
}

// The automata that watch for a violation of an assertion: one for each independent part.
void Composer::watch(Index assertion) {
  Names& names = eval_.names();
  std::vector<Template> watching = watch_assertion(assertion, eval_);
  for (std::size_t i = 0; i < watching.size(); ++i) {
    Path name = names.paths.child(kEmptyPath, watching[i].name);
    if (watching.size() > 1) name = names.paths.child(name, names.symbols.intern(static_cast<std::int64_t>(i + 1)));
    system_.templates.push_back(std::move(watching[i]));
    add_component(static_cast<std::uint32_t>(system_.templates.size() - 1), name);
  }
}

void Composer::place(Definition definition, std::span<const Value> arguments) {
  if (definition.kind != DefinitionKind::kComposite || is_collapsed(ast_.composites[definition.index]))
    component(definition, arguments);
  else composite(definition.index, arguments);
}

System Composer::take() {
  // What has an error is not there: whatever is said about labels from here on would be wrong.
  if (eval_.reporter().has_errors()) throw Abandoned{};
  make_names_distinct();
  find_partial_properties();
  find_misused_channels();
  return std::move(system_);
}

// Inside a handler: the next process may have a mistake of its own, to be told in the same run. But not for
// ever: a composition that contains itself twice has more mistakes than one can count. The same one again, in
// a million instances, counts less.
void Composer::go_on_after_a_mistake() {
  constexpr std::size_t kMostAgain = 10000;
  mistakes_ += is_known_mistake_ ? 1 : kMostAgain / Diagnostics::kMost;
  is_known_mistake_ = false;
  if (mistakes_ >= kMostAgain || eval_.reporter().full()) throw;
}

Template Composer::make_template(Definition definition, std::span<const Value> arguments) {
  switch (definition.kind) {
    case DefinitionKind::kProcess: {
      const TemplateSource callees = [this](const Call& call, std::span<const Value> values) -> const Template& {
        return called(call, values);
      };
      return elaborate_process(definition.index, arguments, eval_, options_, callees);
    }
    case DefinitionKind::kComposite: return collapse(definition.index, arguments, eval_, options_, nesting_);
    case DefinitionKind::kAutomaton: return automaton_template(definition.index, eval_);
    case DefinitionKind::kChannel: return channel_template(definition.index, eval_);
    case DefinitionKind::kAssertion: break;   // may need several: add() knows
  }
  throw std::logic_error("an assertion is no single component");
}

// Q(2) in P = Q(2);P
const Template& Composer::called(const Call& call, std::span<const Value> arguments) {
  const auto found = definitions_.find(call.name);
  if (found == definitions_.end())
    eval_.reporter().refuse(eval_.place(call.offset), "fsp-unknown-name",
                            fmt::format("there is no process '{}'", eval_.names().symbols.text(call.name)));
  const std::uint32_t of = template_of(found->second, arguments);
  if (of == kInTheMaking)
    eval_.reporter().refuse(eval_.place(call.offset), "fsp-recursion",
                            fmt::format("'{}' calls itself before it has ended", eval_.names().symbols.text(call.name)),
                            "a process may only come back to itself as the last of a sequence");
  return system_.templates[of];
}

std::uint32_t Composer::offset_of(Definition definition) const {
  switch (definition.kind) {
    case DefinitionKind::kProcess: return ast_.processes[definition.index].offset;
    case DefinitionKind::kComposite: return ast_.composites[definition.index].offset;
    case DefinitionKind::kAutomaton: return ast_.automata[definition.index].offset;
    case DefinitionKind::kChannel: return ast_.channels[definition.index].offset;
    case DefinitionKind::kAssertion: return ast_.assertions[definition.index].offset;
  }
  return 0;
}

std::uint32_t Composer::template_of(Definition definition, std::span<const Value> arguments) {
  std::vector<std::int64_t> key;
  for (const Value& value : arguments) {
    key.push_back(value.is_label ? 1 : 0);
    key.push_back(value.is_label ? value.label : value.number);
  }
  const auto found = templates_.find({definition, key});
  if (found != templates_.end() && found->second == kBroken) {
    is_known_mistake_ = true;
    throw Abandoned{};
  }
  if (found != templates_.end()) return found->second;
  const Deeper deeper(nesting_.depth);
  const Deeper called(nesting_.calls);
  if (nesting_.depth > kDeepest || nesting_.calls > kDeepestCalls)
    eval_.reporter().refuse(eval_.place(offset_of(definition)), "fsp-recursion",
                            "a process calls others without end, or they are nested too deep",
                            fmt::format("{} levels are possible", nesting_.depth > kDeepest ? kDeepest : kDeepestCalls));
  const TemplateKey wanted(definition, std::move(key));
  std::uint32_t& made = templates_.emplace(wanted, kInTheMaking).first->second;
  Template shape;
  if (const auto known = nesting_.made->find(wanted); known != nesting_.made->end()) {
    shape = *known->second;
  } else {
    try {
      shape = make_template(definition, arguments);
    } catch (const Abandoned&) {
      made = kBroken;
      throw;
    }
    // What the outermost composition makes itself it makes once anyway.
    if (!is_outermost_ || definition.kind == DefinitionKind::kComposite)
      nesting_.made->emplace(wanted, std::make_shared<const Template>(shape));
  }
  system_.templates.push_back(std::move(shape));
  made = static_cast<std::uint32_t>(system_.templates.size() - 1);
  return made;
}

Node Composer::add_internal(InternalUse use) {
  system_.internals.push_back(use);
  return kInternalBit | static_cast<Node>(system_.internals.size() - 1);
}

void Composer::component(Definition definition, std::span<const Value> arguments) {
  const std::uint32_t of = template_of(definition, arguments);
  add_component(of, eval_.names().paths.child(kEmptyPath, system_.templates[of].name));
}

void Composer::add_component(std::uint32_t of, Path name) {
  const auto component = static_cast<std::uint32_t>(system_.components.size());
  if (component >= kUnitBit - 1)
    eval_.reporter().refuse(eval_.place(system_.templates[of].offset), "fsp-too-large", "too many components");
  const Template& shape = system_.templates[of];
  system_.components.push_back({of, name, 0});
  for (std::uint32_t label = 0; label < shape.labels.size(); ++label) {
    const bool is_hidden = shape.uses[label] == LabelUse::kHidden;
    system_.entries.push_back({component, label, is_hidden ? add_internal(InternalUse::kHidden) : shape.labels[label]});
  }
}

void Composer::add_body(Index index, std::span<const Value> arguments) {
  const Composite& definition = ast_.composites[index];
  const std::size_t mark = eval_.scopes().mark();
  const Range range = here();
  const Scope scope = bind_parameters(definition.parameters, arguments, eval_);
  body(definition.body, scope);
  if (definition.has_vectors) synchronise(range, definition.vectors, scope);
  eval_.scopes().release(mark);
}

void Composer::composite(Index index, std::span<const Value> arguments) {
  const Composite& definition = ast_.composites[index];
  const std::size_t mark = eval_.scopes().mark();
  const Range range = here();
  const Scope scope = bind_parameters(definition.parameters, arguments, eval_);
  body(definition.body, scope);
  if (definition.has_vectors) synchronise(range, definition.vectors, scope);
  if (definition.visibility != Visibility::kAll) restrict(range, definition.visibility, definition.visible_set, scope);
  seal(range);
  eval_.scopes().release(mark);
}

// A composition may contain itself with other arguments, under an 'if' that ends it; one that never ends is
// noticed by its depth.
void Composer::body(Index index, Scope scope) {
  const Body& node = ast_.bodies[index];
  const Deeper deeper(nesting_.depth);
  if (nesting_.depth > kDeepest)
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
      for (const Index part : SpanOf(ast_.lists, node.list)) {
        try {
          body(part, scope);
        } catch (const Abandoned&) {
          go_on_after_a_mistake();
        }
      }
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
      prefix(copy, label.label, is_one_component(node) ? Naming::kLabel : Naming::kLabelInFront);
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

  const auto found = definitions_.find(node.name);
  if (found == definitions_.end())
    eval_.reporter().refuse(eval_.place(node.offset), "fsp-unknown-name",
                            fmt::format("there is no process '{}'", eval_.names().symbols.text(node.name)));
  place(found->second, arguments);
}

// Whether the instance is a single component, whatever its size.
bool Composer::is_one_component(const Body& node) const {
  if (node.inner != kNone) return false;
  const auto found = definitions_.find(node.name);
  if (found == definitions_.end()) return false;
  return found->second.kind != DefinitionKind::kComposite || is_collapsed(ast_.composites[found->second.index]);
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

// Each component is relabelled on its own, so labels that become one synchronise; but each instance of a
// named composition was composed on its own and stays together.
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
  relabelling.mark(eval_.usage());
  if (range.entries == 0) {   // the usual place of a large one: no copy
    system_.entries = std::move(result);
    return;
  }
  system_.entries.resize(range.entries);
  system_.entries.insert(system_.entries.end(), result.begin(), result.end());
}

// Relabels a composite that was composed first. Where two of its labels become one, its components do not
// synchronise on it: the composite becomes a unit, whose old labels are internal nodes, and which takes part
// in the new label by any one of them.
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

// sync { ... }: the vectors are all that the components do together or alone from now on.
void Composer::synchronise(const Range& range, Span vectors, Scope scope) {
  Synchronised made = fsp::synchronise(system_, range.components, range.entries, vectors, scope, eval_);
  if (made.has_unit) {
    ++system_.units;
    unit_seals_.push_back(0);
  }
  system_.entries.resize(range.entries);
  system_.entries.insert(system_.entries.end(), made.entries.begin(), made.entries.end());
}

// \ and @ on a composite: components still meet at a hidden label, but nobody outside does.
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

void Composer::seal(const Range& range) {
  ++seals_;
  for (std::size_t c = range.components; c < system_.components.size(); ++c) system_.components[c].seal = seals_;
  for (std::size_t e = range.entries; e < system_.entries.size(); ++e)
    if ((system_.entries[e].member & kUnitBit) != 0) unit_seals_[system_.entries[e].member & ~kUnitBit] = seals_;
}

// An explicit automaton that watches must be ready for whatever it is asked to watch.
void Composer::find_partial_properties() {
  if (ast_.automata.empty()) return;
  std::set<std::pair<std::uint32_t, std::uint32_t>> told;
  for (const Entry& entry : system_.entries) {
    if ((entry.member & kUnitBit) != 0) continue;
    const std::uint32_t of = system_.components[entry.member].of;
    const Template& shape = system_.templates[of];
    if (!shape.is_property || shape.definition.kind != DefinitionKind::kAutomaton) continue;
    const LocalLabel label(entry.label);
    for (const LocalState state : shape.lts.states()) {
      if (shape.lts.is_error(state) || shape.lts.offers(state, label)) continue;
      if (told.emplace(of, entry.label).second)
        eval_.reporter().error(
            eval_.place(shape.offset), "fsp-property-partial",
            fmt::format("property '{}' cannot see '{}' in its state '{}'", eval_.names().symbols.text(shape.name),
                        shape.lts.label_name(label), shape.lts.state_name(state)),
            "an automaton that is a property has every label in every state that is no error");
      break;
    }
  }
}

// c! and c? without a channel c never wait for anything, and neither do values that the channel does not
// carry.
void Composer::find_misused_channels() {
  if (ast_.channels.empty() || !is_outermost_) return;
  struct Use {
    Index channel = kNone;
    bool is_placed = false;
    std::unordered_set<Path> labels;   // of the channel
    bool is_told = false;
  };
  std::unordered_map<Symbol, Use> uses;
  for (Index c = 0; c < ast_.channels.size(); ++c) uses[ast_.channels[c].name].channel = c;
  for (const Template& shape : system_.templates)
    if (shape.definition.kind == DefinitionKind::kChannel) {
      Use& use = uses[shape.name];
      use.is_placed = true;
      use.labels.insert(shape.labels.begin(), shape.labels.end());
    }
  const Paths& paths = eval_.names().paths;
  const Symbol send = eval_.names().symbols.intern("send");
  const Symbol receive = eval_.names().symbols.intern("receive");
  for (const Template& shape : system_.templates) {
    if (shape.definition.kind == DefinitionKind::kChannel) continue;
    for (const Path label : shape.labels) {
      Path verb = label;   // c.send of c.send.1
      while (paths.parent(verb) != kEmptyPath && paths.parent(paths.parent(verb)) != kEmptyPath) verb = paths.parent(verb);
      const auto found = uses.find(paths.part(paths.parent(verb)));
      if (found == uses.end() || (paths.part(verb) != send && paths.part(verb) != receive) || found->second.is_told) continue;
      Use& use = found->second;
      const std::string name = eval_.names().symbols.text(ast_.channels[use.channel].name);
      const std::string user = eval_.names().symbols.text(shape.name);
      if (!use.is_placed) {
        use.is_told = true;
        eval_.reporter().warning(eval_.place(shape.offset), "fsp-channel-absent",
                                 fmt::format("'{}' uses the channel '{}', which is not part of the composition", user, name),
                                 fmt::format("put it there: (P || {})", name));
      } else if (!use.labels.contains(label)) {
        use.is_told = true;
        eval_.reporter().error(
            eval_.place(shape.offset), "fsp-channel",
            fmt::format("'{}' does '{}', but the channel '{}' does not carry that", user, eval_.names().text(label), name),
            "the values of a channel are those behind 'of'");
      }
    }
  }
  if (eval_.reporter().has_errors()) throw Abandoned{};
}

// Two components of one name: the second gets the name of its process behind it, and if that is taken too, a
// number.
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
