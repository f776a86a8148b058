// The product of a network (product() of automata.h): a breadth-first search over the global states.
//
// States are packed into 32-bit words (Packing) and numbered by a SequenceTable, which is the queue as well:
// the state with number next_ is expanded next. expand() tries each rule once, at its first participant;
// gather() collects the edges of the participants, and fire() adds a move per combination of them. The
// LtsBuilder sorts the edges at the end. Time: states times components plus transitions.

#include <algorithm>
#include <bit>

#include "automata/automata.h"
#include "automata/names.h"
#include "automata/sequence_table.h"

namespace parley::automata {

namespace {

// Packs global states into 32-bit words. A component with k states takes ceil(log2 k) bits and does not
// straddle two words.
class Packing {
 public:
  explicit Packing(const Network& network) {
    fields_.reserve(network.num_components());
    unsigned used = 0;
    for (ComponentId component : network.components()) {
      const auto bits = static_cast<unsigned>(std::bit_width(network.lts(component).num_states() - 1));
      if (words_ == 0 || used + bits > 32) {
        ++words_;
        used = 0;
      }
      const auto mask = static_cast<std::uint32_t>((std::uint64_t{1} << bits) - 1);
      fields_.push_back({static_cast<std::uint32_t>(words_ - 1), bits == 0 ? 0 : used, mask});
      used += bits;
    }
  }

  std::size_t words() const { return words_; }

  void put(std::span<std::uint32_t> words, ComponentId component, LocalState state) const {
    const Field& field = fields_[component.index()];
    std::uint32_t& word = words[field.word];
    word = (word & ~(field.mask << field.shift)) | (state.value << field.shift);
  }

  void unpack(std::span<const std::uint32_t> words, std::span<LocalState> state) const {
    for (std::size_t i = 0; i < fields_.size(); ++i)
      state[i] = LocalState((words[fields_[i].word] >> fields_[i].shift) & fields_[i].mask);
  }

 private:
  struct Field {
    std::uint32_t word;
    unsigned shift;
    std::uint32_t mask;
  };
  std::vector<Field> fields_;
  std::size_t words_ = 0;
};

// The search. Each rule is tried at its first participant only, hence once per state.
class Product {
 public:
  Product(const Network& network, StateNames names, const Limits& limits, Progress& progress)
      : network_(network),
        names_are_(names),
        limits_(limits),
        progress_(progress),
        pulse_(limits, 256),
        packing_(network),
        names_(network),
        states_(limits),
        at_(network.num_components()),
        from_(packing_.words()),
        to_(packing_.words()) {}

  Lts run() {
    for (std::size_t i = 0; i < network_.num_labels(); ++i) builder_.add_label(std::string(network_.label_name(LabelId(i))));
    for (ComponentId component : network_.components()) packing_.put(to_, component, network_.lts(component).initial());
    states_.add(to_);
    for (next_ = 0; next_ < states_.size(); ++next_) expand();
    return std::move(builder_).build();
  }

 private:
  void expand() {
    std::ranges::copy(states_[next_], from_.begin());
    packing_.unpack(from_, at_);
    const LocalState state = names_are_ == StateNames::kNumbers ? builder_.add_state() : builder_.add_state(names_(at_));
    if (in_error()) return builder_.set_error(state);
    const std::size_t edges_before = builder_.num_edges();
    for (ComponentId component : network_.components()) {
      const std::span<const Edge> edges = network_.lts(component).edges(at_[component.index()]);
      for (std::size_t i = 0; i < edges.size();) {
        const LocalLabel label = edges[i].label;
        while (i < edges.size() && edges[i].label == label) ++i;
        for (RuleId rule : network_.rules(component, label))
          if (network_.participants(rule)[0].component == component && gather(rule)) fire(rule, state);
      }
    }
    beat();
    if (builder_.num_edges() == edges_before && terminated()) builder_.set_terminal(state);
  }

  bool in_error() const {
    return std::ranges::any_of(network_.components(), [&](ComponentId component) {
      const Lts& lts = network_.lts(component);
      return lts.has_error() && lts.is_error(at_[component.index()]);
    });
  }

  bool terminated() const {
    return network_.can_terminate() && std::ranges::all_of(network_.components(), [&](ComponentId component) {
             const Lts& lts = network_.lts(component);
             return network_.is_observer(component) || !lts.has_terminal() || lts.is_terminal(at_[component.index()]);
           });
  }

  // Collects the edges of each participant for its label; false if a participant has none.
  bool gather(RuleId rule) {
    edges_.clear();
    for (const Participant& p : network_.participants(rule)) {
      edges_.push_back(network_.lts(p.component).edges(at_[p.component.index()], p.label));
      if (edges_.back().empty()) return false;
    }
    return true;
  }

  // Adds a move for each combination of the gathered edges; the choices advance like an odometer.
  void fire(RuleId rule, LocalState from) {
    const std::span<const Participant> participants = network_.participants(rule);
    const LocalLabel label(network_.label(rule).index());
    std::ranges::copy(from_, to_.begin());
    choice_.assign(participants.size(), 0);
    for (std::size_t turned = 0; turned < participants.size();) {
      for (std::size_t i = 0; i < participants.size(); ++i)
        packing_.put(to_, participants[i].component, edges_[i][choice_[i]].target);
      expect_edge();
      builder_.add_edge(from, label, LocalState(states_.add(to_).number));
      beat();
      for (turned = 0; turned < participants.size(); ++turned) {
        if (++choice_[turned] < edges_[turned].size()) break;
        choice_[turned] = 0;
      }
    }
  }

  // The builder's vector of edges doubles when it is full.
  void expect_edge() {
    if (builder_.num_edges() < edges_expected_) return;
    edges_expected_ = std::max<std::size_t>(1024, 2 * builder_.num_edges());
    limits_.expect(edges_expected_ * (sizeof(Edge) + sizeof(LocalState)));
  }

  void beat() {
    if (pulse_.beat()) progress_.report({.phase = "composing", .states = states_.size(), .frontier = states_.size() - next_});
  }

  const Network& network_;
  StateNames names_are_;
  const Limits& limits_;
  Progress& progress_;
  Pulse pulse_;
  Packing packing_;
  JoinedNames names_;
  SequenceTable states_;
  LtsBuilder builder_;
  std::size_t next_ = 0;
  std::size_t edges_expected_ = 0;
  std::vector<LocalState> at_;        // the state being expanded
  std::vector<std::uint32_t> from_;   // the same, packed
  std::vector<std::uint32_t> to_;
  std::vector<std::span<const Edge>> edges_;
  std::vector<std::size_t> choice_;
};

}   // namespace

Lts product(const Network& network, StateNames names, const Limits& limits, Progress& progress) {
  return Product(network, names, limits, progress).run();
}

}   // namespace parley::automata
