#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/limits.h"
#include "front/pnml/document.h"
#include "front/pnml/elements.h"
#include "front/pnml/formula.h"
#include "front/pnml/linear_sum.h"
#include "front/pnml/net.h"

namespace parley {

// The name of an element without the prefix of its namespace.
std::string_view local_name(pugi::xml_node element);

// Reads the <formula> elements of a document. Formulas may be nested to any depth: open elements are kept on
// an explicit stack.
class FormulaReader {
 public:
  FormulaReader(const XmlDocument& document, const PetriNet& net, const Limits& limits, Diagnostics& diagnostics)
      : document_(document), net_(net), pulse_(limits), diagnostics_(diagnostics) {}

  // Sets the quantifier and the formula, or the reason why it is refused. Errors go to the diagnostics.
  void read(pugi::xml_node formula, ContestProperty& property);

 private:
  // An element whose children are being read.
  struct Open {
    pugi::xml_node element;
    pugi::xml_node next;     // the next child to read
    std::size_t first = 0;   // index of its first value in values_
  };
  // The result of an element: the index of a node, or a sum.
  struct Value {
    bool is_sum = false;
    std::uint32_t node = 0;
    LinearSum sum = {};
  };

  pugi::xml_node read_quantifier(pugi::xml_node formula, ContestProperty& property, bool& is_negated);
  bool read_state_formula(pugi::xml_node element);
  bool close(const Open& open);
  bool close_connective(const Open& open, std::string_view name);
  bool close_comparison(const Open& open, std::string_view name);
  bool close_sum(const Open& open, std::string_view name);
  bool read_leaf(pugi::xml_node element, std::string_view name);
  bool read_fireable(pugi::xml_node element);
  bool read_tokens(pugi::xml_node element);
  bool read_constant(pugi::xml_node element);

  bool expect_operands(const Open& open, std::size_t least, std::size_t most, bool want_sums);
  std::uint32_t at_most(LinearSum left, LinearSum right, std::int64_t bound);
  std::uint32_t over(Formula::Kind kind, std::span<const std::uint32_t> operands);
  void push_node(const Formula::Node& node) { values_.push_back({.node = add(node)}); }
  std::uint32_t add(const Formula::Node& node);
  bool refuse(std::string why);
  bool error(pugi::xml_node at, std::string code, std::string message, std::string hint = "");
  bool unknown_name(pugi::xml_node at, std::string_view what, const std::string& name, const NameTable& known);

  const XmlDocument& document_;
  const PetriNet& net_;
  Pulse pulse_;
  Diagnostics& diagnostics_;
  Formula formula_;
  std::string refused_;
  std::vector<Value> values_;
};

}   // namespace parley
