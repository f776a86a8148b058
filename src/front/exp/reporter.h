#pragma once

#include "front/source_reporter.h"

namespace parley::exp {

using Place = SourcePlace;
using Reporter = SourceReporter;

}   // namespace parley::exp
