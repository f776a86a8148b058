#pragma once

#include <chrono>
#include <optional>

#include "base/limits.h"
#include "base/progress.h"

namespace parley {

enum class ProgressMode { kAuto, kAlways, kNever };

// A progress line on stderr that is overwritten. It shows the current phase, the number of states and their
// rate, the size of the queue, the memory used and allowed, and the time. It is written at most ten times per
// second, and not in the first half second: short runs show nothing.
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
