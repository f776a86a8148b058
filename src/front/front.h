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
#include "property/property.h"

namespace parley {

enum class Expectation : std::uint8_t { kHolds, kFail, kUnknown };

// A question as it was asked, in a file or on the command line, before it is bound to a network.
struct CheckRequest {
  std::string name;   // "" = to be named <kind>-<n>
  PropertyKind kind = PropertyKind::kDeadlock;
  std::string target;                      // "" = the model's default
  std::string automaton;                   // the property automaton, assertion or progress property asked for
  std::size_t index = 0;                   // of a check in the file: its position there, for bind()
  std::optional<std::string> expression;   // reach, never from the command line: the predicate's text
  std::string flag;                        // "--never": where 'expression' came from, for diagnostics
  Expectation expect = Expectation::kHolds;
  bool is_default = false;   // written nowhere: the file asks nothing, so this is asked
};

// What has to watch the target so that the request can be answered, unless it does already: a property
// automaton, or "assert A". "" for the other kinds. An assertion may be called like a process, so its name
// alone would not do.
std::string observer_of(const CheckRequest& request);
inline constexpr std::string_view kAssertObserver = "assert ";

struct ReadOptions {
  std::vector<std::pair<std::string, std::string>> definitions;   // -D NAME=VALUE
  bool ltsa_compat = false;
  // Opens what a model includes or imports. Without it a model cannot do so: a text in memory has no folder.
  std::function<Result<std::string>(const std::string& path)> open;
  std::function<Result<Lts>(const std::string& path, std::string text)> automaton;   // reads an automaton that a model imports
};

struct SourceFile {
  std::string path;
  std::string sha256;
};

// What has to hold so that a network means what its file says: where it does not, the network stops in an
// error state before it would say something wrong. So traces that avoid error states stand for themselves,
// and what is shown by anything else (a set, a proof) is shown only if this holds.
struct Assumption {
  Property property;         // a Safety property
  std::string if_violated;   // why other checks are unknown then
  std::string culprit;       // what is said about the component in error, before its name
  std::string if_unknown;    // why other checks are unknown if nobody knows
};

// A model file that was read, but not yet instantiated: it knows what can be built from it and what it asks.
class Model {
 public:
  virtual ~Model() = default;

  const std::vector<SourceFile>& files() const { return files_; }
  const Diagnostics& warnings() const { return warnings_; }

  // The checks written in the file; where it has none, what its language asks by default on 'target' ("" =
  // the default target).
  virtual Result<std::vector<CheckRequest>> checks(const std::string& target, const Limits& limits) const = 0;

  // The name of the system that "" stands for; "" for a format that holds only one, and where one has to be
  // chosen.
  virtual std::string default_target() const = 0;

  // A system that can be built, even where one has to be chosen.
  virtual std::string first_target() const { return default_target(); }

  // The network of 'target', with 'observer' (of observer_of()) added to it where that is not "".
  virtual Result<Network> build(const std::string& target, const std::string& observer, const Limits& limits,
                                Progress& progress) const = 0;

  // Whether a check by 'observer' on 'target' needs it added: it is not among the target's own components,
  // and an automaton can watch.
  virtual Result<bool> needs_observer(const std::string& target, const std::string& observer, const Limits& limits) const = 0;

  // The property that 'request' asks of 'network', which build() made for it.
  virtual Result<Property> bind(const CheckRequest& request, const Network& network, const Limits& limits) const = 0;

  // What 'network', which build() made, takes for granted; nothing in most languages.
  virtual std::optional<Assumption> assumed(const Network& network) const;

  // What in the text of 'target' is probably a mistake or has no effect, with its place: warnings only.
  // build() gives the worst of them; here are all, for who asks.
  virtual Diagnostics lints(const std::string& target, const Limits& limits) const;

 protected:
  std::vector<SourceFile> files_;
  Diagnostics warnings_;
};

// Opens a model by its ending (.fsp .lts .aut .exp .pnml) and its first bytes. An unreadable file is a
// diagnostic too.
Result<std::unique_ptr<Model>> read_model(const std::string& path, const ReadOptions& options, const Limits& limits,
                                          Progress& progress);

}   // namespace parley
