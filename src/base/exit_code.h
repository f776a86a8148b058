#pragma once

namespace parley {

// The exit codes of the programs. Scripts rely on these numbers (docs/commands.md).
enum class ExitCode : int {
  kAsExpected = 0,       // every check has its expected verdict
  kUnexpected = 1,       // some check certainly has the opposite of its expected verdict
  kUnknown = 2,          // no check is unexpected, but some verdict is unknown and was not expected to be
  kUsage = 64,           // the command line is wrong
  kBadInput = 65,        // a file cannot be read, or its content is wrong
  kInternalError = 70,   // a bug in the program; rejected evidence counts as one
  kCannotWrite = 73,     // an output cannot be written
};

// The two verdicts of parley-check; it shares 64, 65 and 70 with the enum above.
enum class JudgeExitCode : int { kAccepted = 0, kRejected = 1 };

}   // namespace parley
