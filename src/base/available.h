#pragma once

#include <cstdint>
#include <string>

namespace parley {

// What available_bytes() finds where the file system of the kernel (/proc, /sys) begins at 'root': "" for the
// real one.
//
// The least of what the machine says (MemAvailable) and of what each control group, version 1 or 2, from the
// one we are in up to the outermost, has left: its limit minus its use, where files that are merely cached do
// not count as used. The kernel drops them before it kills anybody; a group that has read or written much is
// full of them.
std::uint64_t available_bytes_under(const std::string& root);

// The memory limit of who asks for none: what we have and four fifths of what is available, but never less
// than kLeastDefaultLimit. The look is taken once, and another program may fill the machine just then: a
// limit below what reading a small model takes would stop us at once and spare nobody.
inline constexpr std::uint64_t kLeastDefaultLimit = std::uint64_t{256} << 20;
std::uint64_t default_memory_limit(std::uint64_t resident, std::uint64_t available);
std::uint64_t default_memory_limit();   // now

}   // namespace parley
