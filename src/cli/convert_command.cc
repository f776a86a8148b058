// parley convert: writes the explored product, or one component, in another format.

#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "cli/session.h"
#include "front/aut/write.h"
#include "front/dot/write.h"
#include "search/product.h"

namespace parley {

namespace {

enum class Format { kAut, kDot };

Format format_of(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending == ".aut") return Format::kAut;
  if (ending == ".dot") return Format::kDot;
  if (ending == ".fsp" || ending == ".exp")
    throw Failure(ExitCode::kUsage, fmt::format("parley: writing {} is not built yet; .aut and .dot are\n", ending));
  throw Failure(ExitCode::kUsage, fmt::format("parley: '{}' does not end in .aut or .dot\n", path));
}

// phil[0] is the component phil.0.
std::string dotted(std::string_view name) {
  std::string text;
  for (char c : name) {
    if (c == '[') text += '.';
    else if (c != ']') text += c;
  }
  return text;
}

Lts component_of(const Network& network, const std::string& name) {
  for (const std::string& spelling : {name, dotted(name)})
    if (const std::optional<ComponentId> component = network.find_component(spelling)) return network.lts(*component);
  std::vector<std::string_view> names;
  for (ComponentId component : network.components()) names.push_back(network.name(component));
  const std::string_view nearest = nearest_name(name, names);
  throw Failure(ExitCode::kBadInput,
                to_text(SourceText("--component", name)
                            .at(0, name.size(), "cli-unknown-component", fmt::format("the network has no component '{}'", name),
                                nearest.empty() ? "" : fmt::format("did you mean '{}'?", nearest))));
}

}  // namespace

int run_convert(const ConvertArguments& arguments) {
  const Format format = format_of(arguments.output);
  Session session(arguments.model);
  session.read();
  const Network network = session.build(session.target_or_default(arguments.model.target), "");
  const StateNames names = format == Format::kDot ? StateNames::kLocalStates : StateNames::kNumbers;
  const Lts lts = arguments.component.empty() ? product(network, names, session.limits(), session.progress())
                                              : component_of(network, arguments.component);
  session.progress().clear();

  std::ofstream file(arguments.output);
  switch (format) {
    case Format::kAut: write_aut(file, lts); break;
    case Format::kDot: write_dot(file, lts); break;
  }
  file.close();
  if (!file) throw cannot_write(arguments.output);
  return 0;
}

}  // namespace parley
