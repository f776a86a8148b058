#pragma once

#include <string>

#include "report/model.h"
#include "report/text_settings.h"

namespace parley {

// A report for people. One line per check: the verdict and whether it was expected; the engine, its time and
// number of states; and how much of the network the verdict depends on. Then, unless quiet, the trace and an
// explanation of its last state.
std::string to_text(const CheckReport& check, const TextSettings& settings);

// All checks of a run, with their lines aligned. If they have several targets, each line names its target.
// Verbose: the model and the options come first.
std::string to_text(const RunReport& run, const TextSettings& settings);

}   // namespace parley
