#pragma once

#include <cstdint>
#include <string_view>

namespace parley {

// How far a long piece of work is. Zero means "does not apply".
struct ProgressSnapshot {
  std::string_view phase;   // "reading", "exploring", "judging"
  std::uint64_t states = 0;
  std::uint64_t frontier = 0;
  std::uint64_t done = 0;   // of 'total', where a total is known
  std::uint64_t total = 0;
};

// Where work reports how far it is. Engines call it as often as their Pulse beats; whoever listens
// decides how much of it is shown. The base class is silent.
class Progress {
 public:
  virtual ~Progress() = default;
  virtual void report(const ProgressSnapshot&) {}
};

}   // namespace parley
