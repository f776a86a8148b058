#include "base/limits.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <fstream>

#include <fmt/format.h>

#include "base/text.h"

namespace parley {

namespace {

constexpr std::chrono::milliseconds kMemoryLookEvery{5};

// The value of a line "Key:   1234 kB" in a file under /proc, in bytes; 0 if there is no such line.
std::uint64_t proc_bytes(const char* path, std::string_view key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(key)) return std::strtoull(line.c_str() + key.size(), nullptr, 10) * 1024;
  return 0;
}

}   // namespace

Limits::Limits(const Settings& settings) : settings_(settings) {
  if (settings.seconds)
    deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*settings.seconds));
}

void Limits::check() const {
  if (settings_.stop != nullptr) {
    switch (settings_.stop->load(std::memory_order_relaxed)) {
      case StopRequest::kNone: break;
      case StopRequest::kInterrupted: throw Stopped("interrupted");
      case StopRequest::kTerminated: throw Stopped("terminated");
    }
  }
  if (!settings_.seconds && !settings_.memory_bytes) return;
  const Clock::time_point now = Clock::now();
  if (now >= deadline_) throw Stopped(fmt::format("time limit of {} s", *settings_.seconds));
  // The kernel computes the size of the process at each look, which takes microseconds, and more under load.
  const Clock::rep ticks = now.time_since_epoch().count();
  if (ticks < next_memory_look_.load(std::memory_order_relaxed)) return;
  next_memory_look_.store(ticks + std::chrono::duration_cast<Clock::duration>(kMemoryLookEvery).count(),
                          std::memory_order_relaxed);
  expect(0);
}

void Limits::expect(std::uint64_t bytes) const {
  if (settings_.memory_bytes && resident_bytes() + bytes > *settings_.memory_bytes)
    throw Stopped("memory limit of " + bytes_text(*settings_.memory_bytes));
}

std::uint64_t resident_bytes() {
  // Called often, so: no stream and no allocation.
  const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[128];
  const ssize_t length = ::read(file, text, sizeof text - 1);
  ::close(file);
  if (length <= 0) return 0;
  text[length] = '\0';
  unsigned long long total = 0;
  unsigned long long resident = 0;
  if (std::sscanf(text, "%llu %llu", &total, &resident) != 2) return 0;
  static const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  return resident * page;
}

std::uint64_t peak_resident_bytes() { return proc_bytes("/proc/self/status", "VmHWM:"); }

}   // namespace parley
