// What LocalParts says about single components.
#include <algorithm>
#include <ranges>

#include "leap/case.h"

namespace parley::cover {

namespace {

using leap::LocalParts;

// Tests one component.
class Component {
 public:
  Component(const Case& of, int number) : of_(of), number_(number), lts_(of.plain.of(number)), kind_(of.kind(number)) {}

  void examine() {
    examine_alike();
    require(kind_.like(LocalState(static_cast<std::size_t>(lts_.initial))) == kind_.state_of(kind_.initial()),
            "the initial node stands for the initial state", where(0));
    for (std::size_t node = 0; node < kind_.num_nodes(); ++node) {
      const int state = static_cast<int>(kind_.state_of(node).value);
      require(kind_.node_of(kind_.state_of(node)) == node, "a node stands for itself", where(node));
      require(set_of(kind_.reach(node)) == reach(state), "the reach is what local rules lead to", where(node));
      if (has(lts_.error, state)) continue;
      examine_leaps(node, state);
      examine_rests(node, state);
      choice_ = choice_ || kind_.rests(node).size() > 1;
      unsettled_ = unsettled_ || !kind_.is_settled(node);
    }
  }
  void examine_leaping() const {
    const Lts& lts = of_.network.lts(kind_.lts());
    std::uint64_t leaps = 0;
    for (std::size_t node = 0; node < kind_.num_nodes(); ++node) leaps += kind_.leaps(node).size();
    require(kind_.is_stepper() || leaps <= of_.settings.free_leaps + of_.settings.most_growth * lts.num_edges(),
            "a component with too many leaps is a stepper", where(0));
  }
  bool has_alike() const { return alike_; }
  bool has_choice() const { return choice_; }
  bool is_unsettled() const { return unsettled_; }
  bool errs_alone() const { return errs_alone_; }

 private:
  struct Where {
    int component;
    std::size_t node;
    std::string operator()() const { return "component " + std::to_string(component) + ", node " + std::to_string(node); }
  };
  Where where(std::size_t node) const { return {number_, node}; }
  Set reach(int state) const { return of_.components.reach(number_, state); }
  bool is_local(int label) const { return of_.components.is_local(number_, label); }
  bool is_shared(int label) const { return of_.components.is_shared(number_, label); }
  static Set set_of(std::span<const LocalState> states) {
    Set set = 0;
    for (LocalState state : states) set |= just(static_cast<int>(state.value));
    return set;
  }
  Set offers(int state) const {   // a set of labels of shared rules
    Set labels = 0;
    for (int label = 0; label < lts_.labels; ++label)
      if (is_shared(label) && lts_.to(state, label) != 0) labels |= just(label);
    return labels;
  }

  void examine_alike() {
    for (int state = 0; state < lts_.states; ++state) {
      int least = state;
      for_each(reach(state), [&](int other) {
        if (other < least && has(reach(other), state)) least = other;
      });
      alike_ = alike_ || least != state;
      require(static_cast<int>(kind_.like(LocalState(static_cast<std::size_t>(state))).value) == least,
              "the least of those alike stands for all", where(0));
    }
  }

  void examine_leaps(std::size_t node, int state) {
    for (int label = 0; label < lts_.labels; ++label) {
      Set targets = 0;   // by the definition
      for_each(reach(state), [&](int from) { targets |= lts_.to(from, label); });
      errs_alone_ = errs_alone_ || (is_local(label) && (targets & lts_.error) != 0);
      Set shared = 0;
      Set alone = 0;
      for (const LocalParts::Kind::Leap& leap : kind_.leaps(node))
        if (static_cast<int>(leap.label.value) == label)
          (leap.is_local ? alone : shared) |= just(static_cast<int>(kind_.state_of(leap.node).value));
      require(alone == (is_local(label) ? targets & lts_.error : 0), "local rules lead into these errors", where(node));
      if (!is_shared(label)) {
        require(shared == 0, "only labels of shared rules leap", where(node));
        continue;
      }
      require((shared & lts_.error) == (targets & lts_.error), "every error is entered", where(node));
      Set covered = 0;
      for_each(shared & ~lts_.error, [&](int to) {
        require(std::ranges::any_of(
                    std::views::iota(0, lts_.states),
                    [&](int target) { return has(targets, target) && has(reach(target), to) && has(reach(to), target); }),
                "a leap enters what its label enters", where(node));
        require((reach(to) & shared) == just(to), "no leap is covered by another", where(node));
        covered |= reach(to);
      });
      require((targets & ~lts_.error & ~covered) == 0, "what a label enters is in the reach of a leap", where(node));
    }
  }

