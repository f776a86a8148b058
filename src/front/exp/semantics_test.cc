// Thousands of random expressions: the network that each becomes has the same steps as the reference
// semantics of tests/support/naive_exp.h.
#include <algorithm>
#include <functional>
#include <memory>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "front/exp/spelling.h"
#include "support/exp_text.h"
#include "support/naive_exp.h"

namespace parley::exp {
namespace {

using namespace naive;

class RandomExpression {
 public:
  explicit RandomExpression(std::uint32_t seed) : random_(seed) {}

  std::string text;
  TextFiles files;
  Part meaning;
  std::size_t components = 0;

  void make() { meaning = expression(2 + below(2), text); }

 private:
  std::size_t below(std::size_t bound) { return random_() % bound; }
  template <class T>
  T one_of(std::initializer_list<T> list) {
    return list.begin()[below(list.size())];
  }
  std::string random_label() {
    return one_of<const char*>({"A", "A", "A", "B !1", "B !1", "B !2", "C", "C", "exit", "exit !1", "b !1", "D(x)"});
  }

  Part expression(std::size_t depth, std::string& out) {
    if (depth == 0 || below(8) == 0) return leaf(out);
    switch (below(9)) {
      case 0: return chain(depth, out);
      case 1: return par(depth, out);
      case 2: return vectors(depth, out);
      case 3:
      case 4: return hidden(depth, out);
      case 5:
      case 6: return renamed(depth, out);
      default: return chain(depth, out);
    }
  }

  Part leaf(std::string& out) {
    auto result = std::make_unique<Leaf>();
    result->component = components++;
    std::string edges;
    const std::size_t count = 1 + below(6);
    const std::size_t states = 1 + below(3);
    std::set<std::tuple<std::uint32_t, std::string, std::uint32_t>> all;
    for (std::size_t i = 0; i < count; ++i) {
      const auto from = static_cast<std::uint32_t>(below(states));
      const auto to = static_cast<std::uint32_t>(below(states));
      const std::string label = below(8) == 0 ? "i" : random_label();
      all.emplace(from, label, to);
      edges += fmt::format("{}{} {} {}", i == 0 ? "" : ", ", from, label, to);
    }
    for (const auto& [from, label, to] : all) result->edges.emplace_back(from, label == "i" ? "tau" : label, to);
    const std::string name = fmt::format("c{}", result->component);
    files[name + ".aut"] = aut(edges);
    out += fmt::format("\"{}\"", name);
    return result;
  }

  // A word that stands for gates or labels: its text in the expression, and which labels it means. In a list
  // of gates, a text with an offer is a label.
  struct Meant {
    std::string text;
    std::string chosen;
    std::function<bool(const std::string&)> means;
  };
  Meant shared_word(bool is_label) { return spelt(one_of<const char*>({"A", "B", "b", "C", "B !1", "D(x)", "exit"}), is_label); }
  // With or without quotes, at random.
  Meant spelt(const std::string& chosen, bool is_label) {
    const bool is_bare = chosen.find_first_of(" (") == std::string::npos && below(2) == 0;
    const std::string shown = is_bare ? chosen : '"' + chosen + '"';
    const bool is_whole = is_label || gate(chosen) != chosen;
    return {shown, chosen, [chosen, is_bare, is_whole](const std::string& label) {
              const std::string held = is_whole ? label : gate(label);
              return is_bare ? folded(held) == folded(chosen) : held == chosen;
            }};
  }

  template <class Operator>
  void children(Operator& node, std::size_t count, std::size_t depth, std::vector<std::string>& texts) {
    for (std::size_t i = 0; i < count; ++i) {
      node.begins.push_back(components);
      texts.emplace_back();
      node.parts.push_back(expression(depth - 1, texts.back()));
    }
    node.begins.push_back(components);
  }

  Part chain(std::size_t depth, std::string& out) {
    auto node = std::make_unique<Parallel>();
    std::vector<std::string> texts;
    children(*node, 2 + below(2), depth, texts);
    const std::size_t kind = below(3);
    std::vector<Meant> words;
    std::string symbol = kind == 0 ? "|||" : "||";
    if (kind == 2) {
      symbol = "|[";
      for (std::size_t i = 0; i < 1 + below(2); ++i) {
        words.push_back(shared_word(false));
        symbol += (i == 0 ? "" : ", ") + words.back().text;
      }
      symbol += "]|";
    }
    node->lists = [kind, words](std::size_t, const std::string& label) {
      return kind == 1 || gate(label) == "exit" ||
             std::any_of(words.begin(), words.end(), [&](const Meant& word) { return word.means(label); });
    };
    const std::size_t all = texts.size();
    node->needed = [all](const std::string&) { return all; };
    for (std::size_t i = 0; i < texts.size(); ++i)
      out += fmt::format("{}({})", i == 0 ? "" : fmt::format(" {} ", symbol), texts[i]);
    return node;
  }

