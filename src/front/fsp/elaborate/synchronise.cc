#include "front/fsp/elaborate/synchronise.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/diagnostic.h"

namespace parley::fsp {

namespace {

bool is_internal(Node node) { return (node & kInternalBit) != 0; }

class Synchroniser {
 public:
  Synchroniser(System& system, std::size_t first_component, std::size_t first_entry, Evaluator& evaluator)
      : system_(system),
        first_component_(first_component),
        first_entry_(first_entry),
        eval_(evaluator),
        ast_(evaluator.ast()),
        unit_(kUnitBit | system.units),
        labels_(system.templates.size()) {
    by_node_.reserve(system_.entries.size() - first_entry_);
    for (std::size_t e = first_entry_; e < system_.entries.size(); ++e) {
      const Entry& entry = system_.entries[e];
      if (!is_internal(entry.node)) by_node_.push_back({entry.node, static_cast<std::uint32_t>(e)});
      else if (!is_own_tau(entry)) entries_.push_back(entry);   // what was hidden before stays as it is
    }
    std::sort(by_node_.begin(), by_node_.end());
  }

  Synchronised run(Span vectors, Scope scope) {
    add_vectors(vectors, scope);
    const bool has_unit = !results_.empty();
    entries_.insert(entries_.end(), results_.begin(), results_.end());
    return {std::move(entries_), has_unit};
  }

 private:
  struct At {
    Path path = kEmptyPath;
    std::uint32_t index = 0;
    friend auto operator<=>(const At&, const At&) = default;
  };

  // A participant of a vector, and the element that it belongs to.
  struct Member {
    Entry entry;
    Index element = 0;
  };

  // Whether the entry is the label tau of an explicit automaton. The label has a name there, so the vectors
  // decide what happens to it.
  bool is_own_tau(const Entry& entry) const {
    if ((entry.member & kUnitBit) != 0) return false;
    const Template& shape = system_.templates[system_.components[entry.member].of];
    return shape.definition.kind == DefinitionKind::kAutomaton && shape.uses[entry.label] == LabelUse::kHidden;
  }

  void add_vectors(Span vectors, Scope scope) {
    for (const SyncVector& vector : SpanOf(ast_.sync_vectors, vectors)) {
      const std::size_t mark = eval_.scopes().mark();
      if (!vector.ranges.empty()) {
        eval_.for_each(vector.ranges, scope, kEmptyPath, [&](Path, Scope inner) {
          const std::size_t inner_mark = eval_.scopes().mark();
          add_vectors(vector.inner, inner);
          eval_.scopes().release(inner_mark);
        });
      } else {
        members_.clear();
        called_ = kEmptyPath;
        add_elements(vector, scope);
      }
      eval_.scopes().release(mark);
    }
  }

  // An element of the current vector, and how many of its alternatives were tried.
  struct Place {
    std::vector<Expansion> owners;
    std::vector<Expansion> labels;   // of owner number next_owner - 1
    std::size_t next_owner = 0;
    std::size_t next_label = 0;
    std::size_t members = 0;   // participants of the elements before it
  };

  Place enter(const SyncElement& element, Scope scope) {
    Place place;
    place.members = members_.size();
    if (element.component.empty()) place.owners.push_back({kEmptyPath, scope});
    else eval_.expand(element.component, scope, place.owners);
    return place;
  }

  // Adds all vectors that the elements denote, the alternatives of the last element changing fastest. A
  // vector can have as many elements as there are components, so the search keeps an explicit stack.
  void add_elements(const SyncVector& vector, Scope scope) {
    const SyncElement* elements = ast_.sync_elements.data() + vector.elements.first;
    std::vector<Place> places;
    places.push_back(enter(elements[0], scope));
    while (!places.empty()) {
      eval_.pulse().beat();
      Place& place = places.back();
      members_.resize(place.members);
      const auto at = static_cast<Index>(places.size() - 1);
      const SyncElement& element = elements[at];
      if (place.next_label == place.labels.size()) {
        if (place.next_owner == place.owners.size()) {
          places.pop_back();
          continue;
        }
        place.labels.clear();
        place.next_label = 0;
        eval_.expand(element.label, place.owners[place.next_owner++].scope, place.labels);
        continue;
      }
      const Path owner = place.owners[place.next_owner - 1].label;
      const Expansion label = place.labels[place.next_label++];
      element_ = at;
      if (element.component.empty()) take_label(element, label.label);
      else take_label_of(element, owner, label.label);
      if (at == 0) called_ = element.component.empty() ? label.label : eval_.names().paths.join(owner, label.label);
      if (at + 1 == vector.elements.count) finish(vector, label.scope);
      else places.push_back(enter(elements[at + 1], label.scope));
    }
  }

  void take_label(const SyncElement& element, Path label) {
    auto found = std::lower_bound(by_node_.begin(), by_node_.end(), At{label, 0});
    if (found == by_node_.end() || found->path != label)
      eval_.reporter().refuse(eval_.place(element.offset), "fsp-vector",
                              fmt::format("no component has the label '{}'", eval_.names().text(label)), nearest_label(label));
    for (; found != by_node_.end() && found->path == label; ++found)
      members_.push_back({system_.entries[found->index], element_});
  }

