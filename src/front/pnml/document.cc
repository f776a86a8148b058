#include "front/pnml/document.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <new>
#include <system_error>

#include <fmt/format.h>

#include "base/text.h"

namespace parley {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

constexpr std::string_view kBlanks = " \t\r\n";

constexpr std::size_t kNodeBytes = 64;
constexpr std::size_t kAttributeBytes = 40;

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

// The encoding that the XML declaration names, as a part of 'text'; empty if there is none.
std::string_view declared_encoding(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  if (!text.starts_with("<?xml")) return {};
  const std::string_view declaration = text.substr(0, text.find("?>"));
  constexpr std::string_view kWord = "encoding";
  const std::size_t word = declaration.find(kWord);
  if (word == std::string_view::npos) return {};
  const std::size_t open = declaration.find_first_of("\"'", word + kWord.size());
  if (open == std::string_view::npos) return {};
  const std::size_t close = declaration.find(declaration[open], open + 1);
  if (close == std::string_view::npos) return {};
  return declaration.substr(open + 1, close - open - 1);
}

// In Latin-1, the number of a byte is its code point.
std::string latin1_to_utf8(std::string_view text) {
  std::string result;
  result.reserve(text.size() + static_cast<std::size_t>(std::ranges::count_if(text, [](unsigned char c) { return c >= 0x80; })));
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      result += c;
      continue;
    }
    result += static_cast<char>(0xC0U | (byte >> 6U));
    result += static_cast<char>(0x80U | (byte & 0x3FU));
  }
  return result;
}

// The character reference (&#65; or &#x41;) at the beginning of 'text', if it names no character of XML.
// Empty if it names one, or if there is no reference. A text that is no number is left as written, like every
// unknown reference.
std::string_view bad_reference(std::string_view text) {
  if (!text.starts_with("&#")) return {};
  const bool is_hexadecimal = text.substr(2).starts_with('x');
  const std::string_view digits = is_hexadecimal ? "0123456789abcdefABCDEF" : "0123456789";
  const std::size_t begin = is_hexadecimal ? 3 : 2;
  const std::size_t end = text.find_first_not_of(digits, begin);
  if (end == begin || end == std::string_view::npos || text[end] != ';') return {};
  std::uint32_t code = 0;
  const std::from_chars_result read = std::from_chars(text.data() + begin, text.data() + end, code, is_hexadecimal ? 16 : 10);
  const bool is_blank = code == '\t' || code == '\n' || code == '\r';
  const bool is_control = code < 0x20 && !is_blank;
  const bool is_surrogate = code >= 0xD800 && code < 0xE000;
  const bool is_character =
      read.ec == std::errc() && !is_control && !is_surrogate && code != 0xFFFE && code != 0xFFFF && code <= 0x10FFFF;
  return is_character ? std::string_view() : text.substr(0, end + 1);
}

// The length of the comment, CDATA section or processing instruction at the beginning of 'text'; 0 if there
// is none. References inside are not interpreted.
std::size_t length_of_verbatim(std::string_view text) {
  struct Form {
    std::string_view open;
    std::string_view close;
  };
  constexpr std::array kForms = {Form{"<!--", "-->"}, Form{"<![CDATA[", "]]>"}, Form{"<?", "?>"}};
  for (const Form& form : kForms)
    if (text.starts_with(form.open)) return std::min(text.find(form.close, form.open.size()), text.size());
  return 0;
}

bool has_wide_characters(std::string_view text) {
  return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF") || text.substr(0, 4).find('\0') != std::string_view::npos;
}

}   // namespace

Result<XmlDocument> XmlDocument::parse(const std::string& path, std::string text, std::string_view root, const Limits& limits) {
  constexpr std::string_view kHint = "UTF-8 and ISO-8859-1 are read; iconv can convert the file";
  if (has_wide_characters(text))
    return SourceText(path, "").at(0, 1, "pnml-encoding", "this file is in UTF-16 or UTF-32", std::string(kHint));
  const std::string_view encoding = declared_encoding(text);
  const std::string name = lower(encoding);
  const bool is_latin1 = name == "iso-8859-1" || name == "latin1" || name == "latin-1";
  if (!is_latin1 && !name.empty() && name != "utf-8" && name != "utf8" && name != "us-ascii" && name != "ascii") {
    const auto offset = static_cast<std::size_t>(encoding.data() - text.data());
    const std::size_t length = encoding.size();
    return SourceText(path, std::move(text))
        .at(offset, length, "pnml-encoding", fmt::format("the encoding '{}' is not read", name.substr(0, 40)),
            std::string(kHint));
  }
  limits.expect(text.size() * (is_latin1 ? 3 : 1));
  if (is_latin1 && !text.starts_with(kByteOrderMark)) text = latin1_to_utf8(text);

  XmlDocument document(path, std::move(text));
  if (std::optional<Diagnostic> wrong = document.check_characters(limits)) return *std::move(wrong);
  if (std::optional<Diagnostic> wrong = document.check_first_tag(root)) return *std::move(wrong);
  const std::string_view all = document.source_.text();
  const auto elements = static_cast<std::size_t>(std::ranges::count(all, '<'));
  const auto attributes = static_cast<std::size_t>(std::ranges::count(all, '='));
  limits.expect(2 * elements * kNodeBytes + attributes * kAttributeBytes);   // a piece of text may follow each tag

  const pugi::xml_parse_result parsed =
      document.tree_.load_buffer(all.data(), all.size(), pugi::parse_default | pugi::parse_fragment, pugi::encoding_utf8);
  if (parsed.status == pugi::status_out_of_memory) throw std::bad_alloc();
  if (!parsed) {
    const std::size_t offset = std::min(static_cast<std::size_t>(std::max<std::ptrdiff_t>(parsed.offset, 0)), all.size());
    return document.source_.at(offset, 1, "pnml-xml", fmt::format("this is no well-formed XML: {}", lower(parsed.description())),
                               offset + 1 >= all.size() ? "is the file complete?" : "");
  }
  for (const pugi::xml_node node : document.tree_.children()) {
    if (node.type() == pugi::node_element && node != document.root())
      return document.at(node, "pnml-xml", "this is no well-formed XML: a second element stands beside the outermost one");
    if (node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata)
      return document.source_.at(all.find_first_not_of(kBlanks, offset_of(node)), 1, "pnml-xml",
                                 "this is no well-formed XML: text stands behind the outermost element");
  }
  return document;
}