  Part par(std::size_t depth, std::string& out) {
    auto node = std::make_unique<Parallel>();
    std::vector<std::string> texts;
    children(*node, 1 + below(3), depth, texts);
    const std::size_t all = texts.size();
    const bool is_label = below(2) == 0;
    std::string head = is_label ? "label par " : one_of<const char*>({"par ", "gate par "});
    std::vector<Meant> everywhere;
    std::vector<std::vector<Meant>> own(all);
    std::vector<std::pair<Meant, std::size_t>> counted;
    for (std::size_t i = below(4); i >= 2; --i) {
      counted.emplace_back(shared_word(is_label), 1 + below(all));
      head += fmt::format("{}{}#{}", counted.size() == 1 ? "" : ", ", counted.back().first.text, counted.back().second);
    }
    if (below(3) == 0) {
      everywhere.push_back(shared_word(is_label));
      head += (counted.empty() ? "" : ", ") + everywhere.back().text;
    }
    if (!counted.empty() || !everywhere.empty()) head += " in ";
    for (std::size_t i = 0; i < all; ++i) {
      if (below(2) == 0)
        own[i].push_back(!counted.empty() && below(2) == 0 ? spelt(counted[0].first.chosen, is_label) : shared_word(is_label));
      head += fmt::format("{}{}({})", i == 0 ? "" : " || ", own[i].empty() ? "" : own[i][0].text + " -> ", texts[i]);
    }
    out += head + " end par";
    const auto count_of = [=](const std::string& label) {
      std::size_t most = 0;
      for (const auto& [word, count] : counted)
        if (word.means(label)) most = std::max(most, count);
      return most;
    };
    node->lists = [=](std::size_t part, const std::string& label) {
      const auto mean = [&](const std::vector<Meant>& words) {
        return std::any_of(words.begin(), words.end(), [&](const Meant& word) { return word.means(label); });
      };
      if (gate(label) == "exit" || mean(everywhere) || mean(own[part])) return true;
      return count_of(label) > 0 && std::none_of(own.begin(), own.end(), mean);
    };
    const auto lists = node->lists;
    node->needed = [=](const std::string& label) {
      if (const std::size_t count = count_of(label); count > 0) return count;
      std::size_t listing = 0;
      for (std::size_t part = 0; part < all; ++part) listing += lists(part, label) ? 1 : 0;
      return listing;
    };
    return node;
  }

  Part vectors(std::size_t depth, std::string& out) {
    auto node = std::make_unique<Vectors>();
    std::vector<std::string> texts;
    children(*node, 1 + below(3), depth, texts);
    out += "label par using ";
    for (std::size_t i = 0; i < 1 + below(4); ++i) {
      std::vector<std::string> labels;
      const std::size_t always = below(texts.size());
      out += i == 0 ? "" : ", ";
      for (std::size_t part = 0; part < texts.size(); ++part) {
        labels.push_back(part == always || below(2) == 0 ? random_label() : "");
        out += fmt::format("{}{}", part == 0 ? "" : " * ", labels.back().empty() ? "_" : '"' + labels.back() + '"');
      }
      const std::string result = below(5) == 0 ? "i" : random_label();
      out += fmt::format(" -> \"{}\"", result);
      node->vectors.emplace_back(labels, result == "i" ? "tau" : result);
    }
    out += " in ";
    for (std::size_t i = 0; i < texts.size(); ++i)
      out += fmt::format("{}{}", i == 0 ? "" : " || ", texts[i].starts_with("\"") ? texts[i] : "(" + texts[i] + ")");
    out += " end par";
    return node;
  }

  struct Pattern {
    std::string text;
    std::string source;
    bool is_bare = false;
  };
  Pattern pattern() {
    const std::string chosen =
        one_of<const char*>({"A", "B", "b", "B.*", ".* !1", "[AB]", "\\(.\\) !.*", "1", "C", ".*", "exit"});
    const bool is_bare = chosen.find_first_of(".[\\1") == std::string::npos && below(2) == 0;
    return {is_bare ? chosen : '"' + chosen + '"', chosen, is_bare};
  }
  static std::optional<Found> found(const Pattern& pattern, const std::string& text, Holds holds) {
    return find_by_library(pattern.source, pattern.is_bare, text, holds);
  }

