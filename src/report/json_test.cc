#include "report/json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/sample_report.h"

namespace parley {

namespace {

using testing::sample;
using testing::sample_philosophers;
using testing::sample_philosophers_deadlock;
using testing::sample_run;
using testing::sample_trace;

TEST(Json, ACandidateNamesItsStatesAndWhatItSurvived) {
  const Network network = sample({"a: A -x-> B", "b: C -y-> D"}, {"x = a.x", "y = b.y"});
  const Property property{"d", Deadlock{}};
  const Outcome outcome = Unknown{"not confirmed", {LocalState(1u), LocalState(1u)}, {"traps"}};
  RunReport run;
  run.checks = {make_check_report({.network = network, .property = property, .outcome = outcome}, Limits())};
  const nlohmann::json check = nlohmann::json::parse(to_json(run))["checks"][0];
  EXPECT_EQ(check["candidate"].dump(), R"({"components":{"a":"B","b":"D"},"count":2,"survived":["traps"]})");
  EXPECT_EQ(check["verdict"], "unknown");
}

TEST(Json, IsWrittenInFullAndInOrder) {
  EXPECT_EQ("\n" + to_json(sample_run()) + "\n", R"(
{
  "schema": "parley-result/1",
  "tool": {
    "name": "parley",
    "version": "1.2.3",
    "commit": "abcdef"
  },
  "model": {
    "files": [
      {
        "path": "models/philosophers.fsp",
        "sha256": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
      }
    ],
    "definitions": {
      "N": 2,
      "MODE": "left"
    },
    "target": "DINERS",
    "components": 4,
    "states": 14,
    "rules": 10,
    "targets": [
      {
        "target": "DINERS",
        "observer": null,
        "components": 4,
        "states": 14,
        "rules": 10
      }
    ]
  },
  "options": {},
  "checks": [
    {
      "name": "deadlock-1",
      "kind": "deadlock",
      "target": "DINERS",
      "verdict": "violated",
      "expected": true,
      "engine": "explicit",
      "reason": null,
      "time_s": 0.012346,
      "read_time_s": 0.5,
      "judge_time_s": 0.001,
      "peak_rss_bytes": 9000000,
      "statistics": {
        "states": 1297,
        "transitions": 4002
      },
      "support": {
        "components": [
          "phil.0",
          "phil.1",
          "fork.0",
          "fork.1"
        ],
        "count": 4,
        "of": 4,
        "any_number": false
      },
      "evidence": {
        "kind": "trace",
        "length": 4,
        "facts": null,
        "steps": null,
        "shortest": true,
        "file": null,
        "checked": true,
        "why_none": null
      },
      "initial": {
        "phil.0": "THINK",
        "phil.1": "THINK",
        "fork.0": "FREE",
        "fork.1": "FREE"
      },
      "trace": [
        {
          "label": "phil.0.sit",
          "moves": {
            "phil.0": "HUNGRY"
          }
        },
        {
          "label": "phil.0.left.take",
          "moves": {
            "phil.0": "HUNGRY/left",
            "fork.0": "TAKEN"
          }
        },
        {
          "label": "phil.1.sit",
          "moves": {
            "phil.1": "HUNGRY"
          }
        },
        {
          "label": "phil.1.left.take",
          "moves": {
            "phil.1": "HUNGRY/left",
            "fork.1": "TAKEN"
          }
        }
      ],
      "candidate": null,
      "explanation": [
        "deadlock: everyone waits for someone else, in a circle",
        "  phil.0 (HUNGRY/left) waits for fork.1 to do phil.0.right.take",
        "  fork.1 (TAKEN) waits for phil.1 to do phil.1.left.put",
        "  phil.1 (HUNGRY/left) waits for fork.0 to do phil.1.right.take",
        "  fork.0 (TAKEN) waits for phil.0 to do phil.0.left.put",
        "  ... and so back to phil.0"
      ]
    }
  ],
  "reason": null,
  "warnings": 0
}
)");
}

TEST(Json, UnknownAndUnreadIsNull) {
  RunReport run;
  run.reason = "out of time, while reading";
  CheckReport check;
  check.reason = run.reason;
  run.checks = {check};
  const auto json = nlohmann::json::parse(to_json(run));
  EXPECT_TRUE(json["model"]["components"].is_null());
  EXPECT_EQ(json["checks"][0]["verdict"], "unknown");
  EXPECT_TRUE(json["checks"][0]["expected"].is_null());
  EXPECT_TRUE(json["checks"][0]["support"].is_null());
  EXPECT_TRUE(json["checks"][0]["trace"].is_null());
  EXPECT_TRUE(json["checks"][0]["evidence"]["shortest"].is_null());
  EXPECT_EQ(json["reason"], "out of time, while reading");
}

TEST(Json, BrokenNamesAreReplaced) {
  RunReport run = sample_run();
  run.checks[0].name = "a\xFF\"\n";
  run.checks[0].trace->columns[0].component = "\xC0";
  const auto json = nlohmann::json::parse(to_json(run));
  EXPECT_EQ(json["checks"][0]["name"], "a\xEF\xBF\xBD\"\n");
  EXPECT_EQ(json["checks"][0]["trace"][0]["moves"]["\xEF\xBF\xBD"], "HUNGRY");
}

TEST(Json, NumbersThatAreNotWholeKeepTheirPoint) {
  RunReport run = sample_run();
  run.checks[0].statistics.set(Statistic::kBytesPerState, 45.25);
  run.checks[0].statistics.set(Statistic::kStatesPerSecond, 1.0 / 0.0);
  const auto json = nlohmann::json::parse(to_json(run));
  EXPECT_EQ(json["checks"][0]["statistics"]["bytes_per_state"], 45.25);
  EXPECT_TRUE(json["checks"][0]["statistics"]["states"].is_number_integer());
  EXPECT_FALSE(json["checks"][0]["statistics"].contains("states_per_second"));
}

TEST(Json, ATraceThatMayNotBeShortestSaysSo) {
  const Network network = sample({"clock: TICK -tick-> TOCK -tock-> TICK"}, {"tick = clock.tick", "tock = clock.tock"});
  const Property property{"d", Deadlock{}};
  const Outcome outcome = Violated{sample_trace(network, "tick tock")};
  RunReport run;
  run.checks = {make_check_report({.network = network, .property = property, .outcome = outcome}, Limits())};
  EXPECT_EQ(nlohmann::json::parse(to_json(run))["checks"][0]["evidence"]["shortest"], false);
}

TEST(Json, StepsAreCutAtAThousand) {
  const Network network = sample_philosophers(700);
  const Property property{"d", Deadlock{}};
  const Outcome outcome = Violated{sample_philosophers_deadlock(network)};
  RunReport run;
  run.checks = {make_check_report({.network = network, .property = property, .outcome = outcome}, Limits())};
  const auto json = nlohmann::json::parse(to_json(run));
  EXPECT_EQ(json["checks"][0]["trace"].size(), 1000u);
  EXPECT_EQ(json["checks"][0]["initial"].size(), 1000u);
  EXPECT_EQ(json["checks"][0]["evidence"]["length"], 1400);
  EXPECT_EQ(json["checks"][0]["support"]["components"].size(), 1000u);
  EXPECT_EQ(json["checks"][0]["support"]["count"], 1400);
}

}   // namespace

}   // namespace parley
