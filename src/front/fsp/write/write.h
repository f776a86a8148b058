#pragma once

#include <iosfwd>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "front/front.h"

namespace parley {

// A text on its way to a stream, a buffer at a time: a network of two million components is never one string.
class BufferedText {
 public:
  explicit BufferedText(std::ostream& out) : out_(out) {}
  ~BufferedText() { flush(); }
  BufferedText(const BufferedText&) = delete;
  BufferedText& operator=(const BufferedText&) = delete;

  std::string& buffer() { return buffer_; }   // for appending a piece
  void piece_done();                          // passes the buffer on when it is full
  void flush();

 private:
  std::ostream& out_;
  std::string buffer_;
};

// Writes a network as FSP (docs/formats/fsp.md) that is read as the same network: an explicit automaton for
// each template and role in use, a composition of its instances, and a vector for each rule, in the order of
// the network. The same: components with their names, roles and behaviour, states with names and aliases,
// labels and rules, all in their order. Templates that no component uses have no place in the text, and one
// that processes and observers share is written twice.
//
// A name that an Lts gives to two of its labels, or to a state whose number is the name of another, gets a
// "#" and a number, because names tell them apart in the text. No front end makes such an Lts.
//
// Checks may follow. Linear in what is written; beyond the network about 12 bytes a component.
class FspWriter {
 public:
  // 'system' is the name of the composition; SYS where FSP has no such name for a process.
  FspWriter(std::ostream& out, const Network& network, std::string_view system);

  void write_network();

  // The check 'request', which 'property' is for this network. A kind that is not a property of networks
  // becomes a comment.
  void write_check(const CheckRequest& request, const Property& property);

  // The same where the last component of 'observed' is a property automaton that was added for this check
  // alone.
  void write_observed_check(const CheckRequest& request, const Network& observed);

  // In place of a check: a comment that says why it is not there.
  void write_omission(const CheckRequest& request, std::string_view why);

 private:
  // One of these is one automaton of the text.
  struct Use {
    TemplateId of;
    ComponentId first;   // who is called so, for a name
    bool is_observer = false;
    std::size_t instances = 0;
    std::string name;
  };
  class Naming;   // of several states

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
  std::vector<std::uint32_t> use_of_;   // of each component
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, std::size_t> next_number_;
  bool has_checks_ = false;
  std::map<PropertyKind, std::size_t> checks_of_;
  std::map<std::string, std::string> observed_;   // property -> its automaton in the text; "" = it has no place there
  std::map<std::pair<TemplateId, std::vector<LocalState>>, std::string> states_text_;
};

// The network of 'lts' alone: one component that performs each of its labels by itself.
Network alone(const std::string& name, const Lts& lts);

}   // namespace parley
