#pragma once

#include <optional>
#include <unordered_set>
#include <vector>

#include "front/fsp/names/evaluate.h"

namespace parley::fsp {

// The variables of a process: var x:0..3 = 0. They are indices that every local process has and no reference
// writes; an assignment in a chain changes what the scope says about them.
//
// A scope finds a variable by its name, so nothing in the process may bind that name again; whoever does is
// refused.
class Variables {
 public:
  // Evaluates types and initial values once, in the scope of the parameters.
  void declare(Span variables, Scope scope, Evaluator& evaluator);

  bool empty() const { return all_.empty(); }

  // Calls visit(path, scope) for each valuation, the last variable changing fastest: the values behind
  // 'base', bound in 'scope'.
  template <class Visit>
  void for_each(Path base, Scope scope, Evaluator& evaluator, const Visit& visit) const;

  Path append_initial(Path base, Evaluator& evaluator) const;
  Path append_current(Path base, Scope scope, Evaluator& evaluator) const;

  struct Outcome {
    Scope scope = kNoScope;
    const Assignment* failed = nullptr;   // the first whose value is none of its variable
    Value value;
  };
  // All values are found in the old scope, then bound.
  Outcome assign(Span assignments, Scope scope, Evaluator& evaluator) const;

  // Refuses parts that bind the name of a variable.
  void refuse_rebinding(Span parts, Evaluator& evaluator) const;

 private:
  struct Declared {
    Symbol name = kNoSymbol;
    std::vector<Value> values;
    std::optional<Bounds> bounds;   // where they are numbers in a row, otherwise
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
  struct Level {
    std::size_t at = 0;
    Path path = kEmptyPath;   // before this variable's value
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
