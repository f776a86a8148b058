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

// The text in an element: all its pieces, joined, without the blanks around them. Comments between the pieces
// are skipped.
std::string text_of(pugi::xml_node element);

// A name in quotes for a message. A long name is cut off.
std::string named(std::string_view name);

// Reads elements of PNML and reports those that cannot be read.
class Elements {
 public:
  // 'prefix', with its colon, precedes the names of PNML elements. All arguments must outlive this object.
  Elements(const XmlDocument& document, std::string_view prefix, Diagnostics& diagnostics)
      : document_(document), prefix_(prefix), diagnostics_(diagnostics) {}

  const XmlDocument& document() const { return document_; }
  Diagnostics& diagnostics() { return diagnostics_; }
  void error(Diagnostic diagnostic) { diagnostics_.add(std::move(diagnostic)); }

  // The name of an element without the prefix; "" for elements of other namespaces.
  std::string_view name_of(pugi::xml_node element) const;

  // The value of an attribute; nullopt if there is none. needed() reports an error if it is missing or empty.
  std::optional<std::string> attribute(pugi::xml_node element, std::string_view wanted);
  std::optional<std::string> needed(pugi::xml_node element, std::string_view wanted);

  // The child with the name 'wanted'; null if there is none. All other children are refused, except those
  // that every element may have. An unknown element may change what the net does, like a capacity, a priority
  // or a clock.
  pugi::xml_node only_child(pugi::xml_node element, std::string_view wanted);
  void refuse(pugi::xml_node element);

  // The number in the <text> of an element; 'otherwise' if there is no element. A number that exceeds 64 bits
  // becomes the largest one.
  std::optional<std::uint64_t> number_in(pugi::xml_node element, std::uint64_t otherwise);

 private:
  const XmlDocument& document_;
  std::string_view prefix_;
  Diagnostics& diagnostics_;
};

}   // namespace parley
