#pragma once

#include <chrono>
#include <optional>

#include "base/limits.h"
#include "base/progress.h"

namespace parley {

enum class ProgressMode { kAuto, kAlways, kNever };

// One line on stderr that is written over. It says what is being done, how many states there are and how fast
// they come, how many wait, what memory is taken of what is allowed, and since when. At most ten times a
// second, and not before half a second has passed: short work shows nothing.
class TerminalProgress final : public Progress {
 public:
  TerminalProgress(ProgressMode mode, std::optional<std::uint64_t> memory_limit);
  ~TerminalProgress() override { clear(); }
  TerminalProgress(const TerminalProgress&) = delete;
  TerminalProgress& operator=(const TerminalProgress&) = delete;

  void report(const ProgressSnapshot& snapshot) override;
  void clear();   // before something else is printed

 private:
  using Clock = std::chrono::steady_clock;
  bool shown_ = false;
  bool on_terminal_ = false;
  bool line_there_ = false;
  std::optional<std::uint64_t> memory_limit_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
  std::uint64_t last_states_ = 0;
};

}   // namespace parley
