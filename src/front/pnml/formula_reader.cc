#include "front/pnml/formula_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace parley {

namespace {

constexpr std::size_t kAnyNumber = ~std::size_t{0};

// Elements of the contest's language that ask for more than reachability of a marking.
constexpr std::array kOtherLogic = {"all-paths",
                                    "exists-path",
                                    "globally",
                                    "finally",
                                    "next",
                                    "until",
                                    "before",
                                    "reach",
                                    "if-no-successor",
                                    "steps",
                                    "invariant",
                                    "impossibility",
                                    "possibility",
                                    "is-live",
                                    "is-bounded",
                                    "place-bound",
                                    "exclusive-disjunction",
                                    "equivalence"};

constexpr std::array kComparisons = {"integer-le", "integer-lt", "integer-ge", "integer-gt", "integer-eq", "integer-ne"};

constexpr std::array kSums = {"integer-sum", "integer-difference", "integer-product"};

template <class List>
bool contains(const List& list, std::string_view name) {
  return std::ranges::any_of(list, [&](std::string_view word) { return word == name; });
}

pugi::xml_node element_from(pugi::xml_node node) {
  while (node && node.type() != pugi::node_element) node = node.next_sibling();
  return node;
}
pugi::xml_node first_element(pugi::xml_node parent) { return element_from(parent.first_child()); }
pugi::xml_node next_element(pugi::xml_node element) { return element_from(element.next_sibling()); }

}   // namespace

std::string_view local_name(pugi::xml_node element) {
  const std::string_view name = element.name();
  return name.substr(name.find(':') + 1);   // npos + 1 is 0
}

void FormulaReader::read(pugi::xml_node formula, ContestProperty& property) {
  formula_ = {};
  refused_.clear();
  values_.clear();
  bool is_negated = false;
  const pugi::xml_node state_formula = read_quantifier(formula, property, is_negated);
  if (state_formula && read_state_formula(state_formula)) {
    if (values_.back().is_sum) {
      error(state_formula, "mcc-operand", fmt::format("<{}> is a number; a formula is true or false", local_name(state_formula)));
      return;
    }
    if (is_negated) over(Formula::Kind::kNot, std::array{values_.back().node});
    property.formula = std::move(formula_);
  }
  property.refused = refused_;
}

// Reads E F f, A G f, or the negation of one of them, and returns f. Returns null for anything else, which is
// refused or an error.
pugi::xml_node FormulaReader::read_quantifier(pugi::xml_node formula, ContestProperty& property, bool& is_negated) {
  const auto only_child = [&](pugi::xml_node parent) {
    const pugi::xml_node child = first_element(parent);
    if (!child) error(parent, "mcc-missing", fmt::format("<{}> is empty", local_name(parent)));
    else if (const pugi::xml_node second = next_element(child))
      error(second, "mcc-operand", fmt::format("<{}> has one operand, this is a second one", local_name(parent)));
    else return child;
    return pugi::xml_node();
  };
  pugi::xml_node path = only_child(formula);
  while (path && local_name(path) == "negation") {
    is_negated = !is_negated;
    path = only_child(path);
  }
  if (!path) return path;
  const std::string_view name = local_name(path);
  if (name != "exists-path" && name != "all-paths") {
    // Without a path operator it is about the initial marking only. Reading it shows whether it is a formula
    // at all.
    if (read_state_formula(path)) refuse("it does not ask about all reachable markings: there is no path operator");
    return {};
  }
  const pugi::xml_node operation = only_child(path);
  if (!operation) return operation;
  const std::string_view wanted = name == "exists-path" ? "finally" : "globally";
  if (local_name(operation) != wanted) {
    if (contains(kOtherLogic, local_name(operation)))
      refuse(fmt::format("<{}> within <{}> is not answered, only {}", local_name(operation), name,
                         name == "exists-path" ? "E F" : "A G"));
    else
      error(operation, "mcc-element", fmt::format("<{}> has no meaning here", local_name(operation)),
            fmt::format("expected <{}>", wanted));
    return {};
  }
  // not E F f = A G not f
  const bool is_some = (name == "exists-path") != is_negated;
  property.quantifier = is_some ? ContestProperty::Quantifier::kSomeMarking : ContestProperty::Quantifier::kEveryMarking;
  return only_child(operation);
}

// Pushes one value onto values_; false if the formula is refused or wrong.
bool FormulaReader::read_state_formula(pugi::xml_node element) {
  std::vector<Open> stack;
  const auto open = [&](pugi::xml_node at) {
    const std::string_view name = local_name(at);
    if (contains(kOtherLogic, name)) return refuse(fmt::format("it has <{}> inside, which is not answered", name));
    const bool is_inner = name == "negation" || name == "conjunction" || name == "disjunction" || name == "implication" ||
                          contains(kComparisons, name) || contains(kSums, name);
    if (!is_inner) return read_leaf(at, name);
    stack.push_back({.element = at, .next = first_element(at), .first = values_.size()});
    return true;
  };
  if (!open(element)) return false;
  while (!stack.empty()) {
    pulse_.beat();
    if (const pugi::xml_node child = stack.back().next) {
      stack.back().next = next_element(child);
      if (!open(child)) return false;
    } else {
      const Open done = stack.back();
      stack.pop_back();
      if (!close(done)) return false;
    }
  }
  return true;
}

