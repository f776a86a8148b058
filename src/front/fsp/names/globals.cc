#include "front/fsp/names/globals.h"

#include <charconv>
#include <optional>
#include <unordered_set>

#include <fmt/format.h>

#include "front/fsp/names/channel_values.h"

namespace parley::fsp {

namespace {

// A number as written in FSP, decimal or 0x, with an optional minus sign.
std::optional<std::int64_t> parse_number(std::string_view text) {
  const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  const bool hexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
  std::string number(text);
  if (hexadecimal) number.erase(text.size() - digits.size(), 2);
  std::int64_t value = 0;
  const char* const last = number.data() + number.size();
  const auto [end, status] = std::from_chars(number.data(), last, value, hexadecimal ? 16 : 10);
  // from_chars would accept a second sign after "0x".
  const bool two_signs = hexadecimal && digits.size() > 2 && digits[2] == '-';
  if (number.empty() || status != std::errc() || end != last || two_signs) return std::nullopt;
  return value;
}

// The constants that the command line overrides.
std::unordered_map<Symbol, std::int64_t> overrides(const Ast& ast, Names& names, Diagnostics& diagnostics,
                                                   const std::vector<std::pair<std::string, std::string>>& definitions) {
  std::vector<Symbol> constants;
  constants.reserve(ast.constants.size());
  for (const Constant& constant : ast.constants) constants.push_back(constant.name);
  const std::unordered_set<Symbol> known(constants.begin(), constants.end());
  std::unordered_map<Symbol, std::int64_t> values;
  for (const auto& [name, text] : definitions) {
    const SourceText command("<command line>", fmt::format("-D {}={}", name, text));
    const Symbol symbol = names.symbols.intern(name);
    if (!known.contains(symbol)) {
      bool is_parameter = false;
      for (const Parameter& parameter : ast.parameters) is_parameter = is_parameter || parameter.name == symbol;
      diagnostics.add(
          command.at(3, name.size(), "fsp-unknown-constant", fmt::format("the model has no constant '{}'", name),
                     is_parameter ? "it has a parameter of that name; -D sets constants only: const N = 5 and (M=N)"
                                  : nearest_hint(names.symbols, symbol, constants, constants.empty() ? "it declares none" : "")));
      continue;
    }
    const std::optional<std::int64_t> value = parse_number(text);
    if (!value) {
      diagnostics.add(command.at(4 + name.size(), text.size(), "fsp-definition",
                                 fmt::format("'{}' is no number of 64 bits", text), "-D N=50000"));
      continue;
    }
    values[symbol] = *value;
  }
  return values;
}

void collect_definitions(const Ast& ast, Globals& globals) {
  const auto collect = [&](DefinitionKind kind, const auto& list) {
    for (Index i = 0; i < list.size(); ++i) globals.definitions.emplace(list[i].name, Definition{kind, i});
  };
  collect(DefinitionKind::kProcess, ast.processes);
  collect(DefinitionKind::kComposite, ast.composites);
  collect(DefinitionKind::kAutomaton, ast.automata);
  collect(DefinitionKind::kChannel, ast.channels);
}

}   // namespace

Globals evaluate_globals(const Ast& ast, Names& names, Reporter& reporter, Diagnostics& diagnostics, const Limits& limits,
                         const std::vector<std::pair<std::string, std::string>>& definitions) {
  Globals globals;
  collect_definitions(ast, globals);
  const auto given = overrides(ast, names, diagnostics, definitions);
  Evaluator evaluator(ast, names, globals, reporter, limits);
  std::unordered_set<Symbol> declared;
  const auto declare = [&](Symbol name, std::uint32_t offset) {
    if (declared.insert(name).second) return true;
    reporter.error(evaluator.place(offset), "fsp-duplicate", fmt::format("'{}' is declared twice", names.symbols.text(name)));
    return false;
  };
  for (const Global& global : ast.globals) {
    if (reporter.full()) break;
    switch (global.kind) {
      case GlobalKind::kConstant: {
        const Constant& constant = ast.constants[global.index];
        if (!declare(constant.name, constant.offset)) break;
        std::int64_t value = 0;
        const auto override_value = given.find(constant.name);
        try {
          value = override_value != given.end() ? override_value->second : evaluator.number(constant.value, kNoScope);
        } catch (const Abandoned&) {
          value = 0;
        }
        globals.constants[constant.name] = value;
        break;
      }
      case GlobalKind::kRange: {
        const RangeDefinition& range = ast.ranges[global.index];
        if (!declare(range.name, range.offset)) break;
        Bounds bounds;
        try {
          bounds = evaluator.bounds(range.low, range.high, kNoScope);
        } catch (const Abandoned&) {
          bounds = {0, 0};
        }
        globals.ranges[range.name] = bounds;
        break;
      }
      case GlobalKind::kSet: {
        const SetDefinition& set = ast.set_definitions[global.index];
        if (!declare(set.name, set.offset)) break;
        std::vector<Path> labels;
        try {
          labels = evaluator.set(set.set, set.minus, kNoScope);
        } catch (const Abandoned&) {
          labels.clear();
        }
        globals.sets[set.name] = std::move(labels);
        break;
      }
    }
  }
  for (const Channel& channel : ast.channels) {
    if (channel.values == kNone) continue;
    std::vector<Value>& values = globals.carried[channel.name];
    try {
      values = channel_values(channel, evaluator);
    } catch (const Abandoned&) {
      values.clear();
    }
  }
  return globals;
}

}   // namespace parley::fsp
