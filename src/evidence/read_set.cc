#include "evidence/read_set.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "base/hash.h"
#include "evidence/read_cases.h"
#include "evidence/row_code.h"
#include "evidence/text/file_words.h"
#include "evidence/text/read_names.h"

namespace parley {

namespace {

// The rows read so far, by content. The number of slots is a power of two above twice the number of rows.
class DuplicateFinder {
 public:
  DuplicateFinder(std::size_t rows, const Limits& limits) {
    std::size_t slots = 16;
    while (slots < 2 * rows) slots *= 2;
    limits.expect(slots * sizeof(std::uint32_t));
    slots_.assign(slots, 0);
  }

  // The earlier row equal to the last row of 'table'. If there is none, the last row is entered.
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

// Reads ascending lines of digits. Each line leaves out the prefix that it shares with the line before.
class DigitLineReader {
 public:
  DigitLineReader(Scanner& in, const RowCode& code) : in_(in), code_(code), key_(code.words(), 0) {}

  // Reads the digits of one line, but not its end, and sets the first column that differs from the row
  // before.
  bool read(std::size_t& first_changed) {
    const std::size_t at = in_.offset();
    const std::string_view digits = in_.digits();
    if (digits.empty() || digits.size() > code_.num_digits() || (is_first_ && digits.size() < code_.num_digits()))
      return in_.fail(at, std::max<std::size_t>(1, digits.size()), "evidence-syntax",
                      fmt::format("expected {} {} digits", is_first_ ? "exactly" : "1 to", code_.num_digits()));
    std::size_t place = code_.num_digits() - digits.size();
    if (!is_first_ && RowCode::value(digits[0]) <= static_cast<int>(RowCode::digit(key_, place)))
      return in_.fail(at, digits.size(), "evidence-order",
                      "the lines are not sorted, or one does not leave out all that it shares");
    first_changed = code_.first_column(place);
    code_.clear_from(key_, place);
    for (char letter : digits) RowCode::put_digit(key_, place++, static_cast<unsigned>(RowCode::value(letter)));
    if (!code_.is_padded(key_))
      return in_.fail(at, digits.size(), "evidence-number", "the bits behind the last column are not zero");
    is_first_ = false;
    return true;
  }
  std::span<const std::uint64_t> key() const { return key_; }

 private:
  Scanner& in_;
  const RowCode& code_;
  std::vector<std::uint64_t> key_;
  bool is_first_ = true;
};

class SetReader {
 public:
  enum class Kind : std::uint8_t { kClosed, kReduced, kLeaps };
  SetReader(Scanner& in, Kind kind, const Network& network, const Limits& limits)
      : in_(in), network_(network), limits_(limits), pulse_(limits), kind_(kind), is_reduced_(kind == Kind::kReduced) {}

  // A closed set has no supports and no ranks, and neither has a leap set that is not reduced.
  std::optional<ReducedSet> read() {
    std::uint64_t columns = 0;
    std::uint64_t rows = 0;
    if (!in_.literal("components ") || !in_.number(columns)) return std::nullopt;
    if (!in_.literal(" states ")) return std::nullopt;
    const std::size_t at = in_.offset();
    if (!in_.number(rows)) return std::nullopt;
    if (kind_ == Kind::kLeaps && in_.sees(' ') && !in_.sees(kSteppersWord)) {
      if (!in_.literal(kReducedWord)) return std::nullopt;
      is_reduced_ = true;
    }
    is_ranked_ = is_reduced_ && in_.sees(' ') && !in_.sees(kSteppersWord);
    if (is_ranked_ && !in_.literal(kRankedWord)) return std::nullopt;
    if (kind_ == Kind::kLeaps && !read_number_of_steppers()) return std::nullopt;
    if (kind_ == Kind::kClosed && !read_claims()) return std::nullopt;
    if (!in_.end_line() || !is_possible(at, rows, 1)) return std::nullopt;
    // One line per column: an impossible number must not allocate anything.
    if (columns > in_.left()) {
      in_.fail(at, 1, "evidence-number", "the file is too short for so many components");
      return std::nullopt;
    }
    for (std::uint64_t i = 0; i < columns; ++i) {
      pulse_.beat();
      if (!read_dictionary()) return std::nullopt;
    }
    begins_.push_back(dictionary_.size());
    if (!each_once() || (kind_ != Kind::kClosed && !in_order()) || !read_invariants() || !read_steppers()) return std::nullopt;

    ReducedSet set{.states = StateTable(network_, components_), .supports = {}, .ranks = {}};
    if (!read_rows(at, rows, set)) return std::nullopt;
    return set;
  }

