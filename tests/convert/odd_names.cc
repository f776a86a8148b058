#include "convert/odd_names.h"

#include <set>
#include <string>
#include <vector>

namespace parley::cross {

namespace {

std::string unused_name(Random& random, std::set<std::string>& used) {
  std::string name = odd_name(random);
  while (!used.insert(name).second) name += odd_name(random) + "x";
  return name;
}

Lts renamed(const Lts& lts, Random& random) {
  LtsBuilder builder;
  std::set<std::string> used;
  for (const LocalState state : lts.states()) used.insert(std::to_string(state.value));   // the names of states without a name
  for (const LocalState state : lts.states()) {
    std::string name = random.chance(20) ? std::string() : unused_name(random, used);
    builder.add_state(std::move(name));
    if (lts.is_terminal(state)) builder.set_terminal(state);
    if (lts.is_error(state)) builder.set_error(state);
  }
  const std::string shared = odd_name(random);
  for (const LocalState state : lts.states()) {
    if (random.chance(20)) builder.add_alias(state, shared);
    if (random.chance(20)) builder.add_alias(state, odd_name(random));
  }
  builder.set_initial(lts.initial());
  std::set<std::string> labels;
  for (std::size_t label = 0; label < lts.num_labels(); ++label) builder.add_label(unused_name(random, labels));
  for (const LocalState state : lts.states())
    for (const Edge& edge : lts.edges(state)) builder.add_edge(state, edge.label, edge.target);
  return std::move(builder).build();
}

}   // namespace

std::string odd_name(Random& random) {
  static const std::vector<std::string> pieces = {"a",
                                                  "b.0",
                                                  "B",
                                                  "0",
                                                  "007",
                                                  "tau",
                                                  "state",
                                                  "if",
                                                  "end",
                                                  "initial",
                                                  "x.y.z",
                                                  "a..b",
                                                  ".",
                                                  "",
                                                  "\"",
                                                  "\\",
                                                  "\n",
                                                  "\t",
                                                  " ",
                                                  "/",
                                                  "P/a#1",
                                                  "é",
                                                  "\xFF",
                                                  "\x01",
                                                  "#3",
                                                  "1",
                                                  "a:b",
                                                  "*",
                                                  "->",
                                                  "//",
                                                  "/*",
                                                  "[0]",
                                                  "{",
                                                  "SYS",
                                                  "T1",
                                                  "STOP",
                                                  "ERROR",
                                                  "DEFAULT",
                                                  "P",
                                                  "x41",
                                                  "\\n",
                                                  "\x7F",
                                                  "forall",
                                                  "sync",
                                                  "alias",
                                                  "99999999999999999999",
                                                  std::string(1, '\0'),
                                                  "phil.1",
                                                  "phil.2",
                                                  "Q.left"};
  std::string name = random.pick(pieces);
  while (random.chance(30)) name += random.pick(pieces);
  return name;
}

Network with_odd_names(const Network& network, Random& random) {
  NetworkBuilder builder;
  for (const TemplateId id : network.templates()) builder.add_template(renamed(network.lts(id), random));
  std::set<std::string> used;
  for (const ComponentId component : network.components())
    builder.add_component(unused_name(random, used), network.template_of(component),
                          network.is_observer(component) ? Role::kObserver : Role::kProcess);
  for (const RuleId rule : network.rules()) {
    const std::string name = random.chance(20) ? std::string(kTau) : odd_name(random);
    builder.add_rule(builder.intern_label(name), network.participants(rule));
  }
  return std::move(builder).build();
}

}   // namespace parley::cross
