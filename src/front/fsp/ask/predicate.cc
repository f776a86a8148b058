#include "front/fsp/ask/predicate.h"

#include <algorithm>

#include <fmt/format.h>

#include "property/parse.h"

namespace parley::fsp {

namespace {

constexpr std::size_t kMostNames = 20000;

// The meaning of an expression inside a predicate: a formula, which is true or false in a state; a number,
// which may depend on the state through counts; or a label.
struct Meaning {
  enum class Kind : std::uint8_t { kFormula, kNumber, kLabel };
  Kind kind = Kind::kNumber;
  PredicateBuilder::Handle formula = 0;
  std::vector<PredicateBuilder::CountTerm> terms;   // kNumber: the value is 'constant' plus the weighted sum of these
  std::int64_t constant = 0;
  Value label;
};

class Binder {
 public:
  Binder(const Network& network, Evaluator& evaluator) : network_(network), eval_(evaluator), ast_(evaluator.ast()) {}

  Predicate run(Index root) {
    const PredicateBuilder::Handle handle = formula(meaning(root, kNoScope), ast_.exprs[root].offset);
    return std::move(builder_).build(handle);
  }

 private:
  [[noreturn]] void refuse(std::uint32_t offset, const char* code, std::string message, std::string hint = "") {
    eval_.reporter().refuse(eval_.place(offset), code, std::move(message), std::move(hint));
  }

  static Meaning of_number(std::int64_t number) {
    Meaning result;
    result.constant = number;
    return result;
  }
  static Meaning of_formula(PredicateBuilder::Handle handle) {
    Meaning result;
    result.kind = Meaning::Kind::kFormula;
    result.formula = handle;
    return result;
  }

  // A number is true if it is not 0, as in C, but a count must be compared.
  PredicateBuilder::Handle formula(const Meaning& meaning, std::uint32_t offset) {
    if (meaning.kind == Meaning::Kind::kFormula) return meaning.formula;
    if (meaning.kind == Meaning::Kind::kLabel) refuse(offset, "fsp-type", "a label is neither true nor false");
    if (!meaning.terms.empty()) refuse(offset, "fsp-type", "a count is a number", "compare it: count(...) <= 2");
    return builder_.constant(meaning.constant != 0);
  }

  void need_number(const Meaning& meaning, std::uint32_t offset) {
    if (meaning.kind == Meaning::Kind::kFormula)
      refuse(offset, "fsp-type", "a number is needed on both sides",
             "'forall', 'exists' and '!' bind tighter than comparisons: use parentheses");
    if (meaning.kind == Meaning::Kind::kLabel) refuse(offset, "fsp-type", "a label where a number is needed");
  }

  std::int64_t need_constant(const Meaning& meaning, std::uint32_t offset) {
    need_number(meaning, offset);
    if (!meaning.terms.empty())
      refuse(offset, "fsp-type", "counts can be added, subtracted, compared and multiplied by constants only");
    return meaning.constant;
  }

  Meaning meaning(Index index, Scope scope) {
    const Expr& node = ast_.exprs[index];
    switch (node.kind) {
      case ExprKind::kTrue: return of_formula(builder_.constant(true));
      case ExprKind::kFalse: return of_formula(builder_.constant(false));
      case ExprKind::kNumber:
      case ExprKind::kConstant:
      case ExprKind::kVariable:
      case ExprKind::kLabel:
      case ExprKind::kSize:
      case ExprKind::kElement: {
        const Value value = eval_.value(index, scope);
        Meaning result = of_number(value.number);
        if (value.is_label) result.kind = Meaning::Kind::kLabel;
        result.label = value;
        return result;
      }
      case ExprKind::kAtom: return of_formula(builder_.atom(atom(ast_.atoms[node.a], scope)));
      case ExprKind::kForall:
      case ExprKind::kExists: {
        const Quantifier& quantifier = ast_.quantifiers[node.a];
        std::vector<PredicateBuilder::Handle> operands;
        const std::size_t mark = eval_.scopes().mark();
        eval_.for_each(quantifier.ranges, scope, kEmptyPath, [&](Path, Scope inner) {
          operands.push_back(formula(meaning(quantifier.body, inner), ast_.exprs[quantifier.body].offset));
        });
        eval_.scopes().release(mark);
        return of_formula(node.kind == ExprKind::kForall ? builder_.all_of(operands) : builder_.any_of(operands));
      }
      case ExprKind::kCount:
      case ExprKind::kGroup: {
        Meaning result;
        for (const Index item : SpanOf(ast_.lists, {node.a, node.b})) count(item, scope, result.terms);
        return result;
      }
      case ExprKind::kUnary: return unary(node, scope);
      case ExprKind::kBinary: return binary(index, scope);
    }
    return {};
  }