  bool is_reduced() const { return is_reduced_; }   // valid after read()
  std::vector<ComponentId> take_steppers() { return std::move(steppers_); }
  // Of a closed set; call it once, after read().
  std::vector<LinearInvariant> take_invariants() { return std::move(invariants_); }
  bool is_self_contained() const { return is_self_contained_; }

 private:
  // " invariants 2 self-contained", each only if it applies.
  bool read_claims() {
    if (in_.sees(" invariants ")) {
      if (!in_.literal(" invariants ")) return false;
      const std::size_t at = in_.offset();
      if (!in_.number(num_invariants_)) return false;
      if (num_invariants_ == 0 || num_invariants_ > in_.left())
        return in_.fail(at, in_.offset() - at, "evidence-number", "so many invariants do not stand here");
    }
    is_self_contained_ = in_.sees(' ');
    return !is_self_contained_ || in_.literal(kSelfContained);
  }

  static constexpr std::string_view kSteppersWord = " steppers ";

  bool read_number_of_steppers() {
    if (!in_.sees(' ')) return true;
    if (!in_.literal(kSteppersWord)) return false;
    const std::size_t at = in_.offset();
    if (!in_.number(num_steppers_)) return false;
    return (num_steppers_ > 0 && num_steppers_ <= network_.num_components()) ||
           in_.fail(at, in_.offset() - at, "evidence-number", "so many steppers do not stand here");
  }

  bool read_steppers() {
    for (std::uint64_t i = 0; i < num_steppers_; ++i) {
      pulse_.beat();
      ComponentId component;
      if (!in_.literal("stepper ")) return false;
      const std::size_t at = in_.offset();
      if (!read_component(in_, network_, component)) return false;
      if (!steppers_.empty() && !(steppers_.back() < component))
        return in_.fail(at, in_.offset() - at, "evidence-order", "steppers stand in the order of the network, each once");
      steppers_.push_back(component);
      if (!in_.end_line()) return false;
    }
    return true;
  }

  bool read_invariants() {
    for (std::uint64_t i = 0; i < num_invariants_; ++i)
      if (!read_invariant(in_, network_, pulse_, invariants_.emplace_back())) return false;
    return true;
  }

  std::size_t dictionary_size(std::size_t column) const { return begins_[column + 1] - begins_[column]; }

  // Whether the rest of the file can hold so many rows; 'at' is where their number stands.
  bool is_possible(std::size_t at, std::uint64_t rows, std::size_t bytes_a_row) {
    if (rows <= in_.left() / bytes_a_row && rows < std::numeric_limits<std::uint32_t>::max()) return true;
    return in_.fail(at, 1, "evidence-number", "the file is too short for so many states");
  }

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

  // A reduced set and a leap set have a column for every component.
  bool in_order() {
    for (std::size_t i = 0; i < components_.size(); ++i)
      if (components_[i].index() != i)
        return in_.fail(offsets_[i], 1, "evidence-order",
                        fmt::format("a {} set lists all components, in the order of the network",
                                    kind_ == Kind::kLeaps ? "leap" : "reduced"));
    return components_.size() == network_.num_components() ||
           in_.fail_here(fmt::format("the line of component '{}'", network_.name(ComponentId(components_.size()))));
  }

