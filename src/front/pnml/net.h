#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/name_table.h"

namespace parley {

// Lists of places, stored in one array (CSR).
class PlaceLists {
 public:
  std::size_t size() const { return begins_.size() - 1; }
  std::span<const std::uint32_t> operator[](std::size_t list) const {
    return std::span(places_).subspan(begins_[list], begins_[list + 1] - begins_[list]);
  }
  std::size_t total() const { return places_.size(); }

  void add(std::uint32_t place) { places_.push_back(place); }   // to the last list, which is still open
  void end_list() { begins_.push_back(places_.size()); }

 private:
  std::vector<std::size_t> begins_{0};
  std::vector<std::uint32_t> places_;
};

// A place/transition net. All arcs have weight 1, and each place has at most one token in the initial
// marking. Pages and references are resolved. Places and transitions are numbered in the order of the file.
//
// Plain data. The code that builds one must ensure the invariants in the comments.
struct PetriNet {
  struct Unit {
    std::string id;
    std::vector<std::uint32_t> places;   // its own places, not those of its subunits; not empty
  };

  std::string id;
  NameTable places;   // by their ids
  NameTable transitions;
  std::vector<bool> is_marked;   // by place: whether it has a token in the initial marking
  PlaceLists presets;            // by transition: its places, ascending, each once
  PlaceLists postsets;

  // The units of a NUPN section that declares the net unit-safe. Each place is in one unit, and no unit ever
  // has two tokens. Empty if there is no such section. The nesting of units is not kept.
  std::vector<Unit> units;

  std::size_t num_places() const { return places.size(); }
  std::size_t num_transitions() const { return transitions.size(); }
  std::span<const std::uint32_t> pre(std::uint32_t transition) const { return presets[transition]; }
  std::span<const std::uint32_t> post(std::uint32_t transition) const { return postsets[transition]; }
  bool is_unit_safe() const { return !units.empty(); }
};

}   // namespace parley
