#include "net/lts.h"

#include <stdexcept>

#include <gtest/gtest.h>

#include "support/network_text.h"

namespace parley {
namespace {

using testing::lts;

std::string names(const Lts& of, const std::vector<LocalState>& states) {
  std::string text;
  for (LocalState state : states) text += (text.empty() ? "" : " ") + of.state_name(state);
  return text;
}

TEST(Lts, EdgesAreSortedByLabelAndUnique) {
  LtsBuilder builder;
  builder.add_states(3);
  const LocalLabel a = builder.add_label("a");
  const LocalLabel b = builder.add_label("b");
  builder.add_edge(LocalState(1), b, LocalState(0));
  builder.add_edge(LocalState(0), b, LocalState(2));
  builder.add_edge(LocalState(0), a, LocalState(2));
  builder.add_edge(LocalState(0), a, LocalState(1));
  builder.add_edge(LocalState(0), a, LocalState(1));
  const Lts built = std::move(builder).build();
  EXPECT_EQ(testing::to_text(built), "0 -a-> 1, 0 -a-> 2, 0 -b-> 2, 1 -b-> 0");
  EXPECT_EQ(built.edges(LocalState(0), a).size(), 2u);
  EXPECT_TRUE(built.offers(LocalState(1), b));
  EXPECT_FALSE(built.offers(LocalState(2), b));
}

TEST(Lts, AliasesStandForSeveralStates) {
  LtsBuilder builder;
  builder.add_state("BUFFER.0");
  builder.add_state("BUFFER.1");
  builder.add_state();
  builder.add_alias(LocalState(0), "BUFFER");
  builder.add_alias(LocalState(1), "BUFFER");
  builder.add_alias(LocalState(0), "EMPTY");
  const Lts built = std::move(builder).build();
  EXPECT_EQ(names(built, built.states_named("BUFFER")), "BUFFER.0 BUFFER.1");
  EXPECT_EQ(names(built, built.states_named("EMPTY")), "BUFFER.0");
  EXPECT_EQ(names(built, built.states_named("BUFFER.1")), "BUFFER.1");
  EXPECT_EQ(names(built, built.states_named("2")), "2");   // this state has no name
  EXPECT_EQ(names(built, built.states_named("1")), "");    // this one has
  EXPECT_EQ(names(built, built.states_named("")), "");
  EXPECT_EQ(names(built, built.states_named("99999999999999999999")), "");
}

TEST(Lts, TerminalAndErrorStatesAreMarked) {
  const Lts built = lts("0 -a-> END, 0 -b-> ERROR");
  EXPECT_TRUE(built.has_terminal());
  EXPECT_TRUE(built.has_error());
  EXPECT_TRUE(built.is_terminal(built.states_named("END")[0]));
  EXPECT_TRUE(built.is_error(built.states_named("ERROR")[0]));
  EXPECT_FALSE(built.is_terminal(built.initial()));
}

TEST(LtsBuilder, RejectsWhatIsNoLts) {
  EXPECT_THROW(LtsBuilder().build(), std::invalid_argument);
  EXPECT_THROW(lts("END -a-> 0"), std::invalid_argument);
  EXPECT_THROW(lts("ERROR -a-> 0"), std::invalid_argument);
  LtsBuilder twice;
  twice.add_state("A");
  twice.add_state("A");
  EXPECT_THROW(std::move(twice).build(), std::invalid_argument);
  LtsBuilder outside;
  outside.add_state();
  outside.add_edge(LocalState(0), outside.add_label("a"), LocalState(1));
  EXPECT_THROW(std::move(outside).build(), std::invalid_argument);
  LtsBuilder nowhere;
  nowhere.add_state();
  nowhere.set_initial(LocalState(3));
  EXPECT_THROW(std::move(nowhere).build(), std::invalid_argument);
}

}   // namespace
}   // namespace parley