  bool read_rows(std::size_t at, std::size_t rows, ReducedSet& set) {
    const bool packed = !in_.sees("rows text\n");
    if (packed && is_reduced_ && !read_supports()) return false;
    if (!in_.literal(packed ? "rows packed\n" : "rows text\n")) return false;
    const std::size_t least_a_row = packed ? 2 + (is_reduced_ ? 2 : 0) : std::max<std::size_t>(1, 2 * components_.size());
    if (!is_possible(at, rows, least_a_row)) return false;
    limits_.expect(rows * ((set.states.words_per_row() + (is_reduced_ ? set.words_per_support() : 0)) * sizeof(std::uint64_t) +
                           (is_ranked_ ? sizeof(std::uint32_t) : 0)));
    set.states.reserve(rows);
    if (is_reduced_) set.supports.reserve(rows * set.words_per_support());
    if (is_ranked_) set.ranks.reserve(rows);
    return packed ? read_packed_rows(rows, set) : read_text_rows(rows, set);
  }

  bool read_text_rows(std::size_t rows, ReducedSet& set) {
    DuplicateFinder seen(rows, limits_);
    std::vector<LocalState> row(components_.size());
    for (std::size_t i = 0; i < rows; ++i) {
      pulse_.beat();
      const std::size_t at = in_.offset();
      if (!read_text_row(row) || (is_reduced_ && !read_text_support(set)) || !in_.end_line()) return false;
      set.states.add(row);
      if (const std::optional<std::size_t> earlier = seen.find_or_enter_last(set.states))
        return in_.fail(at, 1, "evidence-duplicate-state",
                        fmt::format("this is the same state as row {} of the list", *earlier + 1));
    }
    return true;
  }

  bool read_text_row(std::vector<LocalState>& row) {
    for (std::size_t column = 0; column < row.size(); ++column) {
      if (column > 0 && !in_.sees(' ')) return in_.fail_here(fmt::format("{} numbers in this line", row.size()));
      if (column > 0) in_.literal(" ");
      const std::size_t at = in_.offset();
      std::uint64_t number = 0;
      if (!in_.number(number)) return false;
      if (number >= dictionary_size(column)) return not_in_dictionary(at, column);
      row[column] = dictionary_[begins_[column] + number];
    }
    return true;
  }

  bool not_in_dictionary(std::size_t at, std::size_t column) {
    return in_.fail(at, in_.offset() - at, "evidence-number",
                    fmt::format("component '{}' has only {} states in its list, counted from 0",
                                network_.name(components_[column]), dictionary_size(column)));
  }

  // " : 0 2" and, with ranks, " : 5"
  bool read_text_support(ReducedSet& set) {
    if (!in_.literal(" :")) return false;
    const std::size_t words = set.words_per_support();
    set.supports.resize(set.supports.size() + words, 0);
    std::uint64_t least = 0;   // the numbers ascend
    while (in_.sees(' ') && !in_.sees(" :")) {
      const std::size_t at = in_.offset() + 1;
      std::uint64_t number = 0;
      if (!in_.literal(" ") || !in_.number(number)) return false;
      if (number < least || number >= components_.size())
        return in_.fail(at, in_.offset() - at, "evidence-number",
                        "a support is a list of component numbers, ascending, counted from 0");
      set.supports[set.supports.size() - words + number / ReducedSet::kWordBits] |= std::uint64_t{1}
                                                                                    << (number % ReducedSet::kWordBits);
      least = number + 1;
    }
    return !is_ranked_ || (in_.literal(" :") && read_rank(set));
  }

  bool read_rank(ReducedSet& set) {
    if (!in_.literal(" ")) return false;
    const std::size_t at = in_.offset();
    std::uint64_t rank = 0;
    if (!in_.number(rank)) return false;
    if (rank > std::numeric_limits<std::uint32_t>::max())
      return in_.fail(at, in_.offset() - at, "evidence-number", "a rank is less than 2^32");
    set.ranks.push_back(static_cast<std::uint32_t>(rank));
    return true;
  }

  // The list of supports that packed rows refer to.
  bool read_supports() {
    std::uint64_t count = 0;
    if (!in_.literal("supports ")) return false;
    const std::size_t at = in_.offset();
    if (!in_.number(count) || !in_.end_line()) return false;
    const RowCode code(std::vector<std::size_t>(components_.size(), 2));
    const std::size_t words = (components_.size() + ReducedSet::kWordBits - 1) / ReducedSet::kWordBits;
    if (count > in_.left() / 2) return in_.fail(at, 1, "evidence-number", "the file is too short for so many supports");
    limits_.expect(count * words * sizeof(std::uint64_t));
    supports_.assign(count * words, 0);
    DigitLineReader lines(in_, code);
    for (std::uint64_t i = 0; i < count; ++i) {
      pulse_.beat();
      std::size_t unused = 0;
      if (!lines.read(unused) || !in_.end_line()) return false;
      for (std::size_t c = 0; c < components_.size(); ++c)
        supports_[i * words + c / ReducedSet::kWordBits] |= std::uint64_t{code.at(lines.key(), c)} << (c % ReducedSet::kWordBits);
    }
    return true;
  }

