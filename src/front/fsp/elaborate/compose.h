#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "front/fsp/elaborate/process.h"

namespace parley::fsp {

// A place where components synchronise. A node below kInternalBit is a visible label (a Path). A node above
// it is internal to a composition: a label that was hidden, or a label of a composition that was composed
// before it was relabelled. Internal nodes have no name.
using Node = std::uint32_t;
inline constexpr Node kInternalBit = 1u << 31;

// The member of an entry is a component, which takes part in a node by one of its local labels; or a unit,
// which takes part by one of its internal nodes. A unit is a composition that was composed on its own before
// some of its labels were merged.
inline constexpr std::uint32_t kUnitBit = 1u << 31;

struct Entry {
  std::uint32_t member = 0;   // index of a component, or kUnitBit | index of a unit
  std::uint32_t label = 0;    // a local label; for a unit, the index of an internal node
  Node node = 0;
};

struct Component {
  std::uint32_t of = 0;   // index of its template
  Path name = kEmptyPath;
  std::uint32_t seal = 0;   // the outermost instance of a named composition that contains it; 0 for none
};

enum class InternalUse : std::uint8_t { kHidden, kInUnit };

// A composition in flat form: templates, components, and the nodes at which the labels of each component take
// part. A node happens when every member that has an entry there takes part by exactly one of its entries.
struct System {
  std::vector<Template> templates;
  std::vector<Component> components;
  std::vector<Entry> entries;           // in the order of the components
  std::vector<InternalUse> internals;   // per internal node
  std::uint32_t units = 0;
};

// A definition and its arguments, as numbers.
using TemplateKey = std::pair<Definition, std::vector<std::int64_t>>;

// The context of a composition that becomes one component of another one: how deeply it is nested, and the
// templates made so far. Without these templates, a nested composition would be made again for each path that
// leads to it.
struct Nesting {
  std::size_t depth = 0;
  std::size_t calls = 0;   // templates being made now
  // Templates made inside compositions that become one component.
  std::shared_ptr<std::map<TemplateKey, std::shared_ptr<const Template>>> made;
};

// Elaborates compositions. Use one Composer per network.
//
// It works bottom up: an operator rewrites the entries of its operand, so each nesting level costs one pass
// over them. A template is elaborated once per process and arguments. compose.cc has a map of the algorithm.
class Composer {
 public:
  Composer(Evaluator& evaluator, const ElaborateOptions& options, Nesting nesting = {});

  void add(Definition definition);
  // Adds the body of a composition and applies its sync vectors, but not its priority, hiding and modifiers:
  // these are applied to the automaton that the body becomes.
  void add_body(Index composite, std::span<const Value> arguments);
  System take();   // makes names distinct and runs the checks of the whole composition; call it once, last

 private:
  struct Range {   // everything that was added since here() was called
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
  enum class Naming : std::uint8_t { kLabel, kLabelInFront };   // the new name: the label, or the label followed by the old name
  void prefix(const Range& range, Path label, Naming naming);
  void share(const Range& range, const std::vector<Expansion>& labels);
  void relabel(const Range& range, Span relabels, Scope scope, std::uint32_t offset);
  void relabel_unit(std::size_t first, std::size_t last, const class Relabelling& relabelling, std::uint32_t offset,
                    std::vector<Entry>& result);
  void synchronise(const Range& range, Span vectors, Scope scope);
  void restrict(const Range& range, Visibility visibility, Index set, Scope scope);
  void enclose(const Range& range);
  std::uint32_t enclosing_of(const Entry& entry) const;
  std::uint32_t template_of(Definition definition, std::span<const Value> arguments);
  const Template& called(const Call& call, std::span<const Value> arguments);
  std::uint32_t offset_of(Definition definition) const;
  Template make_template(Definition definition, std::span<const Value> arguments);
  void find_partial_properties();
  void find_misused_channels();
  void make_names_distinct();
  Node add_internal(InternalUse use);
  void continue_after_error();

  Evaluator& eval_;
  const Ast& ast_;
  const ElaborateOptions& options_;
  System system_;
  const std::unordered_map<Symbol, Definition>& definitions_;   // by name, of the file
  std::map<TemplateKey, std::uint32_t> templates_;              // by definition and arguments; or kUnfinished, kBroken
  std::vector<std::uint32_t> unit_enclosing_;
  std::uint32_t num_instances_ = 0;
  Nesting nesting_;
  bool is_outermost_ = false;
  std::size_t errors_ = 0;
  bool is_known_error_ = false;   // the last Abandoned was for a template that failed before
  bool reported_merging_ = false;
};

}   // namespace parley::fsp
