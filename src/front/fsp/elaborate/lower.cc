#include "front/fsp/elaborate/lower.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

#include <fmt/format.h>

#include "front/fsp/elaborate/merge_labels.h"

namespace parley::fsp {

namespace {

constexpr std::uint64_t kManyWays = 256;                      // from here on labels are merged where possible
constexpr std::uint64_t kMostWays = std::uint64_t{1} << 20;   // of one label; more are refused
constexpr std::uint32_t kNotNumbered = kNone;

class Lowering {
 public:
  Lowering(System system, Evaluator& evaluator, Progress& progress, const ElaborateOptions& options, Surroundings surroundings)
      : system_(std::move(system)), eval_(evaluator), progress_(progress), options_(options), surroundings_(surroundings) {}

  Lowered run() {
    group();
    find_free_labels();
    if (eval_.reporter().has_errors()) throw Abandoned{};
    merge_where_many();
    find_own_labels();
    NetworkBuilder builder;
    std::vector<Definition> definition_of = add_components(builder);
    add_rules(builder);
    if (eval_.reporter().has_errors()) throw Abandoned{};
    const std::uint64_t bytes = std::uint64_t{12} * builder.num_rules() + std::uint64_t{16} * system_.entries.size();
    release();
    eval_.limits().expect(bytes);
    return {std::move(builder).build(), std::move(definition_of)};
  }

 private:
  // The entries of a node, as indices into System::entries. Entries of one member are adjacent.
  std::span<const std::uint32_t> entries_of(std::uint32_t number) const {
    return std::span(order_).subspan(begins_[number], begins_[number + 1] - begins_[number]);
  }
  const Entry& entry(std::uint32_t index) const { return system_.entries[index]; }
  bool is_unit(const Entry& entry) const { return (entry.member & kUnitBit) != 0; }
  bool is_property(std::uint32_t component) const {
    return surroundings_ == Surroundings::kClosed && system_.templates[system_.components[component].of].is_property;
  }

  // Numbers the nodes in the order of their first entry, and sorts the entries by node.
  void group() {
    const std::size_t entries = system_.entries.size();
    eval_.limits().expect(4 * (eval_.names().paths.size() + system_.internals.size()) + 8 * entries);
    std::vector<std::uint32_t> visible(eval_.names().paths.size(), kNotNumbered);
    internal_.assign(system_.internals.size(), kNotNumbered);
    const auto number_of = [&](Node node) -> std::uint32_t& {
      return (node & kInternalBit) != 0 ? internal_[node & ~kInternalBit] : visible[node];
    };
    begins_.push_back(0);
    for (const Entry& entry : system_.entries) {
      std::uint32_t& number = number_of(entry.node);
      if (number == kNotNumbered) {
        number = static_cast<std::uint32_t>(nodes_.size());
        nodes_.push_back(entry.node);
        begins_.push_back(0);
      }
      ++begins_[number + 1];
    }
    for (std::size_t n = 0; n < nodes_.size(); ++n) begins_[n + 1] += begins_[n];
    order_.resize(entries);
    std::vector<std::uint32_t> next(begins_.begin(), begins_.end() - 1);
    for (std::uint32_t e = 0; e < entries; ++e) order_[next[number_of(system_.entries[e].node)]++] = e;
    drop_equal_entries();
  }

  // In {u,v}::P/{z/{u,v}.a} the label a arrives at z twice, which is one way of taking part: removes such
  // duplicates.
  void drop_equal_entries() {
    std::vector<std::uint32_t> run;
    std::uint32_t kept = 0;
    std::uint32_t first = 0;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      const std::uint32_t last = begins_[n + 1];
      begins_[n] = kept;
      while (first < last) {
        eval_.pulse().beat();
        std::uint32_t end = first + 1;
        while (end < last && entry(order_[end]).member == entry(order_[first]).member) ++end;
        run.assign(order_.begin() + first, order_.begin() + end);
        if (run.size() > 1) {
          std::stable_sort(run.begin(), run.end(),
                           [&](std::uint32_t a, std::uint32_t b) { return entry(a).label < entry(b).label; });
          const auto is_equal = [&](std::uint32_t a, std::uint32_t b) { return entry(a).label == entry(b).label; };
          run.erase(std::unique(run.begin(), run.end(), is_equal), run.end());
        }
        for (const std::uint32_t e : run) order_[kept++] = e;
        first = end;
      }
    }
    begins_[nodes_.size()] = kept;
    order_.resize(kept);
  }

