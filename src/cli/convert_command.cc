// parley convert: writes the network, the explored product or one component in another format.

#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "automata/automata.h"
#include "cli/session.h"
#include "front/aut/write.h"
#include "front/dot/write.h"
#include "front/exp/write.h"
#include "front/file_error.h"
#include "front/fsp/write/write.h"

namespace parley {

namespace {

enum class Format { kAut, kDot, kFsp, kExp };

Format format_of(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending == ".aut") return Format::kAut;
  if (ending == ".dot") return Format::kDot;
  if (ending == ".fsp") return Format::kFsp;
  if (ending == ".exp") return Format::kExp;
  throw Failure(ExitCode::kUsage, fmt::format("parley: '{}' does not end in .fsp, .exp, .aut or .dot\n", path));
}

// Converts phil[0] to phil.0, the name of the component.
std::string dotted(std::string_view name) {
  std::string text;
  for (char c : name) {
    if (c == '[') text += '.';
    else if (c != ']') text += c;
  }
  return text;
}

ComponentId component_of(const Network& network, const std::string& name) {
  for (const std::string& spelling : {name, dotted(name)})
    if (const std::optional<ComponentId> component = network.find_component(spelling)) return *component;
  std::vector<std::string_view> names;
  for (ComponentId component : network.components()) names.push_back(network.name(component));
  const std::string_view nearest = nearest_name(name, names);
  throw Failure(ExitCode::kBadInput,
                to_text(SourceText("--component", name)
                            .at(0, name.size(), "cli-unknown-component", fmt::format("the network has no component '{}'", name),
                                nearest.empty() ? "" : fmt::format("did you mean '{}'?", nearest))));
}

// Writes the checks of the model about 'target'. A check that cannot be asked about it becomes a comment, so
// that the network can be written all the same.
void write_checks(FspWriter& writer, Session& session, const std::string& target, const Network& network) {
  const Model& model = session.model();
  const Limits& limits = session.limits();
  const auto trouble = [](const Diagnostics& diagnostics) {
    return diagnostics.list().empty() ? std::string("it is wrong") : diagnostics.list().front().message;
  };
  const Result<std::vector<CheckRequest>> requests = model.checks(target, limits);
  if (!requests) return;
  for (const CheckRequest& request : *requests) {
    // A default check is not written: a reader of the text asks it by default.
    if (request.is_default) continue;
    if (const std::string asked = session.target_or_default(request.target); asked != target) {
      writer.write_omission(request, fmt::format("it asks about '{}'; --target converts that", asked));
      continue;
    }
    const std::string observer = observer_of(request);
    const Result<bool> needs = observer.empty() ? Result<bool>(false) : model.needs_observer(target, observer, limits);
    if (needs && *needs) {
      const Result<Network> observed = model.build(target, observer, limits, session.progress());
      if (observed) writer.write_observed_check(request, *observed);
      else writer.write_omission(request, trouble(observed.diagnostics()));
      continue;
    }
    const Result<Property> property = model.bind(request, network, limits);
    if (property) writer.write_check(request, *property);
    else writer.write_omission(request, trouble(property.diagnostics()));
  }
}

void write_as_fsp(std::ostream& out, Session& session, const std::string& target, const Network& network,
                  const std::string& component) {
  if (!component.empty()) {
    const ComponentId chosen = component_of(network, component);
    const Network single = alone(std::string(network.name(chosen)), network.lts(chosen));
    FspWriter(out, single, "").write_network();
    return;
  }
  FspWriter writer(out, network, target);
  writer.write_network();
  write_checks(writer, session, target, network);
}

std::ofstream opened(const std::string& path) {
  std::ofstream file(path, std::ios::binary);
  if (!file) throw cannot_write(path);
  return file;
}

void closed(std::ofstream& file, const std::string& path) {
  file.close();
  if (!file) throw cannot_write(path);
}

// The automata are written beside the expression.
void write_as_exp(const std::string& path, const Network& network, const std::string& component) {
  if (!component.empty()) {
    const ComponentId chosen = component_of(network, component);
    return write_as_exp(path, alone(std::string(network.name(chosen)), network.lts(chosen)), "");
  }
  if (const std::optional<Diagnostic> obstacle = ExpWriter::obstacle(network, path))
    throw Failure(ExitCode::kBadInput, to_text(*obstacle));
  const ExpWriter writer(network, std::filesystem::path(path).stem().string());
  for (const ExpWriter::Automaton& automaton : writer.automata()) {
    const std::string beside = (std::filesystem::path(path).parent_path() / automaton.file).string();
    std::ofstream file = opened(beside);
    write_aut(file, writer.lts(automaton));
    closed(file, beside);
  }
  std::ofstream file = opened(path);
  writer.write_network(file);
  closed(file, path);
}

// The assumption of the network would be lost: a reader of the text does not know about it.
[[noreturn]] void refuse(const std::string& file, std::string message, std::string hint) {
  throw Failure(ExitCode::kBadInput, to_text(file_error(file, "cli-assumption", std::move(message), std::move(hint))));
}

}   // namespace

int run_convert(const ConvertArguments& arguments) {
  const Format format = format_of(arguments.output);
  Session session(arguments.model);
  session.read();
  const std::string target = session.target_or_default(arguments.model.target);
  const Network network = session.build(target, "");

  const bool is_whole = arguments.component.empty();
  const std::optional<Assumption> assumption = is_whole ? session.model().assumed(network) : std::nullopt;
  if (assumption && (format == Format::kFsp || format == Format::kExp))
    refuse(arguments.model.file, assumption->if_unknown + ", and a network in another format would not ask",
           "the explored product can be written, as .aut or .dot");

  if (format == Format::kExp) {
    session.progress().clear();
    write_as_exp(arguments.output, network, arguments.component);
    return 0;
  }
  std::optional<Lts> lts;   // what the formats for one automaton write
  if (format != Format::kFsp) {
    using automata::StateNames;
    const StateNames names = format == Format::kDot ? StateNames::kLocalStates : StateNames::kNumbers;
    lts = arguments.component.empty() ? automata::product(network, names, session.limits(), session.progress())
                                      : network.lts(component_of(network, arguments.component));
    if (assumption && lts->has_error()) {
      session.progress().clear();
      refuse(arguments.model.file, assumption->if_violated + ", so what was explored is not what the model does",
             "parley check --evidence writes a trace that shows it");
    }
  } else if (!arguments.component.empty()) {
    component_of(network, arguments.component);   // fails before anything is written if there is no such component
  }
  session.progress().clear();

  std::ofstream file = opened(arguments.output);
  switch (format) {
    case Format::kAut: write_aut(file, *lts); break;
    case Format::kDot: write_dot(file, *lts); break;
    case Format::kFsp: write_as_fsp(file, session, target, network, arguments.component); break;
    case Format::kExp: break;   // done
  }
  session.progress().clear();
  closed(file, arguments.output);
  return 0;
}

}   // namespace parley
