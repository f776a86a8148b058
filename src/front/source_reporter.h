#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "base/diagnostic.h"

namespace parley {

// A place in the source text. A diagnostic underlines it.
struct SourcePlace {
  std::uint32_t offset = 0;
  std::uint32_t length = 1;
};

// Collects the diagnostics of all stages of a front end: one source text, one list of diagnostics. Each place
// becomes a line and a column.
class SourceReporter {
 public:
  SourceReporter(const SourceText& source, Diagnostics& diagnostics) : source_(source), diagnostics_(diagnostics) {}

  void error(SourcePlace place, std::string code, std::string message, std::string hint = "") {
    if (diagnostics_.full()) return;   // finding the line of a place costs a scan of the text
    diagnostics_.add(source_.at(place.offset, place.length, std::move(code), std::move(message), std::move(hint)));
  }
  void warning(SourcePlace place, std::string code, std::string message, std::string hint = "") {
    if (++warnings_ > Diagnostics::kMost) return;
    Diagnostic diagnostic = source_.at(place.offset, place.length, std::move(code), std::move(message), std::move(hint));
    diagnostic.severity = Severity::kWarning;
    diagnostics_.add(std::move(diagnostic));
  }
  void append(const Diagnostics& others) { diagnostics_.append(others); }
  bool full() const { return diagnostics_.full(); }
  // further warnings are dropped, so computing them is wasted
  bool has_warned_enough() const { return warnings_ >= Diagnostics::kMost; }
  bool has_errors() const { return diagnostics_.has_errors(); }
  const SourceText& source() const { return source_; }

 private:
  const SourceText& source_;
  Diagnostics& diagnostics_;
  std::size_t warnings_ = 0;
};

}   // namespace parley