bool FormulaReader::close(const Open& open) {
  const std::string_view name = local_name(open.element);
  if (contains(kComparisons, name)) return close_comparison(open, name);
  if (contains(kSums, name)) return close_sum(open, name);
  return close_connective(open, name);
}

bool FormulaReader::expect_operands(const Open& open, std::size_t least, std::size_t most, bool want_sums) {
  const std::size_t count = values_.size() - open.first;
  if (count < least || count > most)
    return error(open.element, "mcc-operand",
                 fmt::format("<{}> has {} operand{}, expected {}{}", local_name(open.element), count, count == 1 ? "" : "s",
                             most == kAnyNumber ? "at least " : "", least));
  for (std::size_t i = open.first; i < values_.size(); ++i)
    if (values_[i].is_sum != want_sums)
      return error(open.element, "mcc-operand",
                   fmt::format("operand {} of <{}> is {}", i - open.first + 1, local_name(open.element),
                               want_sums ? "true or false, not a number" : "a number, not true or false"));
  return true;
}

bool FormulaReader::close_connective(const Open& open, std::string_view name) {
  const bool is_negation = name == "negation";
  const bool is_implication = name == "implication";
  if (!expect_operands(open, is_negation ? 1 : is_implication ? 2 : 1, is_negation ? 1 : is_implication ? 2 : kAnyNumber, false))
    return false;
  std::vector<std::uint32_t> operands;
  for (std::size_t i = open.first; i < values_.size(); ++i) operands.push_back(values_[i].node);
  values_.resize(open.first);
  if (is_implication) operands[0] = over(Formula::Kind::kNot, std::array{operands[0]});
  values_.push_back({.node = over(is_negation             ? Formula::Kind::kNot
                                  : name == "conjunction" ? Formula::Kind::kAnd
                                                          : Formula::Kind::kOr,
                                  operands)});
  return true;
}

// left - right <= bound
std::uint32_t FormulaReader::at_most(LinearSum left, LinearSum right, std::int64_t bound) {
  right.negate();
  left.add(std::move(right));
  left.add_constant(-bound);
  if (left.is_too_large()) refuse("the numbers of a comparison add up to more than 2^60");
  const std::int64_t constant = left.constant();
  const std::vector<Formula::Term> terms = std::move(left).terms();
  Formula::Node node{.kind = Formula::Kind::kAtMost, .bound = -constant};
  node.first = static_cast<std::uint32_t>(formula_.terms.size());
  node.count = static_cast<std::uint32_t>(terms.size());
  formula_.terms.insert(formula_.terms.end(), terms.begin(), terms.end());
  return add(node);
}

bool FormulaReader::close_comparison(const Open& open, std::string_view name) {
  if (!expect_operands(open, 2, 2, true)) return false;
  LinearSum right = std::move(values_.back().sum);
  values_.pop_back();
  LinearSum left = std::move(values_.back().sum);
  values_.pop_back();
  std::uint32_t node = 0;
  if (name == "integer-le") node = at_most(std::move(left), std::move(right), 0);
  else if (name == "integer-lt") node = at_most(std::move(left), std::move(right), -1);
  else if (name == "integer-ge") node = at_most(std::move(right), std::move(left), 0);
  else if (name == "integer-gt") node = at_most(std::move(right), std::move(left), -1);
  else {
    const std::uint32_t below = at_most(left, right, 0);
    const std::uint32_t above = at_most(std::move(right), std::move(left), 0);
    node = over(Formula::Kind::kAnd, std::array{below, above});
    if (name == "integer-ne") node = over(Formula::Kind::kNot, std::array{node});
  }
  values_.push_back({.node = node});
  return refused_.empty();
}

bool FormulaReader::close_sum(const Open& open, std::string_view name) {
  const bool is_difference = name == "integer-difference";
  if (!expect_operands(open, is_difference ? 2 : 1, is_difference ? 2 : kAnyNumber, true)) return false;
  LinearSum sum = std::move(values_[open.first].sum);
  for (std::size_t i = open.first + 1; i < values_.size(); ++i) {
    LinearSum& operand = values_[i].sum;
    if (name == "integer-product") {
      if (!operand.is_constant()) std::swap(sum, operand);
      if (!operand.is_constant()) return refuse("it multiplies numbers of tokens with one another");
      sum.multiply(operand.constant());
    } else {
      if (is_difference) operand.negate();
      sum.add(std::move(operand));
    }
    if (sum.is_too_large()) return refuse("the numbers of a sum add up to more than 2^60");
  }
  values_.resize(open.first);
  values_.push_back({.is_sum = true, .sum = std::move(sum)});
  return true;
}

