#include "evidence/write_proof.h"

#include <algorithm>

#include "evidence/text/file_words.h"

namespace parley {

namespace {

// Writes the same number of items on each line but the last, each line after the keyword.
template <class Items, class WriteItem>
void write_lines(Buffer& out, Pulse& pulse, std::string_view keyword, const Items& items, const WriteItem& write_item) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    pulse.beat();
    if (i % kProofWordsPerLine == 0) out << keyword;
    out << ' ';
    write_item(items[i]);
    if (i + 1 == items.size() || (i + 1) % kProofWordsPerLine == 0) out.end_line();
  }
}

class FactWriter {
 public:
  FactWriter(Buffer& out, const Network& network, StateWords& words, Pulse& pulse)
      : out_(out), network_(network), words_(words), pulse_(pulse) {}

  void operator()(const RegionSum& sum) {
    out_ << "sum at-most " << sum.bound;
    begin_rows(sum.rows.size());
    for (const RegionSum::Row& row : sum.rows) {
      begin_row("weigh ", row.component);
      auto left = row.left.begin();
      for (std::size_t state = 0; state < row.weights.size(); ++state) {
        if (left != row.left.end() && left->index() == state) {
          out_ << kLeftWord;
          ++left;
        } else {
          out_ << ' ' << row.weights[state];
        }
      }
      out_.end_line();
    }
  }
  void operator()(const Congruence& sum) {
    out_ << "congruence modulus " << sum.modulus << " remainder " << sum.remainder;
    begin_rows(sum.rows.size());
    for (const Congruence::Row& row : sum.rows) {
      begin_row("weigh ", row.component);
      for (std::int64_t weight : row.weights) out_ << ' ' << weight;
      out_.end_line();
    }
  }
  void operator()(const Trap& trap) {
    out_ << "trap";
    begin_rows(trap.rows.size());
    for (const Trap::Row& row : trap.rows) write_states("one-of ", row.component, row.states);
  }
  void operator()(const PairFact& pair) {
    out_ << "pair " << quoted_if_needed(network_.name(pair.first)) << ' ' << quoted_if_needed(network_.name(pair.second));
    out_.end_line();
  }
  void operator()(const Ranking& ranking) {
    out_ << "ranking rules " << ranking.ranks.size();
    out_.end_line();
    write_lines(out_, pulse_, "ranks", ranking.ranks, [&](std::uint32_t rank) { out_ << std::size_t{rank}; });
  }
  void operator()(const OrderFact& order) {
    out_ << "order";
    if (order.classes) out_ << kClassesWord;
    begin_rows(order.rows.size());
    for (const OrderFact::Row& row : order.rows) write_states("in ", row.component, row.states);
  }
  void operator()(const ApartFact& apart) {
    out_ << "apart";
    begin_rows(apart.rows.size());
    for (const ApartFact::Row& row : apart.rows) write_states("in ", row.component, row.states);
  }

 private:
  void begin_rows(std::size_t rows) {
    out_ << " rows " << rows;
    out_.end_line();
  }
  void begin_row(std::string_view keyword, ComponentId component) {
    pulse_.beat();
    out_ << keyword << quoted_if_needed(network_.name(component));
  }
  void write_states(std::string_view keyword, ComponentId component, const std::vector<LocalState>& states) {
    begin_row(keyword, component);
    for (LocalState state : states) out_ << ' ' << words_(component, state);
    out_.end_line();
  }

  Buffer& out_;
  const Network& network_;
  StateWords& words_;
  Pulse& pulse_;
};

class StepWriter {
 public:
  StepWriter(Buffer& out, Pulse& pulse) : out_(out), pulse_(pulse) {}

  void operator()(const InvariantProof::Nogood& nogood) {
    out_ << "nogood literals " << nogood.literals.size() << " because " << nogood.because.size();
    out_.end_line();
    for (const InvariantProof::Nogood::Literal& literal : nogood.literals) {
      pulse_.beat();
      out_ << "when " << std::size_t{literal.variable};
      write_ranges(literal.values);
      out_.end_line();
    }
    write_lines(out_, pulse_, "by", nogood.because, [&](std::uint32_t constraint) { out_ << std::size_t{constraint}; });
  }
  void operator()(const InvariantProof::Combination& combination) {
    out_ << "combine " << combination.terms.size();
    if (combination.divisor != 1) out_ << kDivideWord << combination.divisor;
    out_.end_line();
    write_lines(out_, pulse_, "of", combination.terms, [&](const InvariantProof::Combination::Term& term) {
      out_ << term.factor << '*' << std::size_t{term.constraint};
    });
  }

 private:
  // Consecutive values are written as a range.
  void write_ranges(const std::vector<std::uint32_t>& values) {
    for (std::size_t i = 0; i < values.size();) {
      std::size_t last = i;
      while (last + 1 < values.size() && values[last + 1] == values[last] + 1) ++last;
      out_ << ' ' << std::size_t{values[i]};
      if (last > i) out_ << '-' << std::size_t{values[last]};
      i = last + 1;
    }
  }

  Buffer& out_;
  Pulse& pulse_;
};

}   // namespace

void write_proof(Buffer& out, const Network& network, StateWords& words, const InvariantProof& proof, const Limits& limits) {
  Pulse pulse(limits);
  out << "facts " << proof.facts.size() << " steps " << proof.steps.size();
  out.end_line();
  FactWriter write_fact(out, network, words, pulse);
  for (const Fact& fact : proof.facts) std::visit(write_fact, fact);
  StepWriter write_step(out, pulse);
  for (const InvariantProof::Step& step : proof.steps) std::visit(write_step, step);
}

}   // namespace parley
