#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "base/diagnostic.h"

namespace parley {

// A place in the source: what a diagnostic underlines.
struct SourcePlace {
  std::uint32_t offset = 0;
  std::uint32_t length = 1;
};

// Where the stages of a front end complain: one source text, one list of diagnostics.
class SourceReporter {
 public:
  SourceReporter(const SourceText& source, Diagnostics& diagnostics) : source_(source), diagnostics_(diagnostics) {}

  void error(SourcePlace place, std::string code, std::string message, std::string hint = "") {
    if (diagnostics_.full()) return;   // a located diagnostic costs a scan of the text
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
  bool has_warned_enough() const { return warnings_ >= Diagnostics::kMost; }   // further warnings are only a cost
  bool has_errors() const { return diagnostics_.has_errors(); }
  const SourceText& source() const { return source_; }

 private:
  const SourceText& source_;
  Diagnostics& diagnostics_;
  std::size_t warnings_ = 0;
};

}   // namespace parley