  void release() {
    order_ = {};
    begins_ = {};
    nodes_ = {};
    internal_ = {};
    own_labels_ = {};
    system_ = {};
  }

  // Reports labels that only properties have: they would never happen, which is probably not intended.
  void find_free_labels() {
    is_observer_.resize(system_.components.size());
    for (std::uint32_t c = 0; c < system_.components.size(); ++c) is_observer_[c] = is_property(c);
    const bool is_open = surroundings_ == Surroundings::kOpen;
    if (is_open && options_.ltsa_compat) return;
    std::set<std::pair<Definition, Path>> reported;
    for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
      const auto entries = entries_of(n);
      const bool only_observers = std::all_of(entries.begin(), entries.end(), [&](std::uint32_t e) {
        return !is_unit(entry(e)) && system_.templates[system_.components[entry(e).member].of].is_property;
      });
      if (!only_observers) continue;
      for (const std::uint32_t e : entries) {
        const Template& shape = system_.templates[system_.components[entry(e).member].of];
        // In an open system a property is an ordinary component: it would perform alone what no process there
        // performs.
        if (shape.is_extension[entry(e).label] && !is_open) continue;
        if (options_.ltsa_compat) {
          is_observer_[entry(e).member] = false;   // in LTSA it performs such labels alone
          continue;
        }
        if (reported.emplace(shape.definition, shape.labels[entry(e).label]).second)
          report_free(shape, nodes_[n], shape.labels[entry(e).label]);
      }
    }
  }

  void report_free(const Template& process, Node node, Path local) {
    const Names& names = eval_.names();
    const std::string label = names.text((node & kInternalBit) != 0 ? local : node);
    constexpr std::size_t kMostCandidates = 2000;
    std::vector<std::string> texts;
    for (std::uint32_t n = 0; n < nodes_.size() && texts.size() < kMostCandidates; ++n) {
      if ((nodes_[n] & kInternalBit) != 0) continue;
      const auto entries = entries_of(n);
      if (std::any_of(entries.begin(), entries.end(),
                      [&](std::uint32_t e) { return is_unit(entry(e)) || !is_property(entry(e).member); }))
        texts.push_back(names.text(nodes_[n]));
    }
    const std::string_view near = nearest_name(label, std::vector<std::string_view>(texts.begin(), texts.end()));
    eval_.reporter().error(
        eval_.place(process.offset), "fsp-free-label",
        fmt::format("property '{}' speaks of '{}', which no process of the system does", names.symbols.text(process.name), label),
        surroundings_ == Surroundings::kOpen ? "this composition becomes one component: put the property beside it"
        : near.empty() ? fmt::format("write + {{{}}} behind the property if it may never happen", names.text(local))
                       : fmt::format("did you mean '{}'?", near));
  }

  // Calls 'visit' with the entries of each member at a node.
  template <class Visit>
  void for_each_member(std::span<const std::uint32_t> entries, const Visit& visit) const {
    for (std::size_t first = 0; first < entries.size();) {
      std::size_t last = first + 1;
      while (last < entries.size() && entry(entries[last]).member == entry(entries[first]).member) ++last;
      visit(entries.subspan(first, last - first));
      first = last;
    }
  }

  // The number of ways in which a node can be performed; saturates above kMostWays.
  enum class Merged : std::uint8_t { kNo, kYes };   // whether several labels of a component count as one
  std::uint64_t count_ways(std::uint32_t number, Merged merged) const {
    std::uint64_t ways = 1;
    for_each_member(entries_of(number), [&](std::span<const std::uint32_t> alternatives) {
      std::uint64_t here = 0;
      if (!is_unit(entry(alternatives[0]))) here = merged == Merged::kYes ? 1 : alternatives.size();
      else
        for (const std::uint32_t e : alternatives)
          here = std::min(here + count_ways(internal_[entry(e).label], Merged::kNo), kMostWays + 1);
      ways = std::min(ways * here, kMostWays + 1);
    });
    return ways;
  }

