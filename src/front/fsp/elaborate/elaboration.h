#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "front/fsp/elaborate/process.h"
#include "front/fsp/names/variables.h"

// The class behind elaborate_process(). Its functions are in process.cc (states and edges), sequence.cc
// (called processes), process_labels.cc (alphabet, relabelling, hiding) and process_names.cc (names, and the
// finished automaton). No other file includes this header.
namespace parley::fsp {

inline constexpr std::uint32_t kNoState = kNone;
inline constexpr std::uint32_t kLongestChain = 64;   // a state deeper inside a prefix chain is named by its number

class Elaboration {
 public:
  Elaboration(Index process, Evaluator& evaluator, const ElaborateOptions& options, const TemplateSource& callees)
      : process_index_(process),
        process_(evaluator.ast().processes[process]),
        ast_(evaluator.ast()),
        eval_(evaluator),
        options_(options),
        callees_(callees) {}

  Template run(std::span<const Value> arguments);

 private:
  // A declared local process with values for its indices and for the variables.
  struct Slot {
    Path name = kEmptyPath;   // "B.2", with variables "B.2.0"
    Path base = kEmptyPath;   // without the variables
    Scope scope = kNoScope;
    Index definition = kNone;         // in Ast::local_definitions
    std::uint32_t alias_of = kNone;   // the slot of which it is another name
    std::uint32_t state = kNoState;
  };

  struct State {
    Path name = kEmptyPath;            // of a local process; empty inside a chain
    std::uint32_t before = kNoState;   // in a chain: the state before it, and the label in between
    Path by = kEmptyPath;
    std::uint32_t depth = 0;
    std::uint32_t copy = kNone;   // in copies_: it is a state of a called process
  };

  // The place of a reference with calls: the body of a slot, or the target of a label.
  struct Site {
    Path name = kEmptyPath;   // of the slot; or, after a label:
    std::uint32_t from = kNoState;
    Path by = kEmptyPath;
    std::uint32_t depth = 0;
    std::uint32_t entry = kNoState;
  };
  struct Copy {
    std::uint32_t site = 0;
    std::string name;   // of the state in the called process; empty: it has no name
  };
  struct CopyAlias {
    std::uint32_t state = 0;
    std::string name;
  };

  struct RawEdge {
    std::uint32_t from = 0;
    std::uint32_t label = 0;
    std::uint32_t to = 0;
  };

  // A state whose edges are not yet elaborated.
  struct Pending {
    std::uint32_t state = 0;
    Index node = kNone;     // a choice node; or, inside a chain:
    Index choice = kNone;   // the chain of this choice, from 'position' on
    Index position = 0;
    Scope scope = kNoScope;
  };

  // An index, or an assigned value, that is out of range.
  struct OutOfRange {
    std::uint32_t state = 0;   // the state from which it occurs; kNoState: in the definition of a slot
    std::uint32_t offset = 0;
    Path name = kEmptyPath;
    Symbol variable = kNoSymbol;   // for an assignment, where 'name' is the value
  };

  // A slot, whose state may not be known yet, or a state.
  struct Target {
    std::uint32_t slot = kNone;
    std::uint32_t state = kNoState;
  };

  // The end of a called process is the start of what follows: the two states are merged.
  struct Glue {
    std::uint32_t end = 0;   // a state without name and edges, which disappears
    Target next;
    std::uint32_t offset = 0;
  };

  // process.cc
  void declare(Scope scope);
  void declare_local(Index definition, Scope scope);
  bool add_slot(Path name, Path base, Scope scope, Index definition);
  void settle();
  void settle_slot(Slot& slot);
  void resolve_aliases();
  void work();
  Index decide(Index node, Scope scope);
  Target look_up(const Local& ref, Scope scope, std::uint32_t from);
  [[noreturn]] void refuse_reference(const Local& ref);
  void expand(const Pending& pending);
  void chain(std::uint32_t state, Index choice, Index position, Scope scope);
  std::optional<Scope> take_step(const Step& step, Scope scope, std::uint32_t from);
  std::uint32_t continuation(const Choice& choice, Index choice_index, Index position, std::uint32_t state, Path by, Scope scope);
  std::uint32_t add_state(const State& state);
  std::uint32_t builtin(Symbol name);
  std::uint32_t enter(std::uint32_t from, Path by);
  void add_edge(std::uint32_t from, std::uint32_t label, std::uint32_t to);
  template <class Function>
  void recover(std::unordered_set<Index>& broken, Index key, const Function& function);
  void find_reachable();
  void warn_out_of_range();
  bool is_declared(const Local& ref) const;
  bool is_builtin(Symbol name) const { return name == stop_name_ || name == end_name_ || name == error_name_; }

  // sequence.cc
  bool has_calls(const Local& ref) const;
  Target call(const Local& ref, Scope scope, Site site);
  struct Copied {
    std::uint32_t entry = kNoState;
    std::uint32_t end = kNoState;
  };
  const Template& callee(const Call& call, Scope scope);
  enum class Ending : std::uint8_t { kGoesOn, kEnds };
  Copied copy(const Call& call, const Template& callee, std::uint32_t site, Ending ending);
  std::vector<std::uint32_t> copy_labels(const Template& callee);
  void glue();
  std::vector<std::uint32_t> glued_states();

  // process_labels.cc
  std::uint32_t label_of(Path label);
  std::uint32_t hidden_label_of(Path label);
  void relabel(Scope scope);
  void hide(Scope scope);

  // process_names.cc
  void name_states(LtsBuilder& builder);
  void name_aliases(LtsBuilder& builder);
  void name_labels(LtsBuilder& builder);
  Template freeze();

  std::string symbol_text(Symbol symbol) const { return eval_.names().symbols.text(symbol); }
  std::string process_text() const { return symbol_text(process_.name); }

  Index process_index_;
  const Process& process_;
  const Ast& ast_;
  Evaluator& eval_;
  const ElaborateOptions& options_;
  const TemplateSource& callees_;

  Symbol stop_name_ = kNoSymbol;
  Symbol end_name_ = kNoSymbol;
  Symbol error_name_ = kNoSymbol;
  Variables variables_;

  std::vector<Slot> slots_;
  std::uint32_t initial_slot_ = 0;
  std::unordered_map<Path, std::uint32_t> slot_of_;
  std::unordered_map<Symbol, std::unordered_set<std::uint32_t>> arities_;
  std::vector<State> states_;
  std::vector<Pending> pending_;
  std::vector<RawEdge> edges_;
  std::vector<Site> sites_;
  std::vector<Copy> copies_;
  std::vector<CopyAlias> copy_aliases_;
  std::vector<Glue> glues_;   // ascending by 'end'
  std::unordered_set<std::uint32_t> reported_endless_;

  std::vector<Path> labels_;
  std::vector<bool> is_inherited_;   // per label: hidden in a called process, and not a label of this one
  std::unordered_map<Path, std::uint32_t> label_of_;
  std::unordered_map<Path, std::uint32_t> hidden_label_of_;
  std::unordered_set<std::uint32_t> extension_;
  std::vector<LabelUse> uses_;

  std::vector<bool> reachable_;
  std::vector<OutOfRange> out_of_range_;
  std::uint32_t stop_ = kNoState;
  std::uint32_t end_ = kNoState;
  std::uint32_t error_ = kNoState;
  bool reaches_error_ = false;

  std::unordered_set<Index> broken_locals_;   // definitions and choices with an error that was reported
  std::unordered_set<Index> broken_choices_;
  bool is_broken_ = false;
  bool callee_failed_ = false;
};

}   // namespace parley::fsp
