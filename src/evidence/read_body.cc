#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "base/hash.h"
#include "evidence/head.h"
#include "evidence/read.h"
#include "property/word.h"

namespace parley {

namespace {

bool read_component(Scanner& in, const Network& network, ComponentId& into) {
  const std::size_t at = in.offset();
  std::string_view name;
  if (!in.word(name)) return false;
  const std::optional<ComponentId> found = network.find_component(name);
  if (!found) return in.fail(at, in.offset() - at, "evidence-unknown-name", fmt::format("there is no component '{}'", name));
  into = *found;
  return true;
}

// A name that stands for one state only, or '#' and a state's number.
bool read_state(Scanner& in, const Lts& lts, LocalState& into) {
  const std::size_t at = in.offset();
  if (in.sees('#')) {
    std::uint64_t number = 0;
    if (!in.literal("#") || !in.number(number)) return false;
    if (number >= lts.num_states())
      return in.fail(at, in.offset() - at, "evidence-unknown-name", fmt::format("there is no state number {}", number));
    into = LocalState(static_cast<std::size_t>(number));
    return true;
  }
  std::string_view name;
  if (!in.word(name)) return false;
  const std::vector<LocalState> meant = lts.states_named(name);
  if (meant.empty()) return in.fail(at, in.offset() - at, "evidence-unknown-name", fmt::format("there is no state '{}' here", name));
  if (meant.size() > 1)
    return in.fail(at, in.offset() - at, "evidence-unknown-name", fmt::format("'{}' stands for several states", name),
                   "'#' and a number stands for one");
  into = meant[0];
  return true;
}

bool read_end(Scanner& in) {
  if (!in.literal("end") || !in.end_line()) return false;
  return in.at_end() || in.fail(in.offset(), 1, "evidence-syntax", "there is text after 'end'");
}

class TraceReader {
 public:
  TraceReader(Scanner& in, const Network& network, const Limits& limits) : in_(in), network_(network), pulse_(limits) {
    now_.reserve(network.num_components());
    for (ComponentId component : network.components()) now_.push_back(network.lts(component).initial());
  }

  bool read(Trace& trace) {
    std::uint64_t length = 0;
    if (!in_.literal("length ") || !in_.number(length) || !in_.end_line()) return false;
    for (std::uint64_t number = 1; number <= length; ++number) {
      pulse_.beat();
      if (!read_step(number, trace)) return false;
    }
    return true;
  }

 private:
  bool read_step(std::uint64_t expected, Trace& trace) {
    if (!in_.literal("step ")) return false;
    std::size_t at = in_.offset();
    std::uint64_t number = 0;
    if (!in_.number(number)) return false;
    if (number != expected)
      return in_.fail(at, in_.offset() - at, "evidence-number", fmt::format("this is step {}, not {}", expected, number));
    if (!in_.literal(" ")) return false;

    at = in_.offset();
    std::string_view name;
    if (!in_.word(name)) return false;
    const std::optional<LabelId> label = network_.find_label(name);
    if (!label) return in_.fail(at, in_.offset() - at, "evidence-unknown-name", fmt::format("no rule has the label '{}'", name));

    moves_.clear();
    do {
      if (!in_.literal(" ") || !read_move()) return false;
    } while (in_.sees(' '));
    trace.add(*label, moves_);
    return in_.end_line();
  }

  bool read_move() {
    std::size_t at = in_.offset();
    Move move;
    if (!read_component(in_, network_, move.component)) return false;
    if (!moves_.empty() && move.component <= moves_.back().component)
      return in_.fail(at, in_.offset() - at, "evidence-order", "the participants of a step stand in the order of the network, each once");
    if (!in_.literal(":")) return false;

    const Lts& lts = network_.lts(move.component);
    LocalState& now = now_[move.component.index()];
    at = in_.offset();
    LocalState from;
    if (!read_state(in_, lts, from)) return false;
    if (from != now)
      return in_.fail(at, in_.offset() - at, "evidence-wrong-source",
                      fmt::format("'{}' is in state '{}' here", network_.name(move.component), lts.state_name(now)));
    if (!in_.literal(">") || !read_state(in_, lts, move.to)) return false;
    now = move.to;
    moves_.push_back(move);
    return true;
  }

  Scanner& in_;
  const Network& network_;
  Pulse pulse_;
  std::vector<LocalState> now_;
  std::vector<Move> moves_;
};

// The rows read so far, by content. As many slots as the next power of two above twice the number of rows.
class DuplicateFinder {
 public:
  DuplicateFinder(std::size_t rows, const Limits& limits) {
    std::size_t slots = 16;
    while (slots < 2 * rows) slots *= 2;
    limits.expect(slots * sizeof(std::uint32_t));
    slots_.assign(slots, 0);
  }

  // The earlier row with the content of the last row of 'table'; nothing if it is new, and then it is entered.
  std::optional<std::size_t> find_or_enter_last(const StateTable& table) {
    const std::size_t last = table.size() - 1;
    const std::span<const std::uint64_t> words = table.words(last);
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash_words(words) & mask;
    for (; slots_[slot] != 0; slot = (slot + 1) & mask)
      if (std::ranges::equal(table.words(slots_[slot] - 1), words)) return slots_[slot] - 1;
    slots_[slot] = static_cast<std::uint32_t>(last + 1);
    return std::nullopt;
  }

