#include "front/fsp/ask/progression.h"

#include <algorithm>
#include <optional>
#include <random>
#include <string>

#include <gtest/gtest.h>

namespace parley::fsp {

namespace {

using Word = std::vector<std::size_t>;   // of letters

// The value of a formula on an infinite word: stem, then the loop repeated for ever. Computed from the
// definition, with fixed points by iteration, and independent of the progression.
class Lasso {
 public:
  Lasso(const Formulas& formulas, const Watched& watched, const Word& stem, const Word& loop) : formulas_(formulas) {
    std::vector<bool> fluents = watched.initially;
    const auto read = [&](std::size_t index) {
      const Letter& letter = watched.letters[index];
      for (const LtlAtom atom : letter.on) fluents[atom] = true;
      for (const LtlAtom atom : letter.off) fluents[atom] = false;
      std::vector<bool> values = fluents;
      values.resize(fluents.size() + watched.labels);
      for (const LtlAtom atom : letter.marks) values[atom] = true;
      moments_.push_back(values);
    };
    for (const std::size_t letter : stem) read(letter);
    // After one round of the loop the fluents have the values that they have after every further round.
    for (const std::size_t letter : loop) read(letter);
    back_ = moments_.size();
    for (const std::size_t letter : loop) read(letter);
  }

  bool holds(FormulaId formula) { return values(formula)[0]; }

 private:
  std::size_t after(std::size_t moment) const { return moment + 1 < moments_.size() ? moment + 1 : back_; }

  std::vector<bool> values(FormulaId formula) {
    const std::size_t n = moments_.size();
    const auto parts = formulas_.parts(formula);
    std::vector<bool> result(n, formula == Formulas::kTrue);
    std::vector<std::vector<bool>> of;
    for (const FormulaId part : parts) of.push_back(values(part));
    // x(i) = right(i) || (left(i) && x(i + 1)), the least or the greatest solution.
    const auto until = [&](const std::vector<bool>& left, const std::vector<bool>& right, bool greatest) {
      std::vector<bool> x(n, greatest);
      for (std::size_t round = 0; round <= n; ++round)
        for (std::size_t i = n; i-- > 0;) x[i] = right[i] || (left[i] && x[after(i)]);
      return x;
    };
    const std::vector<bool> all(n, true);
    const std::vector<bool> none(n, false);
    for (std::size_t i = 0; i < n; ++i) switch (formulas_.kind(formula)) {
        case FormulaKind::kFalse:
        case FormulaKind::kTrue: break;
        case FormulaKind::kAtom: result[i] = moments_[i][formulas_.atom_of(formula)]; break;
        case FormulaKind::kNot: result[i] = !of[0][i]; break;
        case FormulaKind::kAnd:
          result[i] = true;
          for (const auto& part : of) result[i] = result[i] && part[i];
          break;
        case FormulaKind::kOr:
          for (const auto& part : of) result[i] = result[i] || part[i];
          break;
        case FormulaKind::kIff: result[i] = of[0][i] == of[1][i]; break;
        case FormulaKind::kNext: result[i] = of[0][after(i)]; break;
        case FormulaKind::kAlways: return until(of[0], none, true);
        case FormulaKind::kEventually: return until(all, of[0], false);
        case FormulaKind::kUntil: return until(of[0], of[1], false);
        case FormulaKind::kWeakUntil: return until(of[0], of[1], true);
      }
    return result;
  }

