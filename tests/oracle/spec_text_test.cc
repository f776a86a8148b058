#include "oracle/spec_text.h"

#include <stdexcept>

#include <gtest/gtest.h>

#include "oracle/spec_network.h"

namespace parley::oracle {
namespace {

constexpr const char* kText = R"(template t
  state a
  state b end
  state c error
  initial b
  label x
  label y
  edge a x c
  edge a y b
component p.0 t
component q[1] t observer
rule go = p.0 x
rule tau = p.0 y
check d deadlock expect violated
check r reach (and (at p.0 a b) (not (atmost -1 (2 q[1] c) (-1 p.0 a))))
check s property p.0 q[1] expect holds
count states 1
)";

std::string complaint(const std::string& text) {
  try {
    (void)parse_spec(text);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "none";
}

TEST(SpecText, ReadsBackWhatItWrites) { EXPECT_EQ(to_text(parse_spec(kText)), kText); }

TEST(SpecText, ErrorsNameTheLine) {
  EXPECT_EQ(complaint("template t\nstate a\nedge a x a\n"), "line 3: nothing here is called 'x'");
  EXPECT_EQ(complaint("state a\n"), "line 1: outside a template");
  EXPECT_EQ(complaint("template t extra\n"), "line 1: too many words");
  EXPECT_EQ(complaint("template t\nstate a\ncomponent c t\ncheck q reach (at d a)\n"), "line 4: no component is called 'd'");
  EXPECT_EQ(complaint("template t\nstate a\ncomponent c t\ncheck q reach (atmost x)\n"), "line 4: 'x' is no number");
  EXPECT_EQ(complaint("nonsense\n"), "line 1: unknown word 'nonsense'");
  EXPECT_EQ(complaint(""), "no components");
}

TEST(SpecText, RejectsWhatIsNoNetwork) {
  const std::string two = "template t\nstate a\nstate b\nlabel x\nedge a x b\ncomponent c t\ncomponent d t observer\n";
  EXPECT_EQ(complaint(two + "rule r = d x\n"), "rule r: no process");
  EXPECT_EQ(complaint(two + "rule r = c x , d x\n"), "observer d refuses a label");
  EXPECT_EQ(complaint(two + "rule r = c x , c x\n"), "rule r: a component twice");
  EXPECT_EQ(complaint("template t\nstate a end\nlabel x\nedge a x a\ncomponent c t\n"),
            "template t: an edge leaves a terminal or error state");
}

TEST(SpecText, TheReadableFormIsInfix) {
  EXPECT_EQ(to_readable(parse_spec(kText)), R"(t = b,
    a = (x -> c | y -> b),
    b = END,
    c = ERROR.
process  p.0 : t
observer q[1] : t
<p.0.x> -> go
<p.0.y> -> tau
deadlock   (violated)
reach (p.0@{a,b} && !(2*[q[1]@c] + -1*[p.0@a] <= -1))
property p.0 q[1]   (holds)
)");
}

TEST(SpecNetwork, ConvertsToTheSameNetwork) {
  const Spec spec = parse_spec(kText);
  const Network network = to_network(spec);
  EXPECT_EQ(network.num_components(), 2u);
  EXPECT_EQ(network.num_templates(), 1u);
  EXPECT_EQ(network.num_rules(), 2u);
  EXPECT_TRUE(network.is_observer(ComponentId(1)));
  const Lts& lts = network.lts(ComponentId(0));
  EXPECT_EQ(lts.initial(), LocalState(1));
  EXPECT_TRUE(lts.is_terminal(LocalState(1)));
  EXPECT_TRUE(lts.is_error(LocalState(2)));
  EXPECT_EQ(lts.num_edges(), 2u);
  const std::vector<Property> properties = to_properties(spec);
  ASSERT_EQ(properties.size(), 3u);
  EXPECT_EQ(kind_of(properties[1]), PropertyKind::kReach);
  EXPECT_EQ(std::get<Safety>(properties[2].ask).automata.size(), 2u);
}

}   // namespace
}   // namespace parley::oracle
