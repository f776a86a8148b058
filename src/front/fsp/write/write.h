#pragma once

#include <iosfwd>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "front/front.h"

namespace parley {

// Text that is written to a stream one buffer at a time: a network of two million components is never held as
// one string.
class BufferedText {
 public:
  explicit BufferedText(std::ostream& out) : out_(out) {}
  ~BufferedText() { flush(); }
  BufferedText(const BufferedText&) = delete;
  BufferedText& operator=(const BufferedText&) = delete;

  std::string& buffer() { return buffer_; }   // append the next piece to it
  void piece_done();                          // call after each piece: writes the buffer if it is full
  void flush();

 private:
  std::ostream& out_;
  std::string buffer_;
};

// Writes a network as FSP (docs/formats/fsp.md), such that reading the text gives the same network. The text
// has one explicit automaton per template and role in use, a composition of their instances, and a vector per
// rule, all in the order of the network. Preserved are: components with their names, roles and behaviour;
// states with names and aliases; labels and rules; and their order. Templates that no component uses are not
// written. A template that processes and observers share is written twice.
//
// If an Lts gives two of its labels one name, or names a state by the number of another state, the name gets
// a "#" and a number, since the text distinguishes them by name. No front end makes such an Lts.
//
// Checks may follow. Linear in the text written; in addition to the network about 12 bytes per component.
class FspWriter {
 public:
  // 'system' is the name of the composition; SYS is used if it is not a valid name of a process.
  FspWriter(std::ostream& out, const Network& network, std::string_view system);

  void write_network();

  // Writes the check 'request', whose property of this network is 'property'. A kind that has no meaning for
  // networks is written as a comment.
  void write_check(const CheckRequest& request, const Property& property);

  // The same if the last component of 'observed' is a property automaton that was added for this check only.
  void write_observed_check(const CheckRequest& request, const Network& observed);

  // Writes a comment in place of a check: the reason why it is omitted.
  void write_omission(const CheckRequest& request, std::string_view why);

 private:
  // A template in one role: one automaton of the text.
  struct Use {
    TemplateId of;
    ComponentId first;   // the first component with it, from which the automaton gets its name
    bool is_observer = false;
    std::size_t instances = 0;
    std::string name;
  };
  class Naming;   // finds names for sets of states

  void find_uses();
  std::string free_name(std::string_view component);
  void write_automaton(const std::string& name, const Lts& lts, Role role);
  void write_instances();
  void write_vectors();
  void separate();
  void begin_check(const CheckRequest& request, std::string_view kind);
  void end_check(const CheckRequest& request);
  void write_predicate(const CheckRequest& request, std::string_view kind, const Predicate& predicate);
  void write_safety(const CheckRequest& request, const Safety& safety);
  bool append_states(const Atom& atom, std::string& text);

  BufferedText text_;
  const Network& network_;
  std::string system_;
  std::vector<Use> uses_;
  std::vector<std::uint32_t> use_of_;   // per component: index into uses_
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, std::size_t> next_number_;
  bool has_checks_ = false;
  std::map<PropertyKind, std::size_t> checks_of_;
  std::map<std::string, std::string> observed_;   // property -> its automaton in the text; "": it cannot be written
  std::map<std::pair<TemplateId, std::vector<LocalState>>, std::string> states_text_;
};

// The network of 'lts' alone: one component, which performs each of its labels by itself.
Network alone(const std::string& name, const Lts& lts);

}   // namespace parley
