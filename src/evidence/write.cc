#include "evidence/write.h"

#include <charconv>
#include <ostream>
#include <stdexcept>

#include <fmt/format.h>

#include "property/print.h"

namespace parley {

namespace {

constexpr std::size_t kBufferBytes = 1 << 16;

// Text on its way to a stream, handed over in large pieces.
class Buffer {
 public:
  explicit Buffer(std::ostream& out) : out_(out) { text_.reserve(kBufferBytes + 4096); }
  ~Buffer() { out_.write(text_.data(), static_cast<std::streamsize>(text_.size())); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  Buffer& operator<<(std::string_view text) {
    text_ += text;
    return *this;
  }
  Buffer& operator<<(char c) {
    text_ += c;
    return *this;
  }
  Buffer& operator<<(std::size_t number) {
    char digits[24];
    const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number);
    text_.append(digits, end);
    return *this;
  }
  void end_line() {
    text_ += '\n';
    if (text_.size() < kBufferBytes) return;
    out_.write(text_.data(), static_cast<std::streamsize>(text_.size()));
    text_.clear();
  }

 private:
  std::ostream& out_;
  std::string text_;
};

// The words for local states, each made once.
class StateWords {
 public:
  explicit StateWords(const Network& network) : network_(network), words_(network.num_templates()) {}
  const std::string& operator()(ComponentId component, LocalState state) {
    std::vector<std::string>& words = words_[network_.template_of(component).index()];
    const Lts& lts = network_.lts(component);
    if (words.empty()) words.resize(lts.num_states());
    if (words[state.index()].empty()) words[state.index()] = state_word(lts, state);
    return words[state.index()];
  }

 private:
  const Network& network_;
  std::vector<std::vector<std::string>> words_;
};

void write_header(Buffer& out, const EvidenceHeader& header) {
  const auto line = [&](auto... parts) {
    (out << ... << parts);
    out.end_line();
  };
  line("parley-evidence 1");
  for (const SourceRecord& file : header.origin.files) line("file ", quoted(file.path), " sha256 ", std::string_view(file.sha256));
  for (const auto& [name, value] : header.origin.definitions) line("define ", quoted_if_needed(name), '=', quoted_if_needed(value));
  if (!header.origin.target.empty()) line("target ", quoted_if_needed(header.origin.target));
  if (!header.origin.observer.empty()) line("observer ", quoted_if_needed(header.origin.observer));
  if (header.origin.ltsa_compat) line("option ltsa-compat on");
  line("network components ", header.components, " states ", header.total_states, " rules ", header.rules);
  line("check ", quoted_if_needed(header.check_name));
  line("property ", kind_name(header.property_kind));
  if (header.property_kind == PropertyKind::kReach || header.property_kind == PropertyKind::kNever)
    line("predicate ", std::string_view(header.predicate));
  for (const std::string& automaton : header.automata) line("automaton ", quoted_if_needed(automaton));
  line("verdict ", verdict_name(header.verdict));
}

void write_trace(Buffer& out, const Network& network, const Trace& trace, const Limits& limits) {
  Pulse pulse(limits);
  StateWords words(network);
  out << "evidence trace length " << trace.size();
  out.end_line();

  std::vector<LocalState> now;
  now.reserve(network.num_components());
  for (ComponentId component : network.components()) now.push_back(network.lts(component).initial());
  for (std::size_t i = 0; i < trace.size(); ++i) {
    pulse.beat();
    const Trace::Step step = trace[i];
    out << "step " << i + 1 << ' ' << quoted_if_needed(network.label_name(step.label));
    for (const Move& move : step.moves) {
      LocalState& from = now[move.component.index()];
      out << ' ' << quoted_if_needed(network.name(move.component)) << ':' << words(move.component, from) << '>'
          << words(move.component, move.to);
      from = move.to;
    }
    out.end_line();
  }
}

// A state's number in the dictionary of its column: only states that occur get one, in ascending order.
class Dictionaries {
 public:
  Dictionaries(const Network& network, const StateTable& table, Pulse& pulse) {
    constexpr std::uint32_t kOccurs = 1;
    for (ComponentId component : table.components()) {
      begins_.push_back(index_.size());
      index_.resize(index_.size() + network.lts(component).num_states(), 0);
    }
    begins_.push_back(index_.size());
    for (std::size_t row = 0; row < table.size(); ++row) {
      pulse.beat();
      for (std::size_t column = 0; column < table.num_columns(); ++column)
        index_[begins_[column] + table.at(row, column).index()] = kOccurs;
    }
    states_.resize(table.num_columns());
    for (std::size_t column = 0; column < table.num_columns(); ++column)
      for (std::size_t state = 0; state < begins_[column + 1] - begins_[column]; ++state) {
        std::uint32_t& index = index_[begins_[column] + state];
        if (index != kOccurs) continue;
        index = static_cast<std::uint32_t>(states_[column].size());
        states_[column].emplace_back(state);
      }
  }
  const std::vector<LocalState>& states(std::size_t column) const { return states_[column]; }
  std::size_t index(std::size_t column, LocalState state) const { return index_[begins_[column] + state.index()]; }

 private:
  std::vector<std::size_t> begins_;
  std::vector<std::uint32_t> index_;
  std::vector<std::vector<LocalState>> states_;
};

void write_closed_set(Buffer& out, const Network& network, const ClosedSet& closed, const Limits& limits) {
  const StateTable& table = closed.states;
  Pulse pulse(limits);
  const Dictionaries dictionaries(network, table, pulse);
  StateWords words(network);
  out << "evidence closed-set components " << table.num_columns() << " states " << table.size();
  out.end_line();
  for (std::size_t column = 0; column < table.num_columns(); ++column) {
    const ComponentId component = table.components()[column];
    pulse.beat();
    out << "component " << quoted_if_needed(network.name(component));
    for (LocalState state : dictionaries.states(column)) out << ' ' << words(component, state);
    out.end_line();
  }
  out << "rows text";
  out.end_line();
  for (std::size_t row = 0; row < table.size(); ++row) {
    pulse.beat();
    for (std::size_t column = 0; column < table.num_columns(); ++column) {
      if (column > 0) out << ' ';
      out << dictionaries.index(column, table.at(row, column));
    }
    out.end_line();
  }
}

}  // namespace

void write_evidence(std::ostream& stream, const EvidenceHeader& header, const Network& network, const Evidence& evidence,
                    const Limits& limits) {
  if (kind_of(evidence) == EvidenceKind::kNone) throw std::logic_error("there is no evidence to write");
  Buffer out(stream);
  write_header(out, header);
  if (const auto* trace = std::get_if<Trace>(&evidence)) write_trace(out, network, *trace, limits);
  if (const auto* closed = std::get_if<std::shared_ptr<const ClosedSet>>(&evidence))
    write_closed_set(out, network, **closed, limits);
  out << "end";
  out.end_line();
}

}  // namespace parley
