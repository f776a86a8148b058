#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/engine.h"
#include "search/walk/witness.h"

namespace parley {

// The properties of a task that searches of its states have not answered yet, and walks beside these
// searches, which may find traces much sooner.
class Questions {
 public:
  Questions(const Task& task, Run& run)
      : task_(task), run_(run), open_(task.properties.size(), 1), unanswered_(task.properties.size()) {}

  const Task& task() const { return task_; }
  Run& run() { return run_; }
  const std::vector<std::uint8_t>& open() const { return open_; }   // by property
  bool is_open(std::size_t property) const { return open_[property] != 0; }
  bool all_answered() const { return unanswered_ == 0; }

  void answer(std::size_t property, Trace trace);
  // Everything was seen, and nothing of what is left was found.
  void answer_rest(const Evidence& evidence);

  // Goes on walking for about so many steps, if there is memory for it.
  void walk(std::uint64_t steps);
  // A search has come to a limit. If that was memory, there is some again; if it was time, the walks find out
  // at once.
  void walk_after_limit(std::uint64_t most_steps);

 private:
  bool has_room_for_walks() const;

  const Task& task_;
  Run& run_;
  std::vector<std::uint8_t> open_;
  std::size_t unanswered_;
  std::optional<WitnessFinder> walks_;
};

}   // namespace parley
