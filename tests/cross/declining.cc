#include "cross/declining.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace parley::cross {

namespace {

struct Row {
  std::string_view engine;
  std::vector<PropertyKind> kinds;
};

const std::vector<Row>& rows() {
  static const std::vector<Row> kRows{
      {"explicit", {}},
      {"leap", {}},
      {"lazy", {PropertyKind::kDeadlock, PropertyKind::kLocalDeadlock}},   // its goals are formulas over few components
      {"synchro", {}},                                                     // it may answer unknown, but it declines nothing
      {"partial", {PropertyKind::kDeadlock, PropertyKind::kLocalDeadlock}},
      {"reference", {}},   // the last two are engines of the tests of the tests
  };
  return kRows;
}

const Row* find_row(std::string_view engine) {
  const auto row = std::ranges::find(rows(), engine, &Row::engine);
  return row == rows().end() ? nullptr : &*row;
}

}   // namespace

bool has_declining_row(std::string_view engine) { return find_row(engine) != nullptr; }

bool may_decline(std::string_view engine, PropertyKind kind) {
  const Row* row = find_row(engine);
  return row != nullptr && std::ranges::find(row->kinds, kind) != row->kinds.end();
}

std::optional<std::string> refusal_fault(std::string_view engine, PropertyKind kind, std::string_view reason) {
  if (!has_declining_row(engine))
    return fmt::format("declined: {}; engine {} has no row in tests/cross/declining.cc that says what it may decline", reason,
                       engine);
  if (!may_decline(engine, kind))
    return fmt::format("declined: {}; the row of {} in tests/cross/declining.cc does not list {}", reason, engine,
                       kind_name(kind));
  if (reason.empty()) return "declined without a reason";
  return std::nullopt;
}

}   // namespace parley::cross
