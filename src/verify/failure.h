#pragma once

#include <exception>
#include <string>

#include "base/exit_code.h"

namespace parley {

// Ends a run with a message: a wrong flag, a bad file, an output that cannot be written, evidence that the
// judge rejects.
class Failure : public std::exception {
 public:
  Failure(ExitCode code, std::string message) : code_(code), message_(std::move(message)) {}
  ExitCode code() const { return code_; }
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  ExitCode code_;
  std::string message_;   // as printed on stderr, with its line end; "" if it was told before
};

inline Failure cannot_write(const std::string& where) { return {ExitCode::kCannotWrite, "parley: cannot write " + where + "\n"}; }

}   // namespace parley
