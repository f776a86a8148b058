#include "cross/invariant_spec.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "cross/weave.h"

namespace parley::cross {

namespace {

using oracle::Atom;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

// The states n0 .. n<most>, one up by "inc" and one down by "dec".
std::string counter(int most) {
  std::string edges;
  for (int i = 0; i < most; ++i) edges += fmt::format("{0}n{1} inc n{2}, n{2} dec n{1}", i == 0 ? "" : ", ", i, i + 1);
  return edges;
}

// Tokens in places of various capacities, moved along random rules by one or two at a time. Sometimes two
// tokens become one, and then nothing is conserved.
AimedNetwork conserved(Random& random) {
  Weave weave;
  const int places = random.between(3, 6);
  std::vector<int> capacity;
  std::vector<int> tokens;
  for (int i = 0; i < places; ++i) {
    capacity.push_back(random.between(1, 3));
    tokens.push_back(random.between(0, capacity.back()));
    weave.add(counter(capacity.back()), fmt::format("n{}", tokens.back()));
  }
  const bool leaks = random.chance(25);
  for (int rules = random.between(places, 2 * places); rules > 0; --rules) {
    std::vector<int> who = random.permutation(at(places));
    if (places >= 4 && random.chance(25))
      weave.rule("both", {{who[0], "dec"}, {who[1], "dec"}, {who[2], "inc"}, {who[3], "inc"}});
    else if (leaks && random.chance(30)) weave.rule("melt", {{who[0], "dec"}, {who[1], "dec"}, {who[2], "inc"}});
    else weave.rule("move", {{who[0], "dec"}, {who[1], "inc"}});
  }
  std::vector<Atom> aim;
  int left = 0;
  for (int number : tokens) left += number;
  if (random.chance(50)) left += random.chance(50) ? 1 : -1;   // a wrong sum
  for (int i = 0; i < places; ++i) {
    const int here = std::clamp(i + 1 < places ? random.between(0, capacity[at(i)]) : left, 0, capacity[at(i)]);
    left -= here;
    aim.push_back(weave.at(i, fmt::format("n{}", here)));
  }
  return {weave.take(), std::move(aim)};
}

// A butler limits how many sit down. Each seated component takes a left and a right fork. There is a deadlock
// only if the butler admits all of them.
AimedNetwork counting(Random& random) {
  Weave weave;
  const int guests = random.between(3, 4);
  const int most = random.chance(60) ? guests - 1 : guests;
  for (int i = 0; i < guests; ++i) weave.add("out sit in, in left l, l right eat, eat drop fed, fed rise out");
  for (int i = 0; i < guests; ++i) weave.add("free take held, held drop free");
  const int butler = weave.add(counter(most), "n0");
  for (int i = 0; i < guests; ++i) {
    const int left = guests + i;
    const int right = guests + (i + 1) % guests;
    weave.rule("sit", {{i, "sit"}, {butler, "inc"}});
    weave.rule("left", {{i, "left"}, {left, "take"}});
    weave.rule("right", {{i, "right"}, {right, "take"}});
    weave.rule("drop", {{i, "drop"}, {left, "drop"}, {right, "drop"}});
    if (random.chance(92)) weave.rule("rise", {{i, "rise"}, {butler, "dec"}});
    else weave.rule("rise", {{i, "rise"}});   // the butler does not see it, and finally admits no component
  }
  std::vector<Atom> aim;
  const int seated = random.between(guests - 1, guests);
  for (int i = 0; i < seated; ++i) aim.push_back(weave.at(i, random.chance(70) ? "l" : "in"));
  if (random.chance(50)) aim.push_back(weave.at(butler, fmt::format("n{}", std::min(most, random.between(seated - 1, seated)))));
  return {weave.take(), std::move(aim)};
}

// Each component has one vote for a or b; there are two counters. A majority is announced to one component or
// to all.
AimedNetwork votes(Random& random) {
  Weave weave;
  const int voters = random.between(3, 5);
  const bool again = random.chance(40);
  for (int i = 0; i < voters; ++i)
    weave.add(again               ? "new fora a, new forb b, a close new, b close new"
              : random.chance(80) ? "new fora a, new forb b, a hear a, b hear b"
                                  : "new fora END, new forb b, b hear b");
  const int quorum = random.chance(60) ? voters / 2 + 1 : voters / 2;
  std::string edges;
  for (int i = 0; i < quorum; ++i) edges += fmt::format("{}n{} vote n{}", i == 0 ? "" : ", ", i, i + 1);
  edges += fmt::format(", n{0} vote n{0}, n{0} win won", quorum);
  const int a = weave.add(edges + ", won vote won, won close n0");
  const int b = weave.add(edges + ", won vote won, won close n0");
  std::vector<Weave::NamedPart> closing{{a, "close"}, {b, "close"}};
  for (int i = 0; i < voters; ++i) {
    weave.rule("vote", {{i, "fora"}, {a, "vote"}});
    weave.rule("vote", {{i, "forb"}, {b, "vote"}});
    if (again) closing.emplace_back(i, "close");
    else weave.rule("hear", {{i, "hear"}, {random.chance(50) ? a : b, "win"}});
  }
  if (again) weave.rule("close", closing);
  if (again || random.chance(60)) {
    weave.rule("win", {{a, "win"}});
    weave.rule("win", {{b, "win"}});
  }
  std::vector<Atom> aim{weave.at(a, "won")};
  if (random.chance(70)) aim.push_back(weave.at(b, "won"));
  if (random.chance(40)) aim.push_back(weave.at(0, "new"));
  return {weave.take(), std::move(aim)};
}

// A ring of cells along which items move. A new item enters only if the next cell is free as well, so the
// ring is never full, unless the entrances do not check. Without entrances the number of items is constant.
AimedNetwork slots(Random& random) {
  Weave weave;
  const int cells = random.between(3, 7);
  const bool is_careful = random.chance(75);
  for (int i = 0; i < cells; ++i)
    weave.add("empty put full, full get empty, empty look empty", random.chance(30) && i > 0 ? "full" : "empty");
  const int entrances = random.chance(40) ? 0 : random.between(1, cells);
  for (int i = 0; i < cells; ++i) {
    const int next = (i + 1) % cells;
    weave.rule("move", {{i, "get"}, {next, "put"}});
    if (i < entrances && is_careful) weave.rule("enter", {{i, "put"}, {next, "look"}});
    else if (i < entrances) weave.rule("enter", {{i, "put"}});
    if (entrances > 0 && random.chance(25)) weave.rule("leave", {{i, "get"}, {next, "look"}});
  }
  std::vector<Atom> aim;
  for (int i = 0; i < cells; ++i)
    if (i + 1 < cells || random.chance(85)) aim.push_back(weave.at(i, "full"));
  return {weave.take(), std::move(aim)};
}

// Cells in rows and columns, or with a third neighbour across. Each receives from its predecessors and passes
// on, in its own order. The orders are compatible, or not.
AimedNetwork systolic(Random& random) {
  Weave weave;
  const int height = random.between(1, 3);
  const int width = random.between(height == 1 ? 3 : 2, height == 3 ? 3 : 4);
  const bool has_third = random.chance(40);
  const bool is_regular = random.chance(50);
  const auto cell = [&](int row, int column) { return row * width + column; };
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column) {
      std::vector<std::string> steps{"left", "up"};
      if (has_third) steps.emplace_back("across");
      if (!is_regular) random.shuffle(steps);
      std::vector<std::string> later{"right", "down"};
      if (has_third) later.emplace_back("over");
      if (!is_regular) random.shuffle(later);
      if (is_regular || random.chance(70)) steps.insert(steps.end(), later.begin(), later.end());
      else steps.insert(steps.begin() + random.between(0, static_cast<int>(steps.size())), later.begin(), later.end());
      std::string edges;
      for (std::size_t i = 0; i < steps.size(); ++i)
        edges += fmt::format("{}s{} {} s{}", i == 0 ? "" : ", ", i, steps[i], (i + 1) % steps.size());
      weave.add(edges);
    }
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column) {
      const int here = cell(row, column);
      if (column == 0) weave.rule("in", {{here, "left"}});
      if (row == 0) weave.rule("in", {{here, "up"}});
      if (column + 1 < width) weave.rule("right", {{here, "right"}, {cell(row, column + 1), "left"}});
      else weave.rule("out", {{here, "right"}});
      if (row + 1 < height) weave.rule("down", {{here, "down"}, {cell(row + 1, column), "up"}});
      else weave.rule("out", {{here, "down"}});
      if (!has_third) continue;
      if (row == 0 || column == 0) weave.rule("in", {{here, "across"}});
      if (row + 1 < height && column + 1 < width) weave.rule("over", {{here, "over"}, {cell(row + 1, column + 1), "across"}});
      else weave.rule("out", {{here, "over"}});
    }
  std::vector<Atom> aim;
  const int components = weave.spec().num_components();
  for (int i = 0; i < components; ++i)
    if (random.chance(50) || i == 0) aim.push_back({i, {random.below(weave.spec().of(i).states.size())}, 1});
  return {weave.take(), std::move(aim)};
}