  void take_label_of(const SyncElement& element, Path owner, Path label) {
    const std::uint32_t component = component_named(element, owner);
    const std::uint32_t of = system_.components[component].of;
    const Template& shape = system_.templates[of];
    std::vector<At>& labels = labels_[of];
    if (labels.empty()) {
      labels.reserve(shape.labels.size());
      for (std::uint32_t l = 0; l < shape.labels.size(); ++l) labels.push_back({shape.labels[l], l});
      std::sort(labels.begin(), labels.end());
    }
    const auto found = std::lower_bound(labels.begin(), labels.end(), At{label, 0});
    if (found == labels.end() || found->path != label)
      eval_.reporter().refuse(
          eval_.place(element.offset), "fsp-vector",
          fmt::format("the component '{}' has no label '{}'", eval_.names().text(owner), eval_.names().text(label)),
          "in 'component:label' the label is written as in the component's own definition");
    const Entry entry{component, found->index, kInternalBit};
    if (shape.uses[found->index] == LabelUse::kHidden && !is_own_tau(entry))
      eval_.reporter().refuse(eval_.place(element.offset), "fsp-vector",
                              fmt::format("'{}' hides its label '{}'", eval_.names().text(owner), eval_.names().text(label)));
    members_.push_back({entry, element_});
  }

  std::uint32_t component_named(const SyncElement& element, Path name) {
    if (by_name_.empty()) {
      by_name_.reserve(system_.components.size() - first_component_);
      for (std::size_t c = first_component_; c < system_.components.size(); ++c)
        by_name_.push_back({system_.components[c].name, static_cast<std::uint32_t>(c)});
      std::sort(by_name_.begin(), by_name_.end());
    }
    const auto found = std::lower_bound(by_name_.begin(), by_name_.end(), At{name, 0});
    if (found == by_name_.end() || found->path != name)
      eval_.reporter().refuse(eval_.place(element.offset), "fsp-vector",
                              fmt::format("there is no component '{}' here", eval_.names().text(name)), nearest_component(name));
    if (const auto next = found + 1; next != by_name_.end() && next->path == name)
      eval_.reporter().refuse(eval_.place(element.offset), "fsp-vector",
                              fmt::format("several components are called '{}'", eval_.names().text(name)),
                              "label the instances: a:P");
    return found->index;
  }

  // Adds one vector whose elements are all chosen. No component may be in two elements; several labels of one
  // component in one element are alternatives.
  void finish(const SyncVector& vector, Scope scope) {
    std::vector<Member> members = members_;
    std::stable_sort(members.begin(), members.end(),
                     [](const Member& a, const Member& b) { return a.entry.member < b.entry.member; });
    for (std::size_t i = 1; i < members.size(); ++i)
      if (members[i].entry.member == members[i - 1].entry.member && members[i].element != members[i - 1].element)
        eval_.reporter().refuse(eval_.place(vector.offset), "fsp-vector",
                                fmt::format("'{}' would take part twice", member_name(members[i].entry.member)),
                                "a component performs one label at a time");
    if (vector.is_tau) return add_node(members, InternalUse::kHidden, kEmptyPath);
    if (vector.result.empty()) {
      if (vector.elements.count > 1)
        eval_.reporter().refuse(eval_.place(vector.offset), "fsp-vector",
                                "a vector of several labels needs a name for what they do", "write '-> label' behind it");
      return add_node(members, InternalUse::kInUnit, called_);
    }
    std::vector<Expansion> results;
    eval_.expand(vector.result, scope, results);
    for (const Expansion& result : results) add_node(members, InternalUse::kInUnit, result.label);
  }

  void add_node(const std::vector<Member>& members, InternalUse use, Path result) {
    expect_growth(eval_.limits(), entries_);
    system_.internals.push_back(use);
    const auto node = static_cast<Node>(system_.internals.size() - 1);
    for (const Member& member : members) entries_.push_back({member.entry.member, member.entry.label, kInternalBit | node});
    if (use == InternalUse::kInUnit) results_.push_back({unit_, node, result});
  }

  std::string member_name(std::uint32_t member) const {
    if ((member & kUnitBit) != 0) return "a composition";
    return eval_.names().text(system_.components[member].name);
  }

  std::string nearest(const std::vector<At>& candidates, Path wanted) const {
    constexpr std::size_t kMostCandidates = 2000;
    std::vector<std::string> texts;
    for (const At& candidate : candidates) {
      if (texts.size() == kMostCandidates) break;
      texts.push_back(eval_.names().text(candidate.path));
    }
    const std::string_view near =
        nearest_name(eval_.names().text(wanted), std::vector<std::string_view>(texts.begin(), texts.end()));
    return near.empty() ? std::string() : fmt::format("did you mean '{}'?", near);
  }
  std::string nearest_label(Path label) const { return nearest(by_node_, label); }
  std::string nearest_component(Path name) const { return nearest(by_name_, name); }

  System& system_;
  std::size_t first_component_;
  std::size_t first_entry_;
  Evaluator& eval_;
  const Ast& ast_;
  std::uint32_t unit_;
  std::vector<At> by_node_;               // visible node -> entries
  std::vector<At> by_name_;               // name -> components; made when first needed
  std::vector<std::vector<At>> labels_;   // per template; made when first needed
  std::vector<Member> members_;           // of the current vector
  Index element_ = 0;                     // its current element
  Path called_ = kEmptyPath;              // the label of its first element
  std::vector<Entry> entries_;
  std::vector<Entry> results_;   // the entries of the unit
};

}   // namespace

Synchronised synchronise(System& system, std::size_t first_component, std::size_t first_entry, Span vectors, Scope scope,
                         Evaluator& evaluator) {
  return Synchroniser(system, first_component, first_entry, evaluator).run(vectors, scope);
}

}   // namespace parley::fsp
