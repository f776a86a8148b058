#include "leap/examine.h"

#include <algorithm>
#include <exception>
#include <utility>

#include <fmt/format.h>

#include "leap/case.h"
#include "oracle/oracle.h"

namespace parley::cover {

namespace {

using Row = std::pair<std::string_view, std::uint64_t Tally::*>;
constexpr Row kSums[] = {
    {"networks", &Tally::networks},
    {"states of the products", &Tally::states},
    {"nodes of the leap graphs", &Tally::nodes},
    {"nodes by the definition", &Tally::plain_nodes},
    {"states covered, with repetition", &Tally::covered},
    {"error states", &Tally::error_states},
    {"error nodes", &Tally::error_nodes},
    {"deadlocks", &Tally::deadlocks},
    {"local deadlocks", &Tally::local_deadlocks},
    {"nodes with a deadlock", &Tally::deadlock_nodes},
    {"nodes with a local deadlock", &Tally::local_deadlock_nodes},
    {"nodes in which a formula is true", &Tally::formula_nodes},
    {"  only after a step into an error", &Tally::formula_in_error},
    {"runs lifted, replayed and judged", &Tally::lifted},
    {"exact formulas", &Tally::exact_formulas},
    {"relaxed formulas", &Tally::relaxed_formulas},
};
constexpr Row kShares[] = {
    {"with a deadlock", &Tally::with_deadlock},
    {"with a local deadlock", &Tally::with_local_deadlock},
    {"with an error that is entered", &Tally::with_error},
    {"with an error by a local rule", &Tally::with_error_alone},
    {"with an observer", &Tally::with_observer},
    {"that can terminate", &Tally::with_terminated},
    {"with a rule of three or more", &Tally::multi_way},
    {"non-deterministic", &Tally::nondeterministic},
    {"with a label of local and shared rules", &Tally::with_both_uses},
    {"with states that are alike", &Tally::with_alike},
    {"with several rests in a node", &Tally::with_choice},
    {"not settled", &Tally::unsettled},
    {"with a component that steps", &Tally::with_stepper},
    {"with fewer nodes than states", &Tally::reducing},
};

void count(const Case& of, Tally& tally) {
  ++tally.networks;
  tally.states += of.product.size();
  tally.nodes += of.nodes.size();
  std::uint64_t deadlocks = 0;
  std::uint64_t local_deadlocks = 0;
  for (std::size_t i = 0; i < of.product.size(); ++i) {
    deadlocks += is_deadlock(of.plain, of.product[i]) ? 1 : 0;
    local_deadlocks += is_local_deadlock(of.plain, of.product[i]) ? 1 : 0;
  }
  tally.deadlocks += deadlocks;
  tally.local_deadlocks += local_deadlocks;
  tally.with_deadlock += deadlocks != 0 ? 1 : 0;
  tally.with_local_deadlock += local_deadlocks != 0 ? 1 : 0;
  tally.with_observer += std::ranges::count(of.plain.is_observer, true) != 0 ? 1 : 0;
  tally.with_terminated += of.network.can_terminate() ? 1 : 0;
  tally.multi_way += std::ranges::any_of(of.plain.rules, [](const auto& rule) { return rule.size() > 2; }) ? 1 : 0;
  tally.nondeterministic +=
      std::ranges::any_of(of.plain.templates,
                          [](const PlainTemplate& lts) {
                            return std::ranges::any_of(lts.targets, [](Set set) { return std::popcount(set) > 1; });
                          })
          ? 1
          : 0;
  tally.reducing += of.nodes.size() < of.product.size() ? 1 : 0;
}

}   // namespace

void Tally::add(const Tally& other) {
  for (const auto& [name, member] : kSums) this->*member += other.*member;
  for (const auto& [name, member] : kShares) this->*member += other.*member;
  longest = std::max(longest, other.longest);
}

std::string Tally::to_text() const {
  std::string text;
  for (const auto& [name, member] : kSums) text += fmt::format("{:<40} {:>12}\n", name, this->*member);
  text += fmt::format("{:<40} {:>12}\n", "longest run", longest);
  const auto all = static_cast<double>(std::max<std::uint64_t>(networks, 1));
  const auto part = [](std::uint64_t a, std::uint64_t b) {
    return static_cast<double>(a) / static_cast<double>(std::max<std::uint64_t>(b, 1));
  };
  text += fmt::format("{:<40} {:>12.2f}\n", "states a network", static_cast<double>(states) / all);
  text += fmt::format("{:<40} {:>12.3f}\n", "nodes over states", part(nodes, states));
  text += fmt::format("{:<40} {:>12.3f}\n", "nodes over those by the definition", part(nodes, plain_nodes));
  text += "networks\n";
  for (const auto& [name, member] : kShares)
    text += fmt::format("  {:<38} {:>12} {:>6.1f} %\n", name, this->*member, 100.0 * static_cast<double>(this->*member) / all);
  return text;
}

std::optional<Gap> examine(const oracle::Spec& spec, const oracle::Spec& told, const leap::LocalParts::Settings& settings,
                           Tally& tally) {
  try {
    Case of(spec, told, settings);
    examine_coverage(of, tally);
    examine_parts(of, tally);
    examine_inside(of, tally);
    examine_node_networks(of, tally);
    examine_formulas(of, tally);
    count(of, tally);
  } catch (const GapFound& found) {
    return found.gap;
  } catch (const std::exception& thrown) {
    return Gap{"nothing is thrown", thrown.what()};
  }
  return std::nullopt;
}

std::optional<Gap> examine(const oracle::Spec& spec, const leap::LocalParts::Settings& settings, Tally& tally) {
  return examine(spec, spec, settings, tally);
}

std::optional<Gap> examine_product(const oracle::Spec& spec) {
  const std::optional<oracle::Exploration> naive = oracle::explore(spec, 1'000'000);
  if (!naive) return Gap{"the oracle can explore the network", "it is too large"};
  const PlainNetwork plain(spec);
  const Reachable product(plain);
  if (product.size() != naive->states.size())
    return Gap{"the product is what the oracle explores", std::to_string(product.size()) + " states"};
  for (std::size_t i = 0; i < naive->states.size(); ++i) {
    const std::vector<Place> state(naive->states[i].begin(), naive->states[i].end());
    const std::optional<std::size_t> found = product.find(state);
    if (!found || product.is_error(*found) != naive->error[i] || is_deadlock(plain, state) != naive->deadlock[i] ||
        is_local_deadlock(plain, state) != naive->local_deadlock[i])
      return Gap{"the product is what the oracle explores", "state " + std::to_string(i)};
  }
  return std::nullopt;
}

}   // namespace parley::cover