 private:
  std::vector<std::uint32_t> slots_;   // row + 1, or 0
};

class ClosedSetReader {
 public:
  ClosedSetReader(Scanner& in, const Network& network, const Limits& limits)
      : in_(in), network_(network), limits_(limits), pulse_(limits) {}

  std::optional<StateTable> read() {
    std::uint64_t columns = 0;
    std::uint64_t rows = 0;
    if (!in_.literal("components ") || !in_.number(columns)) return std::nullopt;
    if (!in_.literal(" states ")) return std::nullopt;
    const std::size_t at = in_.offset();
    if (!in_.number(rows) || !in_.end_line()) return std::nullopt;
    // A row takes at least a digit and a blank a column: a number that cannot be true must not allocate anything.
    if (rows > in_.left() / std::max<std::uint64_t>(1, 2 * columns) || rows >= std::numeric_limits<std::uint32_t>::max()) {
      in_.fail(at, 1, "evidence-number", "the file is too short for so many states");
      return std::nullopt;
    }
    for (std::uint64_t i = 0; i < columns; ++i) {
      pulse_.beat();
      if (!read_dictionary()) return std::nullopt;
    }
    begins_.push_back(dictionary_.size());
    if (!each_once() || !in_.literal("rows text") || !in_.end_line()) return std::nullopt;

    StateTable table(network_, components_);
    if (!read_rows(rows, table)) return std::nullopt;
    return table;
  }

 private:
  bool read_dictionary() {
    ComponentId component;
    if (!in_.literal("component ")) return false;
    offsets_.push_back(in_.offset());
    if (!read_component(in_, network_, component)) return false;
    components_.push_back(component);
    begins_.push_back(dictionary_.size());
    const std::size_t at = in_.offset();
    while (in_.sees(' ')) {
      pulse_.beat();
      LocalState state;
      if (!in_.literal(" ") || !read_state(in_, network_.lts(component), state)) return false;
      dictionary_.push_back(state);
    }
    if (!in_.end_line()) return false;
    scratch_.assign(dictionary_.begin() + static_cast<std::ptrdiff_t>(begins_.back()), dictionary_.end());
    std::sort(scratch_.begin(), scratch_.end());
    if (std::adjacent_find(scratch_.begin(), scratch_.end()) == scratch_.end()) return true;
    return in_.fail(at, 1, "evidence-duplicate-state", "a local state stands twice in this list");
  }

  bool each_once() {
    std::vector<std::pair<ComponentId, std::size_t>> sorted;
    sorted.reserve(components_.size());
    for (std::size_t i = 0; i < components_.size(); ++i) sorted.emplace_back(components_[i], offsets_[i]);
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t i = 1; i < sorted.size(); ++i)
      if (sorted[i - 1].first == sorted[i].first)
        return in_.fail(sorted[i].second, 1, "evidence-order",
                        fmt::format("component '{}' stands twice in the list", network_.name(sorted[i].first)));
    return true;
  }

  bool read_rows(std::size_t rows, StateTable& table) {
    limits_.expect(rows * table.words_per_row() * sizeof(std::uint64_t));
    table.reserve(rows);
    DuplicateFinder seen(rows, limits_);
    std::vector<LocalState> row(components_.size());
    for (std::size_t i = 0; i < rows; ++i) {
      pulse_.beat();
      const std::size_t at = in_.offset();
      if (!read_row(row)) return false;
      table.add(row);
      if (const std::optional<std::size_t> earlier = seen.find_or_enter_last(table))
        return in_.fail(at, 1, "evidence-duplicate-state", fmt::format("this is the same state as row {} of the list", *earlier + 1));
    }
    return true;
  }

  bool read_row(std::vector<LocalState>& row) {
    for (std::size_t column = 0; column < row.size(); ++column) {
      if (column > 0 && !in_.sees(' ')) return in_.fail_here(fmt::format("{} numbers in this line", row.size()));
      if (column > 0) in_.literal(" ");
      const std::size_t at = in_.offset();
      std::uint64_t number = 0;
      if (!in_.number(number)) return false;
      if (number >= begins_[column + 1] - begins_[column])
        return in_.fail(at, in_.offset() - at, "evidence-number",
                        fmt::format("component '{}' has only {} states in its list, counted from 0", network_.name(components_[column]),
                                    begins_[column + 1] - begins_[column]));
      row[column] = dictionary_[begins_[column] + number];
    }
    return in_.end_line();
  }

  Scanner& in_;
  const Network& network_;
  const Limits& limits_;
  Pulse pulse_;
  std::vector<ComponentId> components_;
  std::vector<std::size_t> offsets_;
  std::vector<std::size_t> begins_;
  std::vector<LocalState> dictionary_;   // of all components, one after the other
  std::vector<LocalState> scratch_;
};

}  // namespace

Result<Evidence> read_evidence_body(const SourceText& source, const EvidenceHeader&, const Network& network,
                                    const Limits& limits) {
  Scanner in(source);
  Head head;
  if (!read_head(in, head) || !same_network(in, head, network)) return in.error();

  if (head.header.kind == EvidenceKind::kTrace) {
    Trace trace;
    if (!TraceReader(in, network, limits).read(trace) || !read_end(in)) return in.error();
    return Evidence(std::move(trace));
  }
  std::optional<StateTable> table = ClosedSetReader(in, network, limits).read();
  if (!table || !read_end(in)) return in.error();
  return Evidence(std::make_shared<const ClosedSet>(ClosedSet{std::move(*table)}));
}

}  // namespace parley
