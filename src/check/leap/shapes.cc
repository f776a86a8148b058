#include "check/leap/shapes.h"

#include <algorithm>
#include <limits>
#include <string>
#include <unordered_map>

namespace parley::leap_set {

Shape::Shape(const Lts& lts, std::vector<std::uint8_t> is_local, std::vector<std::uint8_t> is_shared)
    : lts_(&lts), is_local_(std::move(is_local)), is_shared_(std::move(is_shared)) {
  acts_alone_ = std::find(is_local_.begin(), is_local_.end(), 1) != is_local_.end();
  find_classes();
}

bool Shape::rests(LocalState state) const {
  const std::span<const Edge> edges = lts_->edges(state);
  return std::none_of(edges.begin(), edges.end(), [&](const Edge& edge) { return is_local(edge.label); });
}

// Strongly connected components (Tarjan 1972), without recursion. A component is completed after all that it
// leads to, so it has a greater number.
void Shape::find_classes() {
  constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  const std::size_t states = lts_->num_states();
  classes_.assign(states, kNone);
  const auto close = [&](auto first, auto last) {
    const auto number = static_cast<std::uint32_t>(representatives_.size());
    representatives_.push_back(*std::min_element(first, last));
    for (; first != last; ++first) classes_[first->index()] = number;
  };
  if (!acts_alone_) {
    for (LocalState state : lts_->states()) close(&state, &state + 1);
    return;
  }

  struct Visit {
    LocalState state;
    std::size_t next_edge = 0;
  };
  std::vector<std::uint32_t> order(states, kNone);   // in which they were visited
  std::vector<std::uint32_t> lowest(states, 0);
  std::vector<LocalState> open;
  std::vector<Visit> path;
  std::uint32_t met = 0;
  const auto enter = [&](LocalState state) {
    order[state.index()] = lowest[state.index()] = met++;
    open.push_back(state);
    path.push_back({state});
  };
  for (LocalState root : lts_->states()) {
    if (order[root.index()] != kNone) continue;
    enter(root);
    while (!path.empty()) {
      const LocalState state = path.back().state;
      const std::span<const Edge> edges = lts_->edges(state);
      if (path.back().next_edge < edges.size()) {
        const Edge& edge = edges[path.back().next_edge++];
        if (!is_local(edge.label) || lts_->is_error(edge.target)) continue;
        if (order[edge.target.index()] == kNone) enter(edge.target);
        else if (classes_[edge.target.index()] == kNone)
          lowest[state.index()] = std::min(lowest[state.index()], order[edge.target.index()]);
        continue;
      }
      path.pop_back();
      if (!path.empty()) lowest[path.back().state.index()] = std::min(lowest[path.back().state.index()], lowest[state.index()]);
      if (lowest[state.index()] != order[state.index()]) continue;
      const auto first = std::find(open.rbegin(), open.rend(), state).base() - 1;
      close(first, open.end());
      open.erase(first, open.end());
    }
  }
}

Shapes::Shapes(const Network& network, std::span<const ComponentId> steppers, const Limits& limits)
    : of_(network.num_components(), 0) {
  Pulse pulse(limits);
  std::unordered_map<std::string, std::uint32_t> known;   // template and uses
  std::string key;
  for (ComponentId component : network.components()) {
    const Lts& lts = network.lts(component);
    const bool is_stepper = std::binary_search(steppers.begin(), steppers.end(), component);
    key = std::to_string(network.template_of(component).value) + ":";
    for (LocalLabel label : lts.labels()) {
      int uses = 0;
      for (RuleId rule : network.rules(component, label)) {
        pulse.beat();
        uses |= network.participants(rule).size() == 1 && !is_stepper ? 1 : 2;
        if (uses == 3) break;
      }
      key.push_back(static_cast<char>('0' + uses));
    }
    const auto [at, is_new] = known.try_emplace(key, static_cast<std::uint32_t>(shapes_.size()));
    of_[component.index()] = at->second;
    if (!is_new) continue;
    std::vector<std::uint8_t> is_local;
    std::vector<std::uint8_t> is_shared;
    for (std::size_t i = key.size() - lts.num_labels(); i < key.size(); ++i) {
      is_local.push_back((key[i] - '0') & 1);
      is_shared.push_back((key[i] - '0') >> 1);
    }
    shapes_.emplace_back(lts, std::move(is_local), std::move(is_shared));
  }
}

// Adds the states that are not marked yet. Does not continue below the given class, because those states are
// not needed.
void Explorer::walk(LocalState from, Marks& marks, std::vector<LocalState>& into, std::uint32_t least_class) {
  if (!marks.add(from)) return;
  const Lts& lts = shape_.lts();
  std::size_t next = into.size();
  into.push_back(from);
  for (; next < into.size(); ++next) {
    pulse_.beat();
    for (const Edge& edge : lts.edges(into[next])) {
      if (!shape_.is_local(edge.label) || lts.is_error(edge.target) || shape_.class_of(edge.target) < least_class) continue;
      if (marks.add(edge.target)) into.push_back(edge.target);
    }
  }
}

std::span<const LocalState> Explorer::reach(LocalState from) {
  reached_.clear();
  reach_.clear();
  walk(from, reached_, reach_, 0);
  return reach_;
}

std::span<const Edge> Explorer::entered(LocalState from) {
  entered_.clear();
  for (LocalState state : reach(from))
    for (const Edge& edge : shape_.lts().edges(state))
      if (shape_.is_shared(edge.label)) entered_.push_back(edge);
  std::sort(entered_.begin(), entered_.end());
  entered_.erase(std::unique(entered_.begin(), entered_.end()), entered_.end());
  return entered_;
}

std::span<const Edge> Explorer::errors(LocalState from) {
  errors_.clear();
  for (LocalState state : reach(from))
    for (const Edge& edge : shape_.lts().edges(state))
      if (shape_.lts().is_error(edge.target) && (shape_.is_local(edge.label) || shape_.is_shared(edge.label)))
        errors_.push_back(edge);
  std::sort(errors_.begin(), errors_.end());
  errors_.erase(std::unique(errors_.begin(), errors_.end()), errors_.end());
  return errors_;
}

std::span<const Edge> Explorer::leaps(LocalState from) {
  leaps_.clear();
  const std::span<const Edge> all = entered(from);
  for (std::size_t begin = 0; begin < all.size();) {
    std::size_t end = begin;
    while (end < all.size() && all[end].label == all[begin].label) ++end;
    add_tops(all[begin].label, all.subspan(begin, end - begin));
    begin = end;
  }
  return leaps_;
}

// A state is a top if no state of greater class leads to it. A state that leads to it and is not alike has a
// greater class.
void Explorer::add_tops(LocalLabel label, std::span<const Edge> entered) {
  tops_.clear();
  for (const Edge& edge : entered)
    if (!shape_.lts().is_error(edge.target)) tops_.push_back(shape_.representative(edge.target));
  std::sort(tops_.begin(), tops_.end(), [&](LocalState a, LocalState b) { return shape_.class_of(a) > shape_.class_of(b); });
  tops_.erase(std::unique(tops_.begin(), tops_.end()), tops_.end());
  if (tops_.size() > 1 && shape_.acts_alone()) {
    const std::uint32_t least = shape_.class_of(tops_.back());
    below_.clear();
    scratch_.clear();
    std::size_t kept = 0;
    for (LocalState top : tops_) {
      if (below_.contains(top)) continue;
      walk(top, below_, scratch_, least);
      tops_[kept++] = top;
    }
    tops_.resize(kept);
  }
  std::sort(tops_.begin(), tops_.end());
  for (LocalState top : tops_) leaps_.push_back({label, top});
}

namespace {

// 'takes_all' gets a shape and its number of cells in the rows, and returns whether all its states are taken.
template <class TakesAll>
std::vector<std::vector<bool>> states_in(const Shapes& shapes, const StateTable& rows, const Limits& limits,
                                         const TakesAll& takes_all) {
  std::vector<std::vector<std::size_t>> columns(shapes.size());
  for (std::size_t column = 0; column < rows.num_columns(); ++column)
    columns[shapes.index_of(rows.components()[column])].push_back(column);
  std::vector<std::vector<bool>> found;
  found.reserve(shapes.size());
  Pulse pulse(limits);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const Lts& lts = shapes[i].lts();
    const bool are_all = !shapes[i].acts_alone() || takes_all(shapes[i], rows.size() * columns[i].size());
    std::vector<bool>& states = found.emplace_back(lts.num_states(), are_all);
    if (!are_all)
      for (std::size_t column : columns[i])
        for (std::size_t row = 0; row < rows.size(); ++row) {
          pulse.beat();
          states[rows.at(row, column).index()] = true;
        }
    if (!lts.has_error()) continue;
    for (LocalState state : lts.states())
      if (lts.is_error(state)) states[state.index()] = false;
  }
  return found;
}

}   // namespace

std::vector<std::vector<bool>> occurring_states(const Shapes& shapes, const StateTable& rows, const Limits& limits) {
  return states_in(shapes, rows, limits, [](const Shape&, std::size_t) { return false; });
}

std::vector<std::vector<bool>> needed_states(const Shapes& shapes, const StateTable& rows, const Limits& limits) {
  return states_in(shapes, rows, limits, [](const Shape& shape, std::size_t cells) {
    return shape.lts().num_states() * (shape.lts().num_edges() + 1) <= cells;
  });
}

}   // namespace parley::leap_set