  void count(Index index, Scope scope, std::vector<PredicateBuilder::CountTerm>& terms) {
    const Expr& node = ast_.exprs[index];
    if (node.kind == ExprKind::kAtom) {
      terms.push_back({1, atom(ast_.atoms[node.a], scope)});
    } else if (node.kind == ExprKind::kGroup) {
      for (const Index item : SpanOf(ast_.lists, {node.a, node.b})) count(item, scope, terms);
    } else {
      const Quantifier& quantifier = ast_.quantifiers[node.a];
      const std::size_t mark = eval_.scopes().mark();
      eval_.for_each(quantifier.ranges, scope, kEmptyPath, [&](Path, Scope inner) { count(quantifier.body, inner, terms); });
      eval_.scopes().release(mark);
    }
  }

  Meaning unary(const Expr& node, Scope scope) {
    Meaning operand = meaning(node.a, scope);
    if (node.op == Operator::kNot) return of_formula(builder_.negate(formula(operand, node.offset)));
    need_number(operand, node.offset);
    return node.op == Operator::kNegate ? scaled(std::move(operand), -1, node.offset) : operand;
  }

  Meaning scaled(Meaning number, std::int64_t factor, std::uint32_t offset) {
    number.constant = eval_.apply(Operator::kMultiply, number.constant, factor, offset);
    for (auto& term : number.terms) term.weight = eval_.apply(Operator::kMultiply, term.weight, factor, offset);
    return number;
  }

  Meaning sum(Meaning left, Meaning right, std::uint32_t offset) {
    left.constant = eval_.apply(Operator::kAdd, left.constant, right.constant, offset);
    left.terms.insert(left.terms.end(), std::make_move_iterator(right.terms.begin()), std::make_move_iterator(right.terms.end()));
    return left;
  }

  // A long chain of && or || is a deep tree that leans to the left. It is walked in a loop and becomes one
  // node.
  Meaning binary(Index index, Scope scope) {
    std::vector<Index> spine;
    for (; ast_.exprs[index].kind == ExprKind::kBinary; index = ast_.exprs[index].a) spine.push_back(index);
    Meaning left = meaning(index, scope);
    while (!spine.empty()) {
      const Expr node = ast_.exprs[spine.back()];
      if (node.op != Operator::kAnd && node.op != Operator::kOr) {
        left = apply(node, std::move(left), meaning(node.b, scope));
        spine.pop_back();
        continue;
      }
      std::vector<PredicateBuilder::Handle> operands{formula(left, node.offset)};
      for (; !spine.empty() && ast_.exprs[spine.back()].op == node.op; spine.pop_back()) {
        const Index right = ast_.exprs[spine.back()].b;
        operands.push_back(formula(meaning(right, scope), ast_.exprs[right].offset));
      }
      left = of_formula(node.op == Operator::kAnd ? builder_.all_of(operands) : builder_.any_of(operands));
    }
    return left;
  }

