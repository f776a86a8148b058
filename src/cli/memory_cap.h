#pragma once

#include "base/limits.h"

namespace parley {

// Caps the data segment of the process (RLIMIT_DATA). Limits are checked only now and then; a large
// allocation in between gets std::bad_alloc from this cap, and the kernel need not kill the process. The cap
// is above the limit, because memory that was allocated and never touched counts for it. Call it once per
// process.
void cap_allocations(const Limits& limits);

}   // namespace parley