  void merge_where_many() {
    std::map<std::uint32_t, std::vector<std::uint32_t>> wanted;   // component -> numbers of nodes
    for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
      eval_.pulse().beat();
      const auto entries = entries_of(n);
      if (entries.size() <= 1) continue;
      const std::uint64_t ways = count_ways(n, Merged::kNo);
      if (ways <= std::max<std::uint64_t>(kManyWays, entries.size())) continue;
      if (count_ways(n, Merged::kYes) > kMostWays) {
        const std::string label =
            (nodes_[n] & kInternalBit) != 0 ? "a hidden label" : fmt::format("'{}'", eval_.names().text(nodes_[n]));
        eval_.reporter().refuse({0, 1}, "fsp-too-large",
                                fmt::format("{} can be performed in more than {} ways", label, kMostWays),
                                "relabelling merges too many labels of compositions");
      }
      for_each_member(entries, [&](std::span<const std::uint32_t> alternatives) {
        if (alternatives.size() > 1 && !is_unit(entry(alternatives[0]))) wanted[entry(alternatives[0]).member].push_back(n);
      });
    }
    std::map<std::vector<std::uint32_t>, std::uint32_t> made;   // template and groups of labels -> template with merged labels
    for (const auto& [component, numbers] : wanted) {
      const std::uint32_t of = system_.components[component].of;
      std::vector<std::uint32_t> key{of};
      std::vector<std::vector<LocalLabel>> groups;
      for (const std::uint32_t n : numbers) {
        groups.emplace_back();
        for (const std::uint32_t e : entries_of(n))
          if (entry(e).member == component) groups.back().emplace_back(entry(e).label);
        key.push_back(static_cast<std::uint32_t>(groups.back().size()));
        for (const LocalLabel label : groups.back()) key.push_back(label.value);
      }
      const auto first_new = static_cast<std::uint32_t>(system_.templates[of].labels.size());
      for (std::uint32_t g = 0; g < numbers.size(); ++g) merged_[{component, numbers[g]}] = first_new + g;
      const auto [found, is_new] = made.emplace(std::move(key), static_cast<std::uint32_t>(system_.templates.size()));
      if (is_new) {
        Template merged;
        merged.definition = system_.templates[of].definition;
        merged.name = system_.templates[of].name;
        merged.offset = system_.templates[of].offset;
        merged.is_property = system_.templates[of].is_property;
        merged.lts = with_merged_labels(system_.templates[of].lts, groups);
        system_.templates.push_back(std::move(merged));
      }
      system_.components[component].of = found->second;
    }
  }

  std::vector<Definition> add_components(NetworkBuilder& builder) {
    builder.reserve(system_.components.size(), nodes_.size(), system_.entries.size());
    std::vector<Definition> definition_of;
    definition_of.reserve(system_.components.size());
    // A template is dropped if all its instances got merged labels.
    std::vector<TemplateId> ids(system_.templates.size());
    std::vector<bool> is_used(system_.templates.size());
    for (const Component& component : system_.components) is_used[component.of] = true;
    for (std::size_t t = 0; t < ids.size(); ++t)
      if (is_used[t]) ids[t] = builder.add_template(std::move(system_.templates[t].lts));
    std::string name;
    for (std::uint32_t c = 0; c < system_.components.size(); ++c) {
      const Component& component = system_.components[c];
      name.clear();
      eval_.names().append(component.name, name);
      builder.add_component(name, ids[component.of], is_observer_[c] ? Role::kObserver : Role::kProcess);
      definition_of.push_back(system_.templates[component.of].definition);
    }
    return definition_of;
  }

  // Finds the visible labels that only one unit performs. Their rules are added in the place of the unit's
  // internal nodes, so that the rules of vectors keep their order, even if vectors with different results
  // alternate.
  void find_own_labels() {
    is_own_.assign(nodes_.size(), false);
    for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
      const auto entries = entries_of(n);
      if ((nodes_[n] & kInternalBit) != 0 || !is_unit(entry(entries[0]))) continue;
      is_own_[n] = std::all_of(entries.begin(), entries.end(),
                               [&](std::uint32_t e) { return entry(e).member == entry(entries[0]).member; });
      if (!is_own_[n]) continue;
      for (const std::uint32_t e : entries) own_labels_.emplace_back(entry(e).label, nodes_[n]);
    }
    std::sort(own_labels_.begin(), own_labels_.end());
  }

  using Way = std::vector<Participant>;

  // All ways of performing a node: each is a choice of one label per member.
  std::vector<Way> ways_of(std::uint32_t number) const {
    std::vector<Way> ways(1);
    for_each_member(entries_of(number), [&](std::span<const std::uint32_t> alternatives) {
      const Entry& first = entry(alternatives[0]);
      std::vector<Way> here;
      if (is_unit(first)) {
        for (const std::uint32_t e : alternatives)
          for (Way& way : ways_of(internal_[entry(e).label])) here.push_back(std::move(way));
      } else if (const auto merged = merged_.find({first.member, number}); merged != merged_.end()) {
        here.push_back({{ComponentId(first.member), LocalLabel(merged->second)}});
      } else {
        for (const std::uint32_t e : alternatives) here.push_back({{ComponentId(first.member), LocalLabel(entry(e).label)}});
      }
      if (here.size() == 1) {   // the usual case, and there can be as many members as components
        for (Way& way : ways) way.insert(way.end(), here[0].begin(), here[0].end());
        return;
      }
      std::vector<Way> product;
      eval_.limits().expect(ways.size() * here.size() * (sizeof(Way) + (ways[0].size() + 1) * sizeof(Participant)));
      product.reserve(ways.size() * here.size());
      for (const Way& left : ways)
        for (const Way& right : here) {
          product.push_back(left);
          product.back().insert(product.back().end(), right.begin(), right.end());
        }
      ways = std::move(product);
    });
    return ways;
  }

  void add_rules(NetworkBuilder& builder) {
    std::string name;
    std::optional<LabelId> tau;
    std::unordered_map<Path, LabelId> own_ids;
    Way simple;
    for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
      if (eval_.pulse().beat()) progress_.report({.phase = "building", .done = n, .total = nodes_.size()});
      const Node node = nodes_[n];
      const bool is_internal = (node & kInternalBit) != 0;
      if (is_own_[n]) continue;
      const auto has_process = [&](const Way& way) {
        return std::any_of(way.begin(), way.end(), [&](const Participant& p) { return !is_observer_[p.component.index()]; });
      };
      const auto entries = entries_of(n);
      bool is_simple = true;
      for (std::size_t i = 0; i < entries.size() && is_simple; ++i)
        is_simple = !is_unit(entry(entries[i])) && (i == 0 || entry(entries[i]).member != entry(entries[i - 1]).member);
      // Each node has a label of its own, so no label needs to be looked up, except those that a unit
      // performs alone, which can have several nodes.
      const auto label_named = [&](std::string_view text) {
        if (text != kTau) return builder.add_label(text);
        if (!tau) tau = builder.add_label(text);
        return *tau;
      };
      const auto visible_label = [&](Path path) {
        name.clear();
        eval_.names().append(path, name);
        return label_named(name);
      };
      std::optional<LabelId> known;
      const auto label = [&] {
        if (!known) known = is_internal ? label_named(kTau) : visible_label(node);
        return *known;
      };
      if (is_internal && system_.internals[node & ~kInternalBit] == InternalUse::kInUnit) {   // performed as part of its unit
        const std::uint32_t mine = node & ~kInternalBit;
        auto own = std::lower_bound(own_labels_.begin(), own_labels_.end(), std::pair(mine, Path{0}));
        for (; own != own_labels_.end() && own->first == mine; ++own)
          for (const Way& way : ways_of(n))
            if (has_process(way)) {
              const auto [found, is_new] = own_ids.try_emplace(own->second);
              if (is_new) found->second = visible_label(own->second);
              builder.add_rule(found->second, way);
            }
        continue;
      }
      if (is_simple) {
        simple.clear();
        for (const std::uint32_t e : entries) simple.push_back({ComponentId(entry(e).member), LocalLabel(entry(e).label)});
        if (has_process(simple)) builder.add_rule(label(), simple);
        continue;
      }
      for (const Way& way : ways_of(n)) {
        eval_.pulse().beat();
        if (has_process(way)) builder.add_rule(label(), way);
      }
    }
  }

  System system_;
  Evaluator& eval_;
  Progress& progress_;
  const ElaborateOptions& options_;
  Surroundings surroundings_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> begins_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> internal_;   // internal node -> its number in nodes_
  std::vector<bool> is_observer_;
  std::vector<bool> is_own_;   // node -> whether only one unit performs it
  // Internal node of a unit -> visible label that only this unit performs.
  std::vector<std::pair<std::uint32_t, Path>> own_labels_;
  // Component and node -> the label that stands for several.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> merged_;
};

}   // namespace

Lowered lower(System system, Evaluator& evaluator, Progress& progress, const ElaborateOptions& options,
              Surroundings surroundings) {
  return Lowering(std::move(system), evaluator, progress, options, surroundings).run();
}

}   // namespace parley::fsp
