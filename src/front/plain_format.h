#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "front/front.h"

namespace parley {

// A format whose files hold a system and nothing else: no checks, no constants, no property automata. What is
// asked comes from the command line.
struct PlainFormat {
  const char*
      definition_code;   // of the diagnostics below: written out where the format is, so that whoever meets a code finds it
  const char* property_code;
  std::string_view a_file;   // "an EXP file", for hints
};

// What is asked by default.
std::vector<CheckRequest> plain_checks();

// A diagnostic for each -D, which defines nothing in such a file.
Diagnostics refuse_definitions(const PlainFormat& format, const std::string& path, const ReadOptions& options);

Diagnostic no_automata(const PlainFormat& format, std::string where, const std::string& automaton);

// The property that 'request' asks; 'parse' reads the predicate of a reach or a never.
using ParsePredicate = std::function<Result<Predicate>(const SourceText& expression)>;
Result<Property> bind_plain(const PlainFormat& format, const CheckRequest& request, const std::string& path,
                            const ParsePredicate& parse);

}   // namespace parley
