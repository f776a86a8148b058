#include <fmt/format.h>

#include "front/fsp/elaborate/elaboration.h"
#include "front/fsp/elaborate/state_names.h"

namespace parley::fsp {

namespace {

// Whether a label can make the names of two states equal: / # and ; join the parts of a name.
bool joins_names(const std::string& label) { return label.find_first_of("/#;") != std::string::npos; }

}   // namespace

// A state inside a chain is called NAME/label/label. Equal names are numbered, and the plain name stays as an
// alias of all of them. A state of a called process is called NAME;STATE or NAME/label;STATE: the place of
// the call, and the name of the state in the called process.
void Elaboration::name_states(LtsBuilder& builder) {
  std::unordered_map<std::uint64_t, std::uint32_t> alike;
  const auto key = [](std::uint32_t before, Path by) { return (static_cast<std::uint64_t>(before) << 32) | by; };
  for (const State& state : states_)
    if (state.before != kNoState) ++alike[key(state.before, state.by)];
  for (const Site& site : sites_)
    if (site.from != kNoState) ++alike[key(site.from, site.by)];
  std::unordered_map<std::uint64_t, std::uint32_t> number;
  std::vector<std::string> primary(states_.size());
  std::vector<std::string> plain(states_.size());
  bool may_be_equal = !sites_.empty();
  const auto behind = [&](std::uint32_t before, Path by, std::string& full, std::string& shared) {
    const std::string label = eval_.names().text(by);
    may_be_equal = may_be_equal || joins_names(label);
    shared = plain[before] + "/" + label;
    full = primary[before] + "/" + label;
    if (alike[key(before, by)] > 1) full += fmt::format("#{}", ++number[key(before, by)]);
  };
  struct SiteName {
    std::string full;
    std::string shared;
  };
  std::vector<SiteName> site_names(sites_.size());
  const auto name_site = [&](std::uint32_t s) {
    const Site& site = sites_[s];
    SiteName& name = site_names[s];
    if (!name.full.empty()) return;
    if (site.from == kNoState) name.full = name.shared = eval_.names().text(site.name);
    else if (site.depth <= kLongestChain) behind(site.from, site.by, name.full, name.shared);
    // The name of the place is an alias of the state where the first called process starts.
    if (site.from == kNoState || name.shared.empty() || states_[site.entry].copy == kNone) return;
    builder.add_alias(LocalState(site.entry), name.shared);
    if (name.full != name.shared) builder.add_alias(LocalState(site.entry), name.full);
  };
  for (std::uint32_t s = 0; s < states_.size(); ++s) {
    const State& state = states_[s];
    if (state.copy != kNone) {
      name_site(copies_[state.copy].site);
      continue;
    }
    if (state.before == kNoState) primary[s] = plain[s] = eval_.names().text(state.name);
    else if (state.depth <= kLongestChain) behind(state.before, state.by, primary[s], plain[s]);
  }
  for (std::uint32_t s = 0; s < states_.size(); ++s) {
    if (states_[s].copy == kNone) continue;
    const Copy& copy = copies_[states_[s].copy];
    const SiteName& site = site_names[copy.site];
    if (copy.name.empty() || site.full.empty()) continue;
    primary[s] = site.full + ";" + copy.name;
    plain[s] = site.shared + ";" + copy.name;
  }
  for (const CopyAlias& alias : copy_aliases_) {
    const SiteName& site = site_names[copies_[states_[alias.state].copy].site];
    if (!site.shared.empty()) builder.add_alias(LocalState(alias.state), site.shared + ";" + alias.name);
  }

  if (may_be_equal)
    for (auto& [state, name] : number_equal_names(primary, eval_.pulse()))
      if (name != plain[state]) builder.add_alias(LocalState(state), std::move(name));
  for (std::uint32_t s = 0; s < states_.size(); ++s) {
    if (primary[s].empty()) continue;
    if (plain[s] != primary[s]) builder.add_alias(LocalState(s), std::move(plain[s]));
    builder.set_name(LocalState(s), std::move(primary[s]));
  }
}

void Elaboration::name_aliases(LtsBuilder& builder) {
  for (const Slot& slot : slots_) {
    const LocalDefinition& definition = ast_.local_definitions[slot.definition];
    const LocalState state(slot.state);
    if (states_[slot.state].name != slot.name) builder.add_alias(state, eval_.names().text(slot.name));
    // B[i] is an alias of its states for all values of the variables.
    if (slot.base != slot.name && !slot_of_.contains(slot.base)) builder.add_alias(state, eval_.names().text(slot.base));
    // B is an alias of every B[i], unless B itself is declared.
    if (!definition.indices.empty() && !arities_[definition.name].contains(0))
      builder.add_alias(state, symbol_text(definition.name));
  }
}

// A label that a called process hides may be called like a label of this process, but is a different label.
void Elaboration::name_labels(LtsBuilder& builder) {
  for (std::size_t label = 0; label < labels_.size(); ++label) {
    std::string name = eval_.names().text(labels_[label]);
    if (is_inherited_[label] && label_of_.contains(labels_[label])) name += "#hidden";
    builder.add_label(std::move(name));
  }
}

Template Elaboration::freeze() {
  eval_.limits().expect(edges_.size() * 2 * sizeof(RawEdge) + states_.size() * 100);
  Template result;
  result.definition = {DefinitionKind::kProcess, process_index_};
  result.name = process_.name;
  result.offset = process_.offset;
  result.is_property = process_.modifiers.is_property;
  result.reaches_error = reaches_error_;
  LtsBuilder builder;
  builder.add_states(states_.size());
  name_states(builder);
  name_aliases(builder);
  name_labels(builder);
  for (const RawEdge& edge : edges_) builder.add_edge(LocalState(edge.from), LocalLabel(edge.label), LocalState(edge.to));
  builder.set_initial(LocalState(slots_[initial_slot_].state));
  if (error_ != kNoState) builder.set_error(LocalState(error_));
  if (end_ != kNoState) builder.set_terminal(LocalState(end_));
  result.lts = std::move(builder).build();
  result.labels = std::move(labels_);
  result.uses = std::move(uses_);
  result.is_extension.assign(result.labels.size(), false);
  for (const std::uint32_t label : extension_) result.is_extension[label] = true;
  return result;
}

}   // namespace parley::fsp
