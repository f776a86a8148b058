#include "front/fsp/write/write.h"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>

#include "front/fsp/syntax/spelling.h"

namespace parley {

using namespace fsp;

namespace {

constexpr std::size_t kBufferBytes = 1 << 16;
constexpr std::size_t kMostOnALine = 3;     // edges of a state that are written on one line
constexpr std::size_t kLongestLine = 120;   // columns of a list of labels

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool is_small(char c) { return c >= 'a' && c <= 'z'; }
bool is_figure(char c) { return c >= '0' && c <= '9'; }

// The last part of a name that contains a letter, as the name of a process: phil.0 -> PHIL, left.Fork ->
// Fork. Empty if there is none.
std::string process_name(std::string_view component) {
  std::string_view part;
  for (std::size_t begin = 0; begin <= component.size();) {
    const std::size_t end = std::min(component.find('.', begin), component.size());
    const std::string_view piece = component.substr(begin, end - begin);
    if (std::any_of(piece.begin(), piece.end(), [](char c) { return is_capital(c) || is_small(c); })) part = piece;
    begin = end + 1;
  }
  const bool has_own_case = !part.empty() && is_capital(part[0]);
  std::string name;
  for (const char c : part) {
    const bool is_inner = !name.empty() && (is_figure(c) || c == '_');   // a name must start with a letter
    if (is_small(c) && !has_own_case) name += static_cast<char>(c - 'a' + 'A');
    else if (is_capital(c) || is_small(c) || is_inner) name += c;
  }
  return name;
}

// The labels of an Lts as written, made distinct.
std::vector<std::string> label_words(const Lts& lts) {
  std::unordered_set<std::string> seen;
  seen.reserve(lts.num_labels());
  std::vector<std::string> names;
  names.reserve(lts.num_labels());
  for (const LocalLabel label : lts.labels()) {
    std::string name = lts.label_name(label);
    while (!seen.insert(name).second) name += fmt::format("#{}", label.value);
    names.push_back(std::move(name));
  }
  return names;
}

// The states of an Lts as written: a word, or the number of a state without a name.
std::vector<std::string> state_words(const Lts& lts) {
  std::unordered_set<std::string> named;
  const auto is_numbered = [&](LocalState state) { return lts.state_name(state) == std::to_string(state.value); };
  for (const LocalState state : lts.states())
    if (!is_numbered(state)) named.insert(lts.state_name(state));
  std::vector<std::string> words;
  words.reserve(lts.num_states());
  for (const LocalState state : lts.states()) {
    std::string name = lts.state_name(state);
    words.emplace_back();
    if (is_numbered(state) && !named.contains(name)) {
      words.back() = std::move(name);
      continue;
    }
    if (is_numbered(state)) do
        name.insert(0, 1, '#');
      while (!named.insert(name).second);
    append_word(name, words.back());
  }
  return words;
}

// Whether the edges mention all labels, in the order of their numbers. Then the list of labels can be
// omitted.
bool in_order_of_edges(const Lts& lts) {
  std::size_t next = 0;
  for (const LocalState state : lts.states())
    for (const Edge& edge : lts.edges(state)) {
      if (edge.label.index() > next) return false;
      if (edge.label.index() == next) ++next;
    }
  return next == lts.num_labels();
}

// The aliases by state.
std::vector<std::pair<LocalState, std::string_view>> aliases_by_state(const Lts& lts) {
  std::vector<std::pair<LocalState, std::string_view>> result;
  result.reserve(lts.aliases().size());
  for (const auto& [name, state] : lts.aliases()) result.emplace_back(state, name);
  std::sort(result.begin(), result.end());
  return result;
}

void write_label_list(BufferedText& text, const std::vector<std::string>& labels) {
  constexpr std::string_view kIndent = "\n          ";
  text.buffer() += "\n  labels {";
  std::size_t width = 0;
  std::string word;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    word.clear();
    append_word(labels[i], word);
    if (i > 0) text.buffer() += ',';
    if (width + word.size() > kLongestLine) {
      text.buffer() += kIndent;
      width = 0;
    } else if (i > 0) {
      text.buffer() += ' ';
    }
    text.buffer() += word;
    width += word.size() + 2;
    text.piece_done();
  }
  text.buffer() += '}';
}

void write_edges(BufferedText& text, std::span<const Edge> edges, const std::vector<std::string>& labels,
                 const std::vector<std::string>& states) {
  if (edges.empty()) return;
  const bool is_short = edges.size() <= kMostOnALine;
  text.buffer() += is_short ? " = (" : " =\n    ( ";
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (i > 0) text.buffer() += is_short ? " | " : "\n    | ";
    append_word(labels[edges[i].label.index()], text.buffer());
    text.buffer() += " -> ";
    text.buffer() += states[edges[i].target.index()];
    text.piece_done();
  }
  text.buffer() += is_short ? ")" : " )";
}

}   // namespace

void BufferedText::piece_done() {
  if (buffer_.size() >= kBufferBytes) flush();
}

void BufferedText::flush() {
  out_ << buffer_;
  buffer_.clear();
}

FspWriter::FspWriter(std::ostream& out, const Network& network, std::string_view system)
    : text_(out), network_(network), system_(is_process_name(system) ? system : "SYS") {
  taken_.insert(system_);
  find_uses();
}

