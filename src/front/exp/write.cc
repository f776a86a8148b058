#include "front/exp/write.h"

#include <algorithm>
#include <ostream>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "front/exp/ast.h"
#include "front/exp/compose.h"
#include "front/exp/spelling.h"
#include "front/file_error.h"

namespace parley {

namespace {

bool is_printable(char c) { return static_cast<unsigned char>(c) >= 0x20 && c != 0x7F && c != '"'; }

// The name with each byte that a quoted word cannot contain written as \xNN, as in an Aldebaran file.
std::string spelt(std::string_view name) {
  std::string word;
  for (const char c : name) {
    if (is_printable(c)) word += c;
    else word += fmt::format("\\x{:02X}", static_cast<unsigned char>(c));
  }
  return word;
}

// Creates words that differ from one another and from the internal action.
class Words {
 public:
  explicit Words(std::size_t count) { taken_.reserve(count); }
  void keep(const std::string& word) { taken_.insert(word); }
  static bool is_fit(std::string_view name) {
    return !name.empty() && !exp::is_hidden_text(name) && std::all_of(name.begin(), name.end(), is_printable);
  }
  std::string fresh(std::string_view name, std::size_t number) {
    std::string word = fmt::format("{}#{}", spelt(name), number);
    while (!taken_.insert(word).second) word += '#';
    return word;
  }

 private:
  std::unordered_set<std::string> taken_;
};

// One word per name. A name that can stand in quotes stays as it is; of two equal names one is changed.
std::vector<std::string> words_for(std::size_t count, const auto& name_of) {
  Words words(count);
  std::unordered_set<std::string_view> seen;
  std::vector<std::string> result(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view name = name_of(i);
    if (!Words::is_fit(name) || !seen.insert(name).second) continue;
    result[i] = std::string(name);
    words.keep(result[i]);
  }
  for (std::size_t i = 0; i < count; ++i)
    if (result[i].empty()) result[i] = words.fresh(name_of(i), i);
  return result;
}

std::string file_word(std::string_view name) {
  constexpr std::size_t kLongest = 80;
  std::string word(name.substr(0, kLongest));
  for (char& c : word) {
    const bool is_plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
    if (!is_plain) c = '_';
  }
  return word;
}

// Escapes the special characters, so that the text as a regular expression, or as a replacement, means only
// itself.
std::string escaped(std::string_view text, std::string_view special) {
  std::string result;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}
constexpr std::string_view kSpecial = "\\.*[]^$";
constexpr std::string_view kSpecialInReplacement = "\\&";

}   // namespace

// A buffered output stream.
class ExpWriter::Text {
 public:
  explicit Text(std::ostream& out) : out_(out) {}
  ~Text() { out_ << buffer_; }
  Text(const Text&) = delete;
  Text& operator=(const Text&) = delete;

  Text& operator<<(std::string_view piece) {
    constexpr std::size_t kBufferBytes = 1 << 16;
    buffer_ += piece;
    if (buffer_.size() >= kBufferBytes) {
      out_ << buffer_;
      buffer_.clear();
    }
    return *this;
  }
  // Starts a member of a list: writes 'first' before the first member and 'other' before the others.
  Text& item(bool& is_first, std::string_view first, std::string_view other) {
    *this << (is_first ? first : other);
    is_first = false;
    return *this;
  }
  Text& quoted(std::string_view word) { return *this << "\"" << word << "\""; }

