#include "verify/evidence_files.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <stdlib.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "support/judge_text.h"

namespace parley {
namespace {

using namespace testing;

class EvidenceFiles : public ::testing::Test {
 protected:
  EvidenceFiles() {
    std::string pattern = (std::filesystem::temp_directory_path() / "parley-files-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no folder for the test");
    folder_ = pattern;
  }
  ~EvidenceFiles() override { std::filesystem::remove_all(folder_); }

  static EvidenceRecord record(const Network& net, const std::string& name, const Property& property, const Evidence& evidence) {
    Origin origin;
    origin.files.push_back({"m.fsp", "00"});
    return {.check_name = name, .header = make_header(origin, net, property, Verdict::kHolds, evidence)};
  }

  std::string folder_;
};

// "ok", or what the user reads.
std::string prepared(const std::string& folder) {
  try {
    prepare_evidence_folder(folder);
    return "ok";
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.code(), ExitCode::kCannotWrite);
    return failure.what();
  }
}

TEST(EvidenceFileName, KeepsLettersDigitsAndThreeMarks) {
  EXPECT_EQ(evidence_file_name("NeverStuck-1_a.b"), "NeverStuck-1_a.b.evidence");
  EXPECT_EQ(evidence_file_name(""), ".evidence");
  EXPECT_EQ(evidence_file_name("../up"), "..%2Fup.evidence");
  EXPECT_EQ(evidence_file_name("a b%20"), "a%20b%2520.evidence");
  EXPECT_EQ(evidence_file_name(std::string("\0\n\x7f", 3)), "%00%0A%7F.evidence");
  EXPECT_EQ(evidence_file_name("\xC3\xA9"), "%C3%A9.evidence");
  EXPECT_EQ(evidence_file_name("a[0]:b*"), "a%5B0%5D%3Ab%2A.evidence");
}

TEST(EvidenceFileName, OfALongNameIsCutAndStaysDifferent) {
  const std::string fits(150, 'x');
  EXPECT_EQ(evidence_file_name(fits), fits + ".evidence");
  const std::string cut = evidence_file_name(fits + "1");
  EXPECT_EQ(cut.size(), 150 + 1 + 16 + std::string(".evidence").size());
  EXPECT_TRUE(cut.starts_with(fits + "-"));
  EXPECT_NE(cut, evidence_file_name(fits + "2"));
  EXPECT_EQ(cut, evidence_file_name(fits + "1"));
  EXPECT_LT(evidence_file_name(std::string(10'000, ' ')).size(), 200U);
  // The name of a cut one is cut itself, so that it is another file.
  EXPECT_NE(evidence_file_name(cut.substr(0, cut.size() - std::string(".evidence").size())), cut);
}

TEST_F(EvidenceFiles, TheFolderIsCreatedWithThoseAboveIt) {
  EXPECT_EQ(prepared(""), "ok");
  EXPECT_EQ(prepared(folder_ + "/a/b"), "ok");
  EXPECT_TRUE(std::filesystem::is_directory(folder_ + "/a/b"));
  EXPECT_EQ(prepared(folder_ + "/a/b"), "ok");
}

TEST_F(EvidenceFiles, AFolderThatCannotBeCreatedIsAFailure) {
  std::ofstream(folder_ + "/file") << "in the way";
  EXPECT_EQ(prepared(folder_ + "/file/a"), "parley: cannot write into " + folder_ + "/file/a\n");
  EXPECT_EQ(prepared(folder_ + "/file"), "parley: cannot write into " + folder_ + "/file\n");
}

TEST_F(EvidenceFiles, AFolderThatCannotBeWrittenToIsAFailure) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  std::filesystem::permissions(folder_, std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  EXPECT_EQ(prepared(folder_), "parley: cannot write into " + folder_ + "\n");
  std::filesystem::permissions(folder_, std::filesystem::perms::owner_all);
}

TEST_F(EvidenceFiles, EvidenceIsWrittenWithItsHeader) {
  const Network net = network("P: 0 -a-> 1 -b-> 0");
  const Evidence set = closed_set(net, "P", "0 1");
  const std::string path = write_evidence_file(folder_, record(net, "a/b", deadlock(), set), net, set, Limits());
  EXPECT_EQ(path, folder_ + "/a%2Fb.evidence");
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  EXPECT_TRUE(text.str().starts_with("parley-evidence 1\n")) << text.str();
  EXPECT_NE(text.str().find("\nverdict holds\n"), std::string::npos) << text.str();
}

TEST_F(EvidenceFiles, AFileThatCannotBeWrittenIsAFailure) {
  const Network net = network("P: 0 -a-> 1 -b-> 0");
  const Evidence set = closed_set(net, "P", "0 1");
  EXPECT_THROW(write_evidence_file(folder_ + "/none", record(net, "d", deadlock(), set), net, set, Limits()), Failure);
  std::filesystem::create_directory(folder_ + "/d.evidence");
  EXPECT_THROW(write_evidence_file(folder_, record(net, "d", deadlock(), set), net, set, Limits()), Failure);
}

TEST_F(EvidenceFiles, AFileThatALimitCutsShortIsRemoved) {
  std::string chain = "P: 0";
  for (int i = 1; i < 5'000; ++i) chain += " -a-> " + std::to_string(i);
  const Network net = network(chain);
  StateTable table(net, {ComponentId(0U)});
  for (LocalState state : net.lts(ComponentId(0U)).states()) table.add(std::vector{state});
  const Evidence set = std::make_shared<const ClosedSet>(ClosedSet{std::move(table)});
  const StopToken stop = StopRequest::kInterrupted;
  Limits::Settings settings;
  settings.stop = &stop;
  EXPECT_THROW(write_evidence_file(folder_, record(net, "d", deadlock(), set), net, set, Limits(settings)), Stopped);
  EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

}   // namespace
}   // namespace parley
