#pragma once

#include <set>
#include <string>
#include <utility>

#include "base/diagnostic.h"

namespace parley::fsp {

// A place in the source: what a diagnostic underlines.
struct Place {
  std::uint32_t offset = 0;
  std::uint32_t length = 1;
};

// Thrown after an error was reported, to give up the definition at hand and go on with the next. Never leaves the front end.
struct Abandoned {};

// Where the stages of the front end complain: one source text, one list of diagnostics.
class Reporter {
 public:
  Reporter(const SourceText& source, Diagnostics& diagnostics) : source_(source), diagnostics_(diagnostics) {}

  void error(Place place, std::string code, std::string message, std::string hint = "") {
    if (diagnostics_.full()) return;   // a located diagnostic costs a scan of the text
    diagnostics_.add(source_.at(place.offset, place.length, std::move(code), std::move(message), std::move(hint)));
  }
  // The same place is refused once, however many instances of it there are.
  [[noreturn]] void refuse(Place place, std::string code, std::string message, std::string hint = "") {
    if (!refused_.emplace(place.offset, code).second) throw Abandoned{};
    error(place, std::move(code), std::move(message), std::move(hint));
    throw Abandoned{};
  }
  void warning(Place place, std::string code, std::string message, std::string hint = "") {
    if (++warnings_ > Diagnostics::kMost) return;
    Diagnostic diagnostic = source_.at(place.offset, place.length, std::move(code), std::move(message), std::move(hint));
    diagnostic.severity = Severity::kWarning;
    diagnostics_.add(std::move(diagnostic));
  }
  bool full() const { return diagnostics_.full(); }
  bool has_errors() const { return diagnostics_.has_errors(); }
  const SourceText& source() const { return source_; }

 private:
  const SourceText& source_;
  Diagnostics& diagnostics_;
  std::size_t warnings_ = 0;
  std::set<std::pair<std::uint32_t, std::string>> refused_;
};

}   // namespace parley::fsp
