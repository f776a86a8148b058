#include "search/level/worker_team.h"

#include <atomic>
#include <stdexcept>

#include <gtest/gtest.h>

namespace parley {
namespace {

Crew::Agenda nothing() {
  return {[] {}, [] { return false; }, [] {}};
}

TEST(Crew, EveryThreadDoesItsPart) {
  Crew crew(4, nothing());
  for (unsigned threads : {1u, 2u, 4u, 3u}) {
    std::atomic<unsigned> seen = 0;
    crew.run(threads, [&](unsigned i) { seen += 1u << i; });
    EXPECT_EQ(seen, (1u << threads) - 1);
  }
}

// 'begin' must never run while a thread is between ++working and --working.
TEST(Crew, NoThreadWorksDuringAMeeting) {
  std::atomic<int> working = 0;
  int meetings = 0;
  std::atomic<int> parts = 0;
  bool overlap = false;
  Crew crew(4, {[&] {
                  overlap = overlap || working != 0;
                  parts = 10;
                },
                [&] { return parts.fetch_sub(1) > 0; }, [&] { ++meetings; }});
  std::atomic<int> held = 0;
  crew.run(4, [&](unsigned) {
    for (int i = 0; i < 2000; ++i) {
      ++working;
      if (i % 100 == 50) crew.ask();
      --working;
      if (crew.meet_if_asked()) ++held;
    }
  });
  EXPECT_FALSE(overlap);
  EXPECT_GT(meetings, 0);
  EXPECT_GE(held, meetings);
}

TEST(Crew, AFailureEndsTheJobOfAll) {
  Crew crew(3, nothing());
  const auto job = [&](unsigned i) {
    if (i == 1) throw std::runtime_error("gone");
    for (;;) crew.meet_if_asked();
  };
  EXPECT_THROW(crew.run(3, job), std::runtime_error);
  std::atomic<unsigned> seen = 0;
  crew.run(3, [&](unsigned) { ++seen; });
  EXPECT_EQ(seen, 3u) << "the team can take the next job";
}

TEST(Crew, AMeetingThatFailsEndsTheJobOfAll) {
  Crew crew(3, {[] { throw std::runtime_error("no room"); }, [] { return false; }, [] {}});
  EXPECT_THROW(crew.run(3,
                        [&](unsigned i) {
                          if (i == 0) crew.ask();
                          for (;;) crew.meet_if_asked();
                        }),
               std::runtime_error);
}

}   // namespace
}   // namespace parley
