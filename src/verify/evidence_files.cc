#include "verify/evidence_files.h"

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <sstream>

#include <unistd.h>

#include <fmt/format.h>

#include "base/sha256.h"
#include "evidence/write.h"

namespace parley {

namespace {

std::string make_folder() {
  std::error_code error;
  for (const std::filesystem::path& base : {std::filesystem::path("."), std::filesystem::temp_directory_path(error)}) {
    std::string pattern = (base / "parley-rejected-XXXXXX").string();
    if (::mkdtemp(pattern.data()) != nullptr) return pattern;
  }
  return "";
}

std::string keep_rejected(const std::vector<SourceFile>& files, const std::string& evidence_name, const std::string& evidence) {
  std::string folder = make_folder();
  if (folder.empty()) return "(nowhere: no folder is writable)";
  std::error_code ignored;
  for (const SourceFile& file : files)
    std::filesystem::copy_file(file.path, std::filesystem::path(folder) / std::filesystem::path(file.path).filename(), ignored);
  std::ofstream(std::filesystem::path(folder) / evidence_name) << evidence;
  return folder;
}

}   // namespace

std::string evidence_file_name(const std::string& check_name) {
  constexpr std::size_t kLongest = 150;   // file systems take 255 bytes
  std::string name;
  for (char c : check_name) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || c == '-' || c == '_' || c == '.') name += c;
    else name += fmt::format("%{:02X}", byte);
  }
  if (name.size() > kLongest) name = name.substr(0, kLongest) + "-" + sha256_hex(check_name).substr(0, 16);
  return name + ".evidence";
}

void prepare_evidence_folder(const std::string& folder) {
  if (folder.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error || ::access(folder.c_str(), W_OK) != 0) throw cannot_write("into " + folder);
}

std::string write_evidence_file(const std::string& folder, const EvidenceRecord& record, const Network& network,
                                const Evidence& evidence, const Limits& limits) {
  std::string path = (std::filesystem::path(folder) / evidence_file_name(record.check_name)).string();
  std::ofstream file(path);
  try {
    write_evidence(file, record.header, network, evidence, limits);
  } catch (...) {
    std::error_code ignored;
    file.close();
    std::filesystem::remove(path, ignored);   // a part of it proves nothing
    throw;
  }
  file.close();
  if (!file) throw cannot_write(path);
  return path;
}

Failure rejected_evidence(const EvidenceRecord& record, const Network& network, const Evidence& evidence,
                          const std::vector<SourceFile>& files, const Judgement& judgement) {
  std::ostringstream text;
  write_evidence(text, record.header, network, evidence, Limits());
  const std::string where = keep_rejected(files, evidence_file_name(record.check_name), text.str());
  return {ExitCode::kInternalError, fmt::format("parley: internal error: the judge rejects the evidence for '{}': {}\n"
                                                "  no verdict is given; the model and the evidence are kept in {}\n",
                                                record.check_name, judgement.reason, where)};
}

}   // namespace parley
