#include "front/aut/parse.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "base/name_table.h"
#include "base/text.h"
#include "net/network.h"

namespace parley {

namespace {

constexpr std::uint64_t kMostStates = std::numeric_limits<std::uint32_t>::max() - 1;

// A file may declare states that no transition mentions, but at most this many. Otherwise a file of a few
// bytes could request gigabytes.
constexpr std::uint64_t kMostIdleStates = 1'000'000;

constexpr std::size_t kShortestEdge = 8;   // "(0,a,0)" and the end of its line

// Bytes per edge and per state in the builder and its result, for the memory limit.
constexpr std::size_t kEdgeBytes = 20;
constexpr std::size_t kStateBytes = 8;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// The number that 'text' is, apart from blanks around it. nullopt if it is no number or does not fit.
std::optional<std::uint64_t> number(std::string_view text) {
  text = trimmed(text);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

class AutParser {
 public:
  AutParser(const SourceText& source, const Limits& limits, Progress& progress)
      : source_(source), text_(source.text()), limits_(limits), progress_(progress), pulse_(limits) {
    if (text_.starts_with("\xEF\xBB\xBF")) offset_ = 3;   // a byte order mark
  }

  Result<Lts> parse() && {
    if (!read_header()) return std::move(diagnostics_);
    limits_.expect(std::min<std::uint64_t>(transitions_, text_.size() / kShortestEdge) * kEdgeBytes);
    while (next_line() && !diagnostics_.full()) {
      if (pulse_.beat()) progress_.report({.phase = "reading", .done = offset_, .total = text_.size()});
      read_edge();
    }
    // After other errors the count is meaningless.
    if (!diagnostics_.has_errors() && found_ != transitions_)
      error(transitions_text_, "aut-count",
            fmt::format("the header announces {} transitions, but the file has {}", count_text(transitions_), count_text(found_)),
            found_ < transitions_ ? "is the file complete?" : "");
    if (diagnostics_.has_errors()) return std::move(diagnostics_);

    // Only here is the number of states known to be proportional to the size of the file.
    limits_.expect(states_ * kStateBytes);
    builder_.add_states(states_);
    builder_.set_initial(LocalState(static_cast<std::size_t>(initial_)));
    for (std::uint32_t label = 0; label < labels_.size(); ++label) builder_.add_label(std::string(labels_.view(label)));
    return std::move(builder_).build();
  }

 private:
  // Puts the next line that is not blank into line_, without the blanks around it. False at the end of the
  // text.
  bool next_line() {
    while (offset_ < text_.size()) {
      const std::size_t end = std::min(text_.find('\n', offset_), text_.size());
      line_ = trimmed(text_.substr(offset_, end - offset_));
      offset_ = std::min(end + 1, text_.size());
      if (!line_.empty()) return true;
    }
    return false;
  }

  void error(std::string_view at, std::string code, std::string message, std::string hint = "") {
    assert(at.data() >= text_.data() && at.data() + at.size() <= text_.data() + text_.size());
    if (diagnostics_.full()) return;
    const auto offset = static_cast<std::size_t>(at.data() - text_.data());
    diagnostics_.add(source_.at(offset, at.size(), std::move(code), std::move(message), std::move(hint)));
  }

  // des (initial, transitions, states)
  bool read_header() {
    constexpr std::string_view kForm = "the first line is 'des (initial, transitions, states)'";
    if (!next_line()) {
      diagnostics_.add(source_.at(0, 1, "aut-empty", "this file is empty", std::string(kForm)));
      return false;
    }
    std::string_view rest = line_;
    const bool named = rest.starts_with("des");
    if (named) rest = trimmed(rest.substr(3));
    const std::size_t first = rest.find(',');
    const std::size_t last = rest.rfind(',');
    if (!named || !rest.starts_with('(') || !rest.ends_with(')') || first == last) {
      error(line_.substr(0, 40), "aut-header", "this is not the header of an Aldebaran file", std::string(kForm));
      return false;
    }
    const std::string_view initial_text = rest.substr(1, first - 1);
    const std::string_view states_text = rest.substr(last + 1, rest.size() - last - 2);
    transitions_text_ = trimmed(rest.substr(first + 1, last - first - 1));
    const std::optional<std::uint64_t> initial = number(initial_text);
    const std::optional<std::uint64_t> transitions = number(transitions_text_);
    const std::optional<std::uint64_t> states = number(states_text);
    if (!initial || !transitions || !states) {
      error(!initial       ? initial_text
            : !transitions ? transitions_text_
                           : states_text,
            "aut-header", "expected a number", std::string(kForm));
      return false;
    }
    initial_ = *initial;
    transitions_ = *transitions;
    states_ = *states;
    if (*states > kMostStates || *transitions > kMostStates) {
      error(line_, "aut-large", "more than 2^32 states or transitions cannot be read");
      return false;
    }
    if (*initial >= *states) {
      error(initial_text, "aut-state",
            fmt::format("the initial state is {}, but states go from 0 to {}", *initial, static_cast<std::int64_t>(*states) - 1));
      return false;
    }
    if (*states > 2 * *transitions + 1 + kMostIdleStates) {
      error(states_text, "aut-count",
            fmt::format("{} states cannot occur in {} transitions", count_text(*states), count_text(*transitions)));
      return false;
    }
    return true;
  }

  // (from, label, to). The label is everything between the first and the last comma.
  void read_edge() {
    const std::size_t first = line_.find(',');
    const std::size_t last = line_.rfind(',');
    if (!line_.starts_with('(') || !line_.ends_with(')') || first == last) {
      const bool cut = offset_ == text_.size() && line_.starts_with('(');
      error(line_.substr(0, 80), "aut-edge", "this is not a transition",
            cut ? "the file seems to be cut off here" : "a transition is '(from, label, to)'");
      return;
    }
    const std::optional<std::uint32_t> from = state(line_.substr(1, first - 1));
    const std::optional<std::uint32_t> to = state(line_.substr(last + 1, line_.size() - last - 2));
    const std::string_view label = trimmed(line_.substr(first + 1, last - first - 1));
    if (label.empty()) error(line_.substr(first, 1), "aut-edge", "this transition has no label");
    const bool unclosed = label.starts_with('"') && (label.size() == 1 || !label.ends_with('"'));
    if (unclosed)
      error(label.substr(0, 40), "aut-quote", "this label begins with a quote that is not closed",
            "a quoted label ends in a quote before the comma");
    if (!from || !to || label.empty() || unclosed) return;
    ++found_;
    builder_.add_edge(LocalState(std::size_t{*from}), LocalLabel(std::size_t{labels_.intern(meaning(label))}),
                      LocalState(std::size_t{*to}));
  }

  std::optional<std::uint32_t> state(std::string_view text) {
    const std::optional<std::uint64_t> value = number(text);
    if (value && *value < states_) return static_cast<std::uint32_t>(*value);
    if (value)
      error(trimmed(text), "aut-state", fmt::format("there is no state {}: states go from 0 to {}", *value, states_ - 1));
    else error(text.empty() ? line_.substr(0, 1) : text.substr(0, 40), "aut-edge", "expected the number of a state");
    return std::nullopt;
  }

  // The label without its quotes. The internal action gets the name kTau.
  static std::string_view meaning(std::string_view label) {
    if (label == "i") return kTau;
    if (label.size() >= 2 && label.front() == '"' && label.back() == '"') return label.substr(1, label.size() - 2);
    return label;
  }

  const SourceText& source_;
  std::string_view text_;
  const Limits& limits_;
  Progress& progress_;
  Pulse pulse_;
  Diagnostics diagnostics_;
  std::size_t offset_ = 0;   // of the text after line_
  std::string_view line_;
  std::string_view transitions_text_;
  std::uint64_t initial_ = 0;
  std::uint64_t transitions_ = 0;
  std::uint64_t states_ = 0;
  std::uint64_t found_ = 0;
  NameTable labels_;
  LtsBuilder builder_;
};

}   // namespace

Result<Lts> parse_aut(const SourceText& source, const Limits& limits, Progress& progress) {
  return AutParser(source, limits, progress).parse();
}

}   // namespace parley
