#pragma once

#include <cassert>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "base/limits.h"
#include "front/fsp/names/usage.h"
#include "front/fsp/syntax/ast.h"
#include "front/fsp/syntax/symbols.h"

namespace parley::fsp {

// The value of an index or variable: a number or a label.
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

// The values of const, range, set and channels, and every definition that a composition can use, by name.
struct Globals {
  std::unordered_map<Symbol, std::int64_t> constants;
  std::unordered_map<Symbol, Bounds> ranges;
  std::unordered_map<Symbol, std::vector<Path>> sets;
  std::unordered_map<Symbol, std::vector<Value>> carried;   // the values that a channel carries, for channels with values
  std::unordered_map<Symbol, Definition> definitions;
};

// The variables and parameters visible at a place, as a linked list. It shares its tail with the lists of
// outer places, so a state that is elaborated later keeps its bindings at no cost.
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
  // release(mark) removes everything bound since mark(). The caller must keep no scope from there.
  std::size_t mark() const { return bindings_.size(); }
  void release(std::size_t mark) {
    assert(mark <= bindings_.size());
    bindings_.resize(mark);
  }

 private:
  struct Binding {
    Symbol name = kNoSymbol;
    Scope outer = kNoScope;
    Value value;
  };
  std::vector<Binding> bindings_;
};

// One label of a pattern such as a[i:0..3].{x,y}, with the scope that binds the variables of the pattern.
struct Expansion {
  Path label = kEmptyPath;
  Scope scope = kNoScope;
};

// Call before push_back: asks the memory limit before a large vector reallocates. Small vectors are not
// checked.
template <class T>
void expect_growth(const Limits& limits, const std::vector<T>& vector, std::size_t bytes_each = sizeof(T)) {
  constexpr std::size_t kLarge = 65536;
  if (vector.size() >= kLarge && vector.size() == vector.capacity()) limits.expect(vector.size() * bytes_each * 2);
}

// Evaluates expressions, sets, ranges and labels of the Ast. An error is reported, and Abandoned is thrown.
class Evaluator {
 public:
  Evaluator(const Ast& ast, Names& names, const Globals& globals, Reporter& reporter, const Limits& limits)
      : ast_(ast), names_(names), globals_(globals), reporter_(reporter), limits_(limits), pulse_(limits, 4096) {}

  Value value(Index expr, Scope scope);
  std::int64_t number(Index expr, Scope scope);
  bool truth(Index expr, Scope scope) { return number(expr, scope) != 0; }
  Bounds bounds(Index low, Index high, Scope scope);

  // The labels of a set without duplicates, in the order written; with 'minus', without the labels of that
  // set.
  std::vector<Path> set(Index set, Scope scope);
  std::vector<Path> set(Index set, Index minus, Scope scope);

  // Appends to 'result' the labels that 'parts' denote, each prefixed by 'prefix'. A variable is bound for
  // the parts after it and in the scopes of the results.
  void expand(Span parts, Scope scope, std::vector<Expansion>& result, Path prefix = kEmptyPath);

  // Calls 'visit' for each combination of values of 'parts' (the ranges of a quantifier, the indices of a
  // local process), the last one changing fastest. The path is 'prefix' followed by the values; the scope
  // binds them.
  void for_each(Span parts, Scope scope, Path prefix, const std::function<void(Path, Scope)>& visit);

  Path append(Path path, const Value& value);
  Value value_of(Path label) const;   // a label of one part that is a number becomes that number

  // Applies a binary operator with the meaning of C on 64 bits. Reports overflow and division by zero at
  // 'offset' and throws Abandoned.
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

// A hint with the candidate most similar to 'name', or 'otherwise' if none is similar.
std::string nearest_hint(const Symbols& symbols, Symbol name, const std::vector<Symbol>& candidates, std::string otherwise = "");

// The scope of a process, composition or assertion: its parameters bound to 'arguments', or to their defaults
// where arguments are missing.
Scope bind_parameters(Span parameters, std::span<const Value> arguments, Evaluator& evaluator);

}   // namespace parley::fsp
