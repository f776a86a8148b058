#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/leap/inside.h"
#include "engine/leap/leap_formula.h"
#include "engine/leap/leap_network.h"
#include "engine/leap/local_parts.h"
#include "engine/leap/rest_network.h"
#include "evidence/evidence.h"
#include "leap/examine.h"
#include "leap/plain.h"
#include "leap/plain_leaps.h"

namespace parley::cover {

// A network in two forms: the full product of the plain data, with the truth of the questions in each state,
// and the leap graph of the library.
struct Case {
  Case(const oracle::Spec& spec, const oracle::Spec& told, const leap::LocalParts::Settings& settings);

  static std::uint32_t here(std::size_t property) {
    return std::uint32_t{1} << (2 * property);
  }   // the state is what the property asks about
  static std::uint32_t wanted(std::size_t property) {
    return std::uint32_t{1} << (2 * property + 1);
  }   // or a step into an error state leads to such a state

  std::vector<LocalState> node(std::size_t i) const;
  Set reach(std::size_t node, int component) const;   // of a node, from the library
  const leap::LocalParts::Kind& kind(int component) const { return parts.kind(ComponentId(static_cast<std::size_t>(component))); }
  Trace run_to(std::size_t node) const;   // a run of the leap network
  std::string text(Places state) const;

  const oracle::Spec& spec;
  const PlainNetwork plain;
  const Reachable product;
  const PlainLeaps definition;        // the definition of leaps, without steppers
  std::vector<std::uint32_t> truth;   // by state of the product

  const Limits limits;
  const Network network;
  const std::vector<Property> properties;
  const leap::LocalParts::Settings settings;
  const leap::LocalParts parts;
  const PlainLeaps components;   // the definition of leaps, with the library's steppers
  const Network leap_network;
  const PlainNetwork plain_leap;
  const Reachable nodes;
  std::vector<std::uint32_t> truth_inside;   // by node: what is true in some state of its reach
};

struct GapFound {
  Gap gap;
};
// Calls 'where' only if the statement is false.
template <class Where>
void require(bool is_true, std::string_view statement, const Where& where) {
  if (!is_true) throw GapFound{{std::string(statement), where()}};
}

// Each throws GapFound. examine_coverage() fills truth_inside, which the others read.
void examine_coverage(Case& of, Tally& tally);
void examine_parts(const Case& of, Tally& tally);
void examine_inside(const Case& of, Tally& tally);
void examine_node_networks(const Case& of, Tally& tally);
void examine_formulas(const Case& of, Tally& tally);

}   // namespace parley::cover