// Checks the text before the outermost element, and the element's name.
std::optional<Diagnostic> XmlDocument::check_first_tag(std::string_view root) const {
  const std::string_view text = source_.text();
  std::size_t at = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  for (;;) {
    at = std::min(text.find_first_not_of(kBlanks, at), text.size());
    const std::string_view rest = text.substr(at);
    const std::string_view end = rest.starts_with("<?") ? "?>" : rest.starts_with("<!--") ? "-->" : "";
    if (end.empty()) break;
    const std::size_t close = text.find(end, at);
    if (close == std::string_view::npos) return source_.at(at, 1, "pnml-xml", "this is no well-formed XML: it does not end");
    at = close + end.size();
  }
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("<!DOCTYPE"))
    return source_.at(at, 9, "pnml-doctype", "a document type declaration is not read",
                      "PNML needs none; entities that it defines would not be expanded");
  if (rest.empty()) return source_.at(at, 1, "pnml-empty", "there is nothing in this file");
  if (!rest.starts_with('<')) return source_.at(at, 1, "pnml-xml", "this is no XML: it does not begin with '<'");
  const std::string_view name = rest.substr(1, std::min(rest.find_first_of(" \t\r\n/><", 1), rest.size()) - 1);
  if (name.substr(name.find(':') + 1) == root) return std::nullopt;
  return source_.at(at + 1, std::clamp<std::size_t>(name.size(), 1, 80), "pnml-element",
                    fmt::format("the outermost element is not '{}'", root));
}

std::optional<Diagnostic> XmlDocument::check_characters(const Limits& limits) const {
  Pulse pulse(limits);
  const std::string_view text = source_.text();
  std::size_t verbatim_end = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '<' && at >= verbatim_end) verbatim_end = at + length_of_verbatim(text.substr(at));
    if (text[at] == '&' && at >= verbatim_end)
      if (const std::string_view bad = bad_reference(text.substr(at)); !bad.empty())
        return source_.at(at, std::min<std::size_t>(bad.size(), 80), "pnml-encoding",
                          fmt::format("'{}' is no character of XML", bad.substr(0, 40)));
    const auto byte = static_cast<unsigned char>(text[at]);
    const bool is_control = byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r';
    const std::size_t length = byte < 0x80 ? 1 : utf8_length(text.substr(at, 4));
    if (is_control || length == 0)
      return source_.at(
          at, 1, "pnml-encoding",
          is_control ? fmt::format("the byte 0x{:02X} is no character of XML", byte)
                     : fmt::format("the byte 0x{:02X} is not UTF-8 here", byte),
          is_control
              ? ""
              : "is the file in another encoding? Its first line may say so: <?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>");
    at += length;
    pulse.beat();
  }
  return std::nullopt;
}

Diagnostic XmlDocument::at(pugi::xml_node element, std::string code, std::string message, std::string hint) const {
  return source_.at(offset_of(element), std::string_view(element.name()).size(), std::move(code), std::move(message),
                    std::move(hint));
}

Diagnostic XmlDocument::at(std::size_t offset, std::string code, std::string message, std::string hint) const {
  const std::string_view rest = source_.text().substr(offset);
  return source_.at(offset, std::min(rest.find_first_of(" \t\r\n/>"), rest.size()), std::move(code), std::move(message),
                    std::move(hint));
}

Diagnostic XmlDocument::at(pugi::xml_node element, pugi::xml_attribute attribute, std::string code, std::string message,
                           std::string hint) const {
  const std::string_view value = written(element, attribute);
  return source_.at(static_cast<std::size_t>(value.data() - source_.text().data()), std::max<std::size_t>(value.size(), 1),
                    std::move(code), std::move(message), std::move(hint));
}

std::string_view XmlDocument::written(pugi::xml_node element, pugi::xml_attribute attribute) const {
  // The tree has its own copy of the text, in which names and values keep their distance.
  const std::size_t offset = offset_of(element) + static_cast<std::size_t>(attribute.value() - element.name());
  assert(offset > 0);   // the quote stands before the value
  const std::string_view rest = source_.text().substr(offset);
  return rest.substr(0, rest.find(source_.text()[offset - 1]));
}

}   // namespace parley
