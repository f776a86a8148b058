#include "check/proof/apart.h"

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "base/hash.h"
#include "check/choices.h"
#include "check/describe.h"
#include "evidence/state_table.h"

namespace parley::proof {

namespace {

// A component of the fact, given by its row, and the label that a rule gives it.
struct Part {
  std::uint32_t member = 0;
  LocalLabel label;
  friend auto operator<=>(const Part&, const Part&) = default;
};

// The rules projected to the members; all other participants are left out, and equal projections are kept
// once. A projection is filed under the label of one of its members: the label with the fewest projections,
// because the others would mostly be looked up in vain.
class Projections {
 public:
  using Projection = std::uint32_t;   // its number

  Projections(const Network& network, const ApartFact& fact, const Limits& limits) : limits_(limits), pulse_(limits) {
    project(network, fact);
    file(network, fact);
  }

  std::span<const Part> parts(Projection of) const {
    return std::span(parts_).subspan(begins_[of], begins_[of + 1] - begins_[of]);
  }
  std::span<const Projection> filed_under(const Part& part) const {
    const std::size_t slot = slot_of(part);
    return std::span(filed_).subspan(filed_begins_[slot], filed_begins_[slot + 1] - filed_begins_[slot]);
  }

 private:
  struct Use {
    RuleId rule;
    Part part;
    friend auto operator<=>(const Use&, const Use&) = default;
  };

  // Only the rules of the members are read: a rule may name a million other components.
  void project(const Network& network, const ApartFact& fact) {
    std::size_t num_uses = 0;
    for (const ApartFact::Row& row : fact.rows) num_uses += network.rules(row.component).size();
    limits_.expect(num_uses * (sizeof(Use) + sizeof(std::span<const Use>) + sizeof(Part) + sizeof(std::uint32_t)));
    std::vector<Use> uses;
    uses.reserve(num_uses);
    for (std::uint32_t member = 0; member < fact.rows.size(); ++member)
      for (LocalLabel label : network.lts(fact.rows[member].component).labels())
        for (RuleId rule : network.rules(fact.rows[member].component, label)) {
          pulse_.beat();
          uses.push_back({rule, {member, label}});
        }
    std::sort(uses.begin(), uses.end(), [&](const Use& a, const Use& b) {
      pulse_.beat();
      return a < b;
    });

    std::vector<std::span<const Use>> of_rules;
    for (std::size_t i = 0, begin = 0; i < uses.size(); ++i) {
      if (i + 1 < uses.size() && uses[i + 1].rule == uses[i].rule) continue;
      of_rules.emplace_back(std::span(uses).subspan(begin, i + 1 - begin));
      begin = i + 1;
    }
    const auto compare = [&](std::span<const Use> a, std::span<const Use> b) {
      pulse_.beat();
      return std::lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end(),
                                                    [](const Use& x, const Use& y) { return x.part <=> y.part; });
    };
    std::sort(of_rules.begin(), of_rules.end(), [&](const auto& a, const auto& b) { return std::is_lt(compare(a, b)); });
    for (std::size_t i = 0; i < of_rules.size(); ++i) {
      if (i > 0 && std::is_eq(compare(of_rules[i - 1], of_rules[i]))) continue;
      for (const Use& use : of_rules[i]) parts_.push_back(use.part);
      begins_.push_back(static_cast<std::uint32_t>(parts_.size()));
    }
  }

  void file(const Network& network, const ApartFact& fact) {
    slot_begins_.push_back(0);
    for (const ApartFact::Row& row : fact.rows)
      slot_begins_.push_back(slot_begins_.back() + network.lts(row.component).num_labels());
    limits_.expect(slot_begins_.back() * 3 * sizeof(std::uint32_t) + begins_.size() * (sizeof(std::size_t) + sizeof(Projection)));
    std::vector<std::uint32_t> times(slot_begins_.back());
    for (const Part& part : parts_) ++times[slot_of(part)];

    const std::size_t size = begins_.size() - 1;
    std::vector<std::size_t> slots(size);
    filed_begins_.assign(slot_begins_.back() + 1, 0);
    for (Projection i = 0; i < size; ++i) {
      pulse_.beat();
      const auto rarest = std::ranges::min_element(parts(i), {}, [&](const Part& part) { return times[slot_of(part)]; });
      slots[i] = slot_of(*rarest);
      ++filed_begins_[slots[i] + 1];
    }
    for (std::size_t slot = 1; slot < filed_begins_.size(); ++slot) filed_begins_[slot] += filed_begins_[slot - 1];
    filed_.resize(size);
    std::vector<std::uint32_t> next(filed_begins_.begin(), filed_begins_.end() - 1);
    for (Projection i = 0; i < size; ++i) filed_[next[slots[i]]++] = i;
  }

  std::size_t slot_of(const Part& part) const { return slot_begins_[part.member] + part.label.index(); }

  const Limits& limits_;
  Pulse pulse_;
  std::vector<Part> parts_;                   // projection by projection, each by member
  std::vector<std::uint32_t> begins_{0};      // projection -> its first part
  std::vector<std::size_t> slot_begins_;      // member -> its first slot; a slot is a label of a member
  std::vector<Projection> filed_;             // slot by slot
  std::vector<std::uint32_t> filed_begins_;   // slot -> its first projection in filed_
};

// Vectors in the order in which they were found, with an index: open addressing over their numbers.
class VectorSet {
 public:
  VectorSet(const Network& network, std::vector<ComponentId> members, const Limits& limits)
      : limits_(limits), table_(network, std::move(members)), slots_(kFirstSlots) {}

  const StateTable& table() const { return table_; }

