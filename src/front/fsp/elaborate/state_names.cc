#include "front/fsp/elaborate/state_names.h"

#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

namespace parley::fsp {

std::vector<std::pair<std::size_t, std::string>> number_equal_names(std::vector<std::string>& names, Pulse& pulse) {
  std::vector<std::pair<std::size_t, std::string>> changed;
  std::unordered_map<std::string, std::size_t> count;
  for (const std::string& name : names) {
    pulse.beat();
    ++count[name];
  }
  std::unordered_map<std::string, std::size_t> number;
  std::unordered_set<std::string> made;
  for (std::size_t i = 0; i < names.size(); ++i) {
    pulse.beat();
    if (names[i].empty() || count[names[i]] == 1) continue;
    std::string numbered;
    do numbered = fmt::format("{}#{}", names[i], ++number[names[i]]);
    while (count.contains(numbered) || !made.insert(numbered).second);
    changed.emplace_back(i, std::move(names[i]));
    names[i] = std::move(numbered);
  }
  return changed;
}

}   // namespace parley::fsp
