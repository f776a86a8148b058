#include "cross/adversarial_spec.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "cross/copies.h"
#include "cross/deviation.h"
#include "cross/invariant_spec.h"
#include "cross/weave.h"

namespace parley::cross {

namespace {

using oracle::Atom;
using oracle::Behaviour;
using oracle::Spec;

constexpr int kMostComponents = 12;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

// Some of the stations may work while they have the token.
AimedNetwork token_ring(Random& random) {
  Weave weave;
  const int stations = random.between(4, 8);
  const int second = random.chance(30) ? random.between(1, stations - 1) : 0;
  const bool wants = random.chance(50);
  for (int i = 0; i < stations; ++i)
    weave.add(wants ? "off wish want, want grab busy, off grab on, on pass off, busy leave on"
                    : "off grab on, on pass off, on wish busy, busy leave on",
              i == 0 || i == second ? "on" : "off");
  for (int i = 0; i < stations; ++i) {
    weave.rule("pass", {{i, "pass"}, {(i + 1) % stations, "grab"}});
    weave.rule("wish", {{i, "wish"}});
    weave.rule("tau", {{i, "leave"}});
  }
  const int one = random.below(at(stations));
  const int other = (one + random.between(1, stations - 1)) % stations;
  std::vector<Atom> aim{weave.at(one, "busy"), weave.at(other, "busy")};
  return {weave.take(), std::move(aim)};
}

AimedNetwork dining(Random& random) {
  Weave weave;
  const int seats = random.between(3, 5);
  for (int i = 0; i < seats; ++i) {
    const int kind = random.below(100);
    weave.add(kind < 60   ? "think left l, l right eat, eat dropleft r, r dropright think"
              : kind < 75 ? "think right r, r left eat, eat dropleft h, h dropright think"
              : kind < 90 ? "think left l, l right eat, l dropleft think, eat dropleft r, r dropright think"
                          : "think both eat, eat dropleft r, r dropright think, l left l, l right r");
  }
  for (int i = 0; i < seats; ++i) weave.add("free take0 held0, free take1 held1, held0 drop0 free, held1 drop1 free");
  for (int i = 0; i < seats; ++i) {
    const int left = seats + i;
    const int right = seats + (i + 1) % seats;
    weave.rule("left", {{i, "left"}, {left, "take0"}});
    weave.rule("right", {{i, "right"}, {right, "take1"}});
    if (weave.offers(i, "both")) weave.rule("both", {{i, "both"}, {left, "take0"}, {right, "take1"}});
    weave.rule("drop", {{i, "dropleft"}, {left, "drop0"}});
    weave.rule("drop", {{i, "dropright"}, {right, "drop1"}});
  }
  std::vector<Atom> aim;
  const int first = random.below(at(seats));
  const int step = random.between(1, 2);   // neighbours never eat together, others may
  const int eaters = std::min(random.between(2, 3), step == 1 ? 3 : 2);
  for (int i = 0; i < eaters; ++i) aim.push_back(weave.at((first + i * step) % seats, "eat"));
  return {weave.take(), std::move(aim)};
}

AimedNetwork request_tree(Random& random) {
  Weave weave;
  const int nodes = random.between(4, 8);
  std::vector<int> parent(at(nodes), -1);
  std::vector<bool> inner(at(nodes), false);
  for (int i = 1; i < nodes; ++i) {
    parent[at(i)] = random.chance(50) ? (i - 1) / 2 : random.below(at(i));
    inner[at(parent[at(i)])] = true;
  }
  const bool once = random.chance(50);
  for (int i = 0; i < nodes; ++i)
    weave.add(i == 0         ? "idle request work, work do down, down reply idle"
              : inner[at(i)] ? "idle request up, up ask wait, wait answer down, down reply idle"
              : once         ? "idle ask wait, wait answer served"
                             : "idle ask wait, wait answer served, served again idle");
  weave.rule("do", {{0, "do"}});
  for (int i = 1; i < nodes; ++i) {
    weave.rule("ask", {{i, "ask"}, {parent[at(i)], "request"}});
    // The answer goes to any child that waits, so answers may be mixed up.
    weave.rule("answer", {{i, "answer"}, {parent[at(i)], "reply"}});
    if (weave.offers(i, "again")) weave.rule("tau", {{i, "again"}});
  }
  std::vector<Atom> aim;
  for (int i = 1; i < nodes; ++i)
    if (!inner[at(i)]) aim.push_back(weave.at(i, random.chance(80) ? "served" : "wait"));
  if (random.chance(40)) aim.push_back(weave.at(0, random.chance(50) ? "idle" : "down"));
  return {weave.take(), std::move(aim)};
}

AimedNetwork clique(Random& random) {
  Weave weave;
  const int members = random.between(4, 6);
  std::vector<Weave::NamedPart> all;
  const std::vector<std::string> labels{"x", "y", "all"};
  for (int i = 0; i < members; ++i) weave.add(random_path(random, random.between(2, 5), labels));
  for (int i = 0; i < members; ++i) all.emplace_back(i, "all");
  const auto either = [&] { return std::string_view(random.chance(50) ? "x" : "y"); };
  for (int i = 0; i < members; ++i)
    for (int j = 0; j < i; ++j)
      for (int twice = random.chance(25) ? 2 : 1; twice > 0; --twice) weave.rule("pair", {{i, either()}, {j, either()}});
  if (random.chance(80)) weave.rule("all", all);
  for (int more = random.between(0, 3); more > 0; --more) {
    random.shuffle(all);
    std::vector<Weave::NamedPart> some(all.begin(), all.begin() + random.between(1, 4));
    for (auto& [member, label] : some) label = random.chance(50) ? either() : "all";
    weave.rule("some", some);
  }
  std::vector<Atom> aim;
  const int named = random.between(1, members);
  for (int i = 0; i < named; ++i) aim.push_back({i, {random.below(weave.spec().of(i).states.size())}, 1});
  return {weave.take(), std::move(aim)};
}

// A component moves on when the next one is in its goal state. There it may stay, leave for good, or fall
// back on its own.
AimedNetwork chain(Random& random) {
  Weave weave;
  const int length = random.between(6, kMostComponents);
  const int kind = random.below(3);
  const bool circular = random.chance(20);
  for (int i = 0; i < length; ++i)
    weave.add(kind == 0    ? "start go goal, goal see goal"
              : kind == 1  ? "start go goal, goal see spent"
              : i % 2 == 0 ? "start go goal, goal see goal, goal back start"
                           : "start go goal, goal see goal");
  for (int i = 0; i < length; ++i) {
    const int next = (i + 1) % length;
    if (i + 1 < length || circular) weave.rule("go", {{i, "go"}, {next, "see"}});
    else weave.rule("go", {{i, "go"}});
    if (weave.offers(i, "back")) weave.rule("back", {{i, "back"}});
  }
  if (random.chance(20)) weave.rule("short", {{random.between(1, length - 1), "go"}, {0, "see"}});
  std::vector<Atom> aim{weave.at(0, "goal")};
  // Percent of the other components that the goal names. If it names the first one only, the reason is far
  // away.
  const int named = random.chance(40) ? 0 : 60;
  for (int i = 1; i < length; ++i) {
    if (!random.chance(named)) continue;
    const bool is_done = random.chance(kind == 0 ? 93 : kind == 1 ? 80 : 60);
    aim.push_back(weave.at(i, kind == 1 ? (is_done ? "spent" : "goal") : (is_done ? "goal" : "start")));
  }
  Spec spec = weave.take();
  if (random.chance(30)) deviate_within(random, spec, length / 2, length);
  return {std::move(spec), std::move(aim)};
}

// Neighbours share a resource that only one of them can have; or all draw from one or two pools that are one
// unit too small.
AimedNetwork resources(Random& random) {
  Weave weave;
  const bool pools = random.chance(50);
  const int users = random.between(3, pools ? 6 : 5);
  const bool both = random.chance(60);
  for (int i = 0; i < users; ++i)
    weave.add(both ? "idle first one, one second use, use free idle" : "idle first use, use free idle");
  if (pools) {
    const int units = random.chance(50) ? users : users - 1;
    std::string edges = "n0 none n0";
    for (int i = 0; i < units; ++i) edges += fmt::format(",n{0} out n{1}, n{1} in n{0}", i, i + 1);
    const int pool = weave.add(edges, "n0");
    const int other = both && random.chance(50) ? weave.add(edges, "n0") : -1;
    for (int i = 0; i < users; ++i) {
      weave.rule("first", {{i, "first"}, {pool, "out"}});
      if (both && other >= 0) weave.rule("second", {{i, "second"}, {other, "out"}});
      if (both && other < 0) weave.rule("second", {{i, "second"}});
      if (other >= 0) weave.rule("free", {{i, "free"}, {pool, "in"}, {other, "in"}});
      else weave.rule("free", {{i, "free"}, {pool, "in"}});
    }
  } else {
    const bool ring = random.chance(50);
    const int shared = ring ? users : users + 1;
    for (int i = 0; i < shared; ++i)
      weave.add(random.chance(75) ? "free out used, used in free" : "free out one, one out used, used in one, one in free");
    for (int i = 0; i < users; ++i) {
      const int left = users + i;
      const int right = users + (i + 1) % shared;
      weave.rule("first", {{i, "first"}, {left, "out"}});
      if (both) weave.rule("second", {{i, "second"}, {right, "out"}});
      if (both) weave.rule("free", {{i, "free"}, {left, "in"}, {right, "in"}});
      else weave.rule("free", {{i, "free"}, {left, "in"}});
    }
  }
  std::vector<Atom> aim;
  const int spared = random.chance(50) ? -1 : random.below(at(users));
  for (int i = 0; i < users; ++i) aim.push_back(weave.at(i, i == spared ? "idle" : "use"));
  return {weave.take(), std::move(aim)};
}

AimedNetwork errors(Random& random) {
  Weave weave;
  const int components = random.between(3, 6);
  for (int i = 0; i < components; ++i) {
    const int kind = random.below(100);
    weave.add(kind < 40   ? "a step b, b step a, b fail ERROR, a join a, b join a"
              : kind < 80 ? "a step b, b join c, c step a, c fail ERROR, a fail ERROR"
                          : "a step b, b join c, c fail ERROR");
  }
  for (int i = 0; i < components; ++i) weave.rule("step", {{i, "step"}});
  std::vector<Atom> aim;
  const int first = random.below(at(components));
  const int second = (first + random.between(1, components - 1)) % components;
  const bool independent = random.chance(40);   // the pairs share no rule, but an error of one stops the other
  for (int i = 0; i < components; ++i) {
    if (random.chance(50)) weave.rule("fail", {{i, "fail"}});
    const int other = independent ? (i % 2 == 0 ? i + 1 : i - 1) : (i + random.between(1, components - 1)) % components;
    if (other < components) weave.rule("join", {{i, "join"}, {other, random.chance(70) ? "join" : "fail"}});
  }
  if (!independent && random.chance(50)) weave.rule("crash", {{first, "fail"}, {second, "fail"}});   // the only way to two errors
  aim.push_back(weave.at(first, "ERROR"));
  if (random.chance(70)) aim.push_back(weave.at(second, "ERROR"));
  for (int i = 0; i < components; ++i)
    if (i != first && i != second && random.chance(50)) aim.push_back(weave.at(i, random.chance(50) ? "a" : "b"));
  Spec spec = weave.take();
  const int watchers = independent ? 0 : random.between(0, 2);
  for (int i = 0; i < watchers; ++i) {
    const int watcher = add_watcher(random, spec);
    if (random.chance(50)) aim.push_back({watcher, {spec.of(watcher).num_states() - 1}, 1});
  }
  return {std::move(spec), std::move(aim)};
}

// Runners go round. Counters count some rounds of one of them, and sometimes block the next round.
AimedNetwork laps(Random& random) {
  Weave weave;
  const int runners = random.between(2, 4);
  for (int i = 0; i < runners; ++i)
    weave.add(random.chance(60) ? "home leave away, away arrive home" : "home leave away, away walk far, far arrive home");
  for (int i = 0; i < runners; ++i)
    if (weave.offers(i, "walk")) weave.rule("walk", {{i, "walk"}});
  // Runners that take turns have about as many rounds as the others.
  std::string turns;
  for (int i = 0; i < runners; ++i) turns += fmt::format("{}t{} go{} t{}", i == 0 ? "" : ", ", i, i, (i + 1) % runners);
  const int baton = random.chance(60) ? weave.add(turns) : -1;
  std::vector<Atom> aim;
  for (int i = 0; i < runners; ++i) {
    const int rounds = random.between(1, 3);
    std::string edges = "r0 count r1";
    for (int round = 1; round < rounds; ++round) edges += fmt::format(", r{} count r{}", round, round + 1);
    if (random.chance(50)) edges += fmt::format(", r{} count r{}", rounds, random.chance(50) ? rounds : 0);
    const int counter = weave.add(edges);
    weave.rule("arrive", {{i, "arrive"}, {counter, "count"}});
    const int other = random.below(at(runners));
    if (baton >= 0) weave.rule("leave", {{i, "leave"}, {baton, fmt::format("go{}", i)}});
    else if (other != i && random.chance(70))
      weave.rule("leave", {{i, "leave"}, {other, random.chance(50) ? "leave" : "arrive"}});
    else weave.rule("leave", {{i, "leave"}});
    if (random.chance(80)) aim.push_back(weave.at(counter, fmt::format("r{}", random.between(1, rounds))));
    if (random.chance(80)) aim.push_back(weave.at(i, random.chance(75) ? "home" : "away"));
  }
  if (aim.empty()) aim.push_back(weave.at(0, "away"));
  return {weave.take(), std::move(aim)};
}

AimedNetwork never_refusing(Random& random) {
  Weave weave;
  const int components = random.between(3, 5);
  const std::vector<std::string> labels{"x", "y"};
  for (int i = 0; i < components; ++i) weave.add(random_path(random, random.between(2, 4), labels));
  const auto either = [&] { return std::string_view(random.chance(50) ? "x" : "y"); };
  for (int i = 0; i < components; ++i) {
    weave.rule("tau", {{i, either()}});
    weave.rule("sync", {{i, either()}, {(i + random.between(1, components - 1)) % components, either()}});
  }
  Spec spec = weave.take();
  std::vector<Atom> aim;
  for (int i = random.between(1, 3); i > 0; --i) {
    const int one = add_total_process(random, spec);
    aim.push_back({one, {random.below(spec.of(one).states.size())}, 1});
  }
  for (int i = 0; i < components; ++i)
    if (random.chance(60)) aim.push_back({i, {random.below(spec.of(i).states.size())}, 1});
  return {std::move(spec), std::move(aim)};
}

AimedNetwork regular_network(Random& random, Family family) {
  switch (family) {
    case Family::kTokens: return token_ring(random);
    case Family::kDining: return dining(random);
    case Family::kRequests: return request_tree(random);
    case Family::kClique: return clique(random);
    case Family::kChain: return chain(random);
    case Family::kResources: return resources(random);
    case Family::kCopies: return network_of_copies(random);
    case Family::kErrors: return errors(random);
    case Family::kLaps: return laps(random);
    case Family::kNeverRefusing: return never_refusing(random);
    case Family::kConserved:
    case Family::kCounting:
    case Family::kVotes:
    case Family::kSlots:
    case Family::kSystolic:
    case Family::kStray:
    case Family::kParity:
    case Family::kOnce:
    case Family::kParts: return invariant_network(random, family);
    case Family::kDense:
    case Family::kRing:
    case Family::kTree:
    case Family::kClients:
    case Family::kBarrier:
    case Family::kLoose: break;
  }
  throw std::logic_error("a plain family has no aim");
}

}   // namespace

AimedNetwork adversarial_network(Random& random, Family family) {
  AimedNetwork drawn = regular_network(random, family);
  const bool as_it_is = random.chance(30);   // the additions below would join independent parts
  const int deviations = as_it_is || random.chance(25) ? 0 : random.between(1, 3);
  for (int i = 0; i < deviations; ++i) deviate(random, drawn.spec);
  if (random.chance(15)) add_way_into_error(random, drawn.spec);
  if (as_it_is) return drawn;
  if (drawn.spec.num_components() <= kMostComponents && random.chance(45)) add_watcher(random, drawn.spec);
  if (drawn.spec.num_components() <= kMostComponents && random.chance(10)) {
    const int one = add_total_process(random, drawn.spec);
    if (random.chance(50)) drawn.aim.push_back({one, {random.below(drawn.spec.of(one).states.size())}, 1});
  }
  return drawn;
}

}   // namespace parley::cross
