#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "front/front.h"

namespace parley {

// A format whose files hold a system and nothing else: no checks, no constants, no property automata. All
// checks come from the command line.
struct PlainFormat {
  // Codes of the diagnostics below. Each format spells them out, so that a search for a code finds its
  // format.
  const char* definition_code;
  const char* property_code;
  std::string_view a_file;   // "an EXP file", for hints
};

// The default checks: one for deadlock.
std::vector<CheckRequest> plain_checks();

// One diagnostic per -D, because such a file has no constants to define.
Diagnostics refuse_definitions(const PlainFormat& format, const std::string& path, const ReadOptions& options);

// The diagnostic for a check of a property automaton, which such a file cannot have.
Diagnostic no_automata(const PlainFormat& format, std::string where, const std::string& automaton);

// The property that 'request' asks for. 'parse' reads the predicate of a reach or a never.
using ParsePredicate = std::function<Result<Predicate>(const SourceText& expression)>;
Result<Property> bind_plain(const PlainFormat& format, const CheckRequest& request, const std::string& path,
                            const ParsePredicate& parse);

}   // namespace parley
