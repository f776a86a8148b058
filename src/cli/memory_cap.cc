#include "cli/memory_cap.h"

#include <sys/resource.h>

#include <algorithm>

namespace parley {

void cap_allocations(const Limits& limits) {
#ifndef PARLEY_SANITIZED   // a sanitizer reserves terabytes
  if (!limits.memory_bytes()) return;
  rlimit cap = {};
  if (::getrlimit(RLIMIT_DATA, &cap) != 0) return;
  const rlim_t bytes = *limits.memory_bytes() + *limits.memory_bytes() / 2 + (rlim_t{256} << 20);
  cap.rlim_cur = std::min(cap.rlim_cur, bytes);
  ::setrlimit(RLIMIT_DATA, &cap);
#else
  (void)limits;
#endif
}

}   // namespace parley
