#include "engine/searching/questions.h"

#include <malloc.h>

#include <algorithm>
#include <cassert>

#include "search/shorten/shorten.h"

namespace parley {

void OpenQuestions::answer(std::size_t property, Trace trace) {
  assert(is_open(property));
  open_[property] = 0;
  --unanswered_;
  if (trace_means_holds(kind_of(task_.properties[property]))) run_.answer(property, Holds{std::move(trace)});
  else run_.answer(property, Violated{std::move(trace)});
}

void OpenQuestions::answer_rest(const Evidence& evidence) {
  for (std::size_t i = 0; i < open_.size(); ++i) {
    if (open_[i] == 0) continue;
    open_[i] = 0;
    --unanswered_;
    if (trace_means_holds(kind_of(task_.properties[i]))) run_.answer(i, Violated{evidence});
    else run_.answer(i, Holds{evidence});
  }
}

// Walks take some memory that is not announced to the limits.
bool OpenQuestions::has_room_for_walks() const {
  constexpr std::uint64_t kRoom = std::uint64_t{256} << 20;
  try {
    run_.limits.expect(kRoom);
    return true;
  } catch (const Stopped&) {
    return false;
  }
}

void OpenQuestions::walk(std::uint64_t steps) {
  if (!has_room_for_walks()) return;
  if (!walks_) walks_.emplace(task_.network, task_.properties, run_.seed, run_.limits, run_.progress);
  for (std::size_t i = 0; i < open_.size(); ++i)
    if (open_[i] == 0 && walks_->is_open(i)) walks_->drop(i);
  walks_->run(steps, run_.threads, [&](std::size_t i, const Trace& trace) {
    answer(i, shorten(task_.network, task_.properties[i], trace, run_.limits));
  });
}

void OpenQuestions::walk_after_limit(std::uint64_t most_steps) {
  if (all_answered()) return;
  try {
    malloc_trim(0);   // memory that the search has freed counts until the kernel has it back
    run_.limits.check();
    // If the limit was reached early, long walks are not worth it.
    const double states = run_.statistics.value(Statistic::kStates).value_or(0);
    walk(std::min(most_steps, 1'000'000 + 1000 * static_cast<std::uint64_t>(states)));
  } catch (const Stopped&) {
    // The limit of the search is what is reported.
  }
}

}   // namespace parley
