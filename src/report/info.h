#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "net/lint.h"
#include "net/network.h"
#include "net/shape.h"
#include "report/model.h"

namespace parley {

// What `parley info` reports about a network, as plain data.
struct InfoReport {
  std::string version;
  ModelReport model;
  std::size_t templates = 0;
  std::size_t observers = 0;
  std::size_t largest_template = 0;   // states
  std::size_t labels = 0;
  std::size_t participants = 0;
  bool can_terminate = false;
  bool has_errors = false;   // some component has an error state
  Shape shape;
  std::vector<std::string> lints;   // sentences; the first kListedLints of each kind
  std::size_t num_lints = 0;
  std::size_t network_bytes = 0;
  std::uint64_t peak_rss_bytes = 0;
  double read_time_s = 0;
};

inline constexpr std::size_t kListedLints = 10;

// Fills in everything that follows from the network. The caller adds files and times.
InfoReport make_info_report(const Network& network, const Limits& limits);

// Puts the lints of the model's text before those of its network.
void add_lints(InfoReport& info, const Diagnostics& lints);

std::string to_text(const InfoReport& info);
std::string to_json(const InfoReport& info);   // schema parley-info/1, docs/formats/info.schema.json

}   // namespace parley
