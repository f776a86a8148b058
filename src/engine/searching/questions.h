#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/engine.h"
#include "search/walk/witness.h"

namespace parley {

// The open questions of a task: the properties that searches of its states have not answered yet. Also runs
// the walks that take turns with these searches; they may find traces much sooner.
class OpenQuestions {
 public:
  OpenQuestions(const Task& task, Run& run)
      : task_(task), run_(run), open_(task.properties.size(), 1), unanswered_(task.properties.size()) {}

  const Task& task() const { return task_; }
  Run& run() { return run_; }
  const std::vector<std::uint8_t>& open() const { return open_; }   // per property
  bool is_open(std::size_t property) const { return open_[property] != 0; }
  bool all_answered() const { return unanswered_ == 0; }

  void answer(std::size_t property, Trace trace);
  // Answers all open questions: every state was expanded, and no trace was found for them.
  void answer_rest(const Evidence& evidence);

  // Goes on walking for about this many steps, if there is memory for it.
  void walk(std::uint64_t steps);
  // A search has reached a limit. If it was the memory limit, there is memory again by now. If it was the
  // time limit, the walks end at once.
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
