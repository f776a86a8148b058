#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cross/random.h"
#include "oracle/spec.h"

namespace parley::cross {

// A template by its edges, "idle take busy, busy drop idle": from, label, to. The first state is initial; END
// is terminal and ERROR an error state.
oracle::Behaviour sketch(std::string_view edges);

// States s0 .. with edges of random 'labels': a path through all of them, mostly an edge back, some
// shortcuts.
oracle::Behaviour random_path(Random& random, int states, const std::vector<std::string>& labels);

// Builds a spec by names. Templates, components and rules come in the order of the calls; equal templates are
// shared.
class Weave {
 public:
  using NamedPart = std::pair<int, std::string_view>;   // a component and one of its labels

  int add(const oracle::Behaviour& behaviour, std::string_view initial = {}, oracle::Role role = oracle::Role::kProcess);
  int add(std::string_view edges, std::string_view initial = {}) { return add(sketch(edges), initial); }
  void rule(std::string label, const std::vector<NamedPart>& parts);

  bool offers(int component, std::string_view label) const;   // in some state
  int state(int component, std::string_view name) const;
  oracle::Atom at(int component, std::string_view state_name) const { return {component, {state(component, state_name)}, 1}; }

  const oracle::Spec& spec() const { return spec_; }
  oracle::Spec take() { return std::move(spec_); }

 private:
  oracle::Spec spec_;
};

// Adds a label or state by name if it is missing; returns its index.
int intern(std::vector<std::string>& names, std::string_view name);

}   // namespace parley::cross
