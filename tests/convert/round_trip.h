#pragma once

#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>

#include "front/fsp/read.h"
#include "front/fsp/write/write.h"
#include "support/same_network.h"

namespace parley::testing {

inline std::string as_fsp(const Network& network, std::string_view system = "") {
  std::ostringstream out;
  FspWriter(out, network, system).write_network();
  return out.str();
}

inline std::unique_ptr<Model> read_again(const std::string& text) {
  Progress silent;
  auto model = read_fsp("written.fsp", text, {}, Limits(), silent);
  if (!model) throw std::runtime_error(to_text(model.diagnostics()));
  return std::move(*model);
}

inline Network built(const Model& model, const std::string& target = "", const std::string& observer = "") {
  Progress silent;
  auto network = model.build(target, observer, Limits(), silent);
  if (!network) throw std::runtime_error(to_text(network.diagnostics()));
  if (!network.diagnostics().list().empty()) throw std::runtime_error("warnings: " + to_text(network.diagnostics()));
  return std::move(*network);
}

// "" if writing and reading gives the same network, and writing that again gives the same text. Otherwise
// what differs.
inline std::string lost_on_the_way(const Network& network, std::string_view system = "") {
  const std::string text = as_fsp(network, system);
  try {
    const Network again = built(*read_again(text));
    std::string difference;
    if (!same_network(network, again, &difference)) return difference + "\n" + text;
    return as_fsp(again, system) == text ? "" : "the text of the second time\n" + text;
  } catch (const std::exception& error) {
    return error.what() + ("\n" + text);
  }
}

}   // namespace parley::testing
