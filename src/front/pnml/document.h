#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <pugixml.hpp>

#include "base/limits.h"
#include "base/result.h"

namespace parley {

// An XML text and its tree, which remembers where in the text each element stands.
//
// The text is UTF-8, or Latin-1 where its declaration says so (then it is converted, and columns count what
// it became); another encoding, bytes that are no characters of XML, and a document type declaration are
// refused: entities that a text defines are never expanded. Linear in the text and never recursive, whatever
// the nesting. About 64 bytes an element or a piece of text and 40 an attribute, which limits are asked for
// before.
class XmlDocument {
 public:
  // 'root' is the name that the outermost element must have, whatever its prefix: what is something else
  // altogether is refused before a tree is made of it.
  static Result<XmlDocument> parse(const std::string& path, std::string text, std::string_view root, const Limits& limits);

  pugi::xml_node root() const { return tree_.document_element(); }

  // Diagnostics about an element (its name), and about the value of one of its attributes.
  Diagnostic at(pugi::xml_node element, std::string code, std::string message, std::string hint = "") const;
  Diagnostic at(pugi::xml_node element, pugi::xml_attribute attribute, std::string code, std::string message,
                std::string hint = "") const;
  // About an element known by offset_of() only.
  Diagnostic at(std::size_t offset, std::string code, std::string message, std::string hint = "") const;
  static std::size_t offset_of(pugi::xml_node element) { return static_cast<std::size_t>(element.offset_debug()); }

  // The value as it is written, before references to characters are replaced.
  std::string_view written(pugi::xml_node element, pugi::xml_attribute attribute) const;

 private:
  XmlDocument(std::string path, std::string text) : source_(std::move(path), std::move(text)) {}
  std::optional<Diagnostic> check_characters(const Limits& limits) const;
  std::optional<Diagnostic> check_first_tag(std::string_view root) const;

  SourceText source_;
  pugi::xml_document tree_;
};

}   // namespace parley