  // Whether the vector is new.
  bool add(std::span<const std::uint64_t> words) {
    std::size_t slot = slot_of(words);
    if (slots_[slot] != 0) return false;
    if (2 * (table_.size() + 1) > slots_.size()) {
      grow();
      slot = slot_of(words);
    }
    table_.add_packed(words);
    slots_[slot] = static_cast<std::uint32_t>(table_.size());
    return true;
  }

 private:
  static constexpr std::size_t kFirstSlots = 64;

  std::size_t slot_of(std::span<const std::uint64_t> words) const {   // its slot, or the empty slot for it
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash_words(words) & mask;
    while (slots_[slot] != 0 && !std::ranges::equal(table_.words(slots_[slot] - 1), words)) slot = (slot + 1) & mask;
    return slot;
  }

  // Doubles the slots, and makes room for as many vectors as they can hold.
  void grow() {
    const std::size_t capacity = 2 * slots_.size();
    if (capacity / 2 > std::numeric_limits<std::uint32_t>::max())
      throw Stopped("components that should be apart reach 2^31 states or more");
    limits_.expect(capacity * sizeof slots_[0] + capacity / 2 * table_.words_per_row() * sizeof(std::uint64_t));
    table_.reserve(capacity / 2);
    slots_.assign(capacity, 0);
    Pulse pulse(limits_);
    for (std::size_t row = 0; row < table_.size(); ++row) {
      pulse.beat();
      slots_[slot_of(table_.words(row))] = static_cast<std::uint32_t>(row + 1);
    }
  }

  const Limits& limits_;
  StateTable table_;
  std::vector<std::uint32_t> slots_;   // number of a vector + 1, or 0 for empty; the size is a power of two, at most half full
};

class ApartChecker {
 public:
  ApartChecker(const Network& network, const ApartFact& fact, const Limits& limits)
      : network_(network),
        fact_(fact),
        members_(members(fact)),
        rules_(network, fact, limits),
        found_(network, members_, limits),
        pulse_(limits),
        choices_(limits),
        at_(members_.size()),
        from_(found_.table().words_per_row()),
        to_(from_.size()) {}

  Objection objection() {
    for (std::size_t i = 0; i < members_.size(); ++i) at_[i] = network_.lts(members_[i]).initial();
    found_.table().pack(at_, to_);
    if (reaches_box()) return together();
    for (std::size_t row = 0; row < found_.table().size(); ++row) {   // the table grows in the loop
      const std::span<const std::uint64_t> words = found_.table().words(row);
      std::copy(words.begin(), words.end(), from_.begin());
      found_.table().unpack(from_, at_);
      if (is_stopped()) continue;
      for (std::uint32_t member = 0; member < members_.size(); ++member)
        if (moves_into_box(member)) return together();
    }
    return std::nullopt;
  }

 private:
  static std::vector<ComponentId> members(const ApartFact& fact) {
    std::vector<ComponentId> result;
    result.reserve(fact.rows.size());
    for (const ApartFact::Row& row : fact.rows) result.push_back(row.component);
    return result;
  }

  // Whether a component is in an error state: then no component moves.
  bool is_stopped() {
    for (std::size_t i = 0; i < members_.size(); ++i) {
      pulse_.beat();
      if (network_.lts(members_[i]).is_error(at_[i])) return true;
    }
    return false;
  }

  // Takes the steps of the projections filed under labels that the member offers now.
  bool moves_into_box(std::uint32_t member) {
    pulse_.beat();
    const std::span<const Edge> edges = network_.lts(members_[member]).edges(at_[member]);
    for (std::size_t i = 0; i < edges.size(); ++i) {
      pulse_.beat();
      if (i > 0 && edges[i - 1].label == edges[i].label) continue;   // choices_ takes all edges with one label
      for (Projections::Projection projection : rules_.filed_under({member, edges[i].label})) {
        pulse_.beat();
        if (is_offered(projection) &&
            choices_.any([&](std::span<const LocalState> targets) { return step(projection, targets); }))
          return true;
      }
    }
    return false;
  }

  // Whether all members of the projection offer their labels. If so, choices_ has their edges.
  bool is_offered(Projections::Projection projection) {
    choices_.clear();
    for (const auto& [member, label] : rules_.parts(projection)) {
      pulse_.beat();
      const std::span<const Edge> edges = network_.lts(members_[member]).edges(at_[member], label);
      if (edges.empty()) return false;
      choices_.add(edges);
    }
    return true;
  }

  bool step(Projections::Projection projection, std::span<const LocalState> targets) {
    to_ = from_;
    const std::span<const Part> parts = rules_.parts(projection);
    for (std::size_t i = 0; i < parts.size(); ++i) found_.table().put(to_, parts[i].member, targets[i]);
    return reaches_box();
  }

  // Whether to_ is new and every member is in one of its states of the fact.
  bool reaches_box() {
    if (!found_.add(to_)) return false;
    for (std::size_t i = 0; i < members_.size(); ++i) {
      pulse_.beat();
      if (!std::ranges::binary_search(fact_.rows[i].states, found_.table().in(to_, i))) return false;
    }
    return true;
  }

  std::string together() {
    found_.table().unpack(to_, at_);
    return fmt::format("nothing keeps the components from being in {} together", state_text(network_, members_, at_));
  }

  const Network& network_;
  const ApartFact& fact_;
  std::vector<ComponentId> members_;
  Projections rules_;
  VectorSet found_;
  Pulse pulse_;
  Choices choices_;
  std::vector<LocalState> at_;        // the vector being expanded
  std::vector<std::uint64_t> from_;   // the same, packed
  std::vector<std::uint64_t> to_;     // the vector that a step leads to
};

}   // namespace

Objection apart_objection(const Network& network, const ApartFact& fact, const Limits& limits) {
  if (fact.rows.empty()) return "it names no component";
  return ApartChecker(network, fact, limits).objection();
}

}   // namespace parley::proof
