#pragma once

#include <cstdint>
#include <string>

namespace parley {

// The same as available_bytes() (base/limits.h), but /proc and /sys are looked for under 'root'; "" means the
// real ones. For tests.
//
// The minimum of MemAvailable, as the machine reports it, and of what is left in every control group (version
// 1 or 2) from ours up to the outermost. A group has left its limit minus its use; cached files do not count
// as used. The kernel drops cached files before it kills a process, and a group that has read or written much
// is full of them.
std::uint64_t available_bytes_under(const std::string& root);

// The memory limit of a run that sets none: the resident memory plus four fifths of what is available, but at
// least kLeastDefaultLimit. Available memory is measured once, and another program may fill the machine at
// that moment. A limit below what reading a small model takes would stop the run at once and help no other
// program.
inline constexpr std::uint64_t kLeastDefaultLimit = std::uint64_t{256} << 20;
std::uint64_t default_memory_limit(std::uint64_t resident, std::uint64_t available);
std::uint64_t default_memory_limit();   // measures both

}   // namespace parley
