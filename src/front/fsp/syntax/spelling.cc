#include "front/fsp/syntax/spelling.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.h"
#include "front/fsp/syntax/letters.h"

namespace parley::fsp {

namespace {

// Keywords, sorted. Most of them are keywords in a few places only, but they are always quoted: a reader
// should not have to know where.
constexpr std::array<std::string_view, 44> kWords{
    "alias",  "animation",     "assert",      "automaton", "channel", "check",    "compose",   "const",  "constraint",
    "count",  "deterministic", "duplicating", "else",      "end",     "error",    "exists",    "expect", "false",
    "fluent", "forall",        "if",          "import",    "include", "initial",  "initially", "labels", "local",
    "lossy",  "menu",          "minimal",     "of",        "on",      "progress", "property",  "range",  "rigid",
    "set",    "state",         "sync",        "tau",       "then",    "true",     "var",       "when"};

static_assert(std::ranges::is_sorted(kWords));

bool is_identifier(std::string_view word) {
  return !word.empty() && !is_digit(word[0]) &&
         std::all_of(word.begin(), word.end(), [](char c) { return is_upper(c) || is_lower(c) || is_digit(c); });
}

bool has_meaning(std::string_view word) { return std::binary_search(kWords.begin(), kWords.end(), word); }

// A number in plain decimal: no leading 0, and no more digits than 64 bits can hold.
bool is_number(std::string_view word) {
  constexpr std::size_t kMostDigits = 18;
  return !word.empty() && word.size() <= kMostDigits && std::all_of(word.begin(), word.end(), is_digit) &&
         (word.size() == 1 || word[0] != '0');
}

bool is_small_word(std::string_view word) { return is_identifier(word) && is_lower(word[0]) && !has_meaning(word); }
bool is_any_word(std::string_view word) { return is_identifier(word) && !has_meaning(word); }

// Whether each piece of 'name' between 'separators' is a word or a number, and the first one is a word.
template <class IsWord>
bool is_path(std::string_view name, std::string_view separators, const IsWord& is_word) {
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find_first_of(separators, begin), name.size());
    const std::string_view piece = name.substr(begin, end - begin);
    if (!is_word(piece) && (begin == 0 || !is_number(piece))) return false;
    begin = end + 1;
  }
  return true;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

void append_escaped(char c, std::string& text) {
  switch (c) {
    case '\n': text += "\\n"; return;
    case '\t': text += "\\t"; return;
    case '"':
    case '\\':
      text += '\\';
      text += c;
      return;
    default: text += fmt::format("\\x{:02X}", static_cast<unsigned char>(c)); return;
  }
}

}   // namespace

void append_quoted(std::string_view name, std::string& text) {
  const bool keeps_letters = is_utf8(name);
  text += '"';
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = byte >= 0x80 ? keeps_letters : byte >= 0x20 && byte != 0x7F && c != '"' && c != '\\';
    if (is_plain) text += c;
    else append_escaped(c, text);
  }
  text += '"';
}

void append_word(std::string_view name, std::string& text) {
  if (is_any_word(name)) text += name;
  else append_quoted(name, text);
}

void append_label(std::string_view name, std::string& text) {
  if (is_path(name, ".", is_small_word)) text += name;
  else append_quoted(name, text);
}

void append_member(std::string_view name, std::string& text) {
  if (!name.empty() && is_upper(name[0])) append_component(name, text);
  else append_label(name, text);
}

void append_component(std::string_view name, std::string& text) {
  if (is_path(name, ".", is_any_word)) text += name;
  else append_quoted(name, text);
}

void append_state(std::string_view name, std::string& text) {
  if (is_path(name, "./", is_any_word)) text += name;
  else append_quoted(name, text);
}

bool is_process_name(std::string_view name) {
  return is_identifier(name) && is_upper(name[0]) && name != "STOP" && name != "END" && name != "ERROR" && name != "DEFAULT";
}

}   // namespace parley::fsp
