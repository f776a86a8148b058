#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "net/network.h"

namespace parley {

// Writes a network in CADP's language EXP 2.0 (docs/formats/exp.md), and one automaton per used template into
// files beside it. Reading them gives the same network: the same components by name, the same states by
// number, the same rules.
//
// A small network becomes one 'label par using' with one vector per rule. A vector has an entry per
// component, so a large network would cost components × rules. Beyond kMostPlaces entries, each component
// gets vectors of its own instead. They rename its labels so that each shared rule has a name of its own, and
// a par joins the components on these names. That is linear in the participants.
class ExpWriter {
 public:
  static constexpr std::size_t kMostPlaces = 1'000'000;

  // 'stem' is the name of the output file without its ending; the names of the automata's files begin with
  // it.
  ExpWriter(const Network& network, std::string_view stem, std::size_t most_places = kMostPlaces);

  // A diagnostic if the network has something that the language cannot express: observers or error states.
  // The caller must ask this first.
  static std::optional<Diagnostic> obstacle(const Network& network, const std::string& file);

  struct Automaton {
    std::string file;   // the file name, without a folder
    TemplateId of;
    ComponentId first;   // the first component that uses it
  };
  const std::vector<Automaton>& automata() const { return automata_; }
  // The automaton to write into the file, in Aldebaran's format. A label that would be read as the internal
  // action gets another name there; the vectors map it back.
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
  std::vector<std::string> label_words_;                // by label of the network; "" = the internal action
  std::vector<std::string> rule_words_;                 // by rule: the name that its components share it by; "" = its label
};

}   // namespace parley