  Part hidden(std::size_t depth, std::string& out) {
    auto node = std::make_unique<Relabelled>();
    std::string inner;
    node->part = expression(depth - 1, inner);
    const std::string mode = one_of<const char*>({"", "gate ", "total ", "label ", "partial "});
    const bool is_hide = below(2) == 0;
    const bool is_all_but = below(4) == 0;
    std::vector<Pattern> patterns{pattern()};
    if (below(2) == 0) patterns.push_back(pattern());
    out += fmt::format("{}{} {}{}{} in {} end {}", mode, is_hide ? "hide" : "cut", is_all_but ? "all but " : "", patterns[0].text,
                       patterns.size() > 1 ? ", " + patterns[1].text : "", inner, is_hide ? "hide" : "cut");
    node->map = [=](const std::string& label) -> std::string {
      bool is_met = false;
      for (const Pattern& each : patterns) {
        const std::string held = mode.empty() || mode == "gate " ? gate(label) : label;
        is_met |= found(each, held, mode == "partial " ? Holds::kPart : Holds::kAll).has_value();
      }
      if (is_met == is_all_but) return label;
      return is_hide ? "tau" : "";
    };
    return node;
  }

  Part renamed(std::size_t depth, std::string& out) {
    auto node = std::make_unique<Relabelled>();
    std::string inner;
    node->part = expression(depth - 1, inner);
    const std::string mode = one_of<const char*>({"", "gate ", "total ", "single ", "partial ", "multiple "});
    struct Rule {
      Pattern from;
      std::string to;
    };
    std::vector<Rule> rules;
    out += mode + "rename ";
    for (std::size_t i = 0; i < 1 + below(2); ++i) {
      Rule rule{pattern(), one_of<const char*>({"A", "C", "B", "X&", "i", "exit", "exit !1"})};
      // With an expression that matches the empty text, implementations differ on 'multiple'; lower_test has
      // a case.
      while (mode == "multiple " && rule.from.source == ".*") rule.from = pattern();
      if (rule.from.source == "\\(.\\) !.*" && below(2) == 0) rule.to = "\\1 !9";
      out += fmt::format("{}{} -> \"{}\"", i == 0 ? "" : ", ", rule.from.text, rule.to);
      rules.push_back(rule);
    }
    out += fmt::format(" in {} end rename", inner);
    node->map = [=](const std::string& label) -> std::string {
      const bool is_gate = mode.empty() || mode == "gate ";
      const std::string held = is_gate ? gate(label) : label;
      for (const Rule& rule : rules) {
        const bool is_whole = is_gate || mode == "total ";
        std::optional<Found> match = found(rule.from, held, is_whole ? Holds::kAll : Holds::kPart);
        if (!match) continue;
        std::string result;
        std::string rest = held;
        do {
          result += rest.substr(0, match->begin) + replaced_by(rule.to, *match);
          rest.erase(0, match->begin + match->whole.size());
          if (mode == "multiple ") match = found(rule.from, rest, Holds::kPart);
          else match.reset();
        } while (match);
        result += rest;
        if (is_gate) return result == "i" ? result : result + label.substr(held.size());
        return result;
      }
      return label;
    };
    return node;
  }

  std::mt19937 random_;
};

Steps steps_of(const Network& network, const State& state) {
  Steps result;
  for (const RuleId rule : network.rules()) {
    std::set<State> ways{state};
    for (const Participant& participant : network.participants(rule)) {
      std::set<State> longer;
      for (const Edge& edge : network.lts(participant.component)
                                  .edges(LocalState(std::size_t{state[participant.component.index()]}), participant.label))
        for (State way : ways) {
          way[participant.component.index()] = edge.target.value;
          longer.insert(way);
        }
      ways = longer;
    }
    for (const State& way : ways) result.emplace(std::string(network.label_name(rule)), way);
  }
  return result;
}

TEST(ExpSemantics, RandomExpressionsStepAsTheirOperatorsSay) {
  constexpr std::uint32_t kExpressions = 20000;
  constexpr std::size_t kMostStates = 200;
  std::size_t steps = 0;
  std::size_t rules_of_many = 0;
  for (std::uint32_t seed = 0; seed < kExpressions; ++seed) {
    RandomExpression expression(seed);
    expression.make();
    const Result<Network> network = network_of(expression.text, expression.files);
    ASSERT_TRUE(network) << seed << "\n" << expression.text << "\n" << to_text(network.diagnostics());
    ASSERT_EQ(network->num_components(), expression.components);
    for (const RuleId rule : network->rules()) rules_of_many += network->participants(rule).size() > 2 ? 1 : 0;
    std::set<State> seen;
    std::vector<State> waiting{State(expression.components, 0)};
    while (!waiting.empty() && seen.size() < kMostStates) {
      const State state = waiting.back();
      waiting.pop_back();
      if (!seen.insert(state).second) continue;
      const Steps wanted = expression.meaning->steps(state);
      ASSERT_EQ(steps_of(*network, state), wanted) << seed << "\n" << expression.text;
      steps += wanted.size();
      for (const Step& step : wanted) waiting.push_back(step.second);
    }
  }
  EXPECT_GT(steps, std::size_t{kExpressions} * 5);
  EXPECT_GT(rules_of_many, std::size_t{kExpressions} / 10);
}

}   // namespace
}   // namespace parley::exp
