#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
}

namespace parley {

// The flags that parley and parley-check share. A wrong value throws CLI::ValidationError.

using Definitions = std::vector<std::pair<std::string, std::string>>;

// Splits NAME=VALUE at the first '='; NAME is not empty.
std::pair<std::string, std::string> parse_assignment(const std::string& flag, const std::string& text);

// -D, several times. Sorts 'into' by name; no name is given twice.
void add_definition_flag(CLI::App& app, Definitions& into, const std::string& help);

// --time-limit and --memory-limit.
struct LimitArguments {
  std::optional<double> time_limit;            // seconds
  std::optional<std::uint64_t> memory_limit;   // bytes
};
void add_limit_flags(CLI::App& app, LimitArguments& into, const std::string& time_help);

}   // namespace parley
