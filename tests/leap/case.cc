#include "leap/case.h"

#include <algorithm>

#include "oracle/oracle.h"
#include "oracle/spec_network.h"

namespace parley::cover {

namespace {

std::uint64_t steppers_of(const Network& network, const leap::LocalParts& parts) {
  std::uint64_t steppers = 0;
  for (ComponentId component : network.components())
    if (parts.kind(component).is_stepper()) steppers |= just(static_cast<int>(component.value));
  return steppers;
}

bool is_asked_about(const PlainNetwork& network, const oracle::Question& question, Places state) {
  switch (question.ask) {
    case oracle::Ask::kDeadlock: return is_deadlock(network, state);
    case oracle::Ask::kLocalDeadlock: return is_local_deadlock(network, state);
    case oracle::Ask::kReach:
    case oracle::Ask::kNever: return oracle::satisfies({state.begin(), state.end()}, question.formula);
    case oracle::Ask::kSafety: break;
  }
  return false;
}

}   // namespace

Case::Case(const oracle::Spec& of, const oracle::Spec& told, const leap::LocalParts::Settings& with)
    : spec(of),
      plain(of),
      product(plain),
      definition(plain),
      network(oracle::to_network(told)),
      properties(oracle::to_properties(of)),
      settings(with),
      parts(leap::LocalParts::find(network, settings, limits).value()),
      components(plain, steppers_of(network, parts)),
      leap_network(leap::leap_network(network, parts, {}, limits)),
      plain_leap(leap_network),
      nodes(plain_leap) {
  const bool can_err = std::ranges::any_of(plain.templates, [](const PlainTemplate& lts) { return lts.error != 0; });
  truth.resize(product.size());
  for (std::size_t i = 0; i < product.size(); ++i)
    for (std::size_t p = 0; p < properties.size(); ++p) {
      const oracle::Question& question = spec.questions[p];
      if (is_asked_about(plain, question, product[i])) truth[i] |= here(p) | wanted(p);
      if (!can_err || (truth[i] & wanted(p)) != 0 || product.is_error(i)) continue;
      for_each_step(plain, product[i], [&](std::size_t, Places next) {
        if (has_error(plain, next) && is_asked_about(plain, question, next)) truth[i] |= wanted(p);
      });
    }
}

std::vector<LocalState> Case::node(std::size_t i) const {
  std::vector<LocalState> node;
  node.reserve(plain.size());
  for (Place place : nodes[i]) node.emplace_back(place);
  return node;
}

Set Case::reach(std::size_t node, int component) const {
  Set reach = 0;
  for (LocalState state : kind(component).reach(nodes[node][static_cast<std::size_t>(component)]))
    reach |= just(static_cast<int>(state.value));
  return reach;
}

Trace Case::run_to(std::size_t node) const {
  std::vector<std::size_t> way;
  for (std::size_t i = node; i != 0; i = nodes.from(i)) way.push_back(i);
  Trace run;
  std::vector<Move> moves;
  while (!way.empty()) {
    const std::size_t i = way.back();
    way.pop_back();
    const RuleId rule(nodes.rule(i));
    moves.clear();
    for (const Participant& participant : leap_network.participants(rule))
      moves.push_back({participant.component, LocalState(nodes[i][participant.component.index()])});
    run.add(leap_network.label(rule), moves);
  }
  return run;
}

std::string Case::text(Places state) const {
  std::string text = "(";
  for (std::size_t i = 0; i < state.size(); ++i) text += (i == 0 ? "" : " ") + std::to_string(state[i]);
  return text + ")";
}

}   // namespace parley::cover
