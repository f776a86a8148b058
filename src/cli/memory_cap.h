#pragma once

#include "base/limits.h"

namespace parley {

// The limits are looked at every so often; what asks for too much in between gets std::bad_alloc from this
// instead of the attention of the kernel. With room, because memory that was asked for and never touched
// counts here. Once per process.
void cap_allocations(const Limits& limits);

}   // namespace parley
