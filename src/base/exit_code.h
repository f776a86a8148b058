#pragma once

namespace parley {

// What the programs return to the shell. Scripts rely on these numbers (docs/commands.md).
enum class ExitCode : int {
  kAsExpected = 0,       // every check has the verdict that was expected
  kUnexpected = 1,       // the opposite of what some check expects is certain
  kUnknown = 2,          // none such, but some verdict is unknown and was not expected to be
  kUsage = 64,           // the command line is wrong, or names what is not built
  kBadInput = 65,        // a file cannot be read or is wrong
  kInternalError = 70,   // a bug of ours, rejected evidence included
  kCannotWrite = 73,     // an output cannot be written
};

// The judge's own two answers; 64, 65 and 70 are shared with the above.
enum class JudgeExitCode : int { kAccepted = 0, kRejected = 1 };

}   // namespace parley
