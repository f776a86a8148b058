#include "front/fsp/elaborate/watch.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "front/fsp/ask/assertion.h"
#include "front/fsp/ask/progression.h"

namespace parley::fsp {

namespace {

// The largest automaton, in states, for parts that share labels. Making one state costs letters times
// conjuncts.
std::size_t most_together(std::size_t letters, std::size_t conjuncts) {
  constexpr std::size_t kWork = 4'000'000;   // about a second
  constexpr std::size_t kLeast = 16;
  constexpr std::size_t kSmall = 4096;
  const std::size_t small = std::max(kSmall, 2 * (letters + conjuncts));
  return std::clamp(kWork / std::max<std::size_t>(letters * conjuncts, 1), kLeast, small);
}

// Splits the formula into conjuncts: [](f && g) becomes []f and []g.
std::vector<FormulaId> conjuncts_of(Formulas& formulas, FormulaId root) {
  std::vector<FormulaId> work{root};
  std::vector<FormulaId> found;
  while (!work.empty()) {
    const FormulaId at = work.back();
    work.pop_back();
    const bool is_always = formulas.kind(at) == FormulaKind::kAlways;
    const FormulaId inner = is_always ? formulas.parts(at)[0] : at;
    if (formulas.kind(inner) != FormulaKind::kAnd) {
      found.push_back(at);
      continue;
    }
    const std::vector<FormulaId> parts(formulas.parts(inner).rbegin(), formulas.parts(inner).rend());
    for (const FormulaId part : parts) work.push_back(is_always ? formulas.always(part) : part);
  }
  return found;
}

class Watching {
 public:
  Watching(Index assertion, Evaluator& evaluator)
      : index_(assertion),
        definition_(evaluator.ast().assertions[assertion]),
        eval_(evaluator),
        resolved_(resolve_assertion(assertion, evaluator)) {}

  std::vector<Template> run() {
    if (!resolved_.is_safe)
      eval_.reporter().refuse(
          eval_.place(definition_.offset), "fsp-liveness",
          fmt::format("no automaton can watch '{}': it is {}", eval_.names().symbols.text(definition_.name), kWhyLiveness));
    for (std::uint32_t i = 0; i < resolved_.alphabet.size(); ++i) label_number_.emplace(resolved_.alphabet[i], i);
    conjuncts_ = conjuncts_of(resolved_.formulas, resolved_.formula);
    for (const FormulaId conjunct : conjuncts_) facts_.push_back(facts_of(conjunct));
    for (const std::vector<std::size_t>& group : groups()) {
      if (add_automaton(group)) continue;
      for (const std::size_t conjunct : group) add_automaton({conjunct});
    }
    add_unwatched_labels();
    return std::move(made_);
  }

 private:
  struct Facts {
    std::vector<LtlAtom> atoms;          // ascending
    std::vector<std::uint32_t> labels;   // of the alphabet, ascending: the labels that change its atoms
  };

  template <class Visit>
  void for_each_label(LtlAtom atom, const Visit& visit) const {
    if (atom < resolved_.fluents.size()) {
      for (const Path label : resolved_.fluents[atom].on) visit(label_number_.at(label));
      for (const Path label : resolved_.fluents[atom].off) visit(label_number_.at(label));
    } else {
      for (const Path label : resolved_.label_sets[atom - resolved_.fluents.size()]) visit(label_number_.at(label));
    }
  }

  Facts facts_of(FormulaId conjunct) const {
    Facts facts;
    for (const FormulaId part : resolved_.formulas.subformulas(conjunct)) {
      eval_.pulse().beat();
      if (resolved_.formulas.kind(part) == FormulaKind::kAtom) facts.atoms.push_back(resolved_.formulas.atom_of(part));
    }
    for (const LtlAtom atom : facts.atoms) for_each_label(atom, [&](std::uint32_t label) { facts.labels.push_back(label); });
    sort_once(facts.atoms);
    sort_once(facts.labels);
    return facts;
  }

  template <class T>
  static void sort_once(std::vector<T>& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }

  // Groups of conjuncts that share labels, directly or through others (union-find).
  std::vector<std::vector<std::size_t>> groups() const {
    std::vector<std::size_t> leader(conjuncts_.size());
    std::iota(leader.begin(), leader.end(), std::size_t{0});
    const auto find = [&](std::size_t at) {
      while (leader[at] != at) at = leader[at] = leader[leader[at]];
      return at;
    };
    const auto join = [&](std::size_t a, std::size_t b) {   // the lower number leads, so that groups are in the order of the text
      a = find(a);
      b = find(b);
      leader[std::max(a, b)] = std::min(a, b);
    };
    constexpr std::size_t kNoConjunct = std::numeric_limits<std::size_t>::max();
    std::vector<std::size_t> first_with(resolved_.alphabet.size(), kNoConjunct);
    for (std::size_t i = 0; i < conjuncts_.size(); ++i)
      for (const std::uint32_t label : facts_[i].labels) {
        if (first_with[label] == kNoConjunct) first_with[label] = i;
        else join(first_with[label], i);
      }
    std::vector<std::vector<std::size_t>> all;
    std::vector<std::size_t> number(conjuncts_.size(), kNoConjunct);
    for (std::size_t i = 0; i < conjuncts_.size(); ++i) {
      const std::size_t lead = find(i);
      if (number[lead] == kNoConjunct) {
        number[lead] = all.size();
        all.emplace_back();
      }
      all[number[lead]].push_back(i);
    }
    return all;
  }

