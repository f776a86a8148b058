#pragma once

#include <atomic>
#include <cassert>
#include <chrono>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>

namespace parley {

// Thrown when work must end without an answer: out of time, out of memory, interrupted. Caught at the borders
// (engine, front end, judge), where it becomes `unknown (reason)`; never an answer and never a crash.
class Stopped : public std::exception {
 public:
  explicit Stopped(std::string reason) : reason_(std::move(reason)) {}
  const std::string& reason() const { return reason_; }
  const char* what() const noexcept override { return reason_.c_str(); }

 private:
  std::string reason_;
};

// An external request to stop. A signal handler writes it, hence a plain atomic.
enum class StopRequest : int { kNone = 0, kInterrupted = 1, kTerminated = 2 };
using StopToken = std::atomic<StopRequest>;

// The limits of one run. Reading, checking and judging share them, with all their threads.
class Limits {
 public:
  struct Settings {
    std::optional<double> seconds;               // wall time from construction on
    std::optional<std::uint64_t> memory_bytes;   // resident memory of the process
    const StopToken* stop = nullptr;
  };

  Limits() = default;
  explicit Limits(const Settings& settings);
  Limits(const Limits&) = delete;
  Limits& operator=(const Limits&) = delete;

  // Throws Stopped if a limit is exceeded. Costs a look at the clock and, every few milliseconds, reading a
  // small file: call it through a Pulse.
  void check() const;

  // Throws Stopped if 'bytes' more would exceed the memory limit. Call it before every large allocation, so
  // that the limit also holds between two calls of check().
  void expect(std::uint64_t bytes) const;

  std::optional<std::uint64_t> memory_bytes() const { return settings_.memory_bytes; }

 private:
  Settings settings_;
  using Clock = std::chrono::steady_clock;
  Clock::time_point deadline_ = Clock::time_point::max();
  mutable std::atomic<Clock::rep> next_memory_look_ = 0;   // shared by all threads
};

// Makes Limits::check() cheap enough for inner loops: most calls are a decrement. One per thread and loop.
class Pulse {
 public:
  // REQUIRES: every > 0.
  explicit Pulse(const Limits& limits, std::uint32_t every = 1024) : limits_(limits), every_(every), left_(every) {
    assert(every > 0);
  }

  // True on every 'every'-th call, after the limits were checked: then it is time to report progress.
  bool beat() {
    if (--left_ != 0) return false;
    left_ = every_;
    limits_.check();
    return true;
  }

 private:
  const Limits& limits_;
  std::uint32_t every_;
  std::uint32_t left_;
};

std::uint64_t resident_bytes();        // now
std::uint64_t peak_resident_bytes();   // since the process started
std::uint64_t available_bytes();       // what the machine and our control groups can still give

}   // namespace parley
