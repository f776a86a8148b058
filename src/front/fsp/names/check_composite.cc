#include <fmt/format.h>

#include "front/fsp/names/checker.h"

// Names in the body of a composition and in its synchronisation vectors.
namespace parley::fsp {

void Checker::body(Index index) {
  const Body& node = ast_.bodies[index];
  const std::size_t outer = scope_.size();
  switch (node.kind) {
    case BodyKind::kIf:
      expr(node.condition);
      body(node.inner);
      if (node.else_branch != kNone) body(node.else_branch);
      break;
    case BodyKind::kForall:
      parts(node.list);
      body(node.inner);
      break;
    case BodyKind::kParallel:
      for (const Index part : SpanOf(ast_.lists, node.list)) body(part);
      break;
    case BodyKind::kInstance:
      parts(node.share);
      scope_.resize(outer);
      parts(node.prefix);
      if (node.inner != kNone) body(node.inner);
      else instance(node);
      scope_.resize(outer);
      relabels(node.relabels);
      break;
  }
  scope_.resize(outer);
}

void Checker::instance(const Body& node) {
  for (const Index argument : SpanOf(ast_.lists, node.list)) expr(argument);
  const auto found = parameters_of_.find(node.name);
  if (found != parameters_of_.end()) return arguments(node.name, node.offset, node.has_arguments, node.list.count, found->second);
  const std::string name = text(node.name);
  const bool is_channel = !name.empty() && (name[0] < 'A' || name[0] > 'Z');
  error(node.offset, "fsp-unknown-name", fmt::format("there is no {} '{}'", is_channel ? "channel" : "process", name),
        nearest_hint(symbols(), node.name, process_names_, is_channel ? "an instance is labelled a:P" : ""));
}

void Checker::sync_vectors(Span span) {
  for (const SyncVector& vector : SpanOf(ast_.sync_vectors, span)) {
    const std::size_t outer = scope_.size();
    parts(vector.ranges);
    sync_vectors(vector.inner);
    for (const SyncElement& element : SpanOf(ast_.sync_elements, vector.elements)) {
      parts(element.component);
      parts(element.label);
    }
    parts(vector.result);
    scope_.resize(outer);
  }
}

}   // namespace parley::fsp
