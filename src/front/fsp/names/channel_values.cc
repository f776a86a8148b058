#include "front/fsp/names/channel_values.h"

#include <fmt/format.h>

namespace parley::fsp {

std::vector<Value> channel_values(const Channel& channel, Evaluator& evaluator) {
  const Globals& globals = evaluator.globals();
  const Part& part = evaluator.ast().parts[channel.values];
  if (part.kind == PartKind::kNamed && !globals.ranges.contains(part.a) && !globals.sets.contains(part.a)) {
    std::vector<Symbol> known;
    known.reserve(globals.ranges.size() + globals.sets.size());
    for (const auto& [symbol, bounds] : globals.ranges) known.push_back(symbol);
    for (const auto& [symbol, labels] : globals.sets) known.push_back(symbol);
    evaluator.reporter().refuse(evaluator.place(part.offset), "fsp-unknown-name",
                                fmt::format("there is no range or set '{}'", evaluator.names().symbols.text(part.a)),
                                nearest_hint(evaluator.names().symbols, part.a, known, "ranges are declared: range R = 0..3"));
  }
  std::vector<Value> values;
  const std::size_t mark = evaluator.scopes().mark();
  evaluator.for_each({channel.values, 1}, kNoScope, kEmptyPath, [&](Path path, Scope) {
    expect_growth(evaluator.limits(), values);
    values.push_back(evaluator.value_of(path));
  });
  evaluator.scopes().release(mark);
  if (values.empty())
    evaluator.reporter().refuse(evaluator.place(channel.offset), "fsp-empty",
                                fmt::format("channel '{}' has no values to carry", evaluator.names().symbols.text(channel.name)),
                                "without 'of' it carries signals");
  return values;
}

}   // namespace parley::fsp
