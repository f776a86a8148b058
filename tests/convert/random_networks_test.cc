// Thousands of random networks are written as FSP and read again.
#include <gtest/gtest.h>

#include "convert/odd_names.h"
#include "convert/round_trip.h"
#include "cross/random_spec.h"
#include "oracle/spec_network.h"

namespace parley::cross {
namespace {

constexpr std::uint64_t kNetworks = 3000;

oracle::Spec random_spec(std::uint64_t seed) {
  Random random(seed);
  return random_network(random, static_cast<Family>(seed % kPlainFamilies));
}

TEST(RandomNetworks, AreReadAsTheyWereWritten) {
  std::size_t observers = 0;
  for (std::uint64_t seed = 0; seed < kNetworks; ++seed) {
    const Network network = oracle::to_network(random_spec(seed));
    ASSERT_EQ(testing::lost_on_the_way(network), "") << "seed " << seed;
    for (const ComponentId component : network.components()) observers += network.is_observer(component) ? 1 : 0;
  }
  EXPECT_GT(observers, kNetworks / 20);   // otherwise the test would miss what is lost most easily
}

TEST(RandomNetworks, KeepNamesOfAnyKind) {
  for (std::uint64_t seed = 0; seed < kNetworks; ++seed) {
    Random random(seed);
    const Network network = with_odd_names(oracle::to_network(random_spec(seed)), random);
    ASSERT_EQ(testing::lost_on_the_way(network), "") << "seed " << seed;
  }
}

// The properties of the random cases are written as checks after the network. Each must be the same property
// when it is read.
TEST(RandomNetworks, KeepTheirQuestions) {
  constexpr std::uint64_t kCases = 300;
  for (std::uint64_t seed = 0; seed < kCases; ++seed) {
    const oracle::Spec spec = random_case(seed).spec;
    Random random(seed);
    const Network network = oracle::to_network(spec);
    const std::vector<Property> properties = oracle::to_properties(spec);
    std::ostringstream out;
    {
      FspWriter writer(out, network, "");
      writer.write_network();
      for (const Property& property : properties) {
        CheckRequest request;
        request.name = property.name;
        request.kind = kind_of(property);
        request.expect = static_cast<Expectation>(random.below(3));
        writer.write_check(request, property);
      }
    }
    ASSERT_EQ(out.str().find("not written"), std::string::npos) << "seed " << seed << "\n" << out.str();
    const auto model = testing::read_again(out.str());
    const Network again = testing::built(*model);
    const auto requests = model->checks("", Limits());
    ASSERT_TRUE(requests);
    ASSERT_EQ(requests->size(), properties.size());
    std::ostringstream second;
    {
      FspWriter writer(second, again, "");
      writer.write_network();
      for (std::size_t i = 0; i < properties.size(); ++i) {
        EXPECT_EQ((*requests)[i].name, properties[i].name);
        const auto property = model->bind((*requests)[i], again, Limits());
        ASSERT_TRUE(property) << to_text(property.diagnostics()) << out.str();
        if (const auto* safety = std::get_if<Safety>(&properties[i].ask);
            safety != nullptr && (*requests)[i].kind == PropertyKind::kSafety) {
          EXPECT_EQ(std::get<Safety>(property->ask).automata, safety->automata);
        }
        writer.write_check((*requests)[i], *property);
      }
    }
    ASSERT_EQ(second.str(), out.str()) << "seed " << seed;
  }
}

}   // namespace
}   // namespace parley::cross
