#pragma once

#include <string>

#include "report/model.h"

namespace parley {

// The run as JSON, schema parley-result/1 (docs/formats/result.schema.json), indented, without a newline at
// its end.
//
// Keys in a fixed order; whole numbers without a point; names that are not UTF-8 with the broken bytes
// replaced. Two runs on the same input differ in times, memory and rates alone; the endings of their keys
// tell which these are.
std::string to_json(const RunReport& run);

}   // namespace parley
