#pragma once

#include <compare>
#include <string>

namespace parley {

// A file that was read, with its path as the user named it and the hash of its content.
struct SourceFile {
  std::string path;
  std::string sha256;
  friend auto operator<=>(const SourceFile&, const SourceFile&) = default;
};

}   // namespace parley
