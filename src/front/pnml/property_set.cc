#include "front/pnml/property_set.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "front/pnml/document.h"
#include "front/pnml/formula_reader.h"

namespace parley {

namespace {

class PropertySetReader {
 public:
  PropertySetReader(const XmlDocument& document, const PetriNet& net, const Limits& limits)
      : document_(document), limits_(limits), formulas_(document, net, limits, diagnostics_) {}

  Result<std::vector<ContestProperty>> read() && {
    for (const pugi::xml_node element : document_.root().children()) {
      if (element.type() != pugi::node_element) continue;
      if (diagnostics_.full()) break;
      limits_.check();
      if (local_name(element) == "property") read_property(element);
      else
        error(element, "mcc-element", fmt::format("<{}> has no meaning here", local_name(element)),
              "a <property-set> consists of <property> elements");
    }
    if (diagnostics_.has_errors()) return std::move(diagnostics_);
    return std::move(properties_);
  }

 private:
  void read_property(pugi::xml_node property) {
    pugi::xml_node id;
    pugi::xml_node formula;
    for (const pugi::xml_node element : property.children()) {
      const std::string_view name = local_name(element);
      if (name != "id" && name != "formula") continue;   // descriptions and tags are for human readers
      pugi::xml_node& place = name == "id" ? id : formula;
      if (place) error(element, "mcc-element", fmt::format("this property has a second <{}>", name));
      place = element;
    }
    if (!id || !formula) {
      error(property, "mcc-missing", fmt::format("this property has no <{}>", id ? "formula" : "id"));
      return;
    }
    ContestProperty result;
    result.id = text_of(id);
    if (result.id.empty() || std::ranges::any_of(result.id, [](unsigned char c) { return c <= ' '; }))
      error(id, "mcc-id", result.id.empty() ? "this id is empty" : fmt::format("the id '{}' is not one word", result.id));
    else if (!known_.insert(result.id).second)
      error(id, "mcc-duplicate", fmt::format("there are two properties with the id '{}'", result.id));
    formulas_.read(formula, result);
    properties_.push_back(std::move(result));
  }

  void error(pugi::xml_node at, std::string code, std::string message, std::string hint = "") {
    diagnostics_.add(document_.at(at, std::move(code), std::move(message), std::move(hint)));
  }

  const XmlDocument& document_;
  const Limits& limits_;
  Diagnostics diagnostics_;
  FormulaReader formulas_;
  std::unordered_set<std::string> known_;
  std::vector<ContestProperty> properties_;
};

}   // namespace

Result<std::vector<ContestProperty>> parse_properties(const std::string& path, std::string text, const PetriNet& net,
                                                      const Limits& limits) {
  const Result<XmlDocument> document = XmlDocument::parse(path, std::move(text), "property-set", limits);
  if (!document) return document.diagnostics();
  return PropertySetReader(*document, net, limits).read();
}

}   // namespace parley