void FspWriter::find_uses() {
  constexpr std::uint32_t kNoUse = 0xFFFFFFFF;
  std::vector<std::uint32_t> numbers(2 * network_.num_templates(), kNoUse);   // 2 * template + role -> index into uses_
  use_of_.reserve(network_.num_components());
  for (const ComponentId component : network_.components()) {
    const bool is_observer = network_.is_observer(component);
    std::uint32_t& number = numbers[2 * network_.template_of(component).index() + (is_observer ? 1 : 0)];
    if (number == kNoUse) {
      number = static_cast<std::uint32_t>(uses_.size());
      uses_.push_back({network_.template_of(component), component, is_observer, 0, ""});
    }
    ++uses_[number].instances;
    use_of_.push_back(number);
  }
  for (Use& use : uses_) use.name = free_name(network_.name(use.first));
}

// A name that no other process of the text has, made from the name of a component.
std::string FspWriter::free_name(std::string_view component) {
  std::string base = process_name(component);
  if (is_process_name(base) && taken_.insert(base).second) return base;
  std::size_t& number = next_number_.try_emplace(base, base.empty() ? 1 : 2).first->second;
  for (;;) {
    std::string name = fmt::format("{}{}", base.empty() ? "T" : base, number++);
    if (taken_.insert(name).second) return name;
  }
}

void FspWriter::write_network() {
  text_.buffer() += fmt::format("// The network of {}: {} components, {} rules. Written by parley convert.\n", system_,
                                network_.num_components(), network_.num_rules());
  for (const Use& use : uses_)
    write_automaton(use.name, network_.lts(use.of), use.is_observer ? Role::kObserver : Role::kProcess);
  text_.buffer() += fmt::format("\n||{} = (", system_);
  write_instances();
  text_.buffer() += ") sync {";
  write_vectors();
  text_.buffer() += "}.\n";
  text_.flush();
}

void FspWriter::write_automaton(const std::string& name, const Lts& lts, Role role) {
  const std::vector<std::string> labels = label_words(lts);
  const std::vector<std::string> states = state_words(lts);
  const auto aliases = aliases_by_state(lts);
  auto alias = aliases.begin();
  text_.buffer() += fmt::format("\n{}automaton {} =", role == Role::kObserver ? "property " : "", name);
  if (!in_order_of_edges(lts)) write_label_list(text_, labels);
  for (const LocalState state : lts.states()) {
    text_.buffer() += state.index() == 0 ? "\n  state " : ",\n  state ";
    text_.buffer() += states[state.index()];
    if (state == lts.initial() && state.index() != 0) text_.buffer() += " initial";
    if (lts.is_terminal(state)) text_.buffer() += " end";
    if (lts.is_error(state)) text_.buffer() += " error";
    for (bool is_first = true; alias != aliases.end() && alias->first == state; ++alias, is_first = false) {
      text_.buffer() += is_first ? " alias " : ", ";
      append_word(alias->second, text_.buffer());
    }
    write_edges(text_, lts.edges(state), labels, states);
    text_.piece_done();
  }
  text_.buffer() += ".\n";
}

// A component with the name of its automaton needs no label.
void FspWriter::write_instances() {
  for (const ComponentId component : network_.components()) {
    const std::string& automaton = uses_[use_of_[component.index()]].name;
    text_.buffer() += component.index() == 0 ? "\n     " : "\n  || ";
    if (network_.name(component) != automaton) {
      append_label(network_.name(component), text_.buffer());
      text_.buffer() += ':';
    }
    text_.buffer() += automaton;
    text_.piece_done();
  }
  text_.buffer() += '\n';
}

void FspWriter::write_vectors() {
  // Computed once per automaton: duplicate labels are rare, but must be found.
  std::vector<std::vector<std::string>> labels;
  labels.reserve(uses_.size());
  for (const Use& use : uses_) {
    labels.push_back(label_words(network_.lts(use.of)));
    for (std::string& label : labels.back()) {
      std::string word;
      append_label(label, word);
      label = std::move(word);
    }
  }
  for (const RuleId rule : network_.rules()) {
    std::string& line = text_.buffer();
    line += rule.index() == 0 ? "\n  " : ",\n  ";
    bool is_first = true;
    for (const Participant& participant : network_.participants(rule)) {
      if (!is_first) line += " * ";
      is_first = false;
      append_member(network_.name(participant.component), line);
      line += ':';
      line += labels[use_of_[participant.component.index()]][participant.label.index()];
      text_.piece_done();
    }
    line += " -> ";
    if (network_.label_name(rule) == kTau) line += kTau;
    else append_label(network_.label_name(rule), line);
    text_.piece_done();
  }
  text_.buffer() += '\n';
}

Network alone(const std::string& name, const Lts& lts) {
  NetworkBuilder builder;
  const ComponentId component = builder.add_component(name, builder.add_template(lts));
  for (const LocalLabel label : lts.labels()) {
    const Participant by_itself{component, label};
    builder.add_rule(builder.intern_label(lts.label_name(label)), std::span(&by_itself, 1));
  }
  return std::move(builder).build();
}

}   // namespace parley
