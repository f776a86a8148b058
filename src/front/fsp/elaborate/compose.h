#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "front/fsp/elaborate/process.h"

namespace parley::fsp {

// Where components meet. A node below kInternalBit is a visible label (a Path); one above is internal to some
// composite: a label that was hidden, or one that was composed before it was relabelled. Internal nodes have
// no name.
using Node = std::uint32_t;
inline constexpr Node kInternalBit = 1u << 31;

// Who takes part in a node: a component by one of its local labels; or a unit, which is a composite that was
// composed on its own before its labels were merged, by one of its internal nodes.
inline constexpr std::uint32_t kUnitBit = 1u << 31;

struct Entry {
  std::uint32_t member = 0;   // a component, or kUnitBit | unit
  std::uint32_t label = 0;    // a local label; of a unit: the index of an internal node
  Node node = 0;
};

struct Component {
  std::uint32_t of = 0;   // a template
  Path name = kEmptyPath;
  std::uint32_t seal = 0;   // the outermost instance of a named composition that it is part of, 0 for none
};

enum class InternalUse : std::uint8_t { kHidden, kInUnit };

// A composition, flat: templates, components, and at which node each label of each component takes part.
// Every component that has a label at a node takes part there by one of its labels.
struct System {
  std::vector<Template> templates;
  std::vector<Component> components;
  std::vector<Entry> entries;           // by component, in order
  std::vector<InternalUse> internals;   // of each internal node
  std::uint32_t units = 0;
};

// A definition and its arguments.
using TemplateKey = std::pair<Definition, std::vector<std::int64_t>>;

// Where a composition stands that becomes one component of another: how deep, and what has been made on the
// way. Without the latter, nested ones would be made again for each path that leads to them.
struct Nesting {
  std::size_t depth = 0;
  std::size_t calls = 0;                                                          // templates in the making
  std::shared_ptr<std::map<TemplateKey, std::shared_ptr<const Template>>> made;   // inside compositions that became one component
};

// Elaborates compositions. One for each network that is built.
//
// Bottom up: an operator rewrites the entries of what it is applied to, so each nesting level costs one pass
// over them. Templates are elaborated once for each process and arguments.
class Composer {
 public:
  Composer(Evaluator& evaluator, const ElaborateOptions& options, Nesting nesting = {});

  void add(Definition definition);
  // Only what stands between '=' and the priority: the rest is done to the automaton that it becomes.
  void add_body(Index composite, std::span<const Value> arguments);
  System take();   // names are made distinct

 private:
  struct Range {   // what was added since some moment
    std::size_t components = 0;
    std::size_t entries = 0;
  };
  Range here() const { return {system_.components.size(), system_.entries.size()}; }

  void body(Index body, Scope scope);
  void instance(const Body& node, Scope scope);
  void reference(const Body& node, Scope scope);
  void composite(Index composite, std::span<const Value> arguments);
  void watch(Index assertion);
  void place(Definition definition, std::span<const Value> arguments);
  bool is_one_component(const Body& node) const;
  void component(Definition definition, std::span<const Value> arguments);
  void add_component(std::uint32_t of, Path name);
  enum class Naming : std::uint8_t { kLabel, kLabelInFront };   // of what is labelled
  void prefix(const Range& range, Path label, Naming naming);
  void share(const Range& range, const std::vector<Expansion>& labels);
  void relabel(const Range& range, Span relabels, Scope scope, std::uint32_t offset);
  void relabel_unit(std::size_t first, std::size_t last, const class Relabelling& relabelling, std::uint32_t offset,
                    std::vector<Entry>& result);
  void synchronise(const Range& range, Span vectors, Scope scope);
  void restrict(const Range& range, Visibility visibility, Index set, Scope scope);
  void seal(const Range& range);
  std::uint32_t seal_of(const Entry& entry) const;
  std::uint32_t template_of(Definition definition, std::span<const Value> arguments);
  const Template& called(const Call& call, std::span<const Value> arguments);
  std::uint32_t offset_of(Definition definition) const;
  Template make_template(Definition definition, std::span<const Value> arguments);
  void find_partial_properties();
  void find_misused_channels();
  void make_names_distinct();
  Node add_internal(InternalUse use);
  void go_on_after_a_mistake();

  Evaluator& eval_;
  const Ast& ast_;
  const ElaborateOptions& options_;
  System system_;
  const std::unordered_map<Symbol, Definition>& definitions_;   // of the file
  std::map<TemplateKey, std::uint32_t> templates_;              // by definition and arguments
  std::vector<std::uint32_t> unit_seals_;
  std::uint32_t seals_ = 0;
  Nesting nesting_;
  bool is_outermost_ = false;
  std::size_t mistakes_ = 0;
  bool is_known_mistake_ = false;   // the last Abandoned was about a template that failed before
  bool told_merging_ = false;
};

}   // namespace parley::fsp
