#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace parley {

enum class Severity : std::uint8_t { kError, kWarning };

// One message to the user about a text: where, what is wrong, and what to do about it.
//
// 'code' is stable ("fsp-unknown-name"): scripts and documents refer to it. Lines and columns count from 1,
// columns in bytes; line 0 means the file as a whole. 'source_line' is a copy of the line, cut to a printable
// length, so printing does not need the file.
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

// The diagnostics of one run, in the order found. After 'kMost' of one severity, further ones are only
// counted: a hundred megabytes of garbage must not print a hundred megabytes of messages.
class Diagnostics {
 public:
  static constexpr std::size_t kMost = 20;

  void add(Diagnostic diagnostic);
  void append(Diagnostics other);

  bool has_errors() const { return errors_ > 0; }
  bool full() const { return errors_ >= kMost; }   // a reader may stop early
  std::size_t errors() const { return errors_; }
  const std::vector<Diagnostic>& list() const { return list_; }
  std::size_t suppressed() const { return suppressed_; }

 private:
  std::vector<Diagnostic> list_;
  std::size_t errors_ = 0;
  std::size_t warnings_ = 0;
  std::size_t suppressed_ = 0;
};

// In the format of compilers: file:line:column: error: message [code], then the line, a caret, and the hint.
std::string to_text(const Diagnostic& diagnostic);
std::string to_text(const Diagnostics& diagnostics);

// The text of a file, and the positions in it. Lines are found on demand. Included files are appended to the
// text, so one offset determines file and position; offsets into the first file are those of the file itself.
class SourceText {
 public:
  SourceText(std::string name, std::string text) : text_(std::move(text)), files_{{std::move(name), 0}} {}

  const std::string& name() const { return files_[0].name; }
  std::string_view text() const { return text_; }   // of all files, one after the other

  // Appends a file and returns the offset of its first byte. Invalidates views of text().
  std::size_t append(std::string name, std::string_view text);
  const std::string& name_at(std::size_t offset) const { return files_[file_at(offset)].name; }

  // A diagnostic about 'length' bytes from 'offset' on. Linear in the offset, so for errors only.
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

// The candidate closest to a misspelt 'name', or empty if none is close. For hints: "did you mean 'FORK'?".
std::string_view nearest_name(std::string_view name, const std::vector<std::string_view>& candidates);

}   // namespace parley
