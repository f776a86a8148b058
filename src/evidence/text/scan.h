#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace parley {

// A position in the text of an evidence file. Every function reads exactly what it names. Otherwise it
// records the error and its place and returns false; the first error ends the reading. Only quoted words
// allocate memory.
class Scanner {
 public:
  explicit Scanner(const SourceText& source) : source_(source), text_(source.text()) {}

  std::size_t offset() const { return offset_; }
  std::size_t left() const { return text_.size() - offset_; }
  std::string_view rest_of_line() const;
  bool sees(std::string_view what) const { return text_.substr(offset_).starts_with(what); }
  bool sees(char what) const { return offset_ < text_.size() && text_[offset_] == what; }
  bool at_end() const { return offset_ == text_.size(); }

  bool literal(std::string_view what);   // exactly these bytes
  bool end_line() { return literal("\n"); }
  bool number(std::uint64_t& into);    // decimal, no sign, no leading zero, less than 10^18
  bool integer(std::int64_t& into);    // the same after an optional '-', less than 2^62; no "-0"
  bool word(std::string_view& into);   // bare or quoted; the view is valid until the next quoted word
  std::string_view digits();           // all digits of a RowCode that follow, perhaps none
  bool line(std::string_view& into);   // the rest of the line, and its end

  // Always returns false. Lengths are in bytes; 'from' is an offset.
  bool fail(std::size_t from, std::size_t length, std::string code, std::string message, std::string hint = "");
  bool fail_here(std::string_view expected);   // expected ..., found ...

  // The error that ended the reading; call it only after an error.
  Diagnostic error() const { return *error_; }

 private:
  bool digits_up_to(std::size_t most, std::uint64_t& into);

  const SourceText& source_;
  std::string_view text_;
  std::size_t offset_ = 0;
  std::string unquoted_;
  std::optional<Diagnostic> error_;
};

}   // namespace parley
