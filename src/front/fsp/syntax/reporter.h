#pragma once

#include <set>
#include <string>
#include <utility>

#include "front/source_reporter.h"

namespace parley::fsp {

using Place = SourcePlace;

// Thrown after an error was reported, to abandon the current definition and continue with the next one. It
// never leaves the front end.
struct Abandoned {};

class Reporter : public SourceReporter {
 public:
  using SourceReporter::SourceReporter;

  // Reports an error and throws Abandoned. An error of one code at one place is reported once, however many
  // instances have it.
  [[noreturn]] void refuse(Place place, std::string code, std::string message, std::string hint = "") {
    if (!refused_.emplace(place.offset, code).second) throw Abandoned{};
    error(place, std::move(code), std::move(message), std::move(hint));
    throw Abandoned{};
  }

 private:
  std::set<std::pair<std::uint32_t, std::string>> refused_;
};

}   // namespace parley::fsp
