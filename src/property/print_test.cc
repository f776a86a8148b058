#include "property/print.h"

#include <random>

#include <gtest/gtest.h>

#include "property/parse.h"

namespace parley {
namespace {

// Names that need quotes, names that are numbers, and a name that is also an alias of another state.
Network awkward_network() {
  LtsBuilder lts;
  lts.add_state("1");
  lts.add_state();   // called "1" as well
  lts.add_state("B");
  lts.add_state("say \"hi\"");
  lts.add_state();
  lts.add_alias(LocalState(std::size_t{3}), "B");
  lts.add_alias(LocalState(std::size_t{4}), "all");
  lts.add_alias(LocalState(std::size_t{3}), "all");
  NetworkBuilder builder;
  const TemplateId id = builder.add_template(std::move(lts).build());
  for (const char* name : {"a", "b.1", "c[2]", "count", "12", "x y", "", "\\", "\x7F\n"}) builder.add_component(name, id);
  return std::move(builder).build();
}

class RandomFormula {
 public:
  RandomFormula(const Network& network, unsigned seed) : network_(network), random_(seed) {}

  Predicate make() {
    const PredicateBuilder::Handle root = node(7);
    return std::move(builder_).build(root);
  }

 private:
  std::size_t below(std::size_t bound) { return random_() % bound; }

  Atom atom() {
    Atom atom{.component = ComponentId(below(network_.num_components())), .states = {}};
    const std::size_t states = network_.lts(atom.component).num_states();
    for (std::size_t count = 1 + below(3); count > 0; --count) atom.states.emplace_back(below(states));
    return atom;
  }

  PredicateBuilder::Handle node(unsigned depth) {
    switch (depth == 0 ? below(3) : depth < 5 ? below(6) : 3 + below(3)) {
      case 0: return builder_.constant(below(2) == 0);
      case 1: return builder_.atom(atom());
      case 2: {
        std::vector<PredicateBuilder::CountTerm> terms;
        for (std::size_t count = below(5); count > 0; --count) terms.push_back({static_cast<std::int64_t>(below(7)) - 3, atom()});
        return builder_.at_most(std::move(terms), static_cast<std::int64_t>(below(9)) - 4);
      }
      case 3: return builder_.negate(node(depth - 1));
      case 4: return builder_.all_of(operands(depth));
      default: return builder_.any_of(operands(depth));
    }
  }
  std::vector<PredicateBuilder::Handle> operands(unsigned depth) {
    std::vector<PredicateBuilder::Handle> found;
    for (std::size_t count = below(5); count > 0; --count) found.push_back(node(depth - 1));
    return found;
  }

  const Network& network_;
  std::mt19937 random_;
  PredicateBuilder builder_;
};

bool same(const Predicate& a, std::uint32_t i, const Predicate& b, std::uint32_t j) {
  const Predicate::Node& x = a.nodes()[i];
  const Predicate::Node& y = b.nodes()[j];
  const auto same_atom = [&](std::uint32_t p, std::uint32_t q) {
    return a.atoms()[p].component == b.atoms()[q].component && a.atoms()[p].states == b.atoms()[q].states;
  };
  if (x.kind != y.kind || x.value != y.value || x.count != y.count || x.bound != y.bound) return false;
  if (x.kind == Predicate::Kind::kConstant) return true;
  if (x.kind == Predicate::Kind::kAtom) return same_atom(x.first, y.first);
  for (std::uint32_t k = 0; k < x.count; ++k) {
    if (x.kind == Predicate::Kind::kAtMost) {
      const Predicate::Term& s = a.terms(x)[k];
      const Predicate::Term& t = b.terms(y)[k];
      if (s.weight != t.weight || !same_atom(s.atom, t.atom)) return false;
    } else if (!same(a, a.children(x)[k], b, b.children(y)[k])) {
      return false;
    }
  }
  return true;
}

TEST(PrintPredicate, ReadsBackAsTheSameFormula) {
  const Network network = awkward_network();
  std::size_t large = 0;
  for (unsigned seed = 0; seed < 5000; ++seed) {
    const Predicate predicate = RandomFormula(network, seed).make();
    const std::string text = to_text(predicate, network);
    const Result<Predicate> again = parse_predicate(SourceText("text", text), network);
    ASSERT_TRUE(again) << text << "\n" << to_text(again.diagnostics());
    ASSERT_TRUE(same(predicate, static_cast<std::uint32_t>(predicate.nodes().size() - 1), *again,
                     static_cast<std::uint32_t>(again->nodes().size() - 1)))
        << text << "\n"
        << to_text(*again, network);
    ASSERT_EQ(to_text(*again, network), text);
    if (predicate.nodes().size() > 10) ++large;
  }
  EXPECT_GT(large, 500U);   // the formulas are not all trivial
}

TEST(PrintPredicate, AmbiguousStateNamesBecomeNumbers) {
  const Network network = awkward_network();
  const Lts& lts = network.lts(ComponentId(std::size_t{0}));
  std::string all;
  for (LocalState state : lts.states()) all += state_word(lts, state) + " ";
  EXPECT_EQ(all, R"(#0 #1 #2 "say \"hi\"" 4 )");
}

TEST(PrintPredicate, NamesAreQuotedOnlyIfNeeded) {
  EXPECT_EQ(quoted_if_needed("phil.0/left_fork"), "phil.0/left_fork");
  EXPECT_EQ(quoted_if_needed(""), R"("")");
  EXPECT_EQ(quoted_if_needed("a-b"), R"("a-b")");
  EXPECT_EQ(quoted("a\n\"\\"), R"("a\x0A\"\\")");
}

}   // namespace
}   // namespace parley
