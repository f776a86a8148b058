#pragma once

#include <string>

#include "property/property.h"

namespace parley {

// A condition under which a network means what its file says. Where it is violated, the network stops in an
// error state instead of behaving wrongly. So a trace that avoids error states is evidence by itself. Any
// other evidence (a set, a proof) counts only if the condition holds: check/assumption.h has the rule.
struct Assumption {
  Property property;         // a Safety property
  std::string if_violated;   // the reason why other checks are unknown if it is violated
  std::string culprit;       // the text before the name of the component in error
  std::string if_unknown;    // the reason why other checks are unknown if no engine decides it
};

}   // namespace parley
