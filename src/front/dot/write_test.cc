#include "front/dot/write.h"

#include <sstream>

#include <gtest/gtest.h>

namespace parley {
namespace {

TEST(WriteDot, InitialTerminalAndErrorStatesLookDifferent) {
  LtsBuilder builder;
  builder.add_state();
  const LocalState start = builder.add_state("say \"hi\"\\n");
  const LocalState end = builder.add_state("END");
  const LocalState error = builder.add_state("ERROR");
  builder.set_initial(start);
  builder.set_terminal(end);
  builder.set_error(error);
  const LocalLabel a = builder.add_label("a\n\"b\"");
  builder.add_edge(start, a, end);
  builder.add_edge(start, a, error);
  std::ostringstream out;
  write_dot(out, std::move(builder).build());
  EXPECT_EQ(out.str(), R"(digraph lts {
  rankdir=LR;
  node [shape=ellipse];
  start [shape=point, label=""];
  start -> s1;
  s0 [label="0"];
  s1 [label="say \"hi\"\\n"];
  s2 [label="END", shape=doublecircle];
  s3 [label="ERROR", shape=octagon, style=filled, color=red, fillcolor=mistyrose];
  s1 -> s2 [label="a\\x0A\"b\""];
  s1 -> s3 [label="a\\x0A\"b\""];
}
)");
}

}   // namespace
}   // namespace parley