// A component that has not begun cannot have taken part in later steps. But a flow may go round there, unless
// it is restricted to what is reachable.
AimedNetwork stray(Random& random) {
  Weave weave;
  const int pairs = random.between(1, 3);
  const bool can_return = random.chance(25);
  std::vector<Atom> aim;
  for (int i = 0; i < pairs; ++i) {
    const int kind = random.below(3);
    const int one = weave.add(kind == 0   ? fmt::format("n0 c n1, n1 k n1, n1 l n1{}", can_return ? ", n1 c n0" : "")
                              : kind == 1 ? "n0 c n1, n1 k n2, n2 l n1"
                                          : "n0 c n1, n1 k n2, n2 l n1, n1 d n3, n3 l n3");
    const int other = weave.add(random.chance(70) ? "m0 k m1, m1 l m0" : "m0 k m1, m1 k m2, m2 l m0, m1 l m0");
    weave.rule("k", {{one, "k"}, {other, "k"}});
    weave.rule("l", {{one, "l"}, {other, "l"}});
    if (weave.offers(one, "d")) weave.rule("d", {{one, "d"}});
    aim.push_back(weave.at(one, random.chance(65) ? "n0" : "n1"));
    aim.push_back(weave.at(other, random.chance(75) ? "m1" : "m0"));
  }
  // The first steps: alone, together, or one after the other.
  const int starter = weave.add("s0 go s1, s1 go s2, s2 go s2");
  const int way = random.below(3);
  for (int i = 0; i < pairs; ++i) {
    if (way == 0) weave.rule("c", {{2 * i, "c"}});
    if (way == 1) weave.rule("c", {{2 * i, "c"}, {starter, "go"}});
    if (way == 2 && i == 0) weave.rule("c", {{0, "c"}, {starter, "go"}});
    if (way == 2 && i > 0) weave.rule("c", {{2 * i, "c"}, {2 * i - 2, "k"}, {2 * i - 1, "k"}});
  }
  if (way == 0) weave.rule("go", {{starter, "go"}});
  return {weave.take(), std::move(aim)};
}

