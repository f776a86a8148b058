// synchro_measure sat|smt deadlock|local MODEL N [SECONDS] [PREDICATE...]: one line with the answer of the
// form and its time. Run by hand.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "engine/synchro/paper/paper_form.h"
#include "front/front.h"

int main(int count, char** words) {
  using namespace parley;
  if (count < 5) return 64;
  const Limits reading;
  Progress silent;
  ReadOptions options;
  options.definitions = {{"N", words[4]}};
  auto model = read_model(words[3], options, reading, silent);
  if (!model) {
    std::fputs(to_text(model.diagnostics()).c_str(), stderr);
    return 65;
  }
  const Network network = *(*model)->build((*model)->default_target(), "", reading, silent);
  Property property{"asked", Deadlock{}};
  if (std::string_view(words[2]) == "local") property.ask = LocalDeadlock{};
  synchro::PredicateSet predicates = synchro::PredicateSet::all();
  if (count > 6) predicates = {};
  for (int i = 6; i < count; ++i)
    for (const synchro::PredicateKind kind : synchro::kAllPredicates)
      if (synchro::predicate_name(kind) == words[i]) predicates.insert(kind);

  const Limits limits({.seconds = count > 5 ? std::atof(words[5]) : 60.0});
  const auto start = std::chrono::steady_clock::now();
  std::string answer;
  try {
    const bool smt = std::string_view(words[1]) == "smt";
    const synchro::PaperAnswer found =
        smt ? synchro::smt_form(network, property, predicates, limits) : synchro::sat_form(network, property, predicates, limits);
    answer = found.is_proved ? "proved by " + std::string(found.last) : "-";
  } catch (const Stopped& stopped) {
    answer = "* " + stopped.reason();
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::printf("%-30s %5s %4s %6s %8.2f s  %s\n", words[3], words[4], words[1], words[2], seconds, answer.c_str());
  return 0;
}
