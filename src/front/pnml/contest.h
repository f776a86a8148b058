#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "front/front.h"

namespace parley {

// What the Model Checking Contest asks about a net.
enum class Examination : std::uint8_t { kReachabilityDeadlock, kReachabilityFireability, kReachabilityCardinality, kStateSpace };
std::optional<Examination> examination_named(std::string_view name);
std::string_view name_of(Examination examination);
std::string examination_names();   // all, as a person would list them

// An instance of the contest with the questions of one examination (docs/formats/mcc.md). As a model it is
// its net, so evidence needs only that file to be judged; the questions come as checks.
class Contest : public Model {
 public:
  // Place -> the component that it belongs to, and the states of it in which the place has its token.
  virtual const std::vector<Atom>& marked() const = 0;
  virtual bool has_units() const = 0;   // by which the net was divided into components
};

// Reads DIRECTORY/model.pnml and, where the examination has formulas, DIRECTORY/<examination>.xml.
Result<std::unique_ptr<Contest>> read_contest(const std::string& directory, Examination examination, const Limits& limits,
                                              Progress& progress);

}   // namespace parley