  Meaning apply(const Expr& node, Meaning left, Meaning right) {
    switch (node.op) {
      case Operator::kEqual:
      case Operator::kNotEqual:
        if (left.kind == Meaning::Kind::kLabel || right.kind == Meaning::Kind::kLabel) {
          const bool equal = left.kind == right.kind && left.label == right.label;
          return of_formula(builder_.constant(equal == (node.op == Operator::kEqual)));
        }
        return compare(node, std::move(left), std::move(right));
      case Operator::kLess:
      case Operator::kLessEqual:
      case Operator::kGreater:
      case Operator::kGreaterEqual: return compare(node, std::move(left), std::move(right));
      case Operator::kAdd:
      case Operator::kSubtract:
        need_number(left, node.offset);
        need_number(right, node.offset);
        if (node.op == Operator::kSubtract) right = scaled(std::move(right), -1, node.offset);
        return sum(std::move(left), std::move(right), node.offset);
      case Operator::kMultiply:
        need_number(left, node.offset);
        need_number(right, node.offset);
        if (left.terms.empty()) return scaled(std::move(right), left.constant, node.offset);
        return scaled(std::move(left), need_constant(right, node.offset), node.offset);
      case Operator::kBitOr:
      case Operator::kBitXor:
      case Operator::kBitAnd:
      case Operator::kShiftLeft:
      case Operator::kShiftRight:
      case Operator::kDivide:
      case Operator::kModulo:
        return of_number(eval_.apply(node.op, need_constant(left, node.offset), need_constant(right, node.offset), node.offset));
      case Operator::kOr:
      case Operator::kAnd:
      case Operator::kPlus:
      case Operator::kNegate:
      case Operator::kNot: break;
    }
    throw std::logic_error("not an operator of numbers");
  }

  // Evidence prints the comparison, so its numbers must fit the limit of that format. A strict comparison
  // moves its bound by 1.
  void need_room(const Meaning& difference, std::uint32_t offset) {
    std::int64_t room = kMostInComparison - 1;
    const auto take = [&](std::int64_t number) {
      if (number > room || number < -room)
        eval_.reporter().refuse(eval_.place(offset), "fsp-overflow", "the numbers of this comparison are too large",
                                "they may add up to 2^60");
      room -= number < 0 ? -number : number;
    };
    take(difference.constant);
    for (const PredicateBuilder::CountTerm& term : difference.terms) take(term.weight);
  }

  // left op right, as one or two inequalities 'terms <= bound'.
  Meaning compare(const Expr& node, Meaning left, Meaning right) {
    need_number(left, node.offset);
    need_number(right, node.offset);
    if (left.terms.empty() && right.terms.empty())
      return of_formula(builder_.constant(eval_.apply(node.op, left.constant, right.constant, node.offset) != 0));
    const Meaning difference = sum(std::move(left), scaled(std::move(right), -1, node.offset), node.offset);
    need_room(difference, node.offset);
    const auto at_most = [&](std::int64_t slack) {   // difference + slack <= 0
      return builder_.at_most(difference.terms, eval_.apply(Operator::kSubtract, -slack, difference.constant, node.offset));
    };
    const auto at_least = [&](std::int64_t slack) {   // difference - slack >= 0
      Meaning negated = scaled(difference, -1, node.offset);
      return builder_.at_most(std::move(negated.terms), eval_.apply(Operator::kSubtract, -slack, negated.constant, node.offset));
    };
    if (node.op == Operator::kLessEqual) return of_formula(at_most(0));
    if (node.op == Operator::kLess) return of_formula(at_most(1));
    if (node.op == Operator::kGreaterEqual) return of_formula(at_least(0));
    if (node.op == Operator::kGreater) return of_formula(at_least(1));
    const std::vector<PredicateBuilder::Handle> both{at_most(0), at_least(0)};
    const PredicateBuilder::Handle equal = builder_.all_of(both);
    return of_formula(node.op == Operator::kEqual ? equal : builder_.negate(equal));
  }

