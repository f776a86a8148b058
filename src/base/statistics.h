#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace parley {

// The counters of the engines. A row in the table of statistics.cc adds a counter; its JSON key and its line
// in the verbose report and in `parley engines` follow from the row.
enum class Statistic : std::uint8_t {
  kStates,
  kTransitions,
  kDeadlocks,
  kLocalDeadlocks,
  kErrors,
  kDepth,
  kFrontierPeak,
  kBytesPerState,
  kStatesPerSecond,
  kProducts,
  kLargestProduct,
  kLargestGroup,
  kMerges,
  kSharedGroups,
  kCandidates,
  kInvariants,
  kPlaces,
  kFullStates,
  kFullTransitions,
  kNodeReduction,
  kEdgeReduction,
  kMostTokens,
};
inline constexpr std::size_t kStatistics = 22;

struct StatisticRow {
  Statistic statistic;
  std::string_view key;   // in JSON
  std::string_view help;
};
const std::array<StatisticRow, kStatistics>& statistic_rows();

class Statistics {
 public:
  void set(Statistic statistic, double value) { values_[static_cast<std::size_t>(statistic)] = value; }
  std::optional<double> value(Statistic statistic) const { return values_[static_cast<std::size_t>(statistic)]; }
  // Which of its methods the engine used, if it has several; empty if there is nothing to say. The text must
  // outlive this object.
  void set_method(std::string_view method) { method_ = method; }
  std::string_view method() const { return method_; }

 private:
  std::array<std::optional<double>, kStatistics> values_{};
  std::string_view method_;
};

}   // namespace parley