  // The conjuncts of a group, with atoms of their own.
  struct Local {
    Formulas formulas;
    Watched watched;
    std::vector<LtlAtom> fluents;           // per fluent atom: its number in the assertion
    std::vector<std::uint32_t> labels;      // of the alphabet, ascending: the labels that change its atoms
    std::vector<std::uint32_t> letter_of;   // per element of 'labels'
    std::uint32_t other = 0;                // the letter of all other labels of the alphabet
  };

  Local localize(const std::vector<std::size_t>& group) const {
    Local local;
    std::vector<LtlAtom> atoms;
    for (const std::size_t i : group) {
      atoms.insert(atoms.end(), facts_[i].atoms.begin(), facts_[i].atoms.end());
      local.labels.insert(local.labels.end(), facts_[i].labels.begin(), facts_[i].labels.end());
    }
    sort_once(atoms);
    sort_once(local.labels);
    std::unordered_map<LtlAtom, LtlAtom> renamed;
    std::vector<Letter> of_label(local.labels.size());
    const auto letter = [&](Path label) -> Letter& {
      const std::uint32_t number = label_number_.at(label);
      const auto at = std::lower_bound(local.labels.begin(), local.labels.end(), number);
      return of_label[static_cast<std::size_t>(at - local.labels.begin())];
    };
    for (const LtlAtom atom : atoms) {
      const auto own = static_cast<LtlAtom>(renamed.size());
      renamed.emplace(atom, own);
      if (atom < resolved_.fluents.size()) {
        const ResolvedAssertion::FluentValue& fluent = resolved_.fluents[atom];
        local.fluents.push_back(atom);
        local.watched.initially.push_back(fluent.initially);
        for (const Path label : fluent.on) letter(label).on.push_back(own);
        for (const Path label : fluent.off) letter(label).off.push_back(own);
      } else {
        ++local.watched.labels;
        for (const Path label : resolved_.label_sets[atom - resolved_.fluents.size()]) letter(label).marks.push_back(own);
      }
    }
    std::vector<FormulaId> conjuncts;
    conjuncts.reserve(group.size());
    for (const std::size_t i : group)
      conjuncts.push_back(local.formulas.copy(resolved_.formulas, conjuncts_[i], [&](LtlAtom atom) { return renamed.at(atom); }));
    local.watched.formula = local.formulas.conjunction(conjuncts);
    number_letters(of_label, local);
    return local;
  }

  // Labels with the same effect on the atoms are one letter.
  void number_letters(const std::vector<Letter>& of_label, Local& local) const {
    std::map<Letter, std::uint32_t> known;
    const auto number = [&](const Letter& letter) {
      const auto [found, is_new] = known.emplace(letter, static_cast<std::uint32_t>(local.watched.letters.size()));
      if (is_new) local.watched.letters.push_back(letter);
      return found->second;
    };
    local.letter_of.reserve(of_label.size());
    for (const Letter& letter : of_label) local.letter_of.push_back(number(letter));
    if (local.labels.size() < resolved_.alphabet.size()) local.other = number({});
  }

  // Returns false and adds nothing if a group of several conjuncts would need too large an automaton.
  bool add_automaton(const std::vector<std::size_t>& group) {
    const Local local = localize(group);
    const std::size_t most =
        group.size() > 1 ? most_together(local.watched.letters.size(), group.size()) : std::numeric_limits<std::size_t>::max();
    const std::optional<BadPrefixes> automaton = small_bad_prefixes(local.formulas, local.watched, most, eval_.limits());
    if (!automaton) return false;
    Template result;
    result.definition = {DefinitionKind::kAssertion, index_};
    result.name = definition_.name;
    result.offset = definition_.offset;
    result.is_property = true;

    std::vector<std::uint32_t> labels = local.labels;
    std::vector<std::uint32_t> letter_of = local.letter_of;
    if (notices_others(local, *automaton)) {
      labels.resize(resolved_.alphabet.size());
      std::iota(labels.begin(), labels.end(), 0u);
      letter_of.assign(resolved_.alphabet.size(), local.other);
      for (std::size_t i = 0; i < local.labels.size(); ++i) letter_of[local.labels[i]] = local.letter_of[i];
    }
    LtsBuilder builder;
    builder.add_states(automaton->states.size());
    name_states(local, *automaton, builder);
    for (const std::uint32_t label : labels) {
      builder.add_label(eval_.names().text(resolved_.alphabet[label]));
      result.labels.push_back(resolved_.alphabet[label]);
      result.is_extension.push_back(resolved_.is_extension[label]);
      is_watched_.insert(label);
    }
    result.uses.assign(labels.size(), LabelUse::kVisible);
    add_edges(*automaton, local.watched.letters.size(), letter_of, builder);
    result.reaches_error =
        automaton->initial == BadPrefixes::kError ||
        std::ranges::count(automaton->next, BadPrefixes::kError) > static_cast<std::ptrdiff_t>(local.watched.letters.size());
    result.lts = std::move(builder).build();
    made_.push_back(std::move(result));
    return true;
  }

