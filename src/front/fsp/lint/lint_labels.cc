#include <algorithm>
#include <cassert>
#include <set>
#include <unordered_map>

#include <fmt/format.h>

#include "base/hash.h"
#include "front/fsp/lint/lint.h"
#include "front/fsp/names/near_label.h"

namespace parley::fsp {

namespace {

constexpr std::uint32_t kNoMember = kNone;      // no member seen at the node so far
constexpr std::uint32_t kSeveral = kNone - 1;   // more than one member
constexpr std::size_t kMostOwners = 4;          // how many processes with one label are compared with those of another

// Labels of one process that differ only in numbers, under their names outside: "phil.#.take".
struct Family {
  Definition definition;
  std::uint32_t pattern = 0;
  std::uint32_t of = 0;   // a template and a label of it, as an example
  std::uint32_t label = 0;
  Path example = kEmptyPath;
  bool has_lone = false;   // some label of the family belongs to one component only, in every instance
  bool has_shared = false;
  bool has_edges = false;
  bool is_extension = true;   // all its labels are in + {...}
  bool is_lone() const { return has_lone && !has_shared; }
};

class LabelLint {
 public:
  LabelLint(const System& system, const Evaluator& evaluator, Reporter& reporter)
      : system_(system), eval_(evaluator), ast_(evaluator.ast()), names_(evaluator.names()), reporter_(reporter) {}

  void run(LintAmount amount) {
    const auto is_process = [&](const Component& component) { return !system_.templates[component.of].is_property; };
    const auto found = std::find_if(system_.components.begin(), system_.components.end(), is_process);
    if (found == system_.components.end() || std::none_of(found + 1, system_.components.end(), is_process)) return;
    look_at_entries();
    make_families(amount);
    misspelt();
    other_prefix(amount);
    other_indices();
    if (amount == LintAmount::kLikely) return;
    partly_shared();
    extensions();
  }

 private:
  // Which components have a label, summed over all instances of a template.
  struct Owner {
    bool is_lone = false;
    bool is_shared = false;   // or hidden, which shows that its author thought of it
    Path example = kEmptyPath;
  };

  void look_at_entries() {
    first_owner_.reserve(system_.templates.size() + 1);
    std::uint32_t labels = 0;
    for (const Template& shape : system_.templates) {
      first_owner_.push_back(labels);
      labels += static_cast<std::uint32_t>(shape.labels.size());
    }
    first_owner_.push_back(labels);
    owners_.resize(labels);

    const std::size_t visible = names_.paths.size();
    eval_.limits().expect(4 * (visible + system_.internals.size()));
    std::vector<std::uint32_t> member_at(visible + system_.internals.size(), kNoMember);
    const auto at = [&](Node node) -> std::uint32_t& {
      return member_at[(node & kInternalBit) != 0 ? visible + (node & ~kInternalBit) : node];
    };
    // A property only watches, so it does not count as a component that shares the label.
    const auto is_property = [&](const Entry& entry) {
      return (entry.member & kUnitBit) == 0 && system_.templates[system_.components[entry.member].of].is_property;
    };
    for (const Entry& entry : system_.entries) {
      if (is_property(entry)) continue;
      std::uint32_t& member = at(entry.node);
      if (member == kNoMember) member = entry.member;
      else if (member != entry.member) member = kSeveral;
    }
    std::vector<bool> is_sharing(system_.templates.size());
    for (const Entry& entry : system_.entries) {
      if ((entry.member & kUnitBit) != 0 || is_property(entry)) continue;
      Owner& owner = owners_[first_owner_[system_.components[entry.member].of] + entry.label];
      const bool is_shared = at(entry.node) == kSeveral;
      const bool is_internal = (entry.node & kInternalBit) != 0;
      if (is_shared) is_sharing[system_.components[entry.member].of] = true;
      if (is_shared || is_internal) owner.is_shared = true;
      else owner.is_lone = true;
      if (!is_internal && owner.example == kEmptyPath) owner.example = entry.node;
    }
    for (std::size_t t = 0; t < is_sharing.size(); ++t)
      if (is_sharing[t]) sharing_.insert(system_.templates[t].definition);
  }

