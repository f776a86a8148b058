#include "property/print.h"

#include <algorithm>

#include <fmt/format.h>

#include "property/word.h"

namespace parley {

namespace {

// Prints the tree of nodes depth first with an explicit stack: formulas may be deeper than the call stack.
class Printer {
 public:
  Printer(const Predicate& predicate, const AppendAtom& append_atom) : predicate_(predicate), append_atom_(append_atom) {}

  std::string print() && {
    open(static_cast<std::uint32_t>(predicate_.nodes().size() - 1), Parentheses::kNo);
    while (!stack_.empty()) {
      Frame& frame = stack_.back();
      const Predicate::Node& node = predicate_.nodes()[frame.node];
      if (frame.next == node.count) {
        if (frame.parentheses == Parentheses::kYes) text_ += ')';
        stack_.pop_back();
        continue;
      }
      if (frame.next > 0) text_ += node.kind == Predicate::Kind::kAnd ? " && " : " || ";
      const std::uint32_t child = predicate_.children(node)[frame.next++];
      open(child,
           around(node.kind, predicate_.nodes()[child].kind));   // may reallocate the stack: 'frame' is invalid from here on
    }
    return std::move(text_);
  }

 private:
  enum class Parentheses : std::uint8_t { kNo, kYes };
  struct Frame {
    std::uint32_t node = 0;
    std::uint32_t next = 0;   // the child to print next
    Parentheses parentheses = Parentheses::kNo;
  };

  static Parentheses around(Predicate::Kind outer, Predicate::Kind inner) {
    switch (inner) {
      case Predicate::Kind::kConstant:
      case Predicate::Kind::kAtom:
      case Predicate::Kind::kNot: return Parentheses::kNo;
      case Predicate::Kind::kAtMost: return outer == Predicate::Kind::kNot ? Parentheses::kYes : Parentheses::kNo;
      case Predicate::Kind::kAnd: return outer == Predicate::Kind::kOr ? Parentheses::kNo : Parentheses::kYes;
      case Predicate::Kind::kOr: return Parentheses::kYes;
    }
    return Parentheses::kYes;
  }

  // Prints a leaf completely, or begins an inner node.
  void open(std::uint32_t index, Parentheses parentheses) {
    const Predicate::Node& node = predicate_.nodes()[index];
    if (parentheses == Parentheses::kYes) text_ += '(';
    switch (node.kind) {
      case Predicate::Kind::kConstant: text_ += node.value ? "true" : "false"; break;
      case Predicate::Kind::kAtom: append_atom_(predicate_.atoms()[node.first], text_); break;
      case Predicate::Kind::kAtMost: print_at_most(node); break;
      case Predicate::Kind::kNot: text_ += '!'; [[fallthrough]];
      case Predicate::Kind::kAnd:
      case Predicate::Kind::kOr: stack_.push_back({.node = index, .parentheses = parentheses}); return;
    }
    if (parentheses == Parentheses::kYes) text_ += ')';
  }

  // Consecutive terms of equal weight share one count. A sum whose first weight is negative is printed
  // negated, because people write "count(..) >= 1"; the parser negates it again.
  void print_at_most(const Predicate::Node& node) {
    const std::span<const Predicate::Term> terms = predicate_.terms(node);
    const bool turned = !terms.empty() && terms[0].weight < 0;
    const std::int64_t sign = turned ? -1 : 1;
    if (terms.empty()) text_ += "count()";
    for (std::size_t first = 0; first < terms.size();) {
      const std::int64_t weight = sign * terms[first].weight;
      if (first > 0) text_ += weight < 0 ? " - " : " + ";
      if (weight != 1 && weight != -1) text_ += fmt::format("{}*", weight < 0 ? -weight : weight);
      text_ += "count(";
      std::size_t next = first;
      for (; next < terms.size() && terms[next].weight == terms[first].weight; ++next) {
        if (next > first) text_ += ", ";
        append_atom_(predicate_.atoms()[terms[next].atom], text_);
      }
      text_ += ')';
      first = next;
    }
    text_ += fmt::format(" {} {}", turned ? ">=" : "<=", sign * node.bound);
  }

  const Predicate& predicate_;
  const AppendAtom& append_atom_;
  std::vector<Frame> stack_;
  std::string text_;
};

}   // namespace

std::string to_text(const Predicate& predicate, const Network& network) {
  return to_text(predicate, [&](const Atom& atom, std::string& text) {
    const Lts& lts = network.lts(atom.component);
    text += quoted_if_needed(network.name(atom.component));
    text += '@';
    if (atom.states.size() > 1) text += '{';
    for (std::size_t i = 0; i < atom.states.size(); ++i) {
      if (i > 0) text += ',';
      text += state_word(lts, atom.states[i]);
    }
    if (atom.states.size() > 1) text += '}';
  });
}

std::string to_text(const Predicate& predicate, const AppendAtom& append_atom) { return Printer(predicate, append_atom).print(); }

std::string quoted(std::string_view name) {
  std::string text = "\"";
  for (char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      text += '\\';
      text += c;
    } else if (byte < 0x20 || byte == 0x7F) {
      text += fmt::format("\\x{:02X}", byte);
    } else {
      text += c;
    }
  }
  return text + '"';
}

std::string quoted_if_needed(std::string_view name) {
  const bool bare = !name.empty() && std::all_of(name.begin(), name.end(), is_word_character);
  return bare ? std::string(name) : quoted(name);
}

std::string state_word(const Lts& lts, LocalState state) {
  const std::string name = lts.state_name(state);
  const std::vector<LocalState> meant = lts.states_named(name);
  if (meant.size() == 1 && meant[0] == state) return quoted_if_needed(name);
  return fmt::format("#{}", state.value);
}

}   // namespace parley
