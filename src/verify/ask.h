#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "report/model.h"
#include "verify/subject.h"

namespace parley {

// The checks on one network: a target, possibly with a property automaton added to it.
struct Group {
  std::string target;
  std::string observer;
  std::vector<std::size_t> requests;   // one per property
  std::vector<Property> properties;
  std::optional<Network> network;   // absent until the group is answered, if there are several groups
};

// Checks that were bound to their networks.
struct Asked {
  std::vector<Group> groups;
  std::vector<TargetReport> targets;   // one per group
  double build_time_s = 0;
};

// Gives every request without a name the name <kind>-<n>, counted in order; 'taken' are names in use.
void name_requests(std::vector<CheckRequest>& requests, std::set<std::string> taken);

// Sorts requests by their networks and binds each to its network. Their targets are set.
//
// All requests are bound before the first is answered, so that a mistake in the last one is found at once. Of
// several networks none is kept: each is built again when its group is answered, so that only one is in
// memory at a time. Throws Failure for a request that the model refuses, and Stopped.
Asked ask(const Subject& subject, const std::vector<CheckRequest>& requests);

// Builds a network and reports its warnings. Throws Failure and Stopped.
Network build_network(const Subject& subject, const std::string& target, const std::string& observer);

}   // namespace parley
