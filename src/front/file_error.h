#pragma once

#include <string>
#include <utility>

#include "base/diagnostic.h"

namespace parley {

// An error about a file as a whole, for problems that belong to no particular line of it.
inline Diagnostic file_error(std::string file, std::string code, std::string message, std::string hint = "") {
  Diagnostic diagnostic;
  diagnostic.code = std::move(code);
  diagnostic.file = std::move(file);
  diagnostic.message = std::move(message);
  diagnostic.hint = std::move(hint);
  return diagnostic;
}

}   // namespace parley
