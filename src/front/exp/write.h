#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "net/network.h"

namespace parley {

// Writes a network in CADP's language EXP 2.0 (docs/formats/exp.md), with an automaton beside it for each
// template in use, so that it is read as the same network: the same components by name, the same states by
// number, the same rules.
//
// A small network is one 'label par using', a vector for each rule. A vector has a place for each component,
// so a large one would cost the product of components and rules: beyond kMostPlaces each component has
// vectors of its own, which give its labels names that its rules share with nobody, and a par joins the
// components on these. That is linear in the participants.
class ExpWriter {
 public:
  static constexpr std::size_t kMostPlaces = 1'000'000;

  // 'stem' is the name of the file to be written without its ending: automata are called after it.
  ExpWriter(const Network& network, std::string_view stem, std::size_t most_places = kMostPlaces);

  // What the network has that the language cannot say: observers and error states. To be asked before
  // anything else.
  static std::optional<Diagnostic> obstacle(const Network& network, const std::string& file);

  struct Automaton {
    std::string file;   // its name, without a folder
    TemplateId of;
    ComponentId first;   // the first component that has it
  };
  const std::vector<Automaton>& automata() const { return automata_; }
  // The automaton to be written to the file, as an Aldebaran file. A label that would be the internal action
  // is called otherwise in it: the vectors say what it becomes.
  Lts lts(const Automaton& automaton) const;

  void write_network(std::ostream& out) const;

 private:
  class Text;

  void write_vectors(Text& text) const;
  void write_joined(Text& text) const;
  void write_own_rules(Text& text, ComponentId component) const;
  void write_component(Text& text, ComponentId component) const;
  void name_shared_rules();

  const Network& network_;
  bool has_vectors_ = false;
  std::vector<Automaton> automata_;
  std::vector<std::uint32_t> automaton_of_;             // by template
  std::vector<std::vector<std::string>> local_words_;   // by automaton, label
  std::vector<std::string> label_words_;                // by label of the network; "" is the internal action
  std::vector<std::string> rule_words_;                 // by rule: what the components share it by; "" where that is its label
};

}   // namespace parley
