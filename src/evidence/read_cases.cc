#include "evidence/read_cases.h"

#include <fmt/format.h>

#include "evidence/read_set.h"
#include "evidence/text/file_words.h"
#include "evidence/text/read_names.h"

namespace parley {

namespace {

// "weigh NAME 0 -1 2": one weight per local state.
bool read_weights(Scanner& in, const Network& network, Pulse& pulse, LinearInvariant& into) {
  if (!in.literal("weigh ")) return false;
  const std::size_t at = in.offset();
  LinearInvariant::Row row;
  if (!read_component(in, network, row.component)) return false;
  if (!into.rows.empty() && row.component <= into.rows.back().component)
    return in.fail(at, in.offset() - at, "evidence-order",
                   "an invariant weighs components in the order of the network, each once");
  const std::size_t states = network.lts(row.component).num_states();
  for (std::size_t state = 0; state < states; ++state) {
    pulse.beat();
    if (!in.sees(' ')) return in.fail_here(fmt::format("{} weights in this line", states));
    std::int64_t weight = 0;
    if (!in.literal(" ") || !in.integer(weight)) return false;
    row.weights.push_back(weight);
  }
  into.rows.push_back(std::move(row));
  return in.end_line();
}

bool read_node(Scanner& in, std::size_t sets, CaseSplit& into) {
  if (in.sees(kSplitWord)) {
    into.tree.push_back(CaseSplit::kSplit);
    return in.literal({&kSplitWord, 1});
  }
  if (in.sees(kAbsurdWord)) {
    into.tree.push_back(CaseSplit::kAbsurd);
    return in.literal({&kAbsurdWord, 1});
  }
  const std::size_t at = in.offset();
  std::uint64_t number = 0;
  if (!in.number(number)) return false;
  if (number >= sets)
    return in.fail(at, in.offset() - at, "evidence-number", fmt::format("there are only {} sets, counted from 0", sets));
  into.tree.push_back(static_cast<std::uint32_t>(number));
  return true;
}

}   // namespace

bool read_invariant(Scanner& in, const Network& network, Pulse& pulse, LinearInvariant& into) {
  std::uint64_t rows = 0;
  if (!in.literal("invariant at-most ") || !in.integer(into.bound)) return false;
  if (!in.literal(" rows ") || !in.number(rows) || !in.end_line()) return false;
  for (std::uint64_t i = 0; i < rows; ++i)
    if (!read_weights(in, network, pulse, into)) return false;
  return true;
}

bool read_cases(Scanner& in, const Network& network, const Limits& limits, CaseSplit& into) {
  std::uint64_t sets = 0;
  std::uint64_t nodes = 0;
  if (!in.literal("sets ") || !in.number(sets)) return false;
  if (!in.literal(" tree ")) return false;
  const std::size_t at = in.offset();
  if (!in.number(nodes) || !in.end_line()) return false;
  // A set takes at least a line, and a node two bytes: an impossible number must not allocate anything.
  if (nodes == 0 || nodes > in.left() / 2 || sets > in.left())
    return in.fail(at, 1, "evidence-number",
                   nodes == 0 ? "a tree has a node" : "the file is too short for so many sets and nodes");

  Pulse pulse(limits);
  for (std::uint64_t i = 0; i < sets; ++i) {
    pulse.beat();
    if (!in.literal("set ")) return false;
    std::optional<ClosedSet> set = read_closed_set(in, network, limits);
    if (!set) return false;
    into.sets.push_back(std::make_shared<const ClosedSet>(std::move(*set)));
  }

  if (!in.literal("tree") || !in.end_line()) return false;
  limits.expect(nodes * sizeof(std::uint32_t));
  into.tree.reserve(nodes);
  for (std::uint64_t i = 0; i < nodes; ++i) {
    pulse.beat();
    if (i % kTreeWordsPerLine != 0 && !in.literal(" ")) return false;
    if (!read_node(in, sets, into)) return false;
    if ((i + 1 == nodes || (i + 1) % kTreeWordsPerLine == 0) && !in.end_line()) return false;
  }
  return true;
}

}   // namespace parley
