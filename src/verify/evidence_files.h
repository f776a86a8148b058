#pragma once

#include <string>
#include <vector>

#include "base/limits.h"
#include "check/judge.h"
#include "evidence/header.h"
#include "front/front.h"
#include "verify/failure.h"

namespace parley {

// What is written above a piece of evidence.
struct EvidenceRecord {
  std::string check_name;
  EvidenceHeader header;
};

// The file name for the evidence of a check: its name, with every character other than letters, digits and
// -_. written as %XX, so that two checks never share a file. A very long name is cut, and a hash of it added.
std::string evidence_file_name(const std::string& check_name);

// Creates the folder if it does not exist; "" is no folder. Throws Failure if it cannot be written to.
void prepare_evidence_folder(const std::string& folder);

// Writes evidence into the folder and returns the path. Throws Failure and Stopped.
std::string write_evidence_file(const std::string& folder, const EvidenceRecord& record, const Network& network,
                                const Evidence& evidence, const Limits& limits);

// The failure to throw if the judge rejects evidence of an engine, which is a bug of parley. Keeps copies of
// the model's files and the evidence for the bug report, in a new folder in the current folder or, if that is
// not writable, in the folder for temporary files.
Failure rejected_evidence(const EvidenceRecord& record, const Network& network, const Evidence& evidence,
                          const std::vector<SourceFile>& files, const Judgement& judgement);

}   // namespace parley
