#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "front/front.h"

namespace parley {

// The examinations of the Model Checking Contest that are answered.
enum class Examination : std::uint8_t { kReachabilityDeadlock, kReachabilityFireability, kReachabilityCardinality, kStateSpace };
std::optional<Examination> examination_named(std::string_view name);
std::string_view name_of(Examination examination);
std::string examination_names();   // all of them, as a list for messages

// An instance of the contest with the questions of one examination (docs/formats/mcc.md). As a model it is
// its net, so the judge needs only that file beside the evidence. The questions are its checks.
class Contest : public Model {
 public:
  // By place: its component, and the states of this component in which the place has its token.
  virtual const std::vector<Atom>& marked() const = 0;
  virtual bool has_units() const = 0;   // whether units of the file divided the net into components
};

// Reads DIRECTORY/model.pnml and, if the examination has formulas, DIRECTORY/<examination>.xml.
Result<std::unique_ptr<Contest>> read_contest(const std::string& directory, Examination examination, const Limits& limits,
                                              Progress& progress);

}   // namespace parley
