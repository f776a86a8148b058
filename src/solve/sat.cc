#include "solve/sat.h"

#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <utility>

#include <cadical.hpp>

namespace parley {

namespace {

// CaDiCaL calls it now and then. An exception must not pass through the solver's frames: it is kept, and
// rethrown after the solver has returned.
class LimitTerminator : public CaDiCaL::Terminator {
 public:
  explicit LimitTerminator(const Limits& limits) : limits_(limits) {}

  bool terminate() override {
    if (stopped_) return true;
    try {
      limits_.check();
    } catch (...) {
      stopped_ = std::current_exception();
    }
    return stopped_ != nullptr;
  }

  void rethrow() const {
    if (stopped_) std::rethrow_exception(stopped_);
  }

 private:
  const Limits& limits_;
  std::exception_ptr stopped_;
};

// Reads a textual DRAT proof piece by piece, as it is written, and keeps only the additions: proofs consist
// mostly of deletions, and are longer as text.
class ProofReader {
 public:
  void read(const char* text, std::size_t size) {
    for (const char* at = text; at != text + size; ++at) read(*at);
  }

  std::vector<SatLiteral> take() { return std::exchange(clauses_, {}); }

 private:
  void read(char letter) {
    if (letter >= '0' && letter <= '9') {
      number_ = number_ * 10 + (letter - '0');
      in_number_ = true;
    } else if (letter == '-') {
      negative_ = true;
    } else if (letter == 'd') {
      deletion_ = true;
    } else if (in_number_) {
      if (!deletion_) clauses_.push_back(negative_ ? -number_ : number_);
      if (number_ == 0) deletion_ = false;
      number_ = 0;
      in_number_ = negative_ = false;
    }
  }

  std::vector<SatLiteral> clauses_;
  int number_ = 0;
  bool in_number_ = false;
  bool negative_ = false;
  bool deletion_ = false;
};

ssize_t write_to_reader(void* reader, const char* text, std::size_t size) {
  try {
    static_cast<ProofReader*>(reader)->read(text, size);
  } catch (const std::bad_alloc&) {
    return 0;   // the stream records an error, which derived() reports
  }
  return static_cast<ssize_t>(size);
}

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

}   // namespace

struct SatSolver::Parts {
  ProofReader proof;   // outlives the stream, which outlives the solver
  std::unique_ptr<std::FILE, CloseFile> stream;
  CaDiCaL::Solver solver;
};

SatSolver::SatSolver() : SatSolver(Settings{}) {}

SatSolver::SatSolver(const Settings& settings) : parts_(std::make_unique<Parts>()) {
  parts_->solver.set("quiet", 1);
  if (settings.expects_no_model) parts_->solver.configure("unsat");
  if (!settings.log) return;
  parts_->stream.reset(
      ::fopencookie(&parts_->proof, "w", {.read = nullptr, .write = write_to_reader, .seek = nullptr, .close = nullptr}));
  if (!parts_->stream) throw std::bad_alloc();
  parts_->solver.set("binary", 0);
  parts_->solver.trace_proof(parts_->stream.get(), "derived clauses");
}

SatSolver::~SatSolver() = default;

SatLiteral SatSolver::fresh() { return fresh(1); }

SatLiteral SatSolver::fresh(int count) {
  const SatLiteral first = variables_ + 1;
  variables_ += count;
  return first;
}

void SatSolver::add(std::span<const SatLiteral> clause) {
  for (const SatLiteral literal : clause) {
    assert(literal != 0 && std::abs(literal) <= variables_);
    parts_->solver.add(literal);
  }
  parts_->solver.add(0);
}

bool SatSolver::solve(const Limits& limits, std::span<const SatLiteral> assumptions) {
  limits.check();
  for (const SatLiteral literal : assumptions) {
    assert(literal != 0 && std::abs(literal) <= variables_);
    parts_->solver.assume(literal);
  }
  LimitTerminator watch(limits);
  parts_->solver.connect_terminator(&watch);
  const int answer = parts_->solver.solve();
  parts_->solver.disconnect_terminator();
  if (answer == 10) return true;
  if (answer == 20) return false;
  watch.rethrow();
  throw std::logic_error("the SAT solver gave up without being told to");
}

bool SatSolver::value(SatLiteral literal) const { return (parts_->solver.val(std::abs(literal)) > 0) == (literal > 0); }

bool SatSolver::failed(SatLiteral assumption) const { return parts_->solver.failed(assumption); }

std::vector<SatLiteral> SatSolver::derived() {
  if (!parts_->stream) throw std::logic_error("derived clauses are asked for, but not logged");
  parts_->solver.flush_proof_trace();
  if (std::fflush(parts_->stream.get()) != 0 || std::ferror(parts_->stream.get()) != 0) throw std::bad_alloc();
  return parts_->proof.take();
}

void add_at_most_one(SatSolver& solver, std::span<const SatLiteral> literals) {
  constexpr std::size_t kFew = 6;
  if (literals.size() <= kFew) {
    for (std::size_t i = 0; i < literals.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) solver.add({-literals[i], -literals[j]});
    return;
  }
  SatLiteral one_before = solver.fresh();
  solver.add({-literals[0], one_before});
  for (SatLiteral literal : literals.subspan(1)) {
    solver.add({-one_before, -literal});
    const SatLiteral one_so_far = solver.fresh();
    solver.add({-one_before, one_so_far});
    solver.add({-literal, one_so_far});
    one_before = one_so_far;
  }
}

}   // namespace parley
