#include "front/pnml/elements.h"

#include <charconv>
#include <limits>

#include <fmt/format.h>

namespace parley {

namespace {

constexpr std::size_t kMostOfName = 60;

// Whether 'text' begins with a character reference or with one of the five entities that XML defines.
bool is_known_reference(std::string_view text) {
  for (std::string_view known : {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"})
    if (text.starts_with(known)) return true;
  if (!text.starts_with("&#")) return false;
  constexpr std::size_t kLongest = 10;
  const std::size_t end = text.substr(0, kLongest + 1).find(';');
  if (end == std::string_view::npos) return false;
  const bool is_hex = text[2] == 'x';
  const std::string_view digits = text.substr(is_hex ? 3 : 2, end - (is_hex ? 3 : 2));
  return !digits.empty() && digits.find_first_not_of(is_hex ? "0123456789abcdefABCDEF" : "0123456789") == std::string_view::npos;
}

}   // namespace

std::string_view trimmed_xml(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kXmlBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kXmlBlanks) - begin + 1);
}

std::string text_of(pugi::xml_node element) {
  std::string text;
  for (const pugi::xml_node piece : element.children())
    if (piece.type() == pugi::node_pcdata || piece.type() == pugi::node_cdata) text += piece.value();
  return std::string(trimmed_xml(text));
}

std::string named(std::string_view name) {
  if (name.size() <= kMostOfName) return fmt::format("'{}'", name);
  std::size_t length = kMostOfName;
  while (length > 0 && (static_cast<unsigned char>(name[length]) & 0xC0U) == 0x80U) --length;   // not inside a character
  return fmt::format("'{}...'", name.substr(0, length));
}

std::string_view Elements::name_of(pugi::xml_node element) const {
  const std::string_view name = element.name();
  return name.starts_with(prefix_) ? name.substr(prefix_.size()) : std::string_view();
}

std::optional<std::string> Elements::attribute(pugi::xml_node element, std::string_view wanted) {
  pugi::xml_attribute found;
  for (const pugi::xml_attribute candidate : element.attributes()) {
    if (candidate.name() != wanted || diagnostics_.full()) continue;
    if (found)
      error(document_.at(element, candidate, "pnml-xml",
                         fmt::format("this is no well-formed XML: a second attribute '{}'", wanted)));
    else found = candidate;
  }
  if (!found) return std::nullopt;
  const std::string_view written = document_.written(element, found);
  for (std::size_t at = written.find('&'); at != std::string_view::npos; at = written.find('&', at + 1)) {
    if (is_known_reference(written.substr(at))) continue;
    error(document_.at(element, found, "pnml-entity", "this refers to an entity that is not defined",
                       "an ampersand is written &amp;"));
    break;
  }
  return found.value();
}

std::optional<std::string> Elements::needed(pugi::xml_node element, std::string_view wanted) {
  std::optional<std::string> value = attribute(element, wanted);
  if (value && !value->empty()) return value;
  error(document_.at(element, "pnml-attribute", fmt::format("this {} has no attribute '{}'", name_of(element), wanted)));
  return std::nullopt;
}

pugi::xml_node Elements::only_child(pugi::xml_node element, std::string_view wanted) {
  pugi::xml_node found;
  for (const pugi::xml_node child : element.children()) {
    if (child.type() != pugi::node_element || diagnostics_.full()) continue;
    const std::string_view name = name_of(child);
    if (name == "name" || name == "graphics" || name == "toolspecific") continue;
    if (name != wanted || name.empty()) refuse(child);
    else if (found) error(document_.at(child, "pnml-element", fmt::format("there is a second '{}' here", name)));
    else found = child;
  }
  return found;
}

void Elements::refuse(pugi::xml_node element) {
  error(document_.at(element, "pnml-element",
                     fmt::format("{} does not belong into a place/transition net", named(element.name())),
                     "what other tools add stands in <toolspecific>"));
}

std::optional<std::uint64_t> Elements::number_in(pugi::xml_node element, std::uint64_t otherwise) {
  if (!element) return otherwise;
  pugi::xml_node inside;
  for (const pugi::xml_node child : element.children()) {
    if (name_of(child) != "text") continue;
    if (inside) {
      error(document_.at(child, "pnml-element", "there is a second 'text' here"));
      return std::nullopt;
    }
    inside = child;
  }
  const std::string text = text_of(inside);
  std::uint64_t value = 0;
  const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (wrong == std::errc::result_out_of_range && end == text.data() + text.size())
    return std::numeric_limits<std::uint64_t>::max();
  if (wrong == std::errc() && end == text.data() + text.size()) return value;
  error(document_.at(inside ? inside : element, "pnml-number", fmt::format("'{}' is not a number", name_of(element)),
                     "it is written <text>1</text>"));
  return std::nullopt;
}

}   // namespace parley
