#pragma once

#include "base/limits.h"

namespace parley {

// From here on Ctrl-C and SIGTERM ask for an orderly end through the token that is returned; a second Ctrl-C
// ends the process at once. Once per process.
const StopToken& catch_signals();

}   // namespace parley
