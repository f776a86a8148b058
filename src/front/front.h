#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/limits.h"
#include "base/progress.h"
#include "base/result.h"
#include "base/source_file.h"
#include "property/assumption.h"

namespace parley {

enum class Expectation : std::uint8_t { kHolds, kFail, kUnknown };

// A question as the user asked it, in a file or on the command line, before it is bound to a network.
struct CheckRequest {
  std::string name;   // "" = gets the name <kind>-<n>
  PropertyKind kind = PropertyKind::kDeadlock;
  std::string target;                      // "" = the model's default
  std::string automaton;                   // the property automaton, assertion or progress property that is asked about
  std::size_t index = 0;                   // of a check in the file: its position there, for bind()
  std::optional<std::string> expression;   // reach and never from the command line: the text of the predicate
  std::string flag;                        // "--never": the option that 'expression' came from, for diagnostics
  Expectation expect = Expectation::kHolds;
  bool is_default = false;   // the user did not write it: the file asks nothing, so the default is asked
};

// The observer that the request needs beside the target, unless the target has it already: a property
// automaton, or "assert A". "" for the other kinds of check. The prefix is needed because an assertion may
// have the same name as a process.
std::string observer_of(const CheckRequest& request);
inline constexpr std::string_view kAssertObserver = "assert ";

struct ReadOptions {
  std::vector<std::pair<std::string, std::string>> definitions;   // -D NAME=VALUE
  bool ltsa_compat = false;
  // Opens a file that a model includes or imports. If it is not set, a model cannot include files: a text in
  // memory has no folder.
  std::function<Result<std::string>(const std::string& path)> open;
  // Reads an automaton that a model imports.
  std::function<Result<Lts>(const std::string& path, std::string text)> automaton;
};

// A model file that was read but not yet instantiated. It knows which systems can be built from it and which
// checks it asks for.
class Model {
 public:
  virtual ~Model() = default;

  const std::vector<SourceFile>& files() const { return files_; }
  const Diagnostics& warnings() const { return warnings_; }

  // The checks written in the file. If it has none, the default checks of its language on 'target' ("" = the
  // default target).
  virtual Result<std::vector<CheckRequest>> checks(const std::string& target, const Limits& limits) const = 0;

  // The name of the system that "" stands for. It is "" for a format with one system per file, and if the
  // user has to choose a system.
  virtual std::string default_target() const = 0;

  // The name of some system that can be built, even if the user has to choose one.
  virtual std::string first_target() const { return default_target(); }

  // The network of 'target'. If 'observer' (see observer_of()) is not "", that observer is added to it.
  virtual Result<Network> build(const std::string& target, const std::string& observer, const Limits& limits,
                                Progress& progress) const = 0;

  // Whether 'observer' must be added to 'target' for its check: it is not among the target's own components,
  // and an automaton can observe what it asks.
  virtual Result<bool> needs_observer(const std::string& target, const std::string& observer, const Limits& limits) const = 0;

  // The property that 'request' asks of 'network'. build() made the network for this request.
  virtual Result<Property> bind(const CheckRequest& request, const Network& network, const Limits& limits) const = 0;

  // The assumption under which 'network', made by build(), means what the file says. Most languages need
  // none.
  virtual std::optional<Assumption> assumed(const Network& network) const;

  // Warnings about places in the text of 'target' that are probably mistakes or have no effect. build()
  // reports only the worst of them; this reports all.
  virtual Diagnostics lints(const std::string& target, const Limits& limits) const;

 protected:
  std::vector<SourceFile> files_;
  Diagnostics warnings_;
};

// Reads a model. The file name's ending (.fsp .lts .aut .exp .pnml) selects the format. A file that cannot be
// read is a diagnostic, too.
Result<std::unique_ptr<Model>> read_model(const std::string& path, const ReadOptions& options, const Limits& limits,
                                          Progress& progress);

}   // namespace parley
