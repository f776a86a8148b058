#include "oracle/spec_text.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace parley::oracle {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

const std::string& component_name(const Spec& spec, int component) { return spec.components[at(component)].name; }

// Appends " C S..." for an atom.
std::string atom_text(const Spec& spec, const Atom& atom) {
  std::string text = " " + component_name(spec, atom.component);
  for (int state : atom.states) text += " " + spec.of(atom.component).states[at(state)];
  return text;
}

std::string formula_text(const Spec& spec, const Formula& formula) {
  const auto nested = [&](std::string word) {
    for (const Formula& operand : formula.operands) word += " " + formula_text(spec, operand);
    return "(" + word + ")";
  };
  switch (formula.kind) {
    case Formula::Kind::kConstant: return formula.value ? "true" : "false";
    case Formula::Kind::kAtom: return "(at" + atom_text(spec, formula.atoms[0]) + ")";
    case Formula::Kind::kNot: return nested("not");
    case Formula::Kind::kAnd: return nested("and");
    case Formula::Kind::kOr: return nested("or");
    case Formula::Kind::kAtMost: {
      std::string text = "(atmost " + std::to_string(formula.bound);
      for (const Atom& atom : formula.atoms) text += " (" + std::to_string(atom.weight) + atom_text(spec, atom) + ")";
      return text + ")";
    }
  }
  return "";
}

std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  std::string word;
  const auto flush = [&] {
    if (!word.empty()) words.push_back(std::move(word));
    word.clear();
  };
  for (char c : line) {
    if (c == '#') break;
    const bool bracket = c == '(' || c == ')';
    if (bracket || c == ' ' || c == '\t' || c == '\r') flush();
    if (bracket) words.emplace_back(1, c);
    if (!bracket && c != ' ' && c != '\t' && c != '\r') word += c;
  }
  flush();
  return words;
}

// Reads a file line by line into a spec; every error message names the line.
class Reader {
 public:
  Spec read(std::string_view text) {
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
      ++line_;
      words_ = words_of(line);
      next_ = 0;
      if (words_.empty()) continue;
      statement();
      if (next_ != words_.size()) fail("too many words");
    }
    if (auto wrong = problem(spec_)) throw std::invalid_argument(*wrong);
    return std::move(spec_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw std::invalid_argument("line " + std::to_string(line_) + ": " + what);
  }

  bool more() const { return next_ < words_.size(); }
  std::string word() {
    if (!more()) fail("a word is missing");
    return words_[next_++];
  }
  bool take(std::string_view expected) {
    if (!more() || words_[next_] != expected) return false;
    ++next_;
    return true;
  }
  void expect(std::string_view expected) {
    if (!take(expected)) fail("expected '" + std::string(expected) + "'");
  }
  std::int64_t number() {
    const std::string text = word();
    try {
      std::size_t used = 0;
      const std::int64_t value = std::stoll(text, &used);
      if (used == text.size()) return value;
    } catch (const std::exception&) {
      // Reported below, with the line.
    }
    fail("'" + text + "' is no number");
  }

