#pragma once

#include "base/limits.h"

namespace parley {

// From now on Ctrl-C and SIGTERM request an orderly end through the returned token. A second Ctrl-C ends the
// process at once. Call it once per process.
const StopToken& catch_signals();

}   // namespace parley
