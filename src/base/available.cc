#include "base/available.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string_view>

#include "base/limits.h"

namespace parley {

namespace {

constexpr std::uint64_t kUnbounded = std::numeric_limits<std::uint64_t>::max();

// The file names of one version of control groups.
struct GroupFiles {
  std::string_view mount;
  std::string_view usage;
  std::initializer_list<std::string_view> limits;
  std::initializer_list<std::string_view> cached;   // keys in memory.stat of what the kernel can drop
};
const std::array<GroupFiles, 2> kVersions = {{
    {"/sys/fs/cgroup", "/memory.current", {"/memory.max", "/memory.high"}, {"inactive_file", "active_file", "slab_reclaimable"}},
    {"/sys/fs/cgroup/memory", "/memory.usage_in_bytes", {"/memory.limit_in_bytes"}, {"total_inactive_file", "total_active_file"}},
}};

// The number in a file that holds a single number; nullopt if there is no such file or it says "max".
std::optional<std::uint64_t> number_in(const std::string& path) {
  std::uint64_t number = 0;
  if (std::ifstream(path) >> number) return number;
  return std::nullopt;
}

// The number after 'key' and a blank, in a file of lines of this form.
std::optional<std::uint64_t> number_of(const std::string& path, std::string_view key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    if (line.size() > key.size() && line.starts_with(key) && line[key.size()] == ' ')
      return std::strtoull(line.c_str() + key.size(), nullptr, 10);
  return std::nullopt;
}

// The lines of /proc/self/cgroup are "number:controllers:path". Version 2 has "0::path"; in version 1,
// "memory" is among the controllers.
std::string group_path(const std::string& root, std::size_t version) {
  std::ifstream file(root + "/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const bool ours = version == 0 ? controllers == ",," : controllers.find(",memory,") != std::string::npos;
    if (ours) return line.substr(second + 1);
  }
  return "/";
}

std::uint64_t left_in(const std::string& folder, const GroupFiles& files) {
  std::uint64_t limit = kUnbounded;
  for (std::string_view name : files.limits) limit = std::min(limit, number_in(folder + std::string(name)).value_or(kUnbounded));
  const std::optional<std::uint64_t> usage = number_in(folder + std::string(files.usage));
  if (limit == kUnbounded || !usage) return kUnbounded;
  std::uint64_t cached = 0;
  for (std::string_view key : files.cached) cached += number_of(folder + "/memory.stat", key).value_or(0);
  const std::uint64_t used = *usage - std::min(*usage, cached);
  return limit - std::min(limit, used);
}

// A container often sees its own group as the outermost one, under a path that exists only on the host. A
// folder that does not exist sets no limit.
std::uint64_t left_in_groups(const std::string& root, std::size_t version) {
  const GroupFiles& files = kVersions[version];
  const std::string mount = root + std::string(files.mount);
  std::uint64_t left = left_in(mount, files);
  for (std::string path = group_path(root, version); path.size() > 1; path.resize(path.find_last_of('/')))
    left = std::min(left, left_in(mount + path, files));
  return left;
}

std::uint64_t left_on_machine(const std::string& root) {
  constexpr std::string_view kKey = "MemAvailable:";
  if (const std::optional<std::uint64_t> kibibytes = number_of(root + "/proc/meminfo", kKey)) return *kibibytes * 1024;
  const long pages = ::sysconf(_SC_PHYS_PAGES);   // no figure for the free part: take all of it
  const long page = ::sysconf(_SC_PAGESIZE);
  return pages > 0 && page > 0 ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page) : kLeastDefaultLimit;
}

}   // namespace

std::uint64_t available_bytes_under(const std::string& root) {
  return std::min({left_on_machine(root), left_in_groups(root, 0), left_in_groups(root, 1)});
}

std::uint64_t available_bytes() { return available_bytes_under(""); }

std::uint64_t default_memory_limit(std::uint64_t resident, std::uint64_t available) {
  return std::max(kLeastDefaultLimit, resident + available / 5 * 4);
}

std::uint64_t default_memory_limit() { return default_memory_limit(resident_bytes(), available_bytes()); }

}   // namespace parley
