#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "check/choices.h"
#include "check/describe.h"
#include "check/leap/leap_set.h"
#include "check/row_set.h"
#include "check/rows.h"
#include "check/support.h"

namespace parley {

namespace leap_set {

std::string node_text(const Claim& asked, std::span<const LocalState> node) {
  return state_text(asked.network, nodes_of(asked).components(), node);
}

namespace {

// For each shape, whether a local state may occur in a row. A reduced set also has the error states of the
// leap network.
std::vector<std::vector<std::uint8_t>> allowed_states(const Shapes& shapes, bool errors_too) {
  std::vector<std::vector<std::uint8_t>> allowed(shapes.size());
  for (std::size_t i = 0; i < shapes.size(); ++i)
    for (LocalState state : shapes[i].lts().states())
      allowed[i].push_back(shapes[i].representative(state) == state && (errors_too || !shapes[i].lts().is_error(state)) ? 1 : 0);
  return allowed;
}

// No leap leads out of the set.
class Closed {
 public:
  explicit Closed(const Claim& asked)
      : asked_(asked),
        nodes_(nodes_of(asked)),
        shapes_(shapes_of(asked)),
        leaps_(leap_network(asked.network, shapes_, needed_states(shapes_, nodes_, asked.limits), Edges::kLeaps, asked.limits)),
        set_(nodes_, asked.limits),
        space_(leaps_),
        support_(space_, nodes_.components()),
        choices_(asked.limits),
        pending_(set_) {
    for (ComponentId component : leaps_.components()) may_err_ = may_err_ || leaps_.lts(component).has_error();
  }

  Objection objection() {
    if (Objection found = for_each_row(asked_, nodes_, [&](std::size_t r, const Row& row) { return row_objection(r, row); }))
      return found;
    return missing();
  }

 private:
  Objection row_objection(std::size_t r, const Row& row) {
    Objection objection;
    support_.any_offered(row, [&](std::size_t rule) {
      const std::span<const Support::Part> parts = support_.parts(rule);
      choices_.clear();
      for (const Support::Part& part : parts) choices_.add(support_.edges(part, row));
      return choices_.any([&](std::span<const LocalState> targets) {
        if (may_err_ && enters_error(parts, targets)) return false;   // an error state has no successors
        const std::span<std::uint64_t> next = pending_.next();
        std::ranges::copy(nodes_.words(r), next.begin());
        for (std::size_t i = 0; i < parts.size(); ++i) nodes_.put(next, parts[i].column, targets[i]);
        pending_.add(r, support_.rule(rule));
        if (pending_.is_full()) objection = missing();
        return objection.has_value();
      });
    });
    return objection;
  }

  bool enters_error(std::span<const Support::Part> parts, std::span<const LocalState> targets) const {
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (leaps_.lts(nodes_.components()[parts[i].column]).is_error(targets[i])) return true;
    return false;
  }

  Objection missing() {
    const std::optional<PendingRows::Successor> gone = pending_.first_missing();
    if (!gone) return std::nullopt;
    Row from(nodes_.num_columns());
    Row to(nodes_.num_columns());
    nodes_.read(gone->from, from);
    nodes_.unpack(gone->words, to);
    return fmt::format("{} leaps from {} to {}, which is not in the set", rule_text(asked_.network, gone->rule),
                       node_text(asked_, from), node_text(asked_, to));
  }

