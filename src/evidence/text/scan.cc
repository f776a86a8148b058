#include "evidence/text/scan.h"

#include <fmt/format.h>

#include "evidence/row_code.h"
#include "property/word.h"

namespace parley {

namespace {

constexpr std::size_t kMostDigits = 18;
constexpr std::size_t kMostIntegerDigits = 19;
constexpr std::uint64_t kIntegerLimit = std::uint64_t{1} << 62;
constexpr std::size_t kShown = 30;   // bytes quoted of what was found instead

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}   // namespace

std::string_view Scanner::rest_of_line() const {
  const std::string_view rest = text_.substr(offset_);
  return rest.substr(0, rest.find('\n'));
}

bool Scanner::literal(std::string_view what) {
  if (!sees(what)) return fail_here(what == "\n" ? "the end of the line" : fmt::format("'{}'", what));
  offset_ += what.size();
  return true;
}

bool Scanner::number(std::uint64_t& into) { return digits_up_to(kMostDigits, into); }

bool Scanner::digits_up_to(std::size_t most, std::uint64_t& into) {
  const std::size_t from = offset_;
  std::uint64_t value = 0;
  while (offset_ < text_.size() && is_digit(text_[offset_]) && offset_ - from < most)
    value = value * 10 + static_cast<std::uint64_t>(text_[offset_++] - '0');
  const std::size_t length = offset_ - from;
  if (length == 0) return fail_here("a number");
  if (length > 1 && text_[from] == '0') return fail(from, length, "evidence-number", "a number does not begin with 0");
  if (offset_ < text_.size() && is_digit(text_[offset_]))
    return fail(from, length, "evidence-number", "this number is too large");
  into = value;
  return true;
}

bool Scanner::integer(std::int64_t& into) {
  const std::size_t from = offset_;
  const bool is_negative = sees('-');
  if (is_negative) ++offset_;
  std::uint64_t size = 0;
  if (!digits_up_to(kMostIntegerDigits, size)) return false;
  if (size >= kIntegerLimit) return fail(from, offset_ - from, "evidence-number", "this integer is too large");
  if (is_negative && size == 0) return fail(from, offset_ - from, "evidence-number", "0 has no sign");
  into = is_negative ? -static_cast<std::int64_t>(size) : static_cast<std::int64_t>(size);
  return true;
}

bool Scanner::word(std::string_view& into) {
  const std::string_view rest = text_.substr(offset_);
  if (const std::size_t bare = bare_length(rest); bare > 0) {
    into = rest.substr(0, bare);
    offset_ += bare;
    return true;
  }
  const std::size_t length = quoted_length(rest);
  if (length == 0) return fail_here("a name");
  unquoted_ = unquoted(rest.substr(0, length));
  into = unquoted_;
  offset_ += length;
  return true;
}

std::string_view Scanner::digits() {
  const std::size_t from = offset_;
  while (offset_ < text_.size() && RowCode::value(text_[offset_]) >= 0) ++offset_;
  return text_.substr(from, offset_ - from);
}

bool Scanner::line(std::string_view& into) {
  into = rest_of_line();
  offset_ += into.size();
  return end_line();
}

bool Scanner::fail(std::size_t from, std::size_t length, std::string code, std::string message, std::string hint) {
  if (!error_) error_ = source_.at(from, length, std::move(code), std::move(message), std::move(hint));
  return false;
}

bool Scanner::fail_here(std::string_view expected) {
  const std::string_view rest = rest_of_line();
  const std::string found = at_end()       ? "the end of the file"
                            : rest.empty() ? "the end of the line"
                                           : fmt::format("'{}{}'", rest.substr(0, kShown), rest.size() > kShown ? "..." : "");
  return fail(offset_, std::min(rest.size(), kShown), "evidence-syntax", fmt::format("expected {}, found {}", expected, found));
}

}   // namespace parley
