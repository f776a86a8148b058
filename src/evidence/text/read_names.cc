#include "evidence/text/read_names.h"

#include <fmt/format.h>

namespace parley {

bool read_component(Scanner& in, const Network& network, ComponentId& into) {
  const std::size_t at = in.offset();
  std::string_view name;
  if (!in.word(name)) return false;
  const std::optional<ComponentId> found = network.find_component(name);
  if (!found) return in.fail(at, in.offset() - at, "evidence-unknown-name", fmt::format("there is no component '{}'", name));
  into = *found;
  return true;
}

bool read_state(Scanner& in, const Lts& lts, LocalState& into) {
  const std::size_t at = in.offset();
  if (in.sees('#')) {
    std::uint64_t number = 0;
    if (!in.literal("#") || !in.number(number)) return false;
    if (number >= lts.num_states())
      return in.fail(at, in.offset() - at, "evidence-unknown-name", fmt::format("there is no state number {}", number));
    into = LocalState(static_cast<std::size_t>(number));
    return true;
  }
  std::string_view name;
  if (!in.word(name)) return false;
  const std::vector<LocalState> meant = lts.states_named(name);
  if (meant.empty())
    return in.fail(at, in.offset() - at, "evidence-unknown-name", fmt::format("there is no state '{}' here", name));
  if (meant.size() > 1)
    return in.fail(at, in.offset() - at, "evidence-unknown-name", fmt::format("'{}' stands for several states", name),
                   "'#' and a number stands for one");
  into = meant[0];
  return true;
}

}   // namespace parley