 private:
  std::ostream& out_;
  std::string buffer_;
};

std::optional<Diagnostic> ExpWriter::obstacle(const Network& network, const std::string& file) {
  for (const ComponentId component : network.components()) {
    if (network.is_observer(component))
      return file_error(file, "exp-write-observer",
                        fmt::format("'{}' is an observer, which EXP cannot express", network.name(component)),
                        "convert a system without property automata, or to .fsp");
    if (network.lts(component).has_error())
      return file_error(file, "exp-write-error",
                        fmt::format("'{}' has an error state, which stops the whole network, and EXP has no such thing",
                                    network.name(component)),
                        "convert to .fsp");
  }
  return std::nullopt;
}

ExpWriter::ExpWriter(const Network& network, std::string_view stem, std::size_t most_places)
    : network_(network), has_vectors_(network.num_rules() > 0 && network.num_rules() <= most_places / network.num_components()) {
  constexpr std::uint32_t kUnused = exp::kNone;
  automaton_of_.assign(network.num_templates(), kUnused);
  // File names must differ without regard to case, because some file systems ignore it. 'last_number'
  // remembers the last number tried per name, so that no number is tried twice.
  std::unordered_set<std::string> taken;
  std::unordered_map<std::string, std::size_t> last_number;
  for (const ComponentId component : network.components()) {
    const TemplateId of = network.template_of(component);
    if (automaton_of_[of.index()] != kUnused) continue;
    automaton_of_[of.index()] = static_cast<std::uint32_t>(automata_.size());
    const std::string base = fmt::format("{}_{}", file_word(stem), file_word(network.name(component)));
    std::string file = base;
    while (!taken.insert(exp::folded(file)).second)
      file = fmt::format("{}_{}", base, ++last_number.try_emplace(exp::folded(base), 1).first->second);
    automata_.push_back({file + ".aut", of, component});
    const Lts& lts = network.lts(of);
    local_words_.push_back(
        words_for(lts.num_labels(), [&](std::size_t i) { return std::string_view(lts.label_name(LocalLabel(i))); }));
  }
  label_words_ = words_for(network.num_labels(), [&](std::size_t i) { return network.label_name(LabelId(i)); });
  if (const std::optional<LabelId> tau = network.find_label(kTau)) label_words_[tau->index()].clear();
  if (!has_vectors_) name_shared_rules();
}

// Gives a name to each rule that its components cannot share by its label. They can, if no other rule has
// this label and a par does not treat the label specially.
void ExpWriter::name_shared_rules() {
  std::vector<std::uint32_t> uses(network_.num_labels());
  for (const RuleId rule : network_.rules()) ++uses[network_.label(rule).index()];
  Words words(network_.num_labels() + network_.num_rules());
  for (const std::string& word : label_words_) words.keep(word);
  rule_words_.resize(network_.num_rules());
  for (const RuleId rule : network_.rules()) {
    const std::string& label = label_words_[network_.label(rule).index()];
    const bool is_alone = network_.participants(rule).size() == 1;
    const bool is_end = exp::gate_of(label) == exp::kTermination;
    if (is_alone ? !is_end : !label.empty() && !is_end && uses[network_.label(rule).index()] == 1) continue;
    // The number follows the gate directly. After an offer (exit !1#7) the gate would still be exit.
    rule_words_[rule.index()] = words.fresh(label.empty() ? "i"
                                            : is_end      ? exp::kTermination
                                                          : std::string_view(label),
                                            rule.index());
  }
}

Lts ExpWriter::lts(const Automaton& automaton) const {
  const Lts& lts = network_.lts(automaton.of);
  LtsBuilder builder;
  builder.add_states(lts.num_states());
  builder.set_initial(lts.initial());
  for (const std::string& word : local_words_[automaton_of_[automaton.of.index()]]) builder.add_label(word);
  for (const LocalState state : lts.states())
    for (const Edge& edge : lts.edges(state)) builder.add_edge(state, edge.label, edge.target);
  return std::move(builder).build();
}

void ExpWriter::write_network(std::ostream& out) const {
  Text text(out);
  text << fmt::format("(* A network of {} components and {} rules. Written by parley convert. *)\n", network_.num_components(),
                      network_.num_rules());
  if (has_vectors_) write_vectors(text);
  else write_joined(text);
}

void ExpWriter::write_vectors(Text& text) const {
  text << "label par using\n";
  bool is_first = true;
  for (const RuleId rule : network_.rules()) {
    text.item(is_first, "  ", ",\n  ");
    std::size_t place = 0;
    const auto skip_to = [&](std::size_t end) {
      for (; place < end; ++place) text << (place == 0 ? "_" : " * _");
    };
    for (const Participant& participant : network_.participants(rule)) {
      skip_to(participant.component.index());
      if (place++ > 0) text << " * ";
      text.quoted(local_words_[automaton_of_[network_.template_of(participant.component).index()]][participant.label.index()]);
    }
    skip_to(network_.num_components());
    text << " -> ";
    const std::string& label = label_words_[network_.label(rule).index()];
    if (label.empty()) text << "i";
    else text.quoted(label);
  }
  text << "\nin\n";
  is_first = true;
  for (const ComponentId component : network_.components()) {
    text.item(is_first, "     ", "\n  || ");
    write_component(text, component);
  }
  text << "\nend par\n";
}

void ExpWriter::write_joined(Text& text) const {
  // Outside the par, names that exist only for sharing become the labels again.
  bool renames = false;
  bool hides = false;
  for (const RuleId rule : network_.rules()) {
    const std::string& word = rule_words_[rule.index()];
    const std::string& label = label_words_[network_.label(rule).index()];
    if (word.empty() || label.empty()) continue;
    if (!renames) text << "total rename\n  ";
    else text << ",\n  ";
    renames = true;
    text.quoted(escaped(word, kSpecial)) << " -> ";
    text.quoted(escaped(label, kSpecialInReplacement));
  }
  if (renames) text << "\nin\n";
  for (const RuleId rule : network_.rules()) {
    const std::string& word = rule_words_[rule.index()];
    if (word.empty() || !label_words_[network_.label(rule).index()].empty()) continue;
    text << (hides ? ",\n  " : "total hide\n  ");
    hides = true;
    text.quoted(escaped(word, kSpecial));
  }
  if (hides) text << "\nin\n";
  text << "label par\n";
  bool is_first = true;
  for (const ComponentId component : network_.components()) {
    text.item(is_first, "     ", "\n  || ");
    write_own_rules(text, component);
  }
  text << "\nend par\n";
  if (hides) text << "end hide\n";
  if (renames) text << "end rename\n";
}

// Writes a component with its rules: the shared ones before the arrow, and one vector per rule.
void ExpWriter::write_own_rules(Text& text, ComponentId component) const {
  const Lts& lts = network_.lts(component);
  const std::vector<std::string>& words = local_words_[automaton_of_[network_.template_of(component).index()]];
  if (network_.rules(component).empty()) {
    if (lts.num_edges() > 0) text << "total cut \".*\" in ";
    write_component(text, component);
    if (lts.num_edges() > 0) text << " end cut";
    return;
  }
  const auto name = [&](RuleId rule) -> const std::string& {
    const std::string& own = rule_words_[rule.index()];
    return own.empty() ? label_words_[network_.label(rule).index()] : own;
  };
  bool is_first = true;
  for (const RuleId rule : network_.rules(component))
    if (network_.participants(rule).size() > 1) text.item(is_first, "", ", ").quoted(name(rule));
  if (!is_first) text << " ->\n       ";
  text << "label par using ";
  is_first = true;
  for (const LocalLabel label : lts.labels())
    for (const RuleId rule : network_.rules(component, label)) {
      text.item(is_first, "", ", ").quoted(words[label.index()]) << " -> ";
      if (name(rule).empty()) text << "i";
      else text.quoted(name(rule));
    }
  text << " in ";
  write_component(text, component);
  text << " end par";
}

// Writes a component and a note with what the language cannot express: the component's name and, where its
// automaton occurs first, which states are ends.
void ExpWriter::write_component(Text& text, ComponentId component) const {
  const Automaton& automaton = automata_[automaton_of_[network_.template_of(component).index()]];
  text.quoted(automaton.file);
  const std::string_view name = network_.name(component);
  const bool has_name = Words::is_fit(name) || exp::is_hidden_text(name);
  const bool can_be_noted = has_name && name.find("*)") == std::string_view::npos;
  const Lts& lts = network_.lts(component);
  const bool has_ends = lts.has_terminal() && automaton.first == component;
  if (!can_be_noted && !has_ends) return;
  text << " (*@";
  if (can_be_noted) (text << " name ").quoted(name);
  if (has_ends) {
    text << " end";
    for (const LocalState state : lts.states())
      if (lts.is_terminal(state)) text << fmt::format(" {}", state.value);
  }
  text << " *)";
}

}   // namespace parley