  // The text of a label with '#' in place of numbers.
  std::string pattern_text(Path path) const {
    std::vector<Symbol> parts;
    for (Path at = path; at != kEmptyPath; at = names_.paths.parent(at)) parts.push_back(names_.paths.part(at));
    std::string text;
    for (std::size_t i = parts.size(); i-- > 0;) {
      if (!text.empty()) text += '.';
      if (is_number(parts[i])) text += '#';
      else names_.symbols.append(parts[i], text);
    }
    return text;
  }
  bool is_number(Symbol symbol) const { return (symbol & kNumberBit) != 0; }

  std::uint64_t pattern_hash(Path path) const {
    std::uint64_t hash = 0;
    for (Path at = path; at != kEmptyPath; at = names_.paths.parent(at)) {
      const Symbol part = names_.paths.part(at);
      hash = mix(hash + (is_number(part) ? kNumberBit : part) + 1);
    }
    return hash;
  }

  void make_families(LintAmount amount) {
    std::unordered_map<std::uint64_t, std::uint32_t> pattern_by_hash;   // patterns with equal hashes would lose a lint, no more
    std::unordered_map<std::uint64_t, std::uint32_t> family_of;         // by definition and pattern
    for (std::uint32_t t = 0; t < system_.templates.size(); ++t) {
      const Template& shape = system_.templates[t];
      if (shape.is_property) continue;
      std::vector<bool> has_edges(shape.labels.size());
      for (const LocalState state : shape.lts.states()) {
        if (amount == LintAmount::kLikely) break;   // has_edges is used with kAll only
        for (const Edge& edge : shape.lts.edges(state)) has_edges[edge.label.index()] = true;
      }
      for (std::uint32_t l = 0; l < shape.labels.size(); ++l) {
        const Owner& owner = owners_[first_owner_[t] + l];
        if (owner.example == kEmptyPath) continue;
        const auto [pattern, is_new] =
            pattern_by_hash.emplace(pattern_hash(owner.example), static_cast<std::uint32_t>(patterns_.size()));
        if (is_new) {
          patterns_.push_back(pattern_text(owner.example));
          families_with_.emplace_back();
        }
        const std::uint64_t key = (static_cast<std::uint64_t>(shape.definition.kind) << 61) ^
                                  (static_cast<std::uint64_t>(shape.definition.index) << 32) ^ pattern->second;
        const auto [found, is_first] = family_of.emplace(key, static_cast<std::uint32_t>(families_.size()));
        if (is_first) {
          families_.push_back({shape.definition, pattern->second, t, l, owner.example});
          families_with_[pattern->second].push_back(found->second);
        }
        Family& family = families_[found->second];
        const bool is_lone = owner.is_lone && !owner.is_shared;
        if (is_lone && !family.has_lone) {   // a better example
          family.of = t;
          family.label = l;
          family.example = owner.example;
        }
        family.has_lone = family.has_lone || is_lone;
        family.has_shared = family.has_shared || !is_lone;
        family.has_edges = family.has_edges || has_edges[l];
        family.is_extension = family.is_extension && l < shape.is_extension.size() && shape.is_extension[l];
      }
    }
    for (std::uint32_t p = 0; p < patterns_.size(); ++p) pattern_of_.emplace(patterns_[p], p);
  }

  const Template& shape_of(const Family& family) const { return system_.templates[family.of]; }
  std::string process_text(const Family& family) const { return names_.symbols.text(shape_of(family).name); }
  bool shares_label(const Family& family) const { return sharing_.contains(family.definition); }

  bool has_pattern(const Definition& definition, std::uint32_t pattern) const {
    return std::any_of(families_with_[pattern].begin(), families_with_[pattern].end(),
                       [&](std::uint32_t f) { return families_[f].definition == definition; });
  }