bool FormulaReader::read_leaf(pugi::xml_node element, std::string_view name) {
  if (name == "is-fireable") return read_fireable(element);
  if (name == "tokens-count") return read_tokens(element);
  if (name == "integer-constant") return read_constant(element);
  const bool is_constant = name == "true" || name == "false";
  if (!is_constant && name != "deadlock" && name != "is-deadlock")
    return error(element, "mcc-element", fmt::format("<{}> is no part of a formula", name));
  if (const pugi::xml_node inside = first_element(element))
    return error(inside, "mcc-element", fmt::format("<{}> has nothing inside", name));
  push_node({.kind = is_constant ? Formula::Kind::kConstant : Formula::Kind::kDeadlock, .value = name == "true"});
  return true;
}

bool FormulaReader::read_fireable(pugi::xml_node element) {
  Formula::Node node{.kind = Formula::Kind::kFireable};
  node.first = static_cast<std::uint32_t>(formula_.transitions.size());
  for (pugi::xml_node child = first_element(element); child; child = next_element(child)) {
    pulse_.beat();
    if (local_name(child) != "transition")
      return error(child, "mcc-element", fmt::format("<{}> has no meaning here", local_name(child)), "expected <transition>");
    const std::string name = text_of(child);
    const std::optional<std::uint32_t> transition = net_.transitions.find(name);
    if (!transition) return unknown_name(child, "transition", name, net_.transitions);
    formula_.transitions.push_back(*transition);
  }
  node.count = static_cast<std::uint32_t>(formula_.transitions.size()) - node.first;
  if (node.count == 0) return error(element, "mcc-operand", "<is-fireable> names no transition");
  push_node(node);
  return true;
}

bool FormulaReader::read_tokens(pugi::xml_node element) {
  LinearSum sum;
  for (pugi::xml_node child = first_element(element); child; child = next_element(child)) {
    pulse_.beat();
    if (local_name(child) != "place")
      return error(child, "mcc-element", fmt::format("<{}> has no meaning here", local_name(child)), "expected <place>");
    const std::string name = text_of(child);
    const std::optional<std::uint32_t> place = net_.places.find(name);
    if (!place) return unknown_name(child, "place", name, net_.places);
    sum.add_place(*place);
  }
  if (sum.is_constant()) return error(element, "mcc-operand", "<tokens-count> names no place");
  values_.push_back({.is_sum = true, .sum = std::move(sum)});
  return true;
}

bool FormulaReader::read_constant(pugi::xml_node element) {
  const std::string text = text_of(element);
  std::int64_t value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure == std::errc::result_out_of_range) return refuse("it has a number beyond 2^60");
  if (failure != std::errc() || end != text.data() + text.size())
    return error(element, "mcc-number", fmt::format("'{}' is no whole number", text));
  if (value > LinearSum::kMostSize || value < -LinearSum::kMostSize) return refuse("it has a number beyond 2^60");
  LinearSum sum;
  sum.add_constant(value);
  values_.push_back({.is_sum = true, .sum = std::move(sum)});
  return true;
}

std::uint32_t FormulaReader::over(Formula::Kind kind, std::span<const std::uint32_t> operands) {
  Formula::Node node{.kind = kind};
  node.first = static_cast<std::uint32_t>(formula_.children.size());
  node.count = static_cast<std::uint32_t>(operands.size());
  formula_.children.insert(formula_.children.end(), operands.begin(), operands.end());
  return add(node);
}

std::uint32_t FormulaReader::add(const Formula::Node& node) {
  formula_.nodes.push_back(node);
  return static_cast<std::uint32_t>(formula_.nodes.size() - 1);
}

bool FormulaReader::refuse(std::string why) {
  if (refused_.empty()) refused_ = std::move(why);
  return false;
}

bool FormulaReader::error(pugi::xml_node at, std::string code, std::string message, std::string hint) {
  if (!diagnostics_.full()) diagnostics_.add(document_.at(at, std::move(code), std::move(message), std::move(hint)));
  return false;
}

bool FormulaReader::unknown_name(pugi::xml_node at, std::string_view what, const std::string& name, const NameTable& known) {
  std::vector<std::string_view> names;
  names.reserve(known.size());
  for (std::uint32_t i = 0; i < known.size(); ++i) names.push_back(known.view(i));
  const std::string_view nearest = nearest_name(name, names);
  return error(at, fmt::format("mcc-{}", what), fmt::format("the net has no {} '{}'", what, name),
               nearest.empty() ? "" : fmt::format("did you mean '{}'?", nearest));
}

}   // namespace parley