// Rules that change two or more switches at once: the number of switches that are on stays even, or constant
// modulo three.
AimedNetwork parity(Random& random) {
  Weave weave;
  const int switches = random.between(3, 6);
  const int modulus = random.chance(65) ? 2 : 3;
  for (int i = 0; i < switches; ++i) {
    const std::string start = fmt::format("v{}", random.below(at(modulus)));
    weave.add(modulus == 2 ? "v0 turn v1, v1 turn v0" : "v0 turn v1, v1 turn v2, v2 turn v0, v1 back v0, v2 back v1, v0 back v2",
              start);
  }
  const bool is_odd = random.chance(20);   // one switch changes alone
  for (int rules = random.between(switches - 1, switches + 2); rules > 0; --rules) {
    const std::vector<int> who = random.permutation(at(switches));
    if (modulus == 3 && random.chance(50)) weave.rule("swap", {{who[0], "turn"}, {who[1], "back"}});
    else if (modulus == 3) weave.rule("three", {{who[0], "turn"}, {who[1], "turn"}, {who[2], "turn"}});
    else if (switches >= 4 && random.chance(25))
      weave.rule("four", {{who[0], "turn"}, {who[1], "turn"}, {who[2], "turn"}, {who[3], "turn"}});
    else weave.rule("two", {{who[0], "turn"}, {who[1], "turn"}});
  }
  if (is_odd) weave.rule("one", {{random.below(at(switches)), "turn"}});
  if (random.chance(40)) {   // another component that may terminate
    const int end = weave.add("run stop END, run go run");
    weave.rule("go", {{end, "go"}});
    if (random.chance(60)) weave.rule("stop", {{end, "stop"}});
  }
  std::vector<Atom> aim;
  for (int i = 0; i < switches; ++i) aim.push_back(weave.at(i, fmt::format("v{}", random.below(at(modulus)))));
  return {weave.take(), std::move(aim)};
}

