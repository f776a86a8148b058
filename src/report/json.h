#pragma once

#include <string>

#include "report/model.h"

namespace parley {

// The run as JSON, schema parley-result/1 (docs/formats/result.schema.json), indented, without a final
// newline.
//
// Keys have a fixed order, whole numbers have no decimal point, and broken bytes in names that are not UTF-8
// are replaced. Two runs on the same input differ only in times, memory and rates; the endings of the keys
// show which these are.
std::string to_json(const RunReport& run);

}   // namespace parley
