#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace parley {

enum class Severity : std::uint8_t { kError, kWarning };

// One thing to tell the user about a text: where, what, and what to do about it.
//
// 'code' is stable ("fsp-unknown-name") so that scripts and documents can refer to it. Line and
// column count from 1, columns in bytes; line 0 means the file as a whole. 'source_line' is the line itself,
// cut to something printable, so that printing needs no access to the file.
struct Diagnostic {
  Severity severity = Severity::kError;
  std::string code;
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t length = 1;   // bytes underlined by the caret
  std::string source_line;
  std::string message;
  std::string hint;   // may be empty
};

// The diagnostics of one run, in the order found. After 'kMost' of a severity the rest is only counted:
// a hundred megabytes of garbage must not print a hundred megabytes of complaints.
class Diagnostics {
 public:
  static constexpr std::size_t kMost = 20;

  void add(Diagnostic diagnostic);
  void append(Diagnostics other);

  bool has_errors() const { return errors_ > 0; }
  bool full() const { return errors_ >= kMost; }   // a reader may give up early
  std::size_t errors() const { return errors_; }
  const std::vector<Diagnostic>& list() const { return list_; }
  std::size_t suppressed() const { return suppressed_; }

 private:
  std::vector<Diagnostic> list_;
  std::size_t errors_ = 0;
  std::size_t warnings_ = 0;
  std::size_t suppressed_ = 0;
};

// As the compilers print it: file:line:column: error: message [code], the line, a caret, a hint.
std::string to_text(const Diagnostic& diagnostic);
std::string to_text(const Diagnostics& diagnostics);

// The text of a file with what is needed to point into it. Lines are found on demand. Files that it includes
// are appended to it, so that one offset says file and place; positions inside the first file are as they are
// in the file.
class SourceText {
 public:
  SourceText(std::string name, std::string text) : text_(std::move(text)), files_{{std::move(name), 0}} {}

  const std::string& name() const { return files_[0].name; }
  std::string_view text() const { return text_; }   // of all files

  // Appends a file and returns the offset of its first byte. Views of text() end here.
  std::size_t append(std::string name, std::string_view text);
  const std::string& name_at(std::size_t offset) const { return files_[file_at(offset)].name; }

  // A diagnostic about 'length' bytes from 'offset' on. Linear in the offset: for errors only.
  Diagnostic at(std::size_t offset, std::size_t length, std::string code, std::string message, std::string hint = "") const;

 private:
  struct File {
    std::string name;
    std::size_t begin = 0;
  };
  std::size_t file_at(std::size_t offset) const;

  std::string text_;
  std::vector<File> files_;   // by 'begin'
};

// The candidate that a misspelt 'name' most likely meant, or empty: for hints ("did you mean 'FORK'?").
std::string_view nearest_name(std::string_view name, const std::vector<std::string_view>& candidates);

}   // namespace parley
