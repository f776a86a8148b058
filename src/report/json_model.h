#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "report/model.h"

namespace parley {

// A text as JSON: valid UTF-8, whatever bytes a name in the model has.
nlohmann::ordered_json text_json(std::string_view text);

// The part that all our JSON documents share: files, definitions, and the networks that were built.
nlohmann::ordered_json model_json(const ModelReport& model);

// The value of a definition or an option: a number if the text is one, as in the model.
nlohmann::ordered_json value_json(const std::string& value);

}   // namespace parley