  int find(const std::vector<std::string>& names, const std::string& name) const {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) fail("nothing here is called '" + name + "'");
    return static_cast<int>(found - names.begin());
  }
  int component() {
    const std::string name = word();
    for (int i = 0; i < spec_.num_components(); ++i)
      if (component_name(spec_, i) == name) return i;
    fail("no component is called '" + name + "'");
  }
  Behaviour& last_template() {
    if (spec_.behaviours.empty()) fail("outside a template");
    return spec_.behaviours.back();
  }

  void statement() {
    const std::string kind = word();
    if (kind == "template") {
      spec_.behaviours.emplace_back();
      spec_.behaviours.back().name = word();
    } else if (kind == "state") {
      Behaviour& behaviour = last_template();
      behaviour.states.push_back(word());
      behaviour.marks.push_back(take("end") ? Mark::kTerminal : take("error") ? Mark::kError : Mark::kPlain);
    } else if (kind == "initial") {
      Behaviour& behaviour = last_template();
      behaviour.initial = find(behaviour.states, word());
    } else if (kind == "label") {
      last_template().labels.push_back(word());
    } else if (kind == "edge") {
      Behaviour& behaviour = last_template();
      const int from = find(behaviour.states, word());
      const int label = find(behaviour.labels, word());
      behaviour.arrows.push_back({from, label, find(behaviour.states, word())});
    } else if (kind == "component") {
      component_statement();
    } else if (kind == "rule") {
      rule_statement();
    } else if (kind == "check") {
      check_statement();
    } else if (kind == "count") {
      const std::string what = word();
      spec_.counts.push_back({what, static_cast<std::uint64_t>(number())});
    } else {
      fail("unknown word '" + kind + "'");
    }
  }

  void component_statement() {
    const std::string name = word();
    std::vector<std::string> templates;
    for (const Behaviour& behaviour : spec_.behaviours) templates.push_back(behaviour.name);
    const int behaviour = find(templates, word());
    spec_.components.push_back({name, behaviour, take("observer") ? Role::kObserver : Role::kProcess});
  }

  void rule_statement() {
    Rule rule{.label = word(), .parts = {}};
    expect("=");
    do {
      const int who = component();
      rule.parts.push_back({who, find(spec_.of(who).labels, word())});
    } while (take(","));
    spec_.rules.push_back(std::move(rule));
  }

  void check_statement() {
    Question question{.name = word(), .ask = Ask::kDeadlock, .formula = {}, .automata = {}, .holds = {}};
    const std::string kind = word();
    int ask = 0;
    while (ask < kAsks && ask_name(static_cast<Ask>(ask)) != kind) ++ask;
    if (ask == kAsks) fail("unknown kind of check '" + kind + "'");
    question.ask = static_cast<Ask>(ask);
    if (question.ask == Ask::kReach || question.ask == Ask::kNever) question.formula = formula();
    if (question.ask == Ask::kSafety)
      while (more() && words_[next_] != "expect") question.automata.push_back(component());
    if (take("expect")) {
      question.holds = take("holds");
      if (!*question.holds) expect("violated");
    }
    spec_.questions.push_back(std::move(question));
  }

  Atom atom(std::int64_t weight) {
    Atom result{.component = component(), .states = {}, .weight = weight};
    while (!take(")")) result.states.push_back(find(spec_.of(result.component).states, word()));
    return result;
  }

  Formula formula() {
    Formula result;
    if (take("true")) {
      result.value = true;
      return result;
    }
    if (take("false")) return result;
    expect("(");
    if (take("at")) {
      result.kind = Formula::Kind::kAtom;
      result.atoms.push_back(atom(1));
      return result;
    }
    if (take("atmost")) {
      result.kind = Formula::Kind::kAtMost;
      result.bound = number();
      while (!take(")")) {
        expect("(");
        const std::int64_t weight = number();
        result.atoms.push_back(atom(weight));
      }
      return result;
    }
    const std::string connective = word();
    if (connective != "not" && connective != "and" && connective != "or") fail("unknown connective '" + connective + "'");
    result.kind = connective == "not" ? Formula::Kind::kNot : connective == "and" ? Formula::Kind::kAnd : Formula::Kind::kOr;
    while (!take(")")) result.operands.push_back(formula());
    return result;
  }

  Spec spec_;
  std::vector<std::string> words_;
  std::size_t next_ = 0;
  int line_ = 0;
};

void write_behaviour(std::string& out, const Behaviour& behaviour) {
  out += "template " + behaviour.name + "\n";
  for (std::size_t state = 0; state < behaviour.states.size(); ++state) {
    out += "  state " + behaviour.states[state];
    if (behaviour.marks[state] == Mark::kTerminal) out += " end";
    if (behaviour.marks[state] == Mark::kError) out += " error";
    out += "\n";
  }
  if (behaviour.initial != 0) out += "  initial " + behaviour.states[at(behaviour.initial)] + "\n";
  for (const std::string& label : behaviour.labels) out += "  label " + label + "\n";
  for (const Arrow& arrow : behaviour.arrows)
    out += "  edge " + behaviour.states[at(arrow.from)] + " " + behaviour.labels[at(arrow.label)] + " " +
           behaviour.states[at(arrow.to)] + "\n";
}

}   // namespace

std::string to_text(const Spec& spec) {
  std::string out;
  for (const Behaviour& behaviour : spec.behaviours) write_behaviour(out, behaviour);
  for (const Component& component : spec.components)
    out += "component " + component.name + " " + spec.behaviours[at(component.behaviour)].name +
           (component.role == Role::kObserver ? " observer" : "") + "\n";
  for (const Rule& rule : spec.rules) {
    out += "rule " + rule.label + " =";
    for (std::size_t i = 0; i < rule.parts.size(); ++i)
      out += std::string(i == 0 ? " " : " , ") + component_name(spec, rule.parts[i].component) + " " +
             spec.of(rule.parts[i].component).labels[at(rule.parts[i].label)];
    out += "\n";
  }
  for (const Question& question : spec.questions) {
    out += "check " + question.name + " " + std::string(ask_name(question.ask));
    if (question.ask == Ask::kReach || question.ask == Ask::kNever) out += " " + formula_text(spec, question.formula);
    for (int automaton : question.automata) out += " " + component_name(spec, automaton);
    if (question.holds) out += *question.holds ? " expect holds" : " expect violated";
    out += "\n";
  }
  for (const Count& count : spec.counts) out += "count " + count.what + " " + std::to_string(count.value) + "\n";
  return out;
}

Spec parse_spec(std::string_view text) { return Reader().read(text); }

}   // namespace parley::oracle
