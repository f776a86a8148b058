#include "claim.h"

#include <memory>

namespace parley::evidence_ring {

namespace {

void add_rows(StateTable& table, const std::vector<Locals>& rows) {
  for (const Locals& locals : rows) {
    std::vector<LocalState> row;
    for (std::uint32_t local : locals) row.emplace_back(local);
    table.add(row);
  }
}

std::vector<Locals> rows_of(const StateTable& states) {
  std::vector<Locals> rows;
  for (std::size_t row = 0; row < states.size(); ++row) {
    Locals locals;
    for (std::size_t column = 0; column < states.num_columns(); ++column) locals.push_back(states.at(row, column).value);
    rows.push_back(std::move(locals));
  }
  return rows;
}

ClosedSetRef to_set(const Network& network, const PlainSet& plain) {
  ClosedSet set{
      .states = StateTable(network, plain.support), .invariants = plain.invariants, .self_contained = plain.self_contained};
  add_rows(set.states, plain.rows);
  return std::make_shared<const ClosedSet>(std::move(set));
}

PlainSet to_plain(const ClosedSet& set) {
  return {.support = {set.states.components().begin(), set.states.components().end()},
          .rows = rows_of(set.states),
          .invariants = set.invariants,
          .self_contained = set.self_contained};
}

}   // namespace

Evidence to_evidence(const Network& network, const OwnedClaim& claim) {
  if (const auto* steps = std::get_if<PlainTrace>(&claim.evidence)) {
    Trace trace;
    for (const PlainStep& step : *steps) trace.add(step.label, step.moves);
    if (claim.trace_is_self_contained) trace.claim_self_contained();
    return trace;
  }
  if (const auto* reduced = std::get_if<PlainReduced>(&claim.evidence)) {
    ReducedSet set{.states = StateTable(network, {network.components().begin(), network.components().end()}),
                   .supports = {reduced->supports.begin(), reduced->supports.end()},
                   .ranks = reduced->ranks};
    add_rows(set.states, reduced->rows);
    return std::make_shared<const ReducedSet>(std::move(set));
  }
  if (const auto* cases = std::get_if<PlainCases>(&claim.evidence)) {
    CaseSplit split{.sets = {}, .tree = cases->tree};
    for (const PlainSet& set : cases->sets) split.sets.push_back(to_set(network, set));
    return std::make_shared<const CaseSplit>(std::move(split));
  }
  return to_set(network, std::get<PlainSet>(claim.evidence));
}

OwnedClaim to_claim(const Claim& asked) {
  OwnedClaim claim{.property = asked.property, .verdict = asked.claimed, .evidence = {}};
  if (const auto* trace = std::get_if<Trace>(&asked.evidence)) {
    PlainTrace steps;
    for (std::size_t i = 0; i < trace->size(); ++i)
      steps.push_back({(*trace)[i].label, {(*trace)[i].moves.begin(), (*trace)[i].moves.end()}});
    claim.evidence = std::move(steps);
    claim.trace_is_self_contained = trace->is_self_contained();
    return claim;
  }
  if (const auto* reduced = std::get_if<ReducedSetRef>(&asked.evidence)) {
    PlainReduced set{.rows = rows_of((*reduced)->states), .supports = {}, .ranks = (*reduced)->ranks};
    for (std::uint64_t support : (*reduced)->supports)
      set.supports.push_back(static_cast<unsigned>(support));   // tiny: one word each
    claim.evidence = std::move(set);
    return claim;
  }
  if (const auto* split = std::get_if<CaseSplitRef>(&asked.evidence)) {
    PlainCases cases{.sets = {}, .tree = (*split)->tree};
    for (const ClosedSetRef& set : (*split)->sets) cases.sets.push_back(to_plain(*set));
    claim.evidence = std::move(cases);
    return claim;
  }
  claim.evidence = to_plain(*std::get<ClosedSetRef>(asked.evidence));
  return claim;
}

std::vector<PlainSet> sets_of(const OwnedClaim& claim) {
  if (const auto* set = std::get_if<PlainSet>(&claim.evidence)) return {*set};
  if (const auto* cases = std::get_if<PlainCases>(&claim.evidence)) return cases->sets;
  return {};
}

bool accepts(const ObligationTables& tables, const Network& network, const OwnedClaim& claim, const Evidence& evidence) {
  const Limits limits;
  Progress silent;
  return judge_with(tables, {.network = network,
                             .property = claim.property,
                             .claimed = claim.verdict,
                             .evidence = evidence,
                             .limits = limits,
                             .progress = silent})
      .accepted;
}

ObligationTables right_judge() {
  return {.trace = trace_obligations(),
          .closed_set = closed_set_obligations(),
          .reduced_set = reduced_set_obligations(),
          .case_split = case_split_obligations(),
          .invariants = invariant_obligations(),
          .leap_set = leap_set_obligations()};
}

}   // namespace parley::evidence_ring
