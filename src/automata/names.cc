#include "automata/names.h"

#include <algorithm>
#include <unordered_set>

namespace parley::automata {

namespace {

std::string quoted(const std::string& name) {
  std::string text = "\"";
  for (char c : name) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + '"';
}

// The names of one component's states, such that they can be read back from the joined name.
std::vector<std::string> joinable_names(const Lts& lts) {
  std::vector<std::string> names = distinct_names(lts);
  const auto commas = [](const std::string& name) { return std::ranges::count(name, ','); };
  const auto first = commas(names[0]);
  if (std::ranges::all_of(names, [&](const std::string& name) { return commas(name) == first; })) return names;
  return quoted_names(lts);
}

}   // namespace

std::vector<std::string> distinct_names(const Lts& lts) {
  std::vector<std::string> names;
  names.reserve(lts.num_states());
  bool has_numeric_name = false;
  bool has_number = false;
  for (LocalState state : lts.states()) {
    names.push_back(lts.state_name(state));
    // Given names are distinct, and so are numbers. Only a given name that is a number can equal the number
    // of a state without a name.
    if (names.back() == std::to_string(state.value)) has_number = true;
    else if (names.back().find_first_not_of("0123456789") == std::string::npos) has_numeric_name = true;
  }
  if (!has_numeric_name || !has_number) return names;
  std::unordered_set<std::string> used;
  for (LocalState state : lts.states())
    if (names[state.index()] != std::to_string(state.value)) used.insert(names[state.index()]);
  for (LocalState state : lts.states()) {
    std::string& name = names[state.index()];
    if (name != std::to_string(state.value)) continue;
    while (!used.insert(name).second) name += '\'';
  }
  return names;
}

std::vector<std::string> quoted_names(const Lts& lts) {
  std::vector<std::string> names = distinct_names(lts);
  for (std::string& name : names)
    if (name.find_first_of(",\"") != std::string::npos) name = quoted(name);
  return names;
}

JoinedNames::JoinedNames(const Network& network) : network_(network) {
  names_.reserve(network.num_templates());
  for (TemplateId id : network.templates()) names_.push_back(joinable_names(network.lts(id)));
}

std::string JoinedNames::operator()(std::span<const LocalState> state) const {
  std::string text;
  for (ComponentId component : network_.components()) {
    if (text.size() > kLongestName) return "";
    if (component.index() != 0) text += ',';
    text += names_[network_.template_of(component).index()][state[component.index()].index()];
  }
  return text;
}

}   // namespace parley::automata
