#pragma once

#include <optional>
#include <string>

#include "report/model.h"
#include "report/text_settings.h"

namespace parley {

inline constexpr std::size_t kTableColumns = 12;
inline constexpr std::size_t kTableRows = 200;
inline constexpr std::size_t kListEnds = 50;   // steps shown of a longer trace, at each of its ends

// A trace for people, indented by two. Up to kTableColumns components and kTableRows steps it is a table: a
// row a step, a column a component, a cell the local state that the component moves to, a dot where it stands
// still; where everybody starts and ends stands in full. Beyond that it is a numbered list of steps, the
// first and the last kListEnds, and a line that says where the rest is: in 'file', if there is one. A trace
// that may not be the shortest says so in a line above it.
std::string trace_text(const TraceReport& trace, const std::optional<std::string>& file, const TextSettings& settings);

}   // namespace parley
