#pragma once

#include <cstddef>
#include <cstdint>

#include "report/printable.h"

namespace parley {

enum class TextVolume : std::uint8_t {
  kQuiet,     // one line a check
  kNormal,    // and traces, explained
  kVerbose,   // and every number
};

// How a person wants to read a report. The default is what is safe in a file: ASCII, no colours.
struct TextSettings {
  TextVolume volume = TextVolume::kNormal;
  bool unicode = false;
  bool colour = false;       // ANSI escapes
  std::size_t width = 120;   // columns that a table tries to keep within

  Charset charset() const { return unicode ? Charset::kUnicode : Charset::kAscii; }
};

}   // namespace parley
