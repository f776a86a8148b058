#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <pugixml.hpp>

#include "base/limits.h"
#include "base/result.h"

namespace parley {

// An XML text and its tree, which knows where in the text each element is.
//
// The text is UTF-8, or Latin-1 if its declaration says so. Latin-1 is converted; columns then count bytes of
// the converted text. Other encodings, bytes that are no XML characters, and document type declarations are
// refused. So entities that a text defines are never expanded. Parsing is linear in the text and never
// recursive, whatever the nesting. It takes about 64 bytes per element or piece of text and 40 per attribute;
// the memory limit is asked for them before.
class XmlDocument {
 public:
  // 'root' is the required name of the outermost element, without its prefix. A file of another kind is
  // refused before a tree is built.
  static Result<XmlDocument> parse(const std::string& path, std::string text, std::string_view root, const Limits& limits);

  pugi::xml_node root() const { return tree_.document_element(); }

  // A diagnostic that points at an element (its name), or at the value of one of its attributes.
  Diagnostic at(pugi::xml_node element, std::string code, std::string message, std::string hint = "") const;
  Diagnostic at(pugi::xml_node element, pugi::xml_attribute attribute, std::string code, std::string message,
                std::string hint = "") const;
  // A diagnostic that points at an element of which only its offset_of() is known.
  Diagnostic at(std::size_t offset, std::string code, std::string message, std::string hint = "") const;
  static std::size_t offset_of(pugi::xml_node element) { return static_cast<std::size_t>(element.offset_debug()); }

  // The value as written in the text, before character references are replaced.
  std::string_view written(pugi::xml_node element, pugi::xml_attribute attribute) const;

 private:
  XmlDocument(std::string path, std::string text) : source_(std::move(path), std::move(text)) {}
  std::optional<Diagnostic> check_characters(const Limits& limits) const;
  std::optional<Diagnostic> check_first_tag(std::string_view root) const;

  SourceText source_;
  pugi::xml_document tree_;
};

}   // namespace parley