  const Formulas& formulas_;
  std::vector<std::vector<bool>> moments_;
  std::size_t back_ = 0;
};

// Two fluents, both changed by one letter, and the labels of the first two letters.
Watched sample_letters() {
  Watched watched;
  watched.initially = {false, true};
  watched.labels = 2;
  watched.letters = {{{0}, {}, {2}}, {{}, {0, 1}, {3}}, {{1}, {}, {}}};
  return watched;
}

enum class Shape : std::uint8_t { kAny, kSafe };

FormulaId random_formula(Formulas& formulas, std::mt19937& random, int depth, Shape shape) {
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  if (depth == 0 || below(6) == 0) {
    const FormulaId atom = formulas.atom(below(4));
    return below(2) == 0 ? atom : formulas.negation(atom);
  }
  const auto sub = [&] { return random_formula(formulas, random, depth - 1, shape); };
  switch (below(shape == Shape::kSafe ? 5 : 9)) {
    case 0: return formulas.conjunction({sub(), sub()});
    case 1: return formulas.disjunction({sub(), sub()});
    case 2: return formulas.next(sub());
    case 3: return formulas.always(sub());
    case 4: return formulas.weak_until(sub(), sub());
    case 5: return formulas.negation(sub());
    case 6: return formulas.until(sub(), sub());
    case 7: return formulas.eventually(sub());
    default: return formulas.iff(sub(), sub());
  }
}

// All words of 'length' letters.
std::vector<Word> words(std::size_t length, std::size_t letters) {
  std::vector<Word> all{{}};
  for (std::size_t i = 0; i < length; ++i) {
    std::vector<Word> longer;
    for (const Word& word : all)
      for (std::size_t letter = 0; letter < letters; ++letter) {
        longer.push_back(word);
        longer.back().push_back(letter);
      }
    all = std::move(longer);
  }
  return all;
}

std::uint32_t run(const BadPrefixes& automaton, std::size_t letters, const Word& word) {
  std::uint32_t state = automaton.initial;
  for (const std::size_t letter : word) state = automaton.next[state * letters + letter];
  return state;
}

TEST(Ltl, NormalFormMeansTheSame) {
  std::mt19937 random(7);
  const Watched watched = sample_letters();
  std::size_t true_ones = 0;
  std::size_t asked = 0;
  for (int i = 0; i < 400; ++i) {
    Formulas formulas;
    const FormulaId formula = random_formula(formulas, random, 4, Shape::kAny);
    const FormulaId normal = formulas.normal_form(formula);
    const FormulaId opposite = formulas.normal_form(formulas.negation(formula));
    for (int j = 0; j < 10; ++j) {
      Word stem(random() % 4);
      Word loop(1 + random() % 3);
      for (std::size_t& letter : stem) letter = random() % 3;
      for (std::size_t& letter : loop) letter = random() % 3;
      Lasso lasso(formulas, watched, stem, loop);
      const bool holds = lasso.holds(formula);
      ASSERT_EQ(lasso.holds(normal), holds);
      ASSERT_EQ(lasso.holds(opposite), !holds);
      true_ones += holds ? 1 : 0;
      ++asked;
    }
  }
  EXPECT_GT(true_ones, asked / 10);
  EXPECT_LT(true_ones, asked / 10 * 9);
}

TEST(Ltl, SafetyIsSeenThroughNegations) {
  Formulas f;
  const FormulaId p = f.atom(0);
  const FormulaId q = f.atom(1);
  const auto is_safe = [&](FormulaId formula) { return is_syntactically_safe(f, f.normal_form(formula)); };
  EXPECT_TRUE(is_safe(f.always(f.implication(p, f.next(q)))));
  EXPECT_TRUE(is_safe(f.negation(f.until(p, q))));
  EXPECT_TRUE(is_safe(f.negation(f.eventually(p))));
  EXPECT_FALSE(is_safe(f.negation(f.weak_until(p, q))));
  EXPECT_FALSE(is_safe(f.negation(f.always(p))));
  EXPECT_FALSE(is_safe(f.always(f.implication(p, f.eventually(q)))));
  EXPECT_TRUE(is_safe(f.always(f.implication(p, f.eventually(f.conjunction({q, f.negation(q)}))))));   // <> false
}

TEST(Ltl, EqualFormulasAreOne) {
  Formulas f;
  const FormulaId p = f.atom(0);
  const FormulaId q = f.atom(1);
  EXPECT_EQ(f.conjunction({p, f.conjunction({q, p})}), f.conjunction({q, p}));
  EXPECT_EQ(f.disjunction({p, f.negation(p), q}), Formulas::kTrue);
  EXPECT_EQ(f.disjunction({f.next(p), f.next(q)}), f.next(f.disjunction({p, q})));
  EXPECT_EQ(f.weak_until(p, Formulas::kFalse), f.always(p));
  EXPECT_EQ(f.until(Formulas::kTrue, p), f.eventually(p));
}

// Whether the letters so far violate a formula in normal form, by its meaning at each moment. After the last
// letter nothing is required.
class Ended {
 public:
  Ended(const Formulas& formulas, const Watched& watched, const Word& word) : formulas_(formulas) {
    std::vector<bool> fluents = watched.initially;
    for (const std::size_t index : word) {
      const Letter& letter = watched.letters[index];
      for (const LtlAtom atom : letter.on) fluents[atom] = true;
      for (const LtlAtom atom : letter.off) fluents[atom] = false;
      moments_.push_back(fluents);
      moments_.back().resize(fluents.size() + watched.labels);
      for (const LtlAtom atom : letter.marks) moments_.back()[atom] = true;
    }
  }

