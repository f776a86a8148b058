#pragma once

#include <nlohmann/json_fwd.hpp>

#include "report/model.h"

namespace parley {

// The part that every JSON document of ours has in common: files, definitions, and the networks that were built.
nlohmann::ordered_json model_json(const ModelReport& model);

// The value of a definition or an option: a number where it reads as one, as in the model's own text.
nlohmann::ordered_json value_json(const std::string& value);

}  // namespace parley
