#include "cli/rejected.h"

#include <stdlib.h>

#include <cctype>
#include <filesystem>
#include <fstream>

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

}  // namespace

std::string evidence_file_name(const std::string& check_name) {
  std::string name = check_name;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-' && c != '_' && c != '.') c = '_';
  return name + ".evidence";
}

std::string keep_rejected(const std::vector<SourceFile>& files, const std::string& evidence_name, const std::string& evidence) {
  const std::string folder = make_folder();
  if (folder.empty()) return "(nowhere: no folder is writable)";
  std::error_code ignored;
  for (const SourceFile& file : files)
    std::filesystem::copy_file(file.path, std::filesystem::path(folder) / std::filesystem::path(file.path).filename(), ignored);
  std::ofstream(std::filesystem::path(folder) / evidence_name) << evidence;
  return folder;
}

}  // namespace parley
