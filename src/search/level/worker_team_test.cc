#include "search/level/worker_team.h"

#include <atomic>
#include <stdexcept>

#include <gtest/gtest.h>

namespace parley {
namespace {

WorkerTeam::Agenda nothing() {
  return {[] {}, [] { return false; }, [] {}};
}

TEST(WorkerTeam, EveryThreadDoesItsPart) {
  WorkerTeam team(4, nothing());
  for (unsigned threads : {1u, 2u, 4u, 3u}) {
    std::atomic<unsigned> seen = 0;
    team.run(threads, [&](unsigned i) { seen += 1u << i; });
    EXPECT_EQ(seen, (1u << threads) - 1);
  }
}

// 'begin' must never run while a thread is between ++working and --working.
TEST(WorkerTeam, NoThreadWorksDuringAMeeting) {
  std::atomic<int> working = 0;
  int meetings = 0;
  std::atomic<int> parts = 0;
  bool overlap = false;
  WorkerTeam team(4, {[&] {
                        overlap = overlap || working != 0;
                        parts = 10;
                      },
                      [&] { return parts.fetch_sub(1) > 0; }, [&] { ++meetings; }});
  std::atomic<int> held = 0;
  team.run(4, [&](unsigned) {
    for (int i = 0; i < 2000; ++i) {
      ++working;
      if (i % 100 == 50) team.ask();
      --working;
      if (team.meet_if_asked()) ++held;
    }
  });
  EXPECT_FALSE(overlap);
  EXPECT_GT(meetings, 0);
  EXPECT_GE(held, meetings);
}

TEST(WorkerTeam, AFailureEndsTheJobOfAll) {
  WorkerTeam team(3, nothing());
  const auto job = [&](unsigned i) {
    if (i == 1) throw std::runtime_error("gone");
    for (;;) team.meet_if_asked();
  };
  EXPECT_THROW(team.run(3, job), std::runtime_error);
  std::atomic<unsigned> seen = 0;
  team.run(3, [&](unsigned) { ++seen; });
  EXPECT_EQ(seen, 3u) << "the team can take the next job";
}

TEST(WorkerTeam, AMeetingThatFailsEndsTheJobOfAll) {
  WorkerTeam team(3, {[] { throw std::runtime_error("no room"); }, [] { return false; }, [] {}});
  EXPECT_THROW(team.run(3,
                        [&](unsigned i) {
                          if (i == 0) team.ask();
                          for (;;) team.meet_if_asked();
                        }),
               std::runtime_error);
}

}   // namespace
}   // namespace parley
