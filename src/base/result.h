#pragma once

#include <cassert>
#include <optional>
#include <utility>

#include "base/diagnostic.h"

namespace parley {

// The result of reading: a value, or errors; warnings may come with either.
//
// For bad input only. Running out of time or memory is thrown as Stopped (base/limits.h); a bug in the
// program is an assertion.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(T value, Diagnostics warnings) : value_(std::move(value)), diagnostics_(std::move(warnings)) {
    assert(!diagnostics_.has_errors());
  }
  Result(Diagnostics errors) : diagnostics_(std::move(errors)) { assert(diagnostics_.has_errors()); }
  Result(Diagnostic error) {
    error.severity = Severity::kError;
    diagnostics_.add(std::move(error));
  }

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }
  T& operator*() & {
    assert(ok());
    return *value_;
  }
  const T& operator*() const& {
    assert(ok());
    return *value_;
  }
  T&& operator*() && {
    assert(ok());
    return std::move(*value_);
  }
  T* operator->() {
    assert(ok());
    return &*value_;
  }
  const T* operator->() const {
    assert(ok());
    return &*value_;
  }

  const Diagnostics& diagnostics() const { return diagnostics_; }
  Diagnostics& diagnostics() { return diagnostics_; }

 private:
  std::optional<T> value_;
  Diagnostics diagnostics_;
};

}   // namespace parley