  bool holds(FormulaId formula, std::size_t at = 0) const {
    if (at >= moments_.size()) return true;
    const auto parts = formulas_.parts(formula);
    const auto from = [&](FormulaId part) {
      for (std::size_t i = at; i < moments_.size(); ++i)
        if (!holds(part, i)) return i;
      return moments_.size();
    };
    switch (formulas_.kind(formula)) {
      case FormulaKind::kFalse: return false;
      case FormulaKind::kTrue: return true;
      case FormulaKind::kAtom: return moments_[at][formulas_.atom_of(formula)];
      case FormulaKind::kNot: return !moments_[at][formulas_.atom_of(parts[0])];
      case FormulaKind::kAnd: return std::ranges::all_of(parts, [&](FormulaId part) { return holds(part, at); });
      case FormulaKind::kOr: return std::ranges::any_of(parts, [&](FormulaId part) { return holds(part, at); });
      case FormulaKind::kNext: return holds(parts[0], at + 1);
      case FormulaKind::kAlways: return from(parts[0]) == moments_.size();
      case FormulaKind::kWeakUntil: {
        const std::size_t fails = from(parts[0]);
        for (std::size_t i = at; i < moments_.size() && i <= fails; ++i)
          if (holds(parts[1], i)) return true;
        return fails == moments_.size();
      }
      case FormulaKind::kIff:
      case FormulaKind::kEventually:
      case FormulaKind::kUntil: break;
    }
    ADD_FAILURE() << "not a safety formula";
    return false;
  }