  // Calls 'visit' with pairs of families of the two patterns that belong to different processes, where the
  // first family belongs to one component only.
  template <class Visit>
  void for_pairs(std::uint32_t lone_pattern, std::uint32_t other_pattern, const Visit& visit) {
    const auto& lone = families_with_[lone_pattern];
    const auto& other = families_with_[other_pattern];
    for (std::size_t i = 0; i < std::min(lone.size(), kMostOwners); ++i)
      for (std::size_t j = 0; j < std::min(other.size(), kMostOwners); ++j) {
        const Family& a = families_[lone[i]];
        const Family& b = families_[other[j]];
        if (a.is_lone() && a.definition != b.definition) visit(a, b);
      }
  }

  // Sorts the labels of the text by the process that contains them; within a process, labels of steps come
  // before labels of sets.
  void index_labels() {
    if (!process_starts_.empty()) return;
    for (const Process& process : ast_.processes) process_starts_.push_back(process.offset);
    std::sort(process_starts_.begin(), process_starts_.end());
    labels_in_.resize(process_starts_.size());
    const auto add = [&](Span label) {
      if (label.empty()) return;
      const auto next = std::upper_bound(process_starts_.begin(), process_starts_.end(), ast_.parts[label.first].offset);
      if (next != process_starts_.begin())
        labels_in_[static_cast<std::size_t>(next - process_starts_.begin()) - 1].push_back(label);
    };
    for (const Step& step : ast_.steps) add(step.label);
    for (const Span& label : ast_.labels) add(label);
  }

  // The place of the label: in a choice of its process, in its + {...}, or else the process itself.
  std::uint32_t offset_of(const Family& family) {
    const Template& shape = shape_of(family);
    if (shape.definition.kind != DefinitionKind::kProcess) return shape.offset;
    index_labels();
    const auto start =
        std::lower_bound(process_starts_.begin(), process_starts_.end(), ast_.processes[shape.definition.index].offset);
    assert(start != process_starts_.end());
    std::vector<Symbol> wanted;
    for (Path at = shape.labels[family.label]; at != kEmptyPath; at = names_.paths.parent(at))
      wanted.push_back(names_.paths.part(at));
    std::reverse(wanted.begin(), wanted.end());
    const auto matches = [&](Span label) {
      for (Index i = 0; i < label.count; ++i) {
        const Part& part = ast_.parts[label.first + i];
        if (part.kind == PartKind::kSet) return i > 0;   // elements of a set may have several parts
        if (i >= wanted.size() || (part.kind == PartKind::kName && part.a != wanted[i])) return false;
      }
      return label.count == wanted.size();
    };
    const std::vector<Span>& labels = labels_in_[static_cast<std::size_t>(start - process_starts_.begin())];
    const auto found = std::find_if(labels.begin(), labels.end(), matches);
    return found == labels.end() ? shape.offset : ast_.parts[found->first].offset;
  }

  // The reporter keeps no more warnings than this, so looking for further ones is useless.
  bool is_enough() const { return warnings_ >= Diagnostics::kMost; }

  void warn_at(const Family& family, const char* code, std::string message, std::string hint) {
    ++warnings_;
    reporter_.warning(eval_.place(offset_of(family)), code, std::move(message), std::move(hint));
  }

  void warn(const Family& lone, const Family& other, const std::string& hint) {
    if (is_enough() || !reported_.emplace(lone.definition, lone.pattern).second) return;
    reported_.emplace(other.definition, other.pattern);   // one warning per pair
    warn_at(lone, "fsp-lone-label",
            fmt::format("'{}' looks shared with '{}' of '{}', but only '{}' has it", names_.text(lone.example),
                        names_.text(other.example), process_text(other), process_text(lone)),
            hint);
  }

  void misspelt() {
    for (const auto& [a, b] : near_pairs(patterns_)) {
      if (!is_misspelt_label(patterns_[a], patterns_[b])) continue;
      const auto look = [&](const Family& lone, const Family& other) {
        // A process that has both labels means two different things by them.
        if (has_pattern(lone.definition, other.pattern) || has_pattern(other.definition, lone.pattern)) return;
        warn(lone, other, fmt::format("did you mean '{}'?", names_.text(other.example)));
      };
      for_pairs(a, b, look);
      for_pairs(b, a, look);
    }
  }

