#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "report/model.h"

namespace parley {

// A text as JSON: valid UTF-8, whatever a model's names are.
nlohmann::ordered_json text_json(std::string_view text);

// The part that every JSON document of ours has in common: files, definitions, and the networks that were
// built.
nlohmann::ordered_json model_json(const ModelReport& model);

// The value of a definition or an option: a number where it reads as one, as in the model's own text.
nlohmann::ordered_json value_json(const std::string& value);

}   // namespace parley
