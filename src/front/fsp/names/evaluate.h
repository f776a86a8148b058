#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "base/limits.h"
#include "front/fsp/names/usage.h"
#include "front/fsp/syntax/ast.h"
#include "front/fsp/syntax/symbols.h"

namespace parley::fsp {

// What an index or a variable can be: a number, or a label.
struct Value {
  bool is_label = false;
  std::int64_t number = 0;
  Path label = kEmptyPath;
  friend bool operator==(const Value&, const Value&) = default;
};

struct Bounds {
  std::int64_t low = 0;
  std::int64_t high = -1;   // below 'low': empty
};

// The values of const, range and set, and of channels; and what can be placed in a composition, by name.
struct Globals {
  std::unordered_map<Symbol, std::int64_t> constants;
  std::unordered_map<Symbol, Bounds> ranges;
  std::unordered_map<Symbol, std::vector<Path>> sets;
  std::unordered_map<Symbol, std::vector<Value>> carried;   // by each channel that carries values
  std::unordered_map<Symbol, Definition> definitions;
};

// The variables and parameters in force at a place: a list that shares its tail with the lists of outer
// places, so that a state that is elaborated later keeps its own at no cost.
using Scope = std::uint32_t;
inline constexpr Scope kNoScope = std::numeric_limits<Scope>::max();

class Scopes {
 public:
  Scope bind(Scope outer, Symbol name, const Value& value) {
    bindings_.push_back({name, outer, value});
    return static_cast<Scope>(bindings_.size() - 1);
  }
  const Value* find(Scope scope, Symbol name) const {
    for (; scope != kNoScope; scope = bindings_[scope].outer)
      if (bindings_[scope].name == name) return &bindings_[scope].value;
    return nullptr;
  }
  std::vector<Symbol> names(Scope scope) const {
    std::vector<Symbol> names;
    for (; scope != kNoScope; scope = bindings_[scope].outer) names.push_back(bindings_[scope].name);
    return names;
  }
  // Everything bound since 'mark' is forgotten; the caller keeps no scope from there.
  std::size_t mark() const { return bindings_.size(); }
  void release(std::size_t mark) { bindings_.resize(mark); }

 private:
  struct Binding {
    Symbol name = kNoSymbol;
    Scope outer = kNoScope;
    Value value;
  };
  std::vector<Binding> bindings_;
};

// One label that a pattern like a[i:0..3].{x,y} stands for, with what its variables are bound to.
struct Expansion {
  Path label = kEmptyPath;
  Scope scope = kNoScope;
};

// Before a vector grows: asks whether the memory limit allows it. Small ones are not worth the question.
template <class T>
void expect_growth(const Limits& limits, const std::vector<T>& vector, std::size_t bytes_each = sizeof(T)) {
  constexpr std::size_t kLarge = 65536;
  if (vector.size() >= kLarge && vector.size() == vector.capacity()) limits.expect(vector.size() * bytes_each * 2);
}

// Evaluates what stands in the Ast. What cannot be evaluated is reported, and Abandoned is thrown.
class Evaluator {
 public:
  Evaluator(const Ast& ast, Names& names, const Globals& globals, Reporter& reporter, const Limits& limits)
      : ast_(ast), names_(names), globals_(globals), reporter_(reporter), limits_(limits), pulse_(limits, 4096) {}

  Value value(Index expr, Scope scope);
  std::int64_t number(Index expr, Scope scope);
  bool truth(Index expr, Scope scope) { return number(expr, scope) != 0; }
  Bounds bounds(Index low, Index high, Scope scope);

  // The labels of a set, each once, in the order written.
  std::vector<Path> set(Index set, Scope scope);
  std::vector<Path> set(Index set, Index minus, Scope scope);

  // The labels that 'parts' stand for, behind 'prefix'. Variables are bound for the parts behind them and in
  // the results.
  void expand(Span parts, Scope scope, std::vector<Expansion>& result, Path prefix = kEmptyPath);

  // Calls 'visit' for each combination of values of 'parts' (ranges of a quantifier, indices of a local
  // process), the last changing fastest, with the path of the values behind 'prefix' and the scope that binds
  // them.
  void for_each(Span parts, Scope scope, Path prefix, const std::function<void(Path, Scope)>& visit);

  Path append(Path path, const Value& value);
  Value value_of(Path label) const;   // a label of one part that is a number is that number

  // Applies a binary operator, with C's meaning on 64 bits; overflow and division by zero are refused at
  // 'offset'.
  std::int64_t apply(Operator op, std::int64_t left, std::int64_t right, std::uint32_t offset);

  Scopes& scopes() { return scopes_; }
  Names& names() { return names_; }
  const Names& names() const { return names_; }
  Reporter& reporter() { return reporter_; }
  const Reporter& reporter() const { return reporter_; }
  const Ast& ast() const { return ast_; }
  const Globals& globals() const { return globals_; }
  const Limits& limits() const { return limits_; }
  Pulse& pulse() { return pulse_; }
  Usage& usage() { return usage_; }
  const Usage& usage() const { return usage_; }
  Place place(std::uint32_t offset) const;
  std::string text(const Value& value) const;

 private:
  template <class Visit>
  void for_values(const Part& part, Scope scope, const Visit& visit);
  void visit_parts(Span parts, Index at, Path path, Scope scope, const std::function<void(Path, Scope)>& visit);
  void expand_from(Span parts, Index at, Path path, Scope scope, std::vector<Expansion>& result);
  Value binary(Index expr, Scope scope);
  Value constant(Symbol name, std::uint32_t offset, Scope scope);
  const std::vector<Value>& carried(const Part& part);
  Value variable(Symbol name, std::uint32_t offset, Scope scope);

  const Ast& ast_;
  Names& names_;
  const Globals& globals_;
  Reporter& reporter_;
  const Limits& limits_;
  Pulse pulse_;
  Scopes scopes_;
  Usage usage_;
};

// A hint that names the nearest of 'candidates', or 'otherwise'.
std::string nearest_hint(const Symbols& symbols, Symbol name, const std::vector<Symbol>& candidates, std::string otherwise = "");

// The scope in which a process or composite runs: its parameters bound to 'arguments', or to their presets
// where there are none.
Scope bind_parameters(Span parameters, std::span<const Value> arguments, Evaluator& evaluator);

}   // namespace parley::fsp
