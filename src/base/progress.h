#pragma once

#include <cstdint>
#include <string_view>

namespace parley {

// The progress of a long piece of work. Zero means "does not apply".
struct ProgressSnapshot {
  std::string_view phase;   // "reading", "exploring", "judging"
  std::uint64_t states = 0;
  std::uint64_t frontier = 0;
  std::uint64_t done = 0;   // of 'total', if the total is known
  std::uint64_t total = 0;
};

// Receives progress reports. Engines report each time their Pulse returns true; the receiver decides what to
// show. The base class shows nothing.
class Progress {
 public:
  virtual ~Progress() = default;
  virtual void report(const ProgressSnapshot&) {}
};

}   // namespace parley
