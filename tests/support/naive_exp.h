#pragma once

// A reference semantics of EXP for tests: the steps of a behaviour, computed from the definition of each
// operator, state by state. It knows neither rules nor a network, and it matches regular expressions with the
// C library.

#include <regex.h>

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace parley::exp::naive {

using State = std::vector<std::uint32_t>;     // the local state of each component
using Step = std::pair<std::string, State>;   // a label and the state that it leads to
using Steps = std::set<Step>;

inline std::string gate(const std::string& label) { return label.substr(0, label.find_first_of(" !?(")); }

// A match found by the C library: where it begins, the whole match and its first group.
struct Found {
  std::size_t begin = 0;
  std::string whole;
  std::string group;
};
enum class Holds { kAll, kPart };

inline std::optional<Found> find_by_library(const std::string& pattern, bool ignores_case, const std::string& text, Holds holds) {
  regex_t compiled;
  const bool is_all = holds == Holds::kAll;
  if (regcomp(&compiled, (is_all ? "^\\(" + pattern + "\\)$" : pattern).c_str(), ignores_case ? REG_ICASE : 0) != 0)
    throw std::runtime_error(pattern);
  regmatch_t where[3];
  const bool is_found = regexec(&compiled, text.c_str(), 3, where, 0) == 0;
  regfree(&compiled);
  if (!is_found) return std::nullopt;
  const auto part = [&](const regmatch_t& of) {
    return of.rm_so < 0 ? "" : text.substr(static_cast<std::size_t>(of.rm_so), static_cast<std::size_t>(of.rm_eo - of.rm_so));
  };
  return Found{static_cast<std::size_t>(where[0].rm_so), part(where[0]), part(where[is_all ? 2 : 1])};
}

inline std::string replaced_by(const std::string& with, const Found& found) {
  std::string result;
  for (std::size_t i = 0; i < with.size(); ++i) {
    if (with[i] == '&') result += found.whole;
    else if (with[i] == '\\') ++i, result += found.group;   // only \1 occurs in these tests
    else result += with[i];
  }
  return result;
}

// A behaviour with the steps that its operator's definition gives it.
struct Naive {
  virtual ~Naive() = default;
  virtual Steps steps(const State& state) const = 0;
};
using Part = std::unique_ptr<Naive>;

struct Leaf : Naive {
  std::size_t component = 0;
  std::vector<std::tuple<std::uint32_t, std::string, std::uint32_t>> edges;
  Steps steps(const State& state) const override {
    Steps result;
    for (const auto& [from, label, to] : edges)
      if (from == state[component]) {
        State next = state;
        next[component] = to;
        result.emplace(label, next);
      }
    return result;
  }
};

// Of the parts that list a label, any needed(label) of them perform it at once. Labels that a part does not
// list are performed by that part alone.
struct Parallel : Naive {
  std::vector<Part> parts;
  std::function<bool(std::size_t, const std::string&)> lists;
  std::function<std::size_t(const std::string&)> needed;

  // Adds every state that 'label' can lead to if exactly 'left' parts with an index of at least 'first' still
  // take part. 'before' is the state before the step; 'state' has the moves of the parts chosen so far.
  void choose(const std::string& label, std::size_t first, std::size_t left, const State& state, const State& before,
              Steps& result) const {
    if (left == 0) {
      result.emplace(label, state);
      return;
    }
    if (first == parts.size()) return;
    choose(label, first + 1, left, state, before, result);
    if (!lists(first, label)) return;
    for (const auto& [own, next] : parts[first]->steps(before)) {
      if (own != label) continue;
      State joined = state;
      for (std::size_t i = 0; i < joined.size(); ++i)
        if (next[i] != before[i] || changes(first, i)) joined[i] = next[i];
      choose(label, first + 1, left - 1, joined, before, result);
    }
  }
  // Each part has its own components: [begins[p], begins[p+1]).
  std::vector<std::size_t> begins;
  bool changes(std::size_t part, std::size_t component) const {
    return component >= begins[part] && component < begins[part + 1];
  }

  Steps steps(const State& state) const override {
    Steps result;
    std::set<std::string> shared;
    for (std::size_t part = 0; part < parts.size(); ++part)
      for (const Step& step : parts[part]->steps(state)) {
        if (step.first == "tau" || !lists(part, step.first)) result.insert(step);
        else shared.insert(step.first);
      }
    for (const std::string& label : shared) choose(label, 0, needed(label), state, state, result);
    return result;
  }
};

struct Vectors : Naive {
  std::vector<Part> parts;
  std::vector<std::pair<std::vector<std::string>, std::string>> vectors;   // "" = this part does not take part
  std::vector<std::size_t> begins;
  Steps steps(const State& state) const override {
    Steps result;
    for (const Part& part : parts)
      for (const Step& step : part->steps(state))
        if (step.first == "tau") result.insert(step);
    for (const auto& [labels, label] : vectors) {
      std::set<State> ways{state};
      for (std::size_t part = 0; part < parts.size(); ++part) {
        if (labels[part].empty()) continue;
        std::set<State> longer;
        for (const Step& step : parts[part]->steps(state)) {
          if (step.first != labels[part]) continue;
          for (State way : ways) {
            for (std::size_t i = begins[part]; i < begins[part + 1]; ++i) way[i] = step.second[i];
            longer.insert(way);
          }
        }
        ways = longer;
      }
      for (const State& way : ways) result.emplace(label, way);
    }
    return result;
  }
};

// hide, cut and rename. 'map' gives the new label; "" = the label is cut.
struct Relabelled : Naive {
  Part part;
  std::function<std::string(const std::string&)> map;
  Steps steps(const State& state) const override {
    Steps result;
    for (const auto& [label, next] : part->steps(state)) {
      const std::string mapped = label == "tau" ? label : map(label);
      if (!mapped.empty()) result.emplace(mapped == "i" ? "tau" : mapped, next);
    }
    return result;
  }
};

}   // namespace parley::exp::naive
