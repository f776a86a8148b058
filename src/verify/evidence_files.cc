#include "verify/evidence_files.h"

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "base/sha256.h"

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

std::string keep_rejected(const std::vector<SourceFile>& files, const std::string& evidence_name, const std::string& evidence) {
  std::string folder = make_folder();
  if (folder.empty()) return "(nowhere: no folder is writable)";
  std::error_code ignored;
  for (const SourceFile& file : files)
    std::filesystem::copy_file(file.path, std::filesystem::path(folder) / std::filesystem::path(file.path).filename(), ignored);
  std::ofstream(std::filesystem::path(folder) / evidence_name) << evidence;
  return folder;
}

}   // namespace parley