  // Whether an action that changes none of its atoms can change the state.
  bool notices_others(const Local& local, const BadPrefixes& automaton) const {
    if (local.labels.size() == resolved_.alphabet.size()) return false;
    for (std::uint32_t state = 0; state < automaton.states.size(); ++state)
      if (automaton.next[state * local.watched.letters.size() + local.other] != state) return true;
    return false;
  }

  void add_edges(const BadPrefixes& automaton, std::size_t letters, const std::vector<std::uint32_t>& letter_of,
                 LtsBuilder& builder) {
    constexpr std::uint64_t kBytesPerEdge = 40;
    eval_.limits().expect(kBytesPerEdge * automaton.states.size() * letter_of.size());
    for (std::uint32_t state = 0; state < automaton.states.size(); ++state) {
      if (state == BadPrefixes::kError) continue;
      for (std::uint32_t label = 0; label < letter_of.size(); ++label) {
        eval_.pulse().beat();
        builder.add_edge(LocalState(state), LocalLabel(label), LocalState(automaton.next[state * letters + letter_of[label]]));
      }
    }
    builder.set_initial(LocalState(automaton.initial));
    builder.set_error(LocalState(BadPrefixes::kError));
  }

  // A state is named after the fluents that are true, separated by commas. Equal names are numbered.
  void name_states(const Local& local, const BadPrefixes& automaton, LtsBuilder& builder) const {
    std::vector<std::string> plain(automaton.states.size());
    std::unordered_map<std::string, std::uint32_t> alike;
    for (std::uint32_t s = 0; s < automaton.states.size(); ++s) {
      if (s == BadPrefixes::kError) plain[s] = "ERROR";
      else if (automaton.states[s].is_settled) plain[s] = "HOLDS";
      else
        for (std::size_t f = 0; f < local.fluents.size(); ++f) {
          if (!automaton.states[s].fluents[f]) continue;
          if (!plain[s].empty()) plain[s] += ",";
          eval_.names().append(resolved_.fluents[local.fluents[f]].name, plain[s]);
        }
      if (plain[s].empty()) plain[s] = "NONE";
      ++alike[plain[s]];
    }
    std::unordered_map<std::string, std::uint32_t> number;
    for (std::uint32_t s = 0; s < plain.size(); ++s) {
      if (alike[plain[s]] == 1) {
        builder.set_name(LocalState(s), plain[s]);
        continue;
      }
      builder.set_name(LocalState(s), fmt::format("{}#{}", plain[s], ++number[plain[s]]));
      builder.add_alias(LocalState(s), plain[s]);
    }
  }

  // Labels that the formula names but does not depend on, as in []F || ![]F. No automaton watches them, but
  // they must exist: a property with one state has them.
  void add_unwatched_labels() {
    for (std::uint32_t label = 0; label < resolved_.alphabet.size(); ++label) {
      if (resolved_.is_extension[label] || is_watched_.contains(label)) continue;
      unwatched_.push_back(label);
    }
    if (unwatched_.empty()) return;
    Template idle;
    idle.definition = {DefinitionKind::kAssertion, index_};
    idle.name = definition_.name;
    idle.offset = definition_.offset;
    idle.is_property = true;
    LtsBuilder builder;
    const LocalState holds = builder.add_state("HOLDS");
    for (const std::uint32_t label : unwatched_) {
      const LocalLabel added = builder.add_label(eval_.names().text(resolved_.alphabet[label]));
      builder.add_edge(holds, added, holds);
      idle.labels.push_back(resolved_.alphabet[label]);
    }
    idle.uses.assign(unwatched_.size(), LabelUse::kVisible);
    idle.is_extension.assign(unwatched_.size(), false);
    idle.lts = std::move(builder).build();
    // If the whole formula is true, no other automaton is needed.
    if (resolved_.formula == Formulas::kTrue) made_.clear();
    made_.push_back(std::move(idle));
  }

  Index index_;
  const Assertion& definition_;
  Evaluator& eval_;
  ResolvedAssertion resolved_;
  std::unordered_map<Path, std::uint32_t> label_number_;
  std::vector<FormulaId> conjuncts_;
  std::vector<Facts> facts_;
  std::unordered_set<std::uint32_t> is_watched_;
  std::vector<std::uint32_t> unwatched_;
  std::vector<Template> made_;
};

}   // namespace

std::vector<Template> watch_assertion(Index assertion, Evaluator& evaluator) { return Watching(assertion, evaluator).run(); }

}   // namespace parley::fsp
