#include "evidence/write_set.h"

#include <stdexcept>

#include "evidence/sorted_rows.h"
#include "evidence/text/file_words.h"

namespace parley {

namespace {

constexpr std::size_t kMostTextRows = 1000;

// Writes ascending lines of digits. Each line leaves out the prefix that it shares with the line before.
class DigitLineWriter {
 public:
  DigitLineWriter(Buffer& out, std::size_t num_digits) : out_(out), before_(num_digits, '\0'), now_(num_digits, '\0') {}

  void write(std::span<const std::uint64_t> key) {
    for (std::size_t place = 0; place < now_.size(); ++place) now_[place] = RowCode::letter(RowCode::digit(key, place));
    std::size_t shared = 0;
    while (shared < now_.size() && now_[shared] == before_[shared]) ++shared;
    out_ << std::string_view(now_).substr(shared);
    std::swap(now_, before_);
  }

 private:
  Buffer& out_;
  std::string before_;
  std::string now_;
};

// What follows a row of a closed set: nothing.
struct Plain {
  void announce() {}
  void text(std::size_t) {}
  void packed(std::size_t) {}
};

// What follows a row of a reduced set.
class SupportsAndRanks {
 public:
  SupportsAndRanks(Buffer& out, const ReducedSet& set, const Limits& limits, Pulse& pulse)
      : out_(out),
        set_(set),
        code_(std::vector<std::size_t>(set.states.num_columns(), 2)),
        list_(set.supports, set.states.num_columns(), code_, limits, pulse),
        pulse_(pulse) {}

  void announce() {
    out_ << "supports " << list_.size();
    out_.end_line();
    DigitLineWriter lines(out_, code_.num_digits());
    for (std::size_t i = 0; i < list_.size(); ++i) {
      pulse_.beat();
      lines.write(list_.key(i));
      out_.end_line();
    }
  }
  void text(std::size_t row) {
    out_ << " :";
    for (std::size_t c = 0; c < set_.states.num_columns(); ++c)
      if (set_.in_support(row, ComponentId(c))) out_ << ' ' << c;
    if (!set_.ranks.empty()) out_ << " : " << std::size_t{set_.ranks[row]};
  }
  void packed(std::size_t row) {
    out_ << ' ' << list_.of_row(row);
    if (!set_.ranks.empty()) out_ << ' ' << std::size_t{set_.ranks[row]};
  }

 private:
  Buffer& out_;
  const ReducedSet& set_;
  RowCode code_;
  SupportList list_;
  Pulse& pulse_;
};

// The states of a set, ready to be written.
class SetText {
 public:
  SetText(Buffer& out, const Network& network, StateWords& words, const StateTable& table, const Limits& limits, Pulse& pulse)
      : out_(out),
        network_(network),
        words_(words),
        table_(table),
        pulse_(pulse),
        dictionaries_(network, table, pulse),
        code_(dictionaries_.sizes()),
        rows_(table, dictionaries_, code_, limits, pulse) {}

  std::size_t size() const { return rows_.size(); }

  void write_components() {
    for (std::size_t column = 0; column < table_.num_columns(); ++column) {
      const ComponentId component = table_.components()[column];
      pulse_.beat();
      out_ << "component " << quoted_if_needed(network_.name(component));
      for (LocalState state : dictionaries_.states(column)) out_ << ' ' << words_(component, state);
      out_.end_line();
    }
  }

  // 'more' writes what belongs to a row besides its states.
  template <class More>
  void write_rows(More more) {
    const bool packed = table_.size() >= kMostTextRows;
    if (packed) more.announce();
    out_ << (packed ? "rows packed" : "rows text");
    out_.end_line();
    DigitLineWriter lines(out_, code_.num_digits());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      pulse_.beat();
      if (packed) {
        lines.write(rows_.key(i));
        more.packed(rows_.row(i));
      } else {
        write_numbers(rows_.key(i));
        more.text(rows_.row(i));
      }
      out_.end_line();
    }
  }

