#include "report/info.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "report/json_model.h"

namespace parley {

namespace {

// Collects the sentences of one kind of lint: the first few in full, the rest as a number.
template <class List, class Sentence>
void add_lints(InfoReport& info, const List& list, const Sentence& sentence) {
  for (std::size_t i = 0; i < std::min(list.size(), kListedLints); ++i) info.lints.push_back(sentence(list[i]));
  if (list.size() > kListedLints)
    info.lints.push_back(fmt::format("and {} more like these", count_text(list.size() - kListedLints)));
  info.num_lints += list.size();
}

std::string arities_text(const Shape& shape) {
  std::string text;
  for (std::size_t arity = 0; arity < shape.rules_by_arity.size(); ++arity) {
    if (shape.rules_by_arity[arity] == 0) continue;
    text += fmt::format("{}{} with {} participant{}", text.empty() ? "" : ", ", count_text(shape.rules_by_arity[arity]), arity,
                        arity == 1 ? "" : "s");
  }
  return text.empty() ? "none" : text;
}

}   // namespace

InfoReport make_info_report(const Network& network, const Limits& limits) {
  InfoReport info;
  info.templates = network.num_templates();
  info.labels = network.num_labels();
  info.participants = network.num_participants();
  info.can_terminate = network.can_terminate();
  info.network_bytes = network.bytes();
  for (TemplateId id : network.templates()) info.largest_template = std::max(info.largest_template, network.lts(id).num_states());
  for (ComponentId component : network.components()) {
    if (network.is_observer(component)) ++info.observers;
    if (network.lts(component).has_error()) info.has_errors = true;
  }
  info.shape = shape_of(network, limits);

  const Lints lints = lint(network, limits);
  add_lints(info, lints.dead_rules, [&](const Lints::DeadRule& dead) {
    return fmt::format("rule '{}' can never fire because '{}' never offers it", network.label_name(dead.rule),
                       network.name(dead.refuses));
  });
  add_lints(info, lints.idle_components,
            [&](ComponentId component) { return fmt::format("component '{}' takes part in no rule", network.name(component)); });
  add_lints(info, lints.lone_components, [&](ComponentId component) {
    return fmt::format("component '{}' never synchronises with another", network.name(component));
  });
  add_lints(info, lints.apart, [&](const Lints::Apart& apart) {
    return fmt::format("the components of '{}' and of '{}' never synchronise: no chain of rules connects them",
                       network.name(apart.first), network.name(apart.second));
  });
  add_lints(info, lints.dead_labels, [&](const Lints::DeadLabel& dead) {
    return fmt::format("'{}' offers '{}', but no rule uses it", network.name(dead.component),
                       network.lts(dead.component).label_name(dead.label));
  });
  return info;
}

void add_lints(InfoReport& info, const Diagnostics& lints) {
  std::vector<std::string> sentences;
  for (const Diagnostic& lint : lints.list())
    sentences.push_back(fmt::format("{}:{}:{}: {} [{}]{}{}", lint.file, lint.line, lint.column, lint.message, lint.code,
                                    lint.hint.empty() ? "" : "; ", lint.hint));
  info.lints.insert(info.lints.begin(), sentences.begin(), sentences.end());
  info.num_lints += lints.list().size() + lints.suppressed();
}

std::string to_text(const InfoReport& info) {
  const TargetReport& target = info.model.targets.front();
  const Shape& shape = info.shape;
  std::string text;
  const auto row = [&](std::string_view key, const std::string& value) { text += fmt::format("{:<12} {}\n", key, value); };
  row("model", info.model.files.empty() ? "" : info.model.files.front().path);
  if (!target.target.empty()) row("target", target.target);
  row("components",
      fmt::format("{} of {} template{}{}", count_text(target.components), count_text(info.templates),
                  info.templates == 1 ? "" : "s",
                  info.observers == 0 ? "" : fmt::format(", {} of them property automata", count_text(info.observers))));
  row("states",
      fmt::format("{} in all, at most {} in one component", count_text(target.states), count_text(info.largest_template)));
  row("labels", count_text(info.labels));
  row("rules", fmt::format("{}: {}", count_text(target.rules), arities_text(shape)));
  row("interaction",
      fmt::format("{}; {} connected part{}, the largest of {} component{}", shape.form.empty() ? "too dense to draw" : shape.form,
                  count_text(shape.parts), shape.parts == 1 ? "" : "s", count_text(shape.largest_part),
                  shape.largest_part == 1 ? "" : "s"));
  if (shape.neighbour_pairs)
    row("", fmt::format("{} pairs of neighbours, at most {} neighbours and {} rules a component",
                        count_text(*shape.neighbour_pairs), count_text(shape.most_neighbours), count_text(shape.most_rules)));
  row("ends", info.can_terminate ? "the system can end well" : "the system is not meant to end");
  row("memory", fmt::format("{} for the network, {} a component; {} at the peak", bytes_text(info.network_bytes),
                            bytes_text(info.network_bytes / target.components), bytes_text(info.peak_rss_bytes)));
  row("read in", seconds_text(info.read_time_s));
  for (const std::string& lint : info.lints) row("lint", lint);
  return text;
}

std::string to_json(const InfoReport& info) {
  using Json = nlohmann::ordered_json;
  Json json;
  json["schema"] = "parley-info/1";
  json["tool"] = {{"name", "parley"}, {"version", info.version}};
  json["model"] = model_json(info.model);
  json["templates"] = info.templates;
  json["observers"] = info.observers;
  json["largest_template"] = info.largest_template;
  json["labels"] = info.labels;
  json["participants"] = info.participants;
  json["can_terminate"] = info.can_terminate;
  json["has_errors"] = info.has_errors;
  json["rules_by_arity"] = info.shape.rules_by_arity;
  json["interaction"] = {{"form", info.shape.form},
                         {"parts", info.shape.parts},
                         {"largest_part", info.shape.largest_part},
                         {"most_rules", info.shape.most_rules},
                         {"neighbour_pairs", info.shape.neighbour_pairs ? Json(*info.shape.neighbour_pairs) : Json()},
                         {"most_neighbours", info.shape.most_neighbours}};
  json["lints"] = {{"list", info.lints}, {"count", info.num_lints}};
  json["network_bytes"] = info.network_bytes;
  json["peak_rss_bytes"] = info.peak_rss_bytes;
  json["read_time_s"] = info.read_time_s;
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

}   // namespace parley
