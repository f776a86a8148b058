#pragma once

#include <string>

#include "report/model.h"
#include "report/text_settings.h"

namespace parley {

// A report for people. One line a check: the verdict and whether it was expected; who found it, in what time,
// after how many states; and how much of the network it depends on. Then, unless quiet, the trace and what
// its last state means.
std::string to_text(const CheckReport& check, const TextSettings& settings);

// All checks of a run, their lines aligned; where they speak of several targets, each names its own. Verbose:
// the model and the options before them.
std::string to_text(const RunReport& run, const TextSettings& settings);

}   // namespace parley
