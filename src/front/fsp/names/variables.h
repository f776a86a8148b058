#pragma once

#include <cassert>
#include <optional>
#include <unordered_set>
#include <vector>

#include "front/fsp/names/evaluate.h"

namespace parley::fsp {

// The variables of a process, as in var x:0..3 = 0. They act as additional indices of every local process,
// which references do not write. An assignment in a prefix chain changes the scope.
//
// A scope finds a variable by name, so no index or label of the process may bind that name again; such a
// binding is refused.
class Variables {
 public:
  // Evaluates the types and initial values once, in the scope of the parameters.
  void declare(Span variables, Scope scope, Evaluator& evaluator);

  bool empty() const { return all_.empty(); }

  // Calls visit(path, scope) for each valuation, the last variable changing fastest. The path is 'base'
  // followed by the values; the scope is 'scope' with the values bound. There must be at least one variable.
  template <class Visit>
  void for_each(Path base, Scope scope, Evaluator& evaluator, const Visit& visit) const;

  Path append_initial(Path base, Evaluator& evaluator) const;
  Path append_current(Path base, Scope scope, Evaluator& evaluator) const;

  struct Outcome {
    Scope scope = kNoScope;
    const Assignment* failed = nullptr;   // the first assignment whose value is outside the type of its variable
    Value value;
  };
  // Evaluates all values in the old scope, then binds them.
  Outcome assign(Span assignments, Scope scope, Evaluator& evaluator) const;

  // Reports parts that bind the name of a variable, and throws Abandoned.
  void refuse_rebinding(Span parts, Evaluator& evaluator) const;

 private:
  struct Declared {
    Symbol name = kNoSymbol;
    std::vector<Value> values;
    std::optional<Bounds> bounds;   // set if the values are consecutive numbers; otherwise 'members' is used
    std::unordered_set<Path> members;
    Value initial;
  };
  static bool contains(const Declared& variable, const Value& value, Evaluator& evaluator);
  const Declared& find(const Assignment& assignment, Evaluator& evaluator) const;
  static void evaluate_type(const Variable& node, Scope scope, Declared& variable, Evaluator& evaluator);

  std::vector<Declared> all_;
};

template <class Visit>
void Variables::for_each(Path base, Scope scope, Evaluator& evaluator, const Visit& visit) const {
  assert(!all_.empty());
  struct Level {
    std::size_t at = 0;
    Path path = kEmptyPath;   // without the value of this variable
    Scope scope = kNoScope;
  };
  std::vector<Level> levels{{0, base, scope}};
  levels.reserve(all_.size());
  while (!levels.empty()) {
    const std::size_t which = levels.size() - 1;
    Level& level = levels.back();
    if (level.at == all_[which].values.size()) {
      levels.pop_back();
      continue;
    }
    evaluator.pulse().beat();
    const Value& value = all_[which].values[level.at++];
    const Path path = evaluator.append(level.path, value);
    const Scope inner = evaluator.scopes().bind(level.scope, all_[which].name, value);
    if (which + 1 == all_.size()) visit(path, inner);
    else levels.push_back({0, path, inner});
  }
}

}   // namespace parley::fsp