  Atom atom(const PredicateAtom& node, Scope scope) {
    eval_.pulse().beat();
    const std::string name = path_text(node.component, scope, eval_);
    const std::optional<ComponentId> component = network_.find_component(name);
    if (!component) unknown_component(node, name);
    Atom atom;
    atom.component = *component;
    const Lts& lts = network_.lts(*component);
    for (const Span& state : SpanOf(ast_.labels, node.states)) {
      const std::string wanted = path_text(state, scope, eval_);
      const std::vector<LocalState> found = lts.states_named(wanted);
      if (found.empty()) unknown_state(ast_.parts[state.first].offset, name, wanted, lts);
      atom.states.insert(atom.states.end(), found.begin(), found.end());
    }
    std::sort(atom.states.begin(), atom.states.end());
    atom.states.erase(std::unique(atom.states.begin(), atom.states.end()), atom.states.end());
    return atom;
  }

  [[noreturn]] void unknown_component(const PredicateAtom& node, const std::string& name) {
    std::vector<std::string_view> names;
    std::string_view first;
    std::string_view last;
    const std::string family = name.substr(0, name.rfind('.') == std::string::npos ? 0 : name.rfind('.') + 1);
    for (const ComponentId component : network_.components()) {
      const std::string_view candidate = network_.name(component);
      if (names.size() < kMostNames) names.push_back(candidate);
      const bool is_relative =
          !family.empty() && candidate.starts_with(family) && candidate.find('.', family.size()) == std::string_view::npos;
      if (!is_relative) continue;
      if (first.empty()) first = candidate;
      last = candidate;
    }
    std::string hint;
    if (!first.empty()) {
      hint = first == last ? fmt::format("there is '{}'", first) : fmt::format("there are '{}' to '{}'", first, last);
    } else if (const std::string_view near = nearest_name(name, names); !near.empty()) {
      hint = fmt::format("did you mean '{}'?", near);
    } else {
      hint = fmt::format("the first component is '{}'", names.front());
    }
    refuse(node.offset, "fsp-unknown-component", fmt::format("there is no component '{}'", name), hint);
  }

  [[noreturn]] void unknown_state(std::uint32_t offset, const std::string& component, const std::string& wanted, const Lts& lts) {
    std::vector<std::string> names;
    for (std::size_t s = 0; s < lts.num_states() && s < kMostNames; ++s) names.push_back(lts.state_name(LocalState(s)));
    for (const auto& [name, state] : lts.aliases())
      if (names.size() < 2 * kMostNames) names.push_back(name);
    const std::string_view near = nearest_name(wanted, std::vector<std::string_view>(names.begin(), names.end()));
    refuse(offset, "fsp-unknown-state", fmt::format("component '{}' has no state '{}'", component, wanted),
           near.empty() ? fmt::format("its first state is '{}'", lts.state_name(lts.initial()))
                        : fmt::format("did you mean '{}'?", near));
  }

  const Network& network_;
  Evaluator& eval_;
  const Ast& ast_;
  PredicateBuilder builder_;
};

}   // namespace

Predicate bind_predicate(Index root, const Network& network, Evaluator& evaluator) {
  return Binder(network, evaluator).run(root);
}

std::string path_text(Span parts, Scope scope, Evaluator& evaluator) {
  std::string text;
  bool needs_dot = false;
  const Symbol slash = evaluator.names().symbols.intern("/");
  for (const Part& part : SpanOf(evaluator.ast().parts, parts)) {
    if (part.kind == PartKind::kName && part.a == slash) {
      text += '/';
      needs_dot = false;
      continue;
    }
    if (needs_dot) text += '.';
    needs_dot = true;
    if (part.kind == PartKind::kName) evaluator.names().symbols.append(part.a, text);
    else text += evaluator.text(evaluator.value(part.a, scope));
  }
  return text;
}

}   // namespace parley::fsp
