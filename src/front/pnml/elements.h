#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "front/pnml/document.h"

namespace parley {

inline constexpr std::string_view kXmlBlanks = " \t\r\n";

// 'text' without the blanks around it.
std::string_view trimmed_xml(std::string_view text);

// What is written in an element, all pieces between comments and the like, without the blanks around it.
std::string text_of(pugi::xml_node element);

// A name in quotes for a message; of a long one the beginning.
std::string named(std::string_view name);

// Reads the elements of PNML, and complains about what cannot be read.
class Elements {
 public:
  // 'prefix', with its colon, is what names of PNML have in front; it outlives this, and so do the others.
  Elements(const XmlDocument& document, std::string_view prefix, Diagnostics& diagnostics)
      : document_(document), prefix_(prefix), diagnostics_(diagnostics) {}

  const XmlDocument& document() const { return document_; }
  Diagnostics& diagnostics() { return diagnostics_; }
  void error(Diagnostic diagnostic) { diagnostics_.add(std::move(diagnostic)); }

  // The name of an element without the prefix; "" for elements of other namespaces.
  std::string_view name_of(pugi::xml_node element) const;

  // The value of an attribute, nothing where there is none; 'needed' complains then, and where it is empty.
  std::optional<std::string> attribute(pugi::xml_node element, std::string_view wanted);
  std::optional<std::string> needed(pugi::xml_node element, std::string_view wanted);

  // The child that is called 'wanted', null where there is none. All others are refused but those that every
  // element may have: what is not known may change what the net does, like a capacity, a priority or a clock.
  pugi::xml_node only_child(pugi::xml_node element, std::string_view wanted);
  void refuse(pugi::xml_node element);

  // The number in the <text> of an element; 'otherwise' where there is no element. What is too large for 64
  // bits is as large as can be.
  std::optional<std::uint64_t> number_in(pugi::xml_node element, std::uint64_t otherwise);

 private:
  const XmlDocument& document_;
  std::string_view prefix_;
  Diagnostics& diagnostics_;
};

}   // namespace parley
