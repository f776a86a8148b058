#pragma once

#include <cstddef>
#include <cstdint>

#include "report/printable.h"

namespace parley {

enum class TextVolume : std::uint8_t {
  kQuiet,     // one line per check
  kNormal,    // also traces, with explanations
  kVerbose,   // also every number
};

// How a report is printed. The default is safe in a file: ASCII, no colours.
struct TextSettings {
  TextVolume volume = TextVolume::kNormal;
  bool unicode = false;
  bool colour = false;       // ANSI escapes
  std::size_t width = 120;   // a table tries to keep within this many columns

  Charset charset() const { return unicode ? Charset::kUnicode : Charset::kAscii; }
};

}   // namespace parley
