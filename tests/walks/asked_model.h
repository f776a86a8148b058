#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "front/front.h"

namespace parley::testing {

// A model of the folder models/ with the properties of its default target, without assertions and added
// observers.
struct AskedModel {
  Network network;
  std::vector<Property> properties;
};

inline AskedModel asked_model(const std::string& path, const std::vector<std::pair<std::string, std::string>>& definitions) {
  const Limits limits;
  Progress silent;
  ReadOptions options;
  options.definitions = definitions;
  auto model = read_model(path, options, limits, silent);
  if (!model) throw std::invalid_argument(to_text(model.diagnostics()));
  const std::string target = (*model)->default_target();
  AskedModel asked{*(*model)->build(target, "", limits, silent), {}};
  const std::vector<CheckRequest> requests = *(*model)->checks(target, limits);
  for (const CheckRequest& request : requests) {
    if (!request.target.empty() && request.target != target) continue;
    if (!observer_of(request).empty()) continue;
    asked.properties.push_back(*(*model)->bind(request, asked.network, limits));
  }
  return asked;
}

}   // namespace parley::testing
