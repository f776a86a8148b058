#include "report/json_model.h"

#include <charconv>

#include <nlohmann/json.hpp>

#include "report/printable.h"

namespace parley {

using Json = nlohmann::ordered_json;

Json text_json(std::string_view text) { return valid_utf8(text); }

namespace {

Json target_json(const TargetReport& target) {
  Json json = Json::object();
  json["target"] = text_json(target.target);
  json["observer"] = target.observer.empty() ? Json(nullptr) : text_json(target.observer);
  json["components"] = target.components;
  json["states"] = target.states;
  json["rules"] = target.rules;
  return json;
}

}   // namespace

Json value_json(const std::string& value) {
  std::int64_t number = 0;
  const char* end = value.data() + value.size();
  const auto [stopped, error] = std::from_chars(value.data(), end, number);
  return error == std::errc() && stopped == end ? Json(number) : text_json(value);
}

Json model_json(const ModelReport& model) {
  Json json = Json::object();
  json["files"] = Json::array();
  for (const SourceFile& file : model.files) json["files"].push_back({{"path", text_json(file.path)}, {"sha256", file.sha256}});
  json["definitions"] = Json::object();
  for (const auto& [name, value] : model.definitions) json["definitions"][valid_utf8(name)] = value_json(value);
  const TargetReport* first = model.targets.empty() ? nullptr : &model.targets.front();
  json["target"] = first != nullptr ? text_json(first->target) : Json(nullptr);
  json["components"] = first != nullptr ? Json(first->components) : Json(nullptr);
  json["states"] = first != nullptr ? Json(first->states) : Json(nullptr);
  json["rules"] = first != nullptr ? Json(first->rules) : Json(nullptr);
  json["targets"] = Json::array();
  for (const TargetReport& target : model.targets) json["targets"].push_back(target_json(target));
  return json;
}

}   // namespace parley
