#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/name_table.h"

namespace parley {

// Lists of places, one behind the other in one array (CSR).
class PlaceLists {
 public:
  std::size_t size() const { return begins_.size() - 1; }
  std::span<const std::uint32_t> operator[](std::size_t list) const {
    return std::span(places_).subspan(begins_[list], begins_[list + 1] - begins_[list]);
  }
  std::size_t total() const { return places_.size(); }

  void add(std::uint32_t place) { places_.push_back(place); }   // to the list that is being written
  void end_list() { begins_.push_back(places_.size()); }

 private:
  std::vector<std::size_t> begins_{0};
  std::vector<std::uint32_t> places_;
};

// A place/transition net whose arcs have weight 1 and whose places have at most one token at the start. What
// pages and references mean is resolved: this is what they stand for. Places and transitions are numbered in
// the order of the file.
//
// Plain data; whoever makes one keeps what the comments say.
struct PetriNet {
  struct Unit {
    std::string id;
    std::vector<std::uint32_t> places;   // its own, not those of the units inside it; not empty
  };

  std::string id;
  NameTable places;   // by their ids
  NameTable transitions;
  std::vector<bool> is_marked;   // place -> whether it has a token at the start
  PlaceLists presets;            // of each transition, ascending, each place once
  PlaceLists postsets;

  // Of a section in the NUPN format that promises unit safety: each place is in one unit, and no unit ever
  // has two tokens (nor has it at the start). Empty where there is no such section. What is inside what is
  // left out.
  std::vector<Unit> units;

  std::size_t num_places() const { return places.size(); }
  std::size_t num_transitions() const { return transitions.size(); }
  std::span<const std::uint32_t> pre(std::uint32_t transition) const { return presets[transition]; }
  std::span<const std::uint32_t> post(std::uint32_t transition) const { return postsets[transition]; }
  bool is_unit_safe() const { return !units.empty(); }
};

}   // namespace parley
