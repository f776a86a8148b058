#include "front/fsp/names/check.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "front/fsp/names/checker.h"

namespace parley::fsp {

void Checker::file() {
  declare();
  for (const Process& process : ast_.processes) this->process(process);
  for (const Composite& composite : ast_.composites) {
    scope_.clear();
    parameters(composite.parameters);
    body(composite.body);
    sync_vectors(composite.vectors);
    if (composite.priority_set != kNone) set(composite.priority_set);
    if (composite.visible_set != kNone) set(composite.visible_set);
  }
  channels();
  liveness();
  for (const Check& check : ast_.checks) this->check(check);
}

void Checker::error(std::uint32_t offset, const char* code, std::string message, std::string hint) {
  if (eval_.reporter().full()) throw Abandoned{};   // it would not be shown, and a file may have millions of errors
  eval_.reporter().error(eval_.place(offset), code, std::move(message), std::move(hint));
}

// Processes, compositions, automata and channels share one name space. Fluents, assertions and progress
// properties have one each.
void Checker::declare() {
  const auto add = [&](Symbol name, std::uint32_t offset, Span parameters, const char* kind) {
    if (parameters_of_.emplace(name, parameters.count).second) process_names_.push_back(name);
    else error(offset, "fsp-duplicate", fmt::format("{} '{}' is defined twice", kind, text(name)));
  };
  for (const Process& process : ast_.processes) add(process.name, process.offset, process.parameters, "process");
  for (const Composite& composite : ast_.composites) add(composite.name, composite.offset, composite.parameters, "process");
  for (const Automaton& automaton : ast_.automata) add(automaton.name, automaton.offset, {}, "process");
  for (const Channel& channel : ast_.channels) add(channel.name, channel.offset, {}, "channel");
  const auto declare = [&](Named& table, Symbol name, std::uint32_t offset, Index index, const char* kind) {
    if (table.index_of.emplace(name, index).second) table.names.push_back(name);
    else error(offset, "fsp-duplicate", fmt::format("{} '{}' is defined twice", kind, text(name)));
  };
  for (Index i = 0; i < ast_.fluents.size(); ++i) declare(fluents_, ast_.fluents[i].name, ast_.fluents[i].offset, i, "fluent");
  for (Index i = 0; i < ast_.assertions.size(); ++i)
    declare(assertions_, ast_.assertions[i].name, ast_.assertions[i].offset, i, "assertion");
  for (Index i = 0; i < ast_.progress.size(); ++i)
    declare(progress_, ast_.progress[i].name, ast_.progress[i].offset, i, "progress property");
}

// The variables and parameters in scope, innermost last.
bool Checker::in_scope(Symbol name) const { return std::find(scope_.rbegin(), scope_.rend(), name) != scope_.rend(); }

void Checker::parameters(Span parameters) {
  for (const Parameter& parameter : SpanOf(ast_.parameters, parameters)) {
    expr(parameter.value);
    if (in_scope(parameter.name))
      error(parameter.offset, "fsp-duplicate", fmt::format("parameter '{}' is declared twice", text(parameter.name)));
    scope_.push_back(parameter.name);
  }
}

// The definitions of channels, and every c!v and c?v.
void Checker::channels() {
  scope_.clear();
  Named channels;
  for (Index i = 0; i < ast_.channels.size(); ++i) {
    const Channel& channel = ast_.channels[i];
    if (channel.capacity != kNone) expr(channel.capacity);
    if (channels.index_of.emplace(channel.name, i).second) channels.names.push_back(channel.name);
  }
  for (const ChannelUse& use : ast_.channel_uses) {
    if (eval_.reporter().full()) return;
    const auto found = channels.index_of.find(use.channel);
    if (found == channels.index_of.end()) {
      error(use.offset, "fsp-unknown-name", fmt::format("there is no channel '{}'", text(use.channel)),
            nearest_hint(symbols(), use.channel, channels.names, "channels are declared: channel c[2] of 0..3"));
      continue;
    }
    const bool carries = ast_.channels[found->second].values != kNone;
    if (carries && !use.has_value)
      error(use.offset, "fsp-channel", fmt::format("channel '{}' carries values", text(use.channel)),
            "send one with c!v, receive it with c?x");
    if (!carries && use.has_value)
      error(use.offset, "fsp-channel", fmt::format("channel '{}' carries no values", text(use.channel)),
            "say which when it is declared: channel c of 0..3");
  }
}

// The definition that a check names, and the number of its indices.
void Checker::check_subject(const Check& check) {
  const Part& first = ast_.parts[check.automaton.first];
  const auto unknown = [&](const char* kind, const std::vector<Symbol>& names) {
    error(check.automaton_offset, "fsp-unknown-name", fmt::format("there is no {} '{}'", kind, text(first.a)),
          nearest_hint(symbols(), first.a, names));
  };
  if (check.kind == PropertyKind::kAssertion) {
    if (!assertions_.index_of.contains(first.a)) return unknown("assertion", assertions_.names);
    if (check.automaton.count > 1)
      error(check.automaton_offset, "fsp-arguments", fmt::format("assertion '{}' has no indices", text(first.a)));
  } else if (check.kind == PropertyKind::kProgress) {
    const auto found = progress_.index_of.find(first.a);
    if (found == progress_.index_of.end()) return unknown("progress property", progress_.names);
    const Index ranges = ast_.progress[found->second].ranges.count;
    if (check.automaton.count > 1 && check.automaton.count - 1 != ranges)
      error(check.automaton_offset, "fsp-arguments",
            fmt::format("progress property '{}' has {} indices, not {}", text(first.a), ranges, check.automaton.count - 1));
  } else if (check.kind == PropertyKind::kLocal && !parameters_of_.contains(first.a)) {
    unknown("process", process_names_);
  }
}

void Checker::check(const Check& check) {
  scope_.clear();
  if (check.target != kNoSymbol && !parameters_of_.contains(check.target) && text(check.target) != "DEFAULT")
    error(check.target_offset, "fsp-unknown-target", fmt::format("there is no process or composition '{}'", text(check.target)),
          nearest_hint(symbols(), check.target, process_names_));
  if (check.predicate != kNone) expr(check.predicate);
  if (check.expect_when != kNone) expr(check.expect_when);
  parts(check.automaton);
  parts(check.component);
  if (!check.automaton.empty()) check_subject(check);
}

void check_file(Evaluator& evaluator, const CheckOptions& options) {
  try {
    Checker(evaluator, options).file();
  } catch (const Abandoned&) {
    assert(evaluator.reporter().has_errors());
  }
}

void check_predicate(Index root, Evaluator& evaluator) {
  const CheckOptions options;
  Checker(evaluator, options).predicate(root);
}

}   // namespace parley::fsp