  const Claim& asked_;
  const StateTable& nodes_;
  Shapes shapes_;
  Network leaps_;
  RowSet set_;
  SupportSpace space_;
  Support support_;
  Choices choices_;
  PendingRows pending_;
  bool may_err_ = false;
};

Objection contains_initial(const Claim& asked) {
  const Shapes shapes = shapes_of(asked);
  const StateTable& nodes = nodes_of(asked);
  Row initial;
  for (ComponentId component : asked.network.components()) {
    const LocalState begins = asked.network.lts(component).initial();
    if (!set_of(asked).is_reduced && asked.network.lts(component).is_error(begins))
      return fmt::format("'{}' begins in an error state, and no node stands for that", asked.network.name(component));
    initial.push_back(shapes.of(component).representative(begins));
  }
  std::vector<std::uint64_t> words(nodes.words_per_row());
  nodes.pack(initial, words);
  Pulse pulse(asked.limits);
  for (std::size_t row = 0; row < nodes.size(); ++row) {
    pulse.beat();
    if (std::ranges::equal(nodes.words(row), words)) return std::nullopt;
  }
  return fmt::format("the initial node {} is not in the set", node_text(asked, initial));
}

Objection closed(const Claim& asked) {
  return set_of(asked).is_reduced ? as_reduced(asked, "closed") : Closed(asked).objection();
}
Objection excludes_bad(const Claim& asked) {
  return set_of(asked).is_reduced ? as_reduced(asked, "excludes-bad") : excludes_bad_plain(asked);
}
Objection settled(const Claim& asked) { return set_of(asked).is_reduced ? is_settled(asked) : std::nullopt; }

Objection brings_no_error_forward(const Claim& asked) {
  const PropertyKind kind = kind_of(asked.property);
  if (!set_of(asked).is_reduced || kind == PropertyKind::kDeadlock || kind == PropertyKind::kSafety) return std::nullopt;
  return as_reduced(asked, "brings-no-error-forward");
}

Objection ignores_nobody(const Claim& asked) {
  if (!set_of(asked).is_reduced || kind_of(asked.property) != PropertyKind::kLocalDeadlock) return std::nullopt;
  return as_reduced(asked, "ignores-nobody");
}

// The obligations about a set apply to sets that are not reduced. The leap network of a reduced set depends
// on the question, so such a set is never reused.
constexpr std::array<Obligation, 7> kLeapSetObligations{{
    {"fits-verdict", fits_verdict},
    {"contains-initial", contains_initial, About::kSet},
    {"closed", closed, About::kSet},
    {"settled", settled},
    {"excludes-bad", excludes_bad},
    {"brings-no-error-forward", brings_no_error_forward},
    {"ignores-nobody", ignores_nobody},
}};

}   // namespace

// Only columns with some local state that is not allowed are examined.
Objection ill_formed(const Claim& asked, const LeapSet& set) {
  if (std::ranges::adjacent_find(set.steppers, std::greater_equal()) != set.steppers.end())
    return "the steppers are not in the order of the network, each once";
  if (!set.steppers.empty() && set.steppers.back().index() >= asked.network.num_components())
    return "a stepper that does not exist";
  const Shapes shapes = shapes_of(asked);
  const StateTable& nodes = set.nodes.states;
  const std::vector<std::vector<std::uint8_t>> allowed = allowed_states(shapes, set.is_reduced);
  struct Column {
    std::size_t at;
    std::span<const std::uint8_t> allowed;
  };
  std::vector<Column> columns;
  for (ComponentId component : asked.network.components()) {
    const std::vector<std::uint8_t>& states = allowed[shapes.index_of(component)];
    if (std::find(states.begin(), states.end(), 0) != states.end()) columns.push_back({component.index(), states});
  }
  Pulse pulse(asked.limits, rows_per_beat(asked.network));
  for (std::size_t r = 0; r < nodes.size(); ++r) {
    pulse.beat();
    for (const Column& column : columns) {
      const LocalState state = nodes.at(r, column.at);
      if (column.allowed[state.index()] != 0) continue;
      const ComponentId component(column.at);
      if (asked.network.lts(component).is_error(state))
        return fmt::format("node {} of the set: '{}' is in an error state", r + 1, asked.network.name(component));
      return fmt::format("node {} of the set: {} is represented by {}", r + 1, place_text(asked.network, component, state),
                         place_text(asked.network, component, shapes.of(component).representative(state)));
    }
  }
  return std::nullopt;
}

}   // namespace leap_set

std::span<const Obligation> leap_set_obligations() { return leap_set::kLeapSetObligations; }

}   // namespace parley
