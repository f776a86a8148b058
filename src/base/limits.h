#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>

namespace parley {

// Thrown when work must end before its answer: out of time, out of memory, interrupted. Caught at the
// borders (engine, front end, judge) and turned into `unknown (reason)`; never an answer, never a crash.
class Stopped : public std::exception {
 public:
  explicit Stopped(std::string reason) : reason_(std::move(reason)) {}
  const std::string& reason() const { return reason_; }
  const char* what() const noexcept override { return reason_.c_str(); }

 private:
  std::string reason_;
};

// Why a run was asked to stop from outside; written by a signal handler, so a plain atomic.
enum class StopRequest : int { kNone = 0, kInterrupted = 1, kTerminated = 2 };
using StopToken = std::atomic<StopRequest>;

// The limits of one run, shared by reading, checking and judging, and by all their threads.
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

  // Throws Stopped if a limit is passed. Costs a look at the clock, and every few milliseconds a small file:
  // call it through a Pulse.
  void check() const;

  // Throws Stopped if 'bytes' more would pass the memory limit. Before every large growth, so that
  // the limit holds between two checks.
  void expect(std::uint64_t bytes) const;

  std::optional<std::uint64_t> memory_bytes() const { return settings_.memory_bytes; }

 private:
  Settings settings_;
  using Clock = std::chrono::steady_clock;
  Clock::time_point deadline_ = Clock::time_point::max();
  mutable std::atomic<Clock::rep> next_memory_look_ = 0;   // all threads share one look
};

// Makes Limits::check cheap enough for inner loops: a decrement in most calls. One per thread and loop.
class Pulse {
 public:
  explicit Pulse(const Limits& limits, std::uint32_t every = 1024) : limits_(limits), every_(every), left_(every) {}

  // True once in 'every' calls, after the limits were checked: the moment to report progress.
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
std::uint64_t available_bytes();       // what the machine, or the control group we are in, could still give

}   // namespace parley
