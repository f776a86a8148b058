#include "front/pnml/contest.h"

#include <array>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "base/sha256.h"
#include "front/content.h"
#include "front/file_error.h"
#include "front/pnml/formula_predicate.h"
#include "front/pnml/one_safe.h"
#include "front/pnml/parse.h"
#include "front/pnml/property_set.h"
#include "front/pnml/translate.h"

namespace parley {

namespace {

struct ExaminationRow {
  Examination examination;
  std::string_view name;
};

constexpr std::array kExaminations = {ExaminationRow{Examination::kReachabilityDeadlock, "ReachabilityDeadlock"},
                                      ExaminationRow{Examination::kReachabilityFireability, "ReachabilityFireability"},
                                      ExaminationRow{Examination::kReachabilityCardinality, "ReachabilityCardinality"},
                                      ExaminationRow{Examination::kStateSpace, "StateSpace"}};

bool has_formulas(Examination examination) {
  return examination == Examination::kReachabilityFireability || examination == Examination::kReachabilityCardinality;
}

class ContestModel : public Contest {
 public:
  ContestModel(SourceFile file, PetriNet net, PetriNetwork network, std::vector<ContestProperty> properties)
      : net_(std::move(net)), network_(std::move(network)), properties_(std::move(properties)) {
    files_.push_back(std::move(file));
  }

  const std::vector<Atom>& marked() const override { return network_.marked; }
  bool has_units() const override { return net_.is_unit_safe(); }

  // E F f is asked as reach f, and A G f as never !f. The examination of deadlocks has no formula.
  Result<std::vector<CheckRequest>> checks(const std::string&, const Limits&) const override {
    std::vector<CheckRequest> requests;
    for (std::size_t i = 0; i < properties_.size(); ++i) {
      const bool is_reach = properties_[i].quantifier == ContestProperty::Quantifier::kSomeMarking;
      requests.push_back({.name = properties_[i].id,
                          .kind = is_reach ? PropertyKind::kReach : PropertyKind::kNever,
                          .target = net_.id,
                          .index = i});
    }
    if (requests.empty())
      requests.push_back(
          {.name = std::string(name_of(Examination::kReachabilityDeadlock)), .kind = PropertyKind::kDeadlock, .target = net_.id});
    return requests;
  }

  std::string default_target() const override { return net_.id; }

  Result<Network> build(const std::string&, const std::string&, const Limits& limits, Progress&) const override {
    limits.expect(network_.network.bytes());
    return network_.network;
  }

  Result<bool> needs_observer(const std::string&, const std::string&, const Limits&) const override { return false; }

  Result<Property> bind(const CheckRequest& request, const Network& network, const Limits& limits) const override {
    if (request.kind == PropertyKind::kDeadlock) return Property{request.name, Deadlock{}};
    const ContestProperty& asked = properties_[request.index];
    if (!asked.refused.empty()) return Property{request.name, Undecided{request.kind, asked.refused}};
    const bool is_reach = request.kind == PropertyKind::kReach;
    Predicate predicate = while_one_safe(network, to_predicate(asked.formula, is_reach ? Truth::kFormula : Truth::kNegation, net_,
                                                               network, network_.marked, limits));
    if (is_reach) return Property{request.name, Reach{std::move(predicate)}};
    return Property{request.name, Never{std::move(predicate)}};
  }

  std::optional<Assumption> assumed(const Network& network) const override { return one_safety(network); }

 private:
  PetriNet net_;
  PetriNetwork network_;
  std::vector<ContestProperty> properties_;
};

}   // namespace

std::optional<Examination> examination_named(std::string_view name) {
  for (const ExaminationRow& row : kExaminations)
    if (row.name == name) return row.examination;
  return std::nullopt;
}

std::string_view name_of(Examination examination) {
  for (const ExaminationRow& row : kExaminations)
    if (row.examination == examination) return row.name;
  return "";
}

std::string examination_names() {
  std::string all;
  for (const ExaminationRow& row : kExaminations)
    all += fmt::format("{}{}", all.empty() ? "" : &row == &kExaminations.back() ? " or " : ", ", row.name);
  return all;
}

Result<std::unique_ptr<Contest>> read_contest(const std::string& directory, Examination examination, const Limits& limits,
                                              Progress& progress) {
  progress.report({.phase = "reading"});
  const std::filesystem::path folder(directory);
  std::string path = (folder / "model.pnml").string();
  Result<std::string> text = content_of(path, limits);
  if (!text) return std::move(text.diagnostics());
  std::string hash = sha256_hex(*text);
  Result<PetriNet> net = read_net(path, std::move(*text), limits, progress);
  if (!net) return std::move(net.diagnostics());

  std::vector<ContestProperty> properties;
  if (has_formulas(examination)) {
    const std::string formulas = (folder / fmt::format("{}.xml", name_of(examination))).string();
    Result<std::string> asked = content_of(formulas, limits);
    if (!asked) return std::move(asked.diagnostics());
    Result<std::vector<ContestProperty>> read = parse_properties(formulas, std::move(*asked), *net, limits);
    if (!read) return std::move(read.diagnostics());
    if (read->empty()) return file_error(formulas, "mcc-missing", "there is no property in this file");
    properties = std::move(*read);
  }
  PetriNetwork network = translate(*net, limits);
  return std::unique_ptr<Contest>(std::make_unique<ContestModel>(SourceFile{std::move(path), std::move(hash)}, std::move(*net),
                                                                 std::move(network), std::move(properties)));
}

}   // namespace parley