 private:
  void write_numbers(std::span<const std::uint64_t> key) {
    for (std::size_t column = 0; column < table_.num_columns(); ++column) {
      if (column > 0) out_ << ' ';
      out_ << std::size_t{code_.at(key, column)};
    }
  }

  Buffer& out_;
  const Network& network_;
  StateWords& words_;
  const StateTable& table_;
  Pulse& pulse_;
  Dictionaries dictionaries_;
  RowCode code_;
  SortedRows rows_;
};

void write_invariant(Buffer& out, const Network& network, const LinearInvariant& invariant, Pulse& pulse) {
  out << "invariant at-most " << invariant.bound << " rows " << invariant.rows.size();
  out.end_line();
  for (const LinearInvariant::Row& row : invariant.rows) {
    pulse.beat();
    out << "weigh " << quoted_if_needed(network.name(row.component));
    for (std::int64_t weight : row.weights) out << ' ' << weight;
    out.end_line();
  }
}

void write_number_of(std::span<const ComponentId> steppers, Buffer& out) {
  if (!steppers.empty()) out << " steppers " << steppers.size();
}

void write_steppers(Buffer& out, const Network& network, std::span<const ComponentId> steppers, Pulse& pulse) {
  for (ComponentId component : steppers) {
    pulse.beat();
    out << "stepper " << quoted_if_needed(network.name(component));
    out.end_line();
  }
}

// 'claim' follows the number of states.
void write_with_supports(Buffer& out, const Network& network, StateWords& words, const ReducedSet& set, std::string_view claim,
                         std::span<const ComponentId> steppers, const Limits& limits) {
  if (set.supports.size() != set.states.size() * set.words_per_support() ||
      (!set.ranks.empty() && set.ranks.size() != set.states.size()))
    throw std::logic_error("a reduced set with a support or a rank too many or too few");
  Pulse pulse(limits);
  SetText text(out, network, words, set.states, limits, pulse);
  out << "components " << set.states.num_columns() << " states " << text.size() << claim;
  if (!set.ranks.empty()) out << kRankedWord;
  write_number_of(steppers, out);
  out.end_line();
  text.write_components();
  write_steppers(out, network, steppers, pulse);
  text.write_rows(SupportsAndRanks(out, set, limits, pulse));
}

}   // namespace

void write_set(Buffer& out, const Network& network, StateWords& words, const ClosedSet& set, const Limits& limits) {
  Pulse pulse(limits);
  SetText text(out, network, words, set.states, limits, pulse);
  out << "components " << set.states.num_columns() << " states " << text.size();
  if (!set.invariants.empty()) out << " invariants " << set.invariants.size();
  if (set.self_contained) out << kSelfContained;
  out.end_line();
  text.write_components();
  for (const LinearInvariant& invariant : set.invariants) write_invariant(out, network, invariant, pulse);
  text.write_rows(Plain());
}

void write_set(Buffer& out, const Network& network, StateWords& words, const ReducedSet& set, const Limits& limits) {
  write_with_supports(out, network, words, set, "", {}, limits);
}

void write_set(Buffer& out, const Network& network, StateWords& words, const LeapSet& set, const Limits& limits) {
  if (set.is_reduced) return write_with_supports(out, network, words, set.nodes, kReducedWord, set.steppers, limits);
  if (!set.nodes.supports.empty() || !set.nodes.ranks.empty())
    throw std::logic_error("a leap set that is not reduced, with supports or ranks");
  Pulse pulse(limits);
  SetText text(out, network, words, set.nodes.states, limits, pulse);
  out << "components " << set.nodes.states.num_columns() << " states " << text.size();
  write_number_of(set.steppers, out);
  out.end_line();
  text.write_components();
  write_steppers(out, network, set.steppers, pulse);
  text.write_rows(Plain());
}

}   // namespace parley