  // 'acquire' of one process and 'a.acquire' of another, and neither is shared. If one of the processes
  // shares no label at all, a prefix was probably forgotten.
  void other_prefix(LintAmount amount) {
    for (std::uint32_t p = 0; p < patterns_.size(); ++p)
      for (std::size_t dot = patterns_[p].find('.'); dot != std::string::npos; dot = patterns_[p].find('.', dot + 1)) {
        const auto found = pattern_of_.find(patterns_[p].substr(dot + 1));
        if (found == pattern_of_.end() || found->first.starts_with('#')) continue;
        for_pairs(found->second, p, [&](const Family& bare, const Family& prefixed) {
          if (!prefixed.is_lone()) return;
          if (amount == LintAmount::kLikely && shares_label(bare) && shares_label(prefixed)) return;
          const std::string label = names_.text(prefixed.example);
          const std::string front = label.substr(0, label.size() - names_.text(bare.example).size() - 1);
          warn(bare, prefixed,
               fmt::format("label it too, {}:{}, or share it, {{{}}}::{}", front, process_text(bare), front, process_text(bare)));
        });
      }
  }

  // 'take' of one process and 'take[1]' of another.
  void other_indices() {
    for (std::uint32_t p = 0; p < patterns_.size(); ++p) {
      std::string_view shorter = patterns_[p];
      while (shorter.ends_with(".#")) {
        shorter.remove_suffix(2);
        const auto found = pattern_of_.find(std::string(shorter));
        if (found == pattern_of_.end()) continue;
        for_pairs(found->second, p, [&](const Family& bare, const Family& indexed) {
          if (!indexed.is_lone() || has_pattern(bare.definition, indexed.pattern) ||
              has_pattern(indexed.definition, bare.pattern))
            return;
          warn(bare, indexed, "labels with different numbers of indices are different labels");
        });
      }
    }
  }

  // a[0..3] in one process and a[0..2] in another: only one has a.3.
  void partly_shared() {
    for (const Family& family : families_) {
      if (!family.has_lone || !family.has_shared || !family.has_edges) continue;
      if (is_enough()) return;
      warn_at(family, "fsp-lone-label",
              fmt::format("'{}' shares some labels '{}' with others, but has '{}' alone", process_text(family),
                          patterns_[family.pattern], names_.text(family.example)),
              "compare the ranges of the indices");
    }
  }

  // A label that is only in + {...} prevents other components from performing it.
  void extensions() {
    for (const Family& family : families_) {
      if (!family.is_extension || family.has_edges) continue;
      if (is_enough()) return;
      if (family.has_shared)
        warn_at(family, "fsp-blocked-label",
                fmt::format("'{}' can never happen: '{}' has it only in + {{...}} and never offers it",
                            names_.text(family.example), process_text(family)),
                "that is what + is for, but it blocks all other components for ever");
      else
        warn_at(family, "fsp-extension-alone",
                fmt::format("'{}' adds '{}' to its alphabet, which no other component has", process_text(family),
                            names_.text(family.example)),
                "it blocks no component");
    }
  }

  const System& system_;
  const Evaluator& eval_;
  const Ast& ast_;
  const Names& names_;
  Reporter& reporter_;
  std::vector<std::uint32_t> first_owner_;   // template -> index of its first label in 'owners_'
  std::vector<Owner> owners_;
  std::set<Definition> sharing_;   // definitions with a component that shares a label with another component
  std::vector<std::string> patterns_;
  std::unordered_map<std::string, std::uint32_t> pattern_of_;
  std::vector<std::vector<std::uint32_t>> families_with_;   // per pattern: indices into families_
  std::vector<Family> families_;
  std::set<std::pair<Definition, std::uint32_t>> reported_;
  std::size_t warnings_ = 0;
  std::vector<std::uint32_t> process_starts_;   // offsets of the processes, ascending
  std::vector<std::vector<Span>> labels_in_;    // per process: the labels in its text
};

}   // namespace

void lint_labels(const System& system, const Evaluator& evaluator, Reporter& reporter, LintAmount amount) {
  LabelLint(system, evaluator, reporter).run(amount);
}

}   // namespace parley::fsp