// Each component moves in one direction and stops, terminated or not: what was done once is never done again.
AimedNetwork once(Random& random) {
  Weave weave;
  const int components = random.between(3, 5);
  for (int i = 0; i < components; ++i) {
    const int length = random.between(2, 4);
    std::string edges;
    for (int step = 0; step < length; ++step) {
      const bool is_last = step + 1 == length;
      const std::string to = is_last && random.chance(65) ? "END" : fmt::format("p{}", step + 1);
      edges += fmt::format("{}p{} {} {}", step == 0 ? "" : ", ", step, random.chance(50) ? "x" : "y", to);
      if (random.chance(25)) edges += fmt::format(", p{} {} {}", step, random.chance(50) ? "x" : "z", to);
    }
    if (random.chance(30)) edges += ", p1 z p1";
    weave.add(edges + ", p0 x p1, p0 y p1");
  }
  for (int i = 0; i < components; ++i)
    for (const std::string_view label : {"x", "y", "z"}) {
      if (!weave.offers(i, label)) continue;
      const int draw = random.below(100);
      std::vector<Weave::NamedPart> parts{{i, label}};
      const std::vector<int> others = random.permutation(at(components));
      const int partners = draw < 35 ? 0 : draw < 75 ? 1 : draw < 90 ? 2 : 3;
      for (int other : others)
        if (other != i && static_cast<int>(parts.size()) <= partners) parts.emplace_back(other, random.chance(50) ? "x" : "y");
      weave.rule(std::string(label), parts);
    }
  std::vector<Atom> aim;
  for (int i = 0; i < components; ++i)
    if (i == 0 || random.chance(60)) aim.push_back({i, {random.below(weave.spec().of(i).states.size())}, 1});
  return {weave.take(), std::move(aim)};
}

// Two or three groups with their own locks, one group perhaps in the wrong order. Then a part is blocked
// while the others go on.
AimedNetwork parts(Random& random) {
  Weave weave;
  const int groups = random.between(1, 3);
  std::vector<Atom> aim;
  for (int group = 0; group < groups; ++group) {
    const bool in_order = random.chance(60);
    const bool can_give_up = !in_order && random.chance(30);
    const int one = weave.add("w first f, f second b, b drop w");
    const int two = weave.add(can_give_up ? "w first f, f second b, b drop w, f undo w" : "w first f, f second b, b drop w");
    const int a = weave.add("free lock held, held unlock free");
    const int b = weave.add("free lock held, held unlock free");
    weave.rule("first", {{one, "first"}, {a, "lock"}});
    weave.rule("second", {{one, "second"}, {b, "lock"}});
    weave.rule("first", {{two, "first"}, {in_order ? a : b, "lock"}});
    weave.rule("second", {{two, "second"}, {in_order ? b : a, "lock"}});
    for (int user : {one, two}) weave.rule("drop", {{user, "drop"}, {a, "unlock"}, {b, "unlock"}});
    if (can_give_up) weave.rule("undo", {{two, "undo"}, {b, "unlock"}});
    aim.push_back(weave.at(one, random.chance(70) ? "f" : "b"));
    if (random.chance(70)) aim.push_back(weave.at(two, random.chance(70) ? "f" : "w"));
  }
  if (groups < 3 && random.chance(50)) {   // one that always goes on alone
    const int alone = weave.add(random.chance(70) ? "on tick off, off tick on" : "on tick off, off tick END");
    weave.rule("tick", {{alone, "tick"}});
    if (random.chance(30)) aim.push_back(weave.at(alone, "off"));
  }
  return {weave.take(), std::move(aim)};
}

}   // namespace

AimedNetwork invariant_network(Random& random, Family family) {
  switch (family) {
    case Family::kConserved: return conserved(random);
    case Family::kCounting: return counting(random);
    case Family::kVotes: return votes(random);
    case Family::kSlots: return slots(random);
    case Family::kSystolic: return systolic(random);
    case Family::kStray: return stray(random);
    case Family::kParity: return parity(random);
    case Family::kOnce: return once(random);
    case Family::kParts: return parts(random);
    case Family::kDense:
    case Family::kRing:
    case Family::kTree:
    case Family::kClients:
    case Family::kBarrier:
    case Family::kLoose:
    case Family::kTokens:
    case Family::kDining:
    case Family::kRequests:
    case Family::kClique:
    case Family::kChain:
    case Family::kResources:
    case Family::kCopies:
    case Family::kErrors:
    case Family::kLaps:
    case Family::kNeverRefusing: break;
  }
  throw std::logic_error("no family of invariants");
}

}   // namespace parley::cross
