#include "cli/limit_flags.h"

#include <algorithm>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "base/text.h"

namespace parley {

std::pair<std::string, std::string> parse_assignment(const std::string& flag, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    throw CLI::ValidationError(flag, fmt::format("'{}' is not of the form NAME=VALUE", text));
  return {text.substr(0, equals), text.substr(equals + 1)};
}

void add_definition_flag(CLI::App& app, Definitions& into, const std::string& help) {
  app.add_option_function<std::vector<std::string>>(
         "-D",
         [&into](const std::vector<std::string>& list) {
           for (const std::string& text : list) into.push_back(parse_assignment("-D", text));
           std::sort(into.begin(), into.end());
           for (std::size_t i = 1; i < into.size(); ++i)
             if (into[i - 1].first == into[i].first)
               throw CLI::ValidationError("-D", fmt::format("{} is given twice", into[i].first));
         },
         help)
      ->allow_extra_args(false);
}

void add_limit_flags(CLI::App& app, LimitArguments& into, const std::string& time_help) {
  app.add_option_function<std::string>(
      "--time-limit",
      [&into](const std::string& text) {
        into.time_limit = parse_duration(text);
        if (!into.time_limit)
          throw CLI::ValidationError("--time-limit", fmt::format("'{}' is no duration such as 60s or 5m", text));
      },
      time_help);
  app.add_option_function<std::string>(
      "--memory-limit",
      [&into](const std::string& text) {
        into.memory_limit = parse_bytes(text);
        if (!into.memory_limit)
          throw CLI::ValidationError("--memory-limit", fmt::format("'{}' is no size such as 4G or 512M", text));
      },
      "resident memory, such as 512M or 4G (default: 80 % of what is available)");
}

}   // namespace parley
