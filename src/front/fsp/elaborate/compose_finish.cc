#include <set>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "front/fsp/elaborate/compose.h"

// The last steps, when every component is placed: distinct names, and errors that only the whole composition
// shows.
namespace parley::fsp {

// An explicit automaton that is a property must offer every label it has in every state that is not an error.
void Composer::find_partial_properties() {
  if (ast_.automata.empty()) return;
  std::set<std::pair<std::uint32_t, std::uint32_t>> reported;
  for (const Entry& entry : system_.entries) {
    if ((entry.member & kUnitBit) != 0) continue;
    const std::uint32_t of = system_.components[entry.member].of;
    const Template& shape = system_.templates[of];
    if (!shape.is_property || shape.definition.kind != DefinitionKind::kAutomaton) continue;
    const LocalLabel label(entry.label);
    for (const LocalState state : shape.lts.states()) {
      if (shape.lts.is_error(state) || shape.lts.offers(state, label)) continue;
      if (reported.emplace(of, entry.label).second)
        eval_.reporter().error(
            eval_.place(shape.offset), "fsp-property-partial",
            fmt::format("property '{}' cannot see '{}' in its state '{}'", eval_.names().symbols.text(shape.name),
                        shape.lts.label_name(label), shape.lts.state_name(state)),
            "a property automaton must have every label in every state that is not an error");
      break;
    }
  }
}

// Actions c! and c? without a channel c in the composition never wait, and neither do values that the channel
// does not carry: the first is a warning, the second an error.
void Composer::find_misused_channels() {
  if (ast_.channels.empty() || !is_outermost_) return;
  struct Use {
    Index channel = kNone;
    bool is_placed = false;
    std::unordered_set<Path> labels;   // labels of the channel
    bool is_reported = false;
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
      Path verb = label;   // the prefix of length two: c.send of c.send.1
      while (paths.parent(verb) != kEmptyPath && paths.parent(paths.parent(verb)) != kEmptyPath) verb = paths.parent(verb);
      const auto found = uses.find(paths.part(paths.parent(verb)));
      if (found == uses.end() || (paths.part(verb) != send && paths.part(verb) != receive) || found->second.is_reported) continue;
      Use& use = found->second;
      const std::string name = eval_.names().symbols.text(ast_.channels[use.channel].name);
      const std::string user = eval_.names().symbols.text(shape.name);
      if (!use.is_placed) {
        use.is_reported = true;
        eval_.reporter().warning(eval_.place(shape.offset), "fsp-channel-absent",
                                 fmt::format("'{}' uses the channel '{}', which is not part of the composition", user, name),
                                 fmt::format("put it there: (P || {})", name));
      } else if (!use.labels.contains(label)) {
        use.is_reported = true;
        eval_.reporter().error(
            eval_.place(shape.offset), "fsp-channel",
            fmt::format("'{}' does '{}', but the channel '{}' does not carry that", user, eval_.names().text(label), name),
            "the values of a channel are those behind 'of'");
      }
    }
  }
  if (eval_.reporter().has_errors()) throw Abandoned{};
}

// If two components have one name, the name of its process is appended to the second; if that name is in use
// too, a number is appended.
void Composer::make_names_distinct() {
  Names& names = eval_.names();
  std::vector<bool> used(names.paths.size());
  const auto take = [&](Path name) {   // whether the name was free
    if (name >= used.size()) used.resize(std::max<std::size_t>(names.paths.size(), 2 * used.size()));
    const bool was_free = !used[name];
    used[name] = true;
    return was_free;
  };
  std::unordered_map<Path, std::int64_t> next;
  std::set<Definition> reported;
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
    if (reported.insert(process.definition).second)
      eval_.reporter().warning(eval_.place(process.offset), "fsp-same-name",
                               fmt::format("two components are called '{}'; an instance of '{}' is called '{}' instead",
                                           names.text(wanted), names.symbols.text(process.name), names.text(name)),
                               "label the instances: a:P");
  }
}

}   // namespace parley::fsp
