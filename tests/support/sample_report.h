#pragma once

#include "report/build.h"
#include "support/sample_network.h"

namespace parley::testing {

// A run with one check, for tests of the printers: two philosophers, violated as expected.
inline RunReport sample_run() {
  const Network network = sample_philosophers(2);
  const Property property{"deadlock-1", Deadlock{}};
  const Outcome outcome = Violated{sample_philosophers_deadlock(network)};
  CheckFacts facts{.network = network, .property = property, .outcome = outcome};
  facts.target = "DINERS";
  facts.engine = "explicit";
  facts.wanted = Verdict::kViolated;
  facts.statistics.set(Statistic::kStates, 1297);
  facts.statistics.set(Statistic::kTransitions, 4002);
  facts.time_s = 0.0123456789;
  facts.read_time_s = 0.5;
  facts.judge_time_s = 0.001;
  facts.peak_rss_bytes = 9'000'000;
  facts.evidence_checked = true;

  RunReport run;
  run.version = "1.2.3";
  run.commit = "abcdef";
  run.model.files = {{"models/philosophers.fsp", std::string(64, 'a')}};
  run.model.definitions = {{"N", "2"}, {"MODE", "left"}};
  run.model.targets = {make_target_report("DINERS", "", network)};
  run.checks = {make_check_report(facts, Limits())};
  return run;
}

}   // namespace parley::testing
