#pragma once

#include <string>
#include <vector>

#include "front/front.h"

namespace parley {

// The file name for the evidence of a check: its name, everything but letters, digits and -_. written as %XX,
// so that two checks never share a file. A very long name is cut, with a hash of it behind.
std::string evidence_file_name(const std::string& check_name);

// Keeps what is needed to find our own bug: copies of the model's files and the evidence that the judge
// rejected, in a new folder here or, where nothing can be written here, among the temporary files. Answers
// where, or why not.
std::string keep_rejected(const std::vector<SourceFile>& files, const std::string& evidence_name, const std::string& evidence);

}   // namespace parley
