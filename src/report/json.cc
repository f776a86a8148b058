#include "report/json.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "report/json_model.h"
#include "report/printable.h"

namespace parley {

namespace {

using Json = nlohmann::ordered_json;

Json optional_json(const std::optional<std::string>& text) { return text ? text_json(*text) : Json(nullptr); }

Json optional_json(const std::optional<std::size_t>& number) { return number ? Json(*number) : Json(nullptr); }

// A time to the microsecond: more digits are noise.
Json seconds_json(double seconds) { return std::round(seconds * 1e6) / 1e6; }

Json number_json(double value) {
  constexpr double kExact = 9007199254740992;   // 2^53
  if (std::floor(value) == value && std::abs(value) <= kExact) return static_cast<std::int64_t>(value);
  return std::round(value * 1000) / 1000;
}

Json statistics_json(const Statistics& statistics) {
  Json json = Json::object();
  for (const StatisticRow& row : statistic_rows()) {
    const std::optional<double> value = statistics.value(row.statistic);
    if (value && std::isfinite(*value)) json[std::string(row.key)] = number_json(*value);
  }
  return json;
}

Json support_json(const SupportReport& support) {
  Json json = Json::object();
  json["components"] = Json::array();
  for (const std::string& component : support.components) json["components"].push_back(text_json(component));
  json["count"] = support.count;
  json["of"] = support.of;
  json["any_number"] = support.any_number;
  return json;
}

Json evidence_json(const EvidenceReport& evidence) {
  Json json = Json::object();
  json["kind"] = kind_name(evidence.kind);
  json["length"] = evidence.length;
  json["facts"] = optional_json(evidence.facts);
  json["steps"] = optional_json(evidence.steps);
  json["shortest"] = evidence.shortest ? Json(*evidence.shortest) : Json(nullptr);
  json["file"] = optional_json(evidence.file);
  json["checked"] = evidence.checked;
  json["why_none"] = optional_json(evidence.why_none);
  return json;
}

Json initial_json(const TraceReport& trace) {
  Json json = Json::object();
  for (std::size_t i = 0; i < std::min(trace.columns.size(), kListedComponents); ++i)
    json[valid_utf8(trace.columns[i].component)] = text_json(trace.columns[i].initial);
  return json;
}

Json steps_json(const TraceReport& trace) {
  Json json = Json::array();
  for (const StepReport& step : trace.first) {
    Json& into = json.emplace_back(Json::object());
    into["label"] = text_json(step.label);
    // The moves of a step have distinct names, so they are appended: looking up each name would be quadratic.
    Json::object_t moves;
    for (const MoveReport& move : step.moves)
      moves.push_back({valid_utf8(trace.columns[move.column].component), text_json(move.state)});
    into["moves"] = std::move(moves);
    if (step.num_moves > step.moves.size()) into["num_moves"] = step.num_moves;
  }
  return json;
}

Json candidate_json(const CandidateReport& candidate) {
  Json json = Json::object();
  Json::object_t components;   // names are distinct, so they are appended: looking up each would be quadratic
  for (const auto& [component, state] : candidate.components) components.push_back({valid_utf8(component), text_json(state)});
  json["components"] = std::move(components);
  json["count"] = candidate.count;
  json["survived"] = Json::array();
  for (const std::string& method : candidate.survived) json["survived"].push_back(text_json(method));
  return json;
}

Json check_json(const CheckReport& check) {
  const std::optional<bool> expected = as_expected(check);
  Json json = Json::object();
  json["name"] = text_json(check.name);
  json["kind"] = kind_name(check.kind);
  json["target"] = text_json(check.target);
  json["verdict"] = verdict_name(check.verdict);
  json["expected"] = expected ? Json(*expected) : Json(nullptr);
  json["engine"] = check.engine.empty() ? Json(nullptr) : text_json(check.engine);
  if (!check.statistics.method().empty()) json["method"] = check.statistics.method();
  json["reason"] = optional_json(check.reason);
  json["time_s"] = seconds_json(check.time_s);
  json["read_time_s"] = seconds_json(check.read_time_s);
  json["judge_time_s"] = seconds_json(check.judge_time_s);
  json["peak_rss_bytes"] = check.peak_rss_bytes;
  json["statistics"] = statistics_json(check.statistics);
  json["support"] = check.support ? support_json(*check.support) : Json(nullptr);
  json["evidence"] = evidence_json(check.evidence);
  json["initial"] = check.trace ? initial_json(*check.trace) : Json(nullptr);
  json["trace"] = check.trace ? steps_json(*check.trace) : Json(nullptr);
  json["candidate"] = check.candidate ? candidate_json(*check.candidate) : Json(nullptr);
  json["explanation"] = Json::array();
  for (const std::string& line : check.explanation) json["explanation"].push_back(text_json(line));
  return json;
}

}   // namespace

std::string to_json(const RunReport& run) {
  Json json = Json::object();
  json["schema"] = "parley-result/1";
  json["tool"] = {{"name", "parley"}, {"version", text_json(run.version)}, {"commit", text_json(run.commit)}};
  json["model"] = model_json(run.model);
  json["options"] = Json::object();
  for (const auto& [name, value] : run.options) json["options"][valid_utf8(name)] = value_json(value);
  json["checks"] = Json::array();
  for (const CheckReport& check : run.checks) json["checks"].push_back(check_json(check));
  json["reason"] = optional_json(run.reason);
  json["warnings"] = run.warnings;
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

}   // namespace parley
