#pragma once

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <tuple>

#include <fmt/format.h>

#include "front/aut/parse.h"
#include "front/aut/write.h"
#include "front/exp/read.h"
#include "front/exp/write.h"

namespace parley::testing {

// The two forms that the EXP writer has.
enum class ExpForm { kVectors, kJoined };

// Writes a network as EXP in one form, and reads it again. 'text' becomes the text of the expression.
inline Result<Network> read_back_from_exp(const Network& network, ExpForm form, std::string* text) {
  const ExpWriter writer(network, "out", form == ExpForm::kVectors ? ~std::size_t{0} : 1);
  std::map<std::string, std::string> files;
  for (const ExpWriter::Automaton& automaton : writer.automata()) {
    std::ostringstream out;
    write_aut(out, writer.lts(automaton));
    files[automaton.file] = out.str();
  }
  std::ostringstream out;
  writer.write_network(out);
  *text = out.str();
  Progress silent;
  ReadOptions options;
  options.open = [&](const std::string& path) { return Result<std::string>(files.at(path)); };
  options.automaton = [&](const std::string& path, std::string content) {
    return parse_aut(SourceText(path, std::move(content)), Limits(), silent);
  };
  const auto model = read_exp("out.exp", *text, options, Limits(), silent);
  if (!model) return model.diagnostics();
  return (*model)->build("", "", Limits(), silent);
}

// A rule by its effect: its label, and the transitions of each participant.
using Move = std::pair<std::uint32_t, std::vector<std::pair<std::uint32_t, std::uint32_t>>>;
using Effect = std::pair<std::string, std::vector<Move>>;

inline std::vector<Effect> effects(const Network& network) {
  std::vector<Effect> all;
  for (const RuleId rule : network.rules()) {
    Effect effect{std::string(network.label_name(rule)), {}};
    for (const Participant& participant : network.participants(rule)) {
      const Lts& lts = network.lts(participant.component);
      Move move{participant.component.value, {}};
      for (const LocalState state : lts.states())
        for (const Edge& edge : lts.edges(state, participant.label)) move.second.emplace_back(state.value, edge.target.value);
      effect.second.push_back(std::move(move));
    }
    all.push_back(std::move(effect));
  }
  return all;
}

// Writes and reads the network. Returns "" if the result has the same components, with their states and ends,
// and the same rules. With vectors the rules must also have the same order. Names are not compared if 'names'
// is false.
inline std::string lost_as_exp(const Network& network, ExpForm form, bool names = true) {
  std::string text;
  const Result<Network> again = read_back_from_exp(network, form, &text);
  if (!again) return to_text(again.diagnostics()) + text;
  if (again->num_components() != network.num_components()) return "components\n" + text;
  for (const ComponentId component : network.components()) {
    const Lts& was = network.lts(component);
    const Lts& is = again->lts(component);
    if (names && again->name(component) != network.name(component))
      return "the name of " + std::string(network.name(component)) + "\n" + text;
    if (was.num_states() != is.num_states() || was.num_edges() != is.num_edges() || was.initial() != is.initial())
      return "the automaton of " + std::string(network.name(component)) + "\n" + text;
    for (const LocalState state : was.states())
      if (was.is_terminal(state) != is.is_terminal(state))
        return "an end of " + std::string(network.name(component)) + "\n" + text;
  }
  std::vector<Effect> before = effects(network);
  std::vector<Effect> after = effects(*again);
  if (!names)
    for (std::vector<Effect>* list : {&before, &after})
      for (Effect& effect : *list) effect.first = effect.first == kTau ? "tau" : "";
  if (form == ExpForm::kJoined || !names) {
    std::sort(before.begin(), before.end());
    std::sort(after.begin(), after.end());
  }
  return before == after ? "" : "rules\n" + text;
}

}   // namespace parley::testing
