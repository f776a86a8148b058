#pragma once

#include <optional>
#include <string>

#include "report/model.h"
#include "report/text_settings.h"

namespace parley {

inline constexpr std::size_t kTableColumns = 12;
inline constexpr std::size_t kTableRows = 200;
inline constexpr std::size_t kListEnds = 50;   // steps shown at each end of a longer trace

// A trace for people, indented by two. Up to kTableColumns components and kTableRows steps it is a table: one
// row per step, one column per component, in each cell the local state that the component moves to, or a dot
// if it does not move. The rows for the start and the end list all states. A longer trace is a numbered list
// of its first and last kListEnds steps, and a line that says where the rest is: in 'file', if there is one.
// A line above says if the trace may not be the shortest.
std::string trace_text(const TraceReport& trace, const std::optional<std::string>& file, const TextSettings& settings);

}   // namespace parley
