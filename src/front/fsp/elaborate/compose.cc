// Composition: from the body of a definition to a System (compose.h), which lower.h turns into a Network.
//
// The body is walked recursively (body, instance, reference). A leaf is a component: its template is made, or
// found if the same definition and arguments occurred before (template_of), and one entry per label is added,
// at the node that is called like the label (add_component). An operator is applied after its operand was
// added: it rewrites the names and entries that the operand added, which are the end of the lists (Range).
//
//   compose.cc            the walk over bodies, and templates
//   compose_operators.cc  a:X, {a,b}::X, X/{new/old}, sync {...}, X\S, X@S: what rewrites entries
//   compose_finish.cc     distinct names, and errors that only the whole composition shows
//   synchronise.h         the entries that sync vectors make
//   collapse.h            compositions that become one component: with priority or a modifier
//   process.h, channel.h, watch.h: templates of processes, channels and assertions
//
// Relabelling deserves care. In (P || Q)/{c/a, c/b} the components are relabelled first, so a of P and b of Q
// synchronise as c. But if ||S = (P || Q), then S/{c/a, c/b} relabels what S does: a and b stay different
// actions, both called c. So a named composition remembers that it is one (Component::seal), and where labels
// of it become equal, it becomes a unit: its old nodes turn into internal nodes, and the unit takes part in c
// by any one of them.
#include "front/fsp/elaborate/compose.h"

#include <cassert>
#include <stdexcept>

#include <fmt/format.h>

#include "front/fsp/elaborate/channel.h"
#include "front/fsp/elaborate/collapse.h"
#include "front/fsp/elaborate/watch.h"

namespace parley::fsp {

namespace {

constexpr std::size_t kDeepestComposition = 2500;
constexpr std::size_t kDeepestCalls = 500;   // each one keeps a whole elaboration on the stack
constexpr std::uint32_t kUnfinished = kNone;
constexpr std::uint32_t kBroken = kNone - 1;   // it has an error, which was reported

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
    continue_after_error();
  }
}

// Adds the automata that watch for a violation of an assertion, one per independent part.
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
  // Parts with an error are missing, so everything said about labels from here on would be wrong.
  if (eval_.reporter().has_errors()) throw Abandoned{};
  make_names_distinct();
  find_partial_properties();
  find_misused_channels();
  return std::move(system_);
}

// Call inside a handler. Continues after an error, since the next process may have an error of its own, to be
// reported in the same run. Gives up (rethrows) after some number of errors: a composition that contains
// itself twice has exponentially many. The same error again, in a million instances, counts less.
void Composer::continue_after_error() {
  constexpr std::size_t kMostErrors = 10000;
  errors_ += is_known_error_ ? 1 : kMostErrors / Diagnostics::kMost;
  is_known_error_ = false;
  if (errors_ >= kMostErrors || eval_.reporter().full()) throw;
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
    case DefinitionKind::kAssertion: break;   // may need several templates: see watch()
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
  if (of == kUnfinished)
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
    is_known_error_ = true;
    throw Abandoned{};
  }
  if (found != templates_.end()) return found->second;
  const Deeper deeper(nesting_.depth);
  const Deeper called(nesting_.calls);
  if (nesting_.depth > kDeepestComposition || nesting_.calls > kDeepestCalls)
    eval_.reporter().refuse(
        eval_.place(offset_of(definition)), "fsp-recursion", "a process calls others without end, or they are nested too deep",
        fmt::format("{} levels are possible", nesting_.depth > kDeepestComposition ? kDeepestComposition : kDeepestCalls));
  const TemplateKey wanted(definition, std::move(key));
  std::uint32_t& made = templates_.emplace(wanted, kUnfinished).first->second;
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
    // The outermost composition makes each template of its own once anyway.
    if (!is_outermost_ || definition.kind == DefinitionKind::kComposite)
      nesting_.made->emplace(wanted, std::make_shared<const Template>(shape));
  }
  system_.templates.push_back(std::move(shape));
  made = static_cast<std::uint32_t>(system_.templates.size() - 1);
  return made;
}

void Composer::component(Definition definition, std::span<const Value> arguments) {
  const std::uint32_t of = template_of(definition, arguments);
  assert(of < system_.templates.size());   // a composition that contains itself has a Composer per level
  add_component(of, eval_.names().paths.child(kEmptyPath, system_.templates[of].name));
}

void Composer::add_component(std::uint32_t of, Path name) {
  const auto component = static_cast<std::uint32_t>(system_.components.size());
  if (component >= kUnitBit - 1)
    eval_.reporter().refuse(eval_.place(system_.templates[of].offset), "fsp-too-large", "too many components");
  const Template& shape = system_.templates[of];
  assert(shape.uses.size() == shape.labels.size() && shape.is_extension.size() == shape.labels.size());
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
  enclose(range);
  eval_.scopes().release(mark);
}

// A composition may contain itself with other arguments, under an 'if' that ends the recursion. Endless
// recursion is detected by its depth.
void Composer::body(Index index, Scope scope) {
  const Body& node = ast_.bodies[index];
  const Deeper deeper(nesting_.depth);
  if (nesting_.depth > kDeepestComposition)
    eval_.reporter().refuse(eval_.place(node.offset), "fsp-recursion",
                            "the composition contains itself without end, or is nested too deep",
                            fmt::format("{} levels are possible", kDeepestComposition));
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
          continue_after_error();
        }
      }
      return;
    case BodyKind::kInstance: instance(node, scope); return;
  }
}

// [share ::] [prefix :] X [/ relabels]: the prefix is applied first, then the shared labels, then the
// relabelling.
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

// Whether the instance is a single component.
bool Composer::is_one_component(const Body& node) const {
  if (node.inner != kNone) return false;
  const auto found = definitions_.find(node.name);
  if (found == definitions_.end()) return false;
  return found->second.kind != DefinitionKind::kComposite || is_collapsed(ast_.composites[found->second.index]);
}

}   // namespace parley::fsp
