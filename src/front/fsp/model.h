#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "front/front.h"
#include "front/fsp/elaborate/compose.h"
#include "front/fsp/names/evaluate.h"
#include "front/fsp/syntax/ast.h"

namespace parley::fsp {

inline constexpr std::string_view kDefaultTarget =
    "DEFAULT";   // all processes in parallel; the target of a file without compositions

// An FSP file that was parsed and whose names were checked. It is immutable after finish(), except for a
// cache (built_), which has a mutex; so several threads may build and bind.
//
// The stages, each of which uses the ones before it:
//   syntax/     text -> Ast (Parser), and the files that a model includes or imports
//   names/      values of constants, ranges and sets (Evaluator), and errors in names (check_file)
//   ask/        predicates, assertions, progress: what is asked, resolved
//   elaborate/  processes -> automata (Template), compositions -> System -> Network (Composer, lower)
//   lint/       warnings about text that is legal but probably a mistake
//   write/      the way back: a Network as FSP
// Here, read.cc reads a file, build.cc makes networks of it, and bind.cc makes properties of its checks.
class FspModel final : public Model {
 public:
  FspModel(SourceText source, const ReadOptions& options) : source_(std::move(source)), options_{options.ltsa_compat} {}

  // Parses the text and checks its names; false after errors.
  bool read(const ReadOptions& options, const Limits& limits, Diagnostics& diagnostics);

  void finish(Diagnostics warnings) { warnings_ = std::move(warnings); }

  std::string default_target() const override;
  Result<std::vector<CheckRequest>> checks(const std::string& target, const Limits& limits) const override;
  Result<bool> needs_observer(const std::string& target, const std::string& observer, const Limits& limits) const override;
  Result<Network> build(const std::string& target, const std::string& observer, const Limits& limits,
                        Progress& progress) const override;
  Diagnostics lints(const std::string& target, const Limits& limits) const override;
  Result<Property> bind(const CheckRequest& request, const Network& network, const Limits& limits) const override;

 private:
  // The state of one call: a copy of the names, to which the call may add, and its diagnostics.
  struct Work {
    Work(const FspModel& model, const Limits& limits)
        : names(model.names_),
          reporter(model.source_, diagnostics),
          evaluator(model.ast_, names, model.globals_, reporter, limits) {}

    template <class T, class Function>
    Result<T> guarded(const Function& function) {
      try {
        T value = function();
        if (diagnostics.has_errors()) return std::move(diagnostics);
        return Result<T>(std::move(value), std::move(diagnostics));
      } catch (const Abandoned&) {
        return std::move(diagnostics);
      }
    }

    Names names;
    Diagnostics diagnostics;
    Reporter reporter;
    Evaluator evaluator;
  };

  // The components of a network that build() made: the definition of each.
  struct Built {
    std::string target;
    std::string observer;
    std::vector<Definition> definition_of;
  };

  std::string resolved(const std::string& target) const { return target.empty() ? default_target() : target; }

  // Reading (read.cc).
  void collect_definitions();
  std::optional<Definition> find(const std::string& name) const;
  std::optional<Definition> find_observer(const std::string& observer) const;
  bool is_property(Definition definition) const;
  enum class Wanted : std::uint8_t { kAnything, kProperties };
  std::string nearest_process(const std::string& name, Wanted wanted) const;
  void check_requests(Evaluator& evaluator);

  // Building (build.cc).
  System compose(const std::string& target, const std::string& observer, Work& work) const;
  std::vector<CheckRequest> default_checks(const std::string& target, Work& work) const;

  // Binding (bind.cc).
  Result<Predicate> bind_check(const CheckRequest& request, const Network& network, const Limits& limits) const;
  Result<Predicate> bind_text(const CheckRequest& request, const Network& network, const Limits& limits) const;
  Result<std::vector<Definition>> processes_of(const CheckRequest& request, const Network& network, const Limits& limits) const;
  Result<std::vector<ComponentId>> instances_of(Definition definition, const CheckRequest& request, const Network& network,
                                                const Limits& limits) const;
  Result<Property> bind_undecided(const CheckRequest& request, Property property, const Network& network,
                                  const Limits& limits) const;
  Result<Property> bind_assertion(const CheckRequest& request, Property property, const Network& network,
                                  const Limits& limits) const;
  Result<Property> bind_safety(const CheckRequest& request, Property property, const Network& network,
                               const Limits& limits) const;

  SourceText source_;
  ElaborateOptions options_;
  Names names_;
  Ast ast_;
  Globals globals_;
  std::unordered_map<std::string, Definition> definitions_;
  std::unordered_map<std::string, Index> assertions_;
  std::vector<CheckRequest> requests_;
  mutable std::mutex built_mutex_;
  mutable Built built_;   // of the last build(), so that bind() need not compose again
};

}   // namespace parley::fsp
