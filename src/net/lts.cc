#include "net/lts.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

namespace parley {

std::span<const Edge> Lts::edges(LocalState from, LocalLabel label) const {
  const std::span<const Edge> all = edges(from);
  const auto first =
      std::lower_bound(all.begin(), all.end(), label, [](const Edge& edge, LocalLabel l) { return edge.label < l; });
  const auto last = std::upper_bound(first, all.end(), label, [](LocalLabel l, const Edge& edge) { return l < edge.label; });
  return {first, last};
}

std::string Lts::state_name(LocalState state) const {
  if (names_.empty() || names_[state.index()].empty()) return std::to_string(state.value);
  return names_[state.index()];
}

std::vector<LocalState> Lts::states_named(std::string_view name) const {
  std::vector<LocalState> found;
  const auto by_name = std::lower_bound(by_name_.begin(), by_name_.end(), name,
                                        [&](std::uint32_t state, std::string_view n) { return names_[state] < n; });
  if (!name.empty() && by_name != by_name_.end() && names_[*by_name] == name) found.emplace_back(*by_name);
  // A number stands for the state of this number if that has no name of its own.
  if (!name.empty() && name.size() <= 9 && name.find_first_not_of("0123456789") == std::string_view::npos &&
      (name.size() == 1 || name[0] != '0')) {
    const std::size_t number = std::stoul(std::string(name));
    if (number < num_states() && (names_.empty() || names_[number].empty())) found.emplace_back(number);
  }
  auto alias = std::lower_bound(aliases_.begin(), aliases_.end(), name,
                                [](const auto& entry, std::string_view n) { return entry.first < n; });
  for (; alias != aliases_.end() && alias->first == name; ++alias) found.push_back(alias->second);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::size_t Lts::bytes() const {
  std::size_t total = rows_.capacity() * sizeof rows_[0] + edges_.capacity() * sizeof(Edge) + marks_.capacity() +
                      by_name_.capacity() * sizeof(std::uint32_t);
  for (const std::string& name : labels_) total += sizeof name + name.capacity();
  for (const std::string& name : names_) total += sizeof name + name.capacity();
  for (const auto& [name, state] : aliases_) total += sizeof name + name.capacity() + sizeof state;
  return total;
}

LocalState LtsBuilder::add_state(std::string name) {
  const LocalState state(marks_.size());
  marks_.push_back(Lts::Mark::kPlain);
  if (!name.empty()) set_name(state, std::move(name));
  return state;
}

void LtsBuilder::add_states(std::size_t count) { marks_.resize(marks_.size() + count, Lts::Mark::kPlain); }

LocalLabel LtsBuilder::add_label(std::string name) {
  labels_.push_back(std::move(name));
  return LocalLabel(labels_.size() - 1);
}

void LtsBuilder::add_edge(LocalState from, LocalLabel label, LocalState to) { edges_.push_back({from, label, to}); }

void LtsBuilder::add_alias(LocalState state, std::string name) { aliases_.emplace_back(std::move(name), state); }

void LtsBuilder::set_name(LocalState state, std::string name) {
  if (names_.size() <= state.index()) names_.resize(state.index() + 1);
  names_[state.index()] = std::move(name);
}

void LtsBuilder::set_terminal(LocalState state) { marks_.at(state.index()) = Lts::Mark::kTerminal; }
void LtsBuilder::set_error(LocalState state) { marks_.at(state.index()) = Lts::Mark::kError; }

Lts LtsBuilder::build() && {
  const std::size_t states = marks_.size();
  if (states == 0) throw std::invalid_argument("an lts needs a state");
  if (initial_.index() >= states) throw std::invalid_argument("the initial state does not exist");
  if (names_.size() > states) throw std::invalid_argument("a name for a state that does not exist");

  Lts lts;
  lts.initial_ = initial_;
  std::sort(edges_.begin(), edges_.end());
  edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
  lts.rows_.assign(states + 1, 0);
  lts.edges_.reserve(edges_.size());
  for (const RawEdge& edge : edges_) {
    if (edge.from.index() >= states || edge.to.index() >= states || edge.label.index() >= labels_.size())
      throw std::invalid_argument("an edge with a state or label that does not exist");
    if (marks_[edge.from.index()] != Lts::Mark::kPlain)
      throw std::invalid_argument(fmt::format("state {} is terminal or an error and has an edge", edge.from.value));
    ++lts.rows_[edge.from.index() + 1];
    lts.edges_.push_back({edge.label, edge.to});
  }
  for (std::size_t state = 0; state < states; ++state) lts.rows_[state + 1] += lts.rows_[state];

  lts.has_terminal_ = std::find(marks_.begin(), marks_.end(), Lts::Mark::kTerminal) != marks_.end();
  lts.has_error_ = std::find(marks_.begin(), marks_.end(), Lts::Mark::kError) != marks_.end();
  lts.marks_ = std::move(marks_);
  lts.labels_ = std::move(labels_);
  if (!names_.empty()) {
    names_.resize(states);
    lts.names_ = std::move(names_);
    for (std::uint32_t state = 0; state < states; ++state)
      if (!lts.names_[state].empty()) lts.by_name_.push_back(state);
    std::sort(lts.by_name_.begin(), lts.by_name_.end(),
              [&](std::uint32_t a, std::uint32_t b) { return lts.names_[a] < lts.names_[b]; });
    for (std::size_t i = 1; i < lts.by_name_.size(); ++i)
      if (lts.names_[lts.by_name_[i - 1]] == lts.names_[lts.by_name_[i]])
        throw std::invalid_argument(fmt::format("two states are called '{}'", lts.names_[lts.by_name_[i]]));
  }
  for (const auto& [name, state] : aliases_)
    if (state.index() >= states) throw std::invalid_argument("an alias of a state that does not exist");
  std::sort(aliases_.begin(), aliases_.end());
  aliases_.erase(std::unique(aliases_.begin(), aliases_.end()), aliases_.end());
  lts.aliases_ = std::move(aliases_);
  return lts;
}

}   // namespace parley
