#include "front/front.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

namespace parley {
namespace {

// Each test has its own folder, which is removed afterwards.
class ReadModel : public ::testing::Test {
 protected:
  void SetUp() override {
    const ::testing::TestInfo* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(::testing::TempDir()) / ("parley_front_" + std::string(test->name()));
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return path(name);
  }
  static std::string read(const std::string& path) {
    Progress silent;
    const Result<std::unique_ptr<Model>> model = read_model(path, {}, Limits(), silent);
    if (!model) return model.diagnostics().list().at(0).code;
    return (*model)->files().at(0).path == path ? "ok" : "other path";
  }

  std::filesystem::path folder_;
};

TEST_F(ReadModel, TheEndingSelectsTheFormat) {
  EXPECT_EQ(read(file("a.aut", "des (0, 0, 1)\n")), "ok");
  EXPECT_EQ(read(file("b.aut", "")), "aut-empty");
  EXPECT_NE(read(file("c.fsp", "\x01")), "file-format");
}

TEST_F(ReadModel, AnUnknownEndingGetsAHintWithTheKnownOnes) {
  Progress silent;
  const Result<std::unique_ptr<Model>> model = read_model(file("a.xyz", "des (0, 0, 1)\n"), {}, Limits(), silent);
  ASSERT_FALSE(model);
  EXPECT_EQ(model.diagnostics().list()[0].code, "file-format");
  EXPECT_EQ(model.diagnostics().list()[0].hint, "known endings: .fsp .lts .aut .exp .pnml");
  EXPECT_EQ(read(file("plain", "")), "file-format");
}

TEST_F(ReadModel, AFileThatCannotBeReadIsADiagnostic) {
  EXPECT_EQ(read(path("nothing.aut")), "file-missing");
  EXPECT_EQ(read(path("nothing.xyz")), "file-missing");
  EXPECT_EQ(read(path("no/folder.aut")), "file-missing");
  EXPECT_EQ(read(path("nothing")), "file-missing");
  std::filesystem::create_directory(folder_ / "folder.aut");
  EXPECT_EQ(read(path("folder.aut")), "file-directory");
  EXPECT_EQ(read(folder_.string()), "file-directory");
  const std::string inside = file("a.aut", "") + "/b.aut";   // a file is no folder
  EXPECT_EQ(read(inside), "file-unreadable");
}

TEST_F(ReadModel, StopsAtALimit) {
  const StopToken stop(StopRequest::kInterrupted);
  const std::string path = file("a.aut", "des (0, 0, 1)\n");
  Progress silent;
  EXPECT_THROW((void)read_model(path, {}, Limits({.stop = &stop}), silent), Stopped);
}

}   // namespace
}   // namespace parley
