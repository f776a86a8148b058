#include "base/diagnostic.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace parley {

namespace {

// A longer source line is shown up to this width.
constexpr std::size_t kShownWidth = 160;

std::string printable(std::string_view text) {
  std::string shown(text);
  for (char& c : shown) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\t') c = ' ';
    else if (byte < 0x20 || byte == 0x7F) c = '?';
  }
  return shown;
}

// Levenshtein distance. Transpositions count twice, which is good enough for hints; names are short.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  constexpr std::size_t kLongest = 40;
  if (a.size() > kLongest || b.size() > kLongest) return kLongest;
  std::array<std::size_t, kLongest + 1> row{};
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitute = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({substitute, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}   // namespace

void Diagnostics::add(Diagnostic diagnostic) {
  std::size_t& count = diagnostic.severity == Severity::kError ? errors_ : warnings_;
  if (++count > kMost) {
    ++suppressed_;
    return;
  }
  list_.push_back(std::move(diagnostic));
}

void Diagnostics::append(Diagnostics other) {
  for (Diagnostic& diagnostic : other.list_) add(std::move(diagnostic));
  suppressed_ += other.suppressed_;
}

std::string to_text(const Diagnostic& d) {
  std::string text = d.file;
  if (d.line > 0) text += fmt::format(":{}:{}", d.line, d.column);
  text += fmt::format(": {}: {} [{}]\n", d.severity == Severity::kError ? "error" : "warning", d.message, d.code);
  if (d.line > 0) {
    text += fmt::format("  {}\n", d.source_line);
    // A line longer than kShownWidth is cut or replaced, so the caret may have to move left to stay inside.
    const std::size_t at = std::min<std::size_t>(d.column - 1, d.source_line.size());
    const std::size_t room = d.source_line.size() > at ? d.source_line.size() - at : 1;
    text += fmt::format("  {}{}\n", std::string(at, ' '), std::string(std::clamp<std::size_t>(d.length, 1, room), '^'));
  }
  if (!d.hint.empty()) text += fmt::format("  hint: {}\n", d.hint);
  return text;
}

std::string to_text(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics.list()) text += to_text(diagnostic);
  if (diagnostics.suppressed() > 0) text += fmt::format("and {} more like these\n", diagnostics.suppressed());
  return text;
}

std::size_t SourceText::append(std::string name, std::string_view text) {
  const std::size_t begin = text_.size();
  text_ += text;
  files_.push_back({std::move(name), begin});
  return begin;
}

std::size_t SourceText::file_at(std::size_t offset) const {
  const auto behind = std::upper_bound(files_.begin() + 1, files_.end(), offset,
                                       [](std::size_t at, const File& file) { return at < file.begin; });
  return static_cast<std::size_t>(behind - files_.begin()) - 1;
}

Diagnostic SourceText::at(std::size_t offset, std::size_t length, std::string code, std::string message, std::string hint) const {
  offset = std::min(offset, text_.size());
  const std::size_t number = file_at(offset);
  const std::size_t begin = files_[number].begin;
  const std::size_t end = number + 1 < files_.size() ? files_[number + 1].begin : text_.size();
  const std::string_view text = std::string_view(text_).substr(begin, end - begin);
  offset -= begin;
  const std::size_t line_begin = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1;   // npos + 1 == 0
  const std::size_t line_end = std::min(text.find('\n', offset), text.size());

  Diagnostic d;
  d.code = std::move(code);
  d.file = files_[number].name;
  d.line = 1 + static_cast<std::uint32_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(line_begin), '\n'));
  d.column = static_cast<std::uint32_t>(offset - line_begin + 1);
  d.length = static_cast<std::uint32_t>(std::max<std::size_t>(length, 1));
  d.message = std::move(message);
  d.hint = std::move(hint);
  const std::string_view line = text.substr(line_begin, line_end - line_begin);
  if (offset - line_begin < kShownWidth) d.source_line = printable(line.substr(0, kShownWidth));
  else d.source_line = "(the line is too long to show)";
  return d;
}

std::string_view nearest_name(std::string_view name, const std::vector<std::string_view>& candidates) {
  std::string_view best;
  std::size_t best_distance = name.size() / 3 + 2;   // farther away is no typing mistake
  for (std::string_view candidate : candidates) {
    const std::size_t distance = edit_distance(name, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

}   // namespace parley
