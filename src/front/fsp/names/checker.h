#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "front/fsp/names/check.h"

namespace parley::fsp {

// Resolves the names of a file, or of a predicate alone, and reports wrong ones. It walks the Ast once, kind
// by kind of definition, and keeps the variables and parameters in scope on a stack. Its functions are in
// files named after the parser's: what parse_process.cc reads, check_process.cc checks.
class Checker {
 public:
  Checker(Evaluator& evaluator, const CheckOptions& options) : eval_(evaluator), ast_(evaluator.ast()), options_(options) {}

  void file();
  void predicate(Index root) { expr(root); }

 private:
  // Definitions of one kind, by name; 'names' are the candidates for hints.
  struct Named {
    std::unordered_map<Symbol, Index> index_of;
    std::vector<Symbol> names;
  };

  const Symbols& symbols() const { return eval_.names().symbols; }
  std::string text(Symbol symbol) const { return symbols().text(symbol); }
  void error(std::uint32_t offset, const char* code, std::string message, std::string hint = "");

  // Declarations, channels and checks (check.cc).
  void declare();
  bool in_scope(Symbol name) const;
  void parameters(Span parameters);
  void channels();
  void check_subject(const Check& check);
  void check(const Check& check);

  // Processes (check_process.cc).
  void process(const Process& process);
  void variables(Span span);
  void step(const Step& step);
  void local(Index index);
  bool is_builtin(Symbol name) const;
  void call(const Call& call);
  void arguments(Symbol name, std::uint32_t offset, bool has_arguments, Index count, Index parameters);
  void reference(const Local& node);

  // Labels, sets and expressions (check_expr.cc).
  void parts(Span span);
  void named(const Part& part);
  void set(Index index);
  void relabels(Span span);
  void expr(Index index);
  void constant(const Expr& node);

  // Compositions (check_composite.cc).
  void body(Index index);
  void instance(const Body& node);
  void sync_vectors(Span span);

  // progress, fluent, assert, constraint (check_liveness.cc).
  void liveness();
  void formula(Index index);
  void formula_name(const Ltl& node);
  void assertion_cycles();

  Evaluator& eval_;
  const Ast& ast_;
  const CheckOptions& options_;
  std::unordered_map<Symbol, Index> parameters_of_;   // of a process, composition, automaton or channel: how many
  std::vector<Symbol> process_names_;
  std::unordered_set<Symbol> locals_;
  const Process* process_ = nullptr;
  std::vector<Symbol> scope_;
  std::vector<Symbol> variables_;             // of the current process
  std::unordered_set<Symbol> variable_set_;   // the same names
  Named fluents_;
  Named assertions_;
  Named progress_;
  Index assertion_ = 0;                    // the current one
  std::vector<std::vector<Index>> uses_;   // per assertion: the assertions that its formula refers to
};

}   // namespace parley::fsp