  bool read_packed_rows(std::size_t rows, ReducedSet& set) {
    std::vector<std::size_t> sizes;
    sizes.reserve(components_.size());
    for (std::size_t column = 0; column < components_.size(); ++column) sizes.push_back(dictionary_size(column));
    const RowCode code(sizes);
    DigitLineReader lines(in_, code);
    std::vector<std::uint64_t> packed(set.states.words_per_row(), 0);
    for (std::size_t i = 0; i < rows; ++i) {
      pulse_.beat();
      const std::size_t at = in_.offset();
      std::size_t column = 0;
      if (!lines.read(column)) return false;
      if (i == 0) column = 0;   // also columns of no bits before the first digit
      for (; column < components_.size(); ++column) {
        const std::uint32_t number = code.at(lines.key(), column);
        if (number >= sizes[column]) return not_in_dictionary(at, column);
        set.states.put(packed, column, dictionary_[begins_[column] + number]);
      }
      if ((is_reduced_ && !read_support_number(set)) || (is_ranked_ && !read_rank(set)) || !in_.end_line()) return false;
      set.states.add_packed(packed);
    }
    return true;
  }

  bool read_support_number(ReducedSet& set) {
    if (!in_.literal(" ")) return false;
    const std::size_t at = in_.offset();
    std::uint64_t number = 0;
    if (!in_.number(number)) return false;
    const std::size_t words = set.words_per_support();
    if (number >= supports_.size() / words)
      return in_.fail(at, in_.offset() - at, "evidence-number",
                      fmt::format("there are only {} supports, counted from 0", supports_.size() / words));
    const std::span<const std::uint64_t> support = std::span(supports_).subspan(number * words, words);
    set.supports.insert(set.supports.end(), support.begin(), support.end());
    return true;
  }

  Scanner& in_;
  const Network& network_;
  const Limits& limits_;
  Pulse pulse_;
  Kind kind_;
  bool is_reduced_;   // each row has a support
  bool is_ranked_ = false;
  std::vector<ComponentId> components_;
  std::vector<std::size_t> offsets_;
  std::vector<std::size_t> begins_;
  std::vector<LocalState> dictionary_;   // of all components, concatenated
  std::vector<LocalState> scratch_;
  std::vector<std::uint64_t> supports_;   // that packed rows refer to
  std::uint64_t num_invariants_ = 0;
  std::vector<LinearInvariant> invariants_;
  bool is_self_contained_ = false;
  std::uint64_t num_steppers_ = 0;
  std::vector<ComponentId> steppers_;
};

}   // namespace

std::optional<ReducedSet> read_reduced_set(Scanner& in, const Network& network, const Limits& limits) {
  return SetReader(in, SetReader::Kind::kReduced, network, limits).read();
}

std::optional<LeapSet> read_leap_set(Scanner& in, const Network& network, const Limits& limits) {
  SetReader reader(in, SetReader::Kind::kLeaps, network, limits);
  std::optional<ReducedSet> set = reader.read();
  if (!set) return std::nullopt;
  return LeapSet{.nodes = std::move(*set), .is_reduced = reader.is_reduced(), .steppers = reader.take_steppers()};
}

std::optional<ClosedSet> read_closed_set(Scanner& in, const Network& network, const Limits& limits) {
  SetReader reader(in, SetReader::Kind::kClosed, network, limits);
  std::optional<ReducedSet> set = reader.read();
  if (!set) return std::nullopt;
  return ClosedSet{
      .states = std::move(set->states), .invariants = reader.take_invariants(), .self_contained = reader.is_self_contained()};
}

}   // namespace parley
