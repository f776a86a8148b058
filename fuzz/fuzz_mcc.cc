// Feeds arbitrary bytes to the reader of the contest's formulas, for a small net. They are rejected with
// located errors, or give predicates of which, in every state, either the formula or its negation is true.
#include <cstdint>
#include <cstdlib>

#include "front/pnml/formula_predicate.h"
#include "front/pnml/property_set.h"
#include "front/pnml/translate.h"

using namespace parley;

namespace {

// Two units of two places and a place on its own; each may be empty. t0 to t4 fill the places; t5 needs a
// token in one place of each.
PetriNet small_net() {
  PetriNet net;
  net.id = "small";
  net.units = {{"u0", {0, 1}}, {"u1", {2, 3}}, {"u2", {4}}};
  net.is_marked.assign(5, false);
  for (std::uint32_t i = 0; i < 5; ++i) {
    net.places.intern("p" + std::to_string(i));
    net.transitions.intern("t" + std::to_string(i));
    net.presets.end_list();
    net.postsets.add(i);
    net.postsets.end_list();
  }
  net.transitions.intern("t5");
  for (std::uint32_t place : {0U, 2U, 4U}) net.presets.add(place);
  net.presets.end_list();
  net.postsets.end_list();
  return net;
}

void compare(const Formula& formula, const PetriNet& net, const PetriNetwork& made) {
  const Limits limits;
  const Predicate yes = to_predicate(formula, Truth::kFormula, net, made.network, made.marked, limits);
  const Predicate no = to_predicate(formula, Truth::kNegation, net, made.network, made.marked, limits);
  PredicateEvaluator is_true(yes);
  PredicateEvaluator is_false(no);
  for (std::size_t code = 0; code < 3 * 3 * 2; ++code) {
    const auto local = [&](ComponentId component) {
      return LocalState(component.index() == 0 ? code % 3 : component.index() == 1 ? code / 3 % 3 : code / 9);
    };
    if (is_true(local) == is_false(local)) std::abort();
  }
}

}   // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const PetriNet kNet = small_net();
  static const PetriNetwork kMade = translate(kNet, Limits());
  const Result<std::vector<ContestProperty>> properties =
      parse_properties("fuzz.xml", std::string(reinterpret_cast<const char*>(data), size), kNet, Limits());
  if (!properties) {
    for (const Diagnostic& diagnostic : properties.diagnostics().list())
      if (diagnostic.line == 0 || diagnostic.code.empty()) std::abort();
    return 0;
  }
  for (const ContestProperty& property : *properties) {
    if (property.refused.empty() == property.formula.nodes.empty()) std::abort();
    if (property.refused.empty()) compare(property.formula, kNet, kMade);
  }
  return 0;
}
