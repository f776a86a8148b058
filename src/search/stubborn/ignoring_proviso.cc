#include "search/stubborn/ignoring_proviso.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace parley {

namespace {
constexpr std::uint32_t kUnranked = std::numeric_limits<std::uint32_t>::max();
}   // namespace

void ProvisoGraph::add_firm() {
  add({});
  is_firm_.back() = 1;
}

void ProvisoGraph::add(std::span<const std::uint32_t> successors) {
  if (successors_.capacity() - successors_.size() < successors.size()) {
    const std::size_t wanted = std::max<std::size_t>(2 * successors_.capacity(), successors_.size() + successors.size() + 64);
    limits_.expect(wanted * sizeof successors_[0]);
    successors_.reserve(wanted);
  }
  if (begins_.size() == begins_.capacity()) limits_.expect(2 * begins_.size() * (sizeof begins_[0] + sizeof is_firm_[0]));
  successors_.insert(successors_.end(), successors.begin(), successors.end());
  begins_.push_back(successors_.size());
  is_firm_.push_back(0);
}

ProvisoGraph::Ranks ProvisoGraph::ranks() const {
  Ranks result;
  result.of_state = distances();
  result.missing = one_of_each_end(result.of_state);
  return result;
}

std::vector<std::uint32_t> ProvisoGraph::distances() const {
  Pulse pulse(limits_);
  limits_.expect(size() * (sizeof(std::uint64_t) + 2 * sizeof(std::uint32_t)) + successors_.size() * sizeof(std::uint32_t));
  const auto num_states = static_cast<std::uint32_t>(size());
  // The reversed edges, by counting sort.
  std::vector<std::uint64_t> ends(size() + 1);
  for (std::uint32_t state = 0; state < num_states; ++state)
    for (std::uint32_t to : successors(state)) {
      assert(to < num_states);
      ++ends[to];
    }
  std::uint64_t total = 0;
  for (std::uint64_t& end : ends) end = total += end;
  std::vector<std::uint32_t> sources(total);
  for (std::uint32_t state = 0; state < num_states; ++state) {
    pulse.beat();
    for (std::uint32_t to : successors(state)) sources[--ends[to]] = state;
  }

  std::vector<std::uint32_t> distance(size(), kUnranked);
  std::vector<std::uint32_t> queue;
  queue.reserve(size());
  for (std::uint32_t state = 0; state < num_states; ++state) {
    if (is_firm_[state] == 0) continue;
    distance[state] = 0;
    queue.push_back(state);
  }
  for (std::size_t next = 0; next < queue.size(); ++next) {
    pulse.beat();
    const std::uint32_t to = queue[next];
    for (std::uint64_t i = ends[to]; i < ends[to + 1]; ++i) {
      if (distance[sources[i]] != kUnranked) continue;
      distance[sources[i]] = distance[to] + 1;
      queue.push_back(sources[i]);
    }
  }
  return distance;
}

// The first state of each strongly connected part of unranked states that no edge leaves (Tarjan). Edges of
// unranked states lead to unranked states.
std::vector<std::uint32_t> ProvisoGraph::one_of_each_end(std::span<const std::uint32_t> distances) const {
  struct Frame {
    std::uint32_t state;
    std::uint32_t next;   // index of its next successor
    bool is_left;         // an edge leaves the part, to one that is complete
  };
  std::vector<std::uint32_t> ends;
  if (std::ranges::find(distances, kUnranked) == distances.end()) return ends;

  constexpr std::uint32_t kComplete = kUnranked;
  Pulse pulse(limits_);
  limits_.expect(size() * (3 * sizeof(std::uint32_t)));
  std::vector<std::uint32_t> order(size());   // 0: new; kComplete; else when it was entered, from 1 on
  std::vector<std::uint32_t> low(size());
  std::vector<std::uint32_t> open;
  std::vector<Frame> frames;
  std::uint32_t entered = 0;
  const auto enter = [&](std::uint32_t state) {
    order[state] = low[state] = ++entered;
    open.push_back(state);
    frames.push_back({state, 0, false});
  };
  const auto complete = [&](const Frame& done) {
    frames.pop_back();
    const bool is_part = low[done.state] == order[done.state];
    if (is_part) {
      std::uint32_t first = done.state;
      std::uint32_t member = 0;
      do {
        member = open.back();
        open.pop_back();
        order[member] = kComplete;
        first = std::min(first, member);
      } while (member != done.state);
      if (!done.is_left) ends.push_back(first);
    }
    if (frames.empty()) return;
    Frame& parent = frames.back();
    if (is_part) parent.is_left = true;
    else {
      low[parent.state] = std::min(low[parent.state], low[done.state]);
      parent.is_left = parent.is_left || done.is_left;
    }
  };
  for (std::uint32_t seed = 0; seed < distances.size(); ++seed) {
    if (distances[seed] != kUnranked || order[seed] != 0) continue;
    enter(seed);
    while (!frames.empty()) {
      pulse.beat();
      Frame& frame = frames.back();
      const std::span<const std::uint32_t> out = successors(frame.state);
      if (frame.next == out.size()) {
        complete(Frame(frame));
        continue;
      }
      const std::uint32_t to = out[frame.next++];
      if (order[to] == 0) enter(to);
      else if (order[to] == kComplete) frame.is_left = true;
      else low[frame.state] = std::min(low[frame.state], order[to]);
    }
  }
  std::ranges::sort(ends);
  return ends;
}

}   // namespace parley