 private:
  const Formulas& formulas_;
  std::vector<std::vector<bool>> moments_;
};

TEST(BadPrefixes, AreThoseThatViolateTheFormula) {
  std::mt19937 random(11);
  std::size_t bad = 0;
  std::size_t good = 0;
  for (int i = 0; i < 1500; ++i) {
    Formulas formulas;
    Watched watched = sample_letters();
    watched.formula = formulas.normal_form(random_formula(formulas, random, 4, Shape::kSafe));
    ASSERT_TRUE(is_syntactically_safe(formulas, watched.formula));
    const BadPrefixes automaton = bad_prefixes(formulas, watched, Limits());
    for (int j = 0; j < 10; ++j) {
      Word word(1 + random() % 7);
      for (std::size_t& letter : word) letter = random() % 3;
      const bool holds = Ended(formulas, watched, word).holds(watched.formula);
      ASSERT_EQ(run(automaton, 3, word) != BadPrefixes::kError, holds) << "formula " << i << " word " << j;
      (holds ? good : bad) += 1;
    }
  }
  EXPECT_GT(bad, 3000u);
  EXPECT_GT(good, 3000u);
}

// Whatever follows a bad prefix, the formula stays false.
TEST(BadPrefixes, AreNotMadeGoodByWhatFollows) {
  std::mt19937 random(17);
  std::vector<Word> stems;
  std::vector<Word> loops;
  for (std::size_t n = 0; n <= 2; ++n)
    for (const Word& word : words(n, 3)) stems.push_back(word);
  for (std::size_t n = 1; n <= 2; ++n)
    for (const Word& word : words(n, 3)) loops.push_back(word);
  for (int i = 0; i < 60; ++i) {
    Formulas formulas;
    Watched watched = sample_letters();
    watched.formula = formulas.normal_form(random_formula(formulas, random, 3, Shape::kSafe));
    const BadPrefixes automaton = bad_prefixes(formulas, watched, Limits());
    Word word(1 + random() % 5);
    for (std::size_t& letter : word) letter = random() % 3;
    if (run(automaton, 3, word) != BadPrefixes::kError) continue;
    for (const Word& more : stems)
      for (const Word& loop : loops) {
        Word stem = word;
        stem.insert(stem.end(), more.begin(), more.end());
        EXPECT_FALSE(Lasso(formulas, watched, stem, loop).holds(watched.formula));
      }
  }
}

TEST(BadPrefixes, AViolatedLoopPassesThroughTheErrorState) {
  std::mt19937 random(13);
  for (int i = 0; i < 300; ++i) {
    Formulas formulas;
    Watched watched = sample_letters();
    watched.formula = formulas.normal_form(random_formula(formulas, random, 4, Shape::kSafe));
    const BadPrefixes automaton = bad_prefixes(formulas, watched, Limits());
    Word stem(random() % 4);
    Word loop(1 + random() % 3);
    for (std::size_t& letter : stem) letter = random() % 3;
    for (std::size_t& letter : loop) letter = random() % 3;
    Word word = stem;
    for (std::size_t round = 0; round <= automaton.states.size(); ++round) word.insert(word.end(), loop.begin(), loop.end());
    EXPECT_EQ(run(automaton, 3, word) != BadPrefixes::kError, Lasso(formulas, watched, stem, loop).holds(watched.formula));
  }
}

TEST(BadPrefixes, AutomataOfCommonFormulasAreSmall) {
  Formulas f;
  Watched watched;
  constexpr LtlAtom kUsers = 12;
  std::vector<FormulaId> never_both;
  for (LtlAtom i = 0; i < kUsers; ++i) {
    watched.initially.push_back(false);
    watched.letters.push_back({{i}, {}, {}});
    watched.letters.push_back({{}, {i}, {}});
    for (LtlAtom j = 0; j < i; ++j) never_both.push_back(f.always(f.negation(f.conjunction({f.atom(i), f.atom(j)}))));
  }
  watched.formula = f.normal_form(f.conjunction(never_both));
  EXPECT_EQ(bad_prefixes(f, watched, Limits()).states.size(), kUsers + 2);   // no user inside, each user alone, error
}

TEST(BadPrefixes, ConstantsNeedNoLetters) {
  Formulas f;
  Watched watched;
  EXPECT_EQ(bad_prefixes(f, watched, Limits()).states.size(), 2u);
  EXPECT_NE(bad_prefixes(f, watched, Limits()).initial, BadPrefixes::kError);
  watched.formula = Formulas::kFalse;
  EXPECT_EQ(bad_prefixes(f, watched, Limits()).initial, BadPrefixes::kError);
}

// Here every next letter violates the formula. That is no error until a letter comes, since there may be
// none.
TEST(BadPrefixes, AnUnavoidableViolationIsAnErrorOnlyWhenItHappens) {
  Formulas f;
  Watched watched;
  watched.labels = 2;   // the labels of two letters, which never hold together
  watched.letters = {{{}, {}, {0}}, {{}, {}, {1}}};
  const FormulaId a = f.atom(0);
  const FormulaId b = f.atom(1);
  watched.formula = f.normal_form(f.always(f.implication(a, f.next(f.conjunction({a, b})))));
  const BadPrefixes automaton = bad_prefixes(f, watched, Limits());
  EXPECT_NE(run(automaton, 2, {0}), BadPrefixes::kError);
  EXPECT_EQ(run(automaton, 2, {0, 0}), BadPrefixes::kError);
  EXPECT_EQ(run(automaton, 2, {0, 1}), BadPrefixes::kError);
  EXPECT_NE(run(automaton, 2, {1, 1}), BadPrefixes::kError);
}

}   // namespace

}   // namespace parley::fsp
