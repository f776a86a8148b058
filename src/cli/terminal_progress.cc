#include "cli/terminal_progress.h"

#include <unistd.h>

#include <cstdio>

#include <fmt/format.h>

#include "base/text.h"

namespace parley {

TerminalProgress::TerminalProgress(ProgressMode mode, std::optional<std::uint64_t> memory_limit)
    : on_terminal_(::isatty(STDERR_FILENO) == 1), memory_limit_(memory_limit) {
  switch (mode) {
    case ProgressMode::kAuto: shown_ = on_terminal_; break;
    case ProgressMode::kAlways: shown_ = true; break;
    case ProgressMode::kNever: shown_ = false; break;
  }
}

void TerminalProgress::report(const ProgressSnapshot& snapshot) {
  if (!shown_) return;
  const Clock::time_point now = Clock::now();
  if (now - start_ < std::chrono::milliseconds(500) || now - last_ < std::chrono::milliseconds(100)) return;
  const double since = std::chrono::duration<double>(now - last_).count();

  std::string line(snapshot.phase);
  if (snapshot.total > 0) line += fmt::format("  {} %", 100 * snapshot.done / snapshot.total);
  if (snapshot.states > 0) {
    line += fmt::format("  {} states", count_text(snapshot.states));
    if (snapshot.states > last_states_)
      line += fmt::format("  {}/s",
                          count_text(static_cast<std::uint64_t>(static_cast<double>(snapshot.states - last_states_) / since)));
  }
  if (snapshot.frontier > 0) line += fmt::format("  frontier {}", count_text(snapshot.frontier));
  line += fmt::format("  memory {}", bytes_text(resident_bytes()));
  if (memory_limit_) line += fmt::format(" of {}", bytes_text(*memory_limit_));
  line += fmt::format("  {}", seconds_text(std::chrono::duration<double>(now - start_).count()));

  // In a pipe no line can be overwritten.
  fmt::print(stderr, "{}{}{}", on_terminal_ ? "\r\033[K" : "", line, on_terminal_ ? "" : "\n");
  std::fflush(stderr);
  line_there_ = on_terminal_;
  last_ = now;
  last_states_ = snapshot.states;
}

void TerminalProgress::clear() {
  if (!line_there_) return;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
  line_there_ = false;
}

}   // namespace parley
