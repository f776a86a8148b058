#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parley::oracle {

// A network and its questions as plain data. The random tests generate and shrink it, and tests/regress
// stores it.
//
// It deliberately does not use the library: the oracle answers from this struct alone, so a bug in Network,
// Lts or Predicate cannot affect both sides of a comparison. Everything is identified by its index.
enum class Mark : std::uint8_t { kPlain, kTerminal, kError };
enum class Role : std::uint8_t { kProcess, kObserver };

struct Arrow {
  int from = 0;
  int label = 0;
  int to = 0;
  friend auto operator<=>(const Arrow&, const Arrow&) = default;
};

// A template. Arrows are in any order, and equal arrows count once.
struct Behaviour {
  std::string name;
  std::vector<std::string> states;   // their names
  std::vector<Mark> marks;           // one per state
  int initial = 0;
  std::vector<std::string> labels;
  std::vector<Arrow> arrows;
  friend bool operator==(const Behaviour&, const Behaviour&) = default;

  int num_states() const { return static_cast<int>(states.size()); }
  int num_labels() const { return static_cast<int>(labels.size()); }
};

struct Component {
  std::string name;
  int behaviour = 0;
  Role role = Role::kProcess;
  friend bool operator==(const Component&, const Component&) = default;
};

struct Part {
  int component = 0;
  int label = 0;
  friend auto operator<=>(const Part&, const Part&) = default;
};

struct Rule {
  std::string label;
  std::vector<Part> parts;
  friend bool operator==(const Rule&, const Rule&) = default;
};

// "The component is in one of these states", with a weight in an inequality.
struct Atom {
  int component = 0;
  std::vector<int> states;
  std::int64_t weight = 1;
  friend bool operator==(const Atom&, const Atom&) = default;
};

struct Formula {
  enum class Kind : std::uint8_t { kConstant, kAtom, kNot, kAnd, kOr, kAtMost };
  Kind kind = Kind::kConstant;
  bool value = false;              // kConstant
  std::vector<Atom> atoms;         // kAtom: one; kAtMost: the sum
  std::vector<Formula> operands;   // kNot: one; kAnd, kOr: any number
  std::int64_t bound = 0;          // kAtMost
  friend bool operator==(const Formula&, const Formula&) = default;
};

enum class Ask : std::uint8_t { kDeadlock, kLocalDeadlock, kReach, kNever, kSafety };
inline constexpr int kAsks = 5;
std::string_view ask_name(Ask ask);

struct Question {
  std::string name;
  Ask ask = Ask::kDeadlock;
  Formula formula;             // kReach, kNever
  std::vector<int> automata;   // kSafety
  std::optional<bool> holds;   // the expected answer, if a file in tests/regress states one
  friend bool operator==(const Question&, const Question&) = default;
};

// A count that a file in tests/regress states: states, transitions, deadlocks, local_deadlocks, depth.
struct Count {
  std::string what;
  std::uint64_t value = 0;
  friend bool operator==(const Count&, const Count&) = default;
};

struct Spec {
  std::vector<Behaviour> behaviours;
  std::vector<Component> components;
  std::vector<Rule> rules;
  std::vector<Question> questions;
  std::vector<Count> counts;
  friend bool operator==(const Spec&, const Spec&) = default;

  const Behaviour& of(int component) const {
    return behaviours[static_cast<std::size_t>(components[static_cast<std::size_t>(component)].behaviour)];
  }
  int num_components() const { return static_cast<int>(components.size()); }
};

// Why the spec is not a valid network with valid questions; nullopt if it is.
std::optional<std::string> problem(const Spec& spec);

}   // namespace parley::oracle