  void examine_rests(std::size_t node, int state) {
    Set rests = 0;
    Set all = 0;
    bool errs = false;
    for_each(reach(state), [&](int at) {
      bool moves = false;
      for (int label = 0; label < lts_.labels; ++label) {
        if (!is_local(label)) continue;
        moves = moves || lts_.to(at, label) != 0;
        errs = errs || (lts_.to(at, label) & lts_.error) != 0;
      }
      all |= offers(at);
      if (!moves) rests |= just(at);
    });
    for (const LocalParts::Rest& rest : kind_.rests(node)) {
      const int at = static_cast<int>(rest.state.value);
      require(has(rests, at), "a rest is a state of the reach that no local rule moves", where(node));
      require(rest.is_terminal == has(lts_.terminal, at), "a rest is terminal if its state is", where(node));
      Set offered = 0;
      for (LocalLabel label : kind_.offers(rest)) offered |= just(static_cast<int>(label.value));
      require(offered == offers(at), "a rest offers what its state offers", where(node));
    }
    const auto is_at_least = [&](int at, const LocalParts::Rest& rest) {
      return (offers(static_cast<int>(rest.state.value)) & ~offers(at)) == 0 && (!rest.is_terminal || has(lts_.terminal, at));
    };
    for_each(rests, [&](int at) {
      require(std::ranges::any_of(kind_.rests(node), [&](const LocalParts::Rest& rest) { return is_at_least(at, rest); }),
              "some rest offers no more than any state at rest", where(node));
    });
    for (const LocalParts::Rest& rest : kind_.rests(node))
      require(std::ranges::count_if(
                  kind_.rests(node),
                  [&](const LocalParts::Rest& other) { return is_at_least(static_cast<int>(rest.state.value), other); }) == 1,
              "no rest is needed where another one is", where(node));

    bool settled = rests == 0 || !errs;
    for_each(rests, [&](int at) { settled = settled && offers(at) == all; });
    require(kind_.is_settled(node) == settled, "a node is settled if coming to rest loses nothing", where(node));
  }

  const Case& of_;
  int number_;
  const PlainTemplate& lts_;
  const LocalParts::Kind& kind_;
  bool alike_ = false;
  bool choice_ = false;
  bool unsettled_ = false;
  bool errs_alone_ = false;
};

}   // namespace

void examine_parts(const Case& of, Tally& tally) {
  bool alike = false;
  bool choice = false;
  bool unsettled = false;
  bool errs_alone = false;
  bool both = false;
  bool steps = false;
  for (int number = 0; static_cast<std::size_t>(number) < of.plain.size(); ++number) {
    for (int label = 0; label < of.plain.of(number).labels; ++label) {
      both = both || (of.components.is_local(number, label) && of.components.is_shared(number, label));
      const LocalLabel own(static_cast<std::size_t>(label));
      require(of.kind(number).is_local(own) == of.components.is_local(number, label) &&
                  of.kind(number).is_shared(own) == of.components.is_shared(number, label),
              "a label is used as the rules use it", [&] { return "component " + std::to_string(number); });
    }
    Component component(of, number);
    component.examine();
    component.examine_leaping();
    steps = steps || of.kind(number).is_stepper();
    alike = alike || component.has_alike();
    choice = choice || component.has_choice();
    unsettled = unsettled || component.is_unsettled();
    errs_alone = errs_alone || component.errs_alone();
  }
  require(of.parts.is_settled() == !unsettled, "all are settled if each is", [] { return std::string("everywhere"); });
  tally.with_alike += alike ? 1 : 0;
  tally.with_choice += choice ? 1 : 0;
  tally.unsettled += unsettled ? 1 : 0;
  tally.with_error_alone += errs_alone ? 1 : 0;
  tally.with_both_uses += both ? 1 : 0;
  tally.with_stepper += steps ? 1 : 0;
}

}   // namespace parley::cover
