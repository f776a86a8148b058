#include "base/limits.h"

#include <gtest/gtest.h>

namespace parley {
namespace {

std::string reason_of(const Limits& limits) {
  try {
    limits.check();
  } catch (const Stopped& stopped) {
    return stopped.reason();
  }
  return "goes on";
}

TEST(Limits, ThereAreNoneByDefault) { EXPECT_EQ(reason_of(Limits()), "goes on"); }

TEST(Limits, TimeRunsOut) {
  const Limits limits({.seconds = 0.001});
  while (reason_of(limits) == "goes on") {}
  EXPECT_EQ(reason_of(limits), "time limit of 0.001 s");
}

TEST(Limits, MemoryIsBounded) {
  EXPECT_EQ(reason_of(Limits({.memory_bytes = 1024})), "memory limit of 1.0 KiB");
  const Limits roomy({.memory_bytes = resident_bytes() + (std::uint64_t{1} << 30)});
  EXPECT_NO_THROW(roomy.expect(1024));
  EXPECT_THROW(roomy.expect(std::uint64_t{2} << 30), Stopped);
}

TEST(Limits, AStopRequestIsReported) {
  StopToken token{StopRequest::kNone};
  const Limits limits({.stop = &token});
  EXPECT_EQ(reason_of(limits), "goes on");
  token = StopRequest::kInterrupted;
  EXPECT_EQ(reason_of(limits), "interrupted");
  token = StopRequest::kTerminated;
  EXPECT_EQ(reason_of(limits), "terminated");
}

TEST(Pulse, ChecksEveryNthCall) {
  StopToken token{StopRequest::kInterrupted};
  const Limits limits({.stop = &token});
  Pulse pulse(limits, 3);
  EXPECT_FALSE(pulse.beat());
  EXPECT_FALSE(pulse.beat());
  EXPECT_THROW(pulse.beat(), Stopped);
}

TEST(Memory, IsMeasured) {
  EXPECT_GT(resident_bytes(), 100'000u);
  EXPECT_GE(peak_resident_bytes(), resident_bytes() / 2);
  EXPECT_GT(available_bytes(), 1'000'000u);
}

}   // namespace
}   // namespace parley
