#include "base/available.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/limits.h"

namespace parley {
namespace {

constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20;

// A folder that looks like the root of a Linux system as far as memory is concerned, with 1,000 MiB
// available.
class Available : public ::testing::Test {
 protected:
  Available() : root_(::testing::TempDir() + "available." + ::testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::filesystem::remove_all(root_);
    write("/proc/meminfo", "MemTotal:        8192000 kB\nMemFree:           10240 kB\nMemAvailable:    1024000 kB\n");
  }
  ~Available() override { std::filesystem::remove_all(root_); }

  void write(const std::string& path, const std::string& text) {
    std::filesystem::create_directories(std::filesystem::path(root_ + path).parent_path());
    std::ofstream(root_ + path) << text;
  }
  void write_bytes(const std::string& path, std::uint64_t mebibytes) {
    write(path, std::to_string(mebibytes * kMebibyte) + "\n");
  }
  std::uint64_t mebibytes() const { return available_bytes_under(root_) / kMebibyte; }

 private:
  std::string root_;
};

TEST_F(Available, WithoutGroupsTheMachineDecides) { EXPECT_EQ(mebibytes(), 1000u); }

TEST_F(Available, WithoutAFigureAllMemoryCounts) {
  write("/proc/meminfo", "MemTotal:        8192000 kB\n");
  EXPECT_GE(mebibytes(), 16u) << "all there is, not nothing";
}

TEST_F(Available, GroupWithoutLimitSetsNone) {
  write("/proc/self/cgroup", "0::/user\n");
  write("/sys/fs/cgroup/user/memory.max", "max\n");
  write_bytes("/sys/fs/cgroup/user/memory.current", 700);
  EXPECT_EQ(mebibytes(), 1000u);
}

// A group that has read or written much is full of cached files and seems to have almost nothing left.
TEST_F(Available, CachedFilesAreNotUsed) {
  write("/proc/self/cgroup", "0::/box\n");
  write_bytes("/sys/fs/cgroup/box/memory.max", 500);
  write_bytes("/sys/fs/cgroup/box/memory.current", 495);
  EXPECT_EQ(mebibytes(), 5u);
  write("/sys/fs/cgroup/box/memory.stat",
        "anon 1\ninactive_file 104857600\nactive_file 209715200\nactive_file_more 7\nslab_reclaimable 5242880\n");
  EXPECT_EQ(mebibytes(), 5u + 100 + 200 + 5);
}

TEST_F(Available, OuterGroupsBindToo) {
  write("/proc/self/cgroup", "0::/outer/inner\n");
  write_bytes("/sys/fs/cgroup/outer/memory.max", 300);
  write_bytes("/sys/fs/cgroup/outer/memory.current", 100);
  write_bytes("/sys/fs/cgroup/outer/inner/memory.max", 400);
  write_bytes("/sys/fs/cgroup/outer/inner/memory.current", 100);
  EXPECT_EQ(mebibytes(), 200u);
  write_bytes("/sys/fs/cgroup/outer/inner/memory.high", 150);
  EXPECT_EQ(mebibytes(), 50u);
  write_bytes("/sys/fs/cgroup/memory.max", 120);
  write_bytes("/sys/fs/cgroup/memory.current", 119);
  EXPECT_EQ(mebibytes(), 1u);
  write_bytes("/sys/fs/cgroup/memory.current", 130);
  EXPECT_EQ(mebibytes(), 0u) << "more is used than allowed";
}

TEST_F(Available, GroupsOfVersionOneAreRead) {
  write("/proc/self/cgroup", "5:cpu,memory:/box\n0::/\n");
  write_bytes("/sys/fs/cgroup/memory/box/memory.limit_in_bytes", 500);
  write_bytes("/sys/fs/cgroup/memory/box/memory.usage_in_bytes", 400);
  write("/sys/fs/cgroup/memory/box/memory.stat", "inactive_file 1\ntotal_inactive_file 52428800\ntotal_active_file 10485760\n");
  EXPECT_EQ(mebibytes(), 160u);
  write("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  write_bytes("/sys/fs/cgroup/memory/memory.usage_in_bytes", 400);
  EXPECT_EQ(mebibytes(), 160u);
}

TEST_F(Available, ContainerSeesItsGroupAsTheOutermost) {
  write("/proc/self/cgroup", "5:memory:/docker/0123\n");
  write_bytes("/sys/fs/cgroup/memory/memory.limit_in_bytes", 500);
  write_bytes("/sys/fs/cgroup/memory/memory.usage_in_bytes", 400);
  EXPECT_EQ(mebibytes(), 100u);
}

TEST(DefaultMemoryLimit, IsBeyondWhatWeHave) {
  EXPECT_EQ(default_memory_limit(100 * kMebibyte, 1000 * kMebibyte), 900 * kMebibyte);
  EXPECT_EQ(default_memory_limit(7 * kMebibyte, 5 * kMebibyte), 256 * kMebibyte);
  EXPECT_GE(default_memory_limit(), kLeastDefaultLimit);
}

}   // namespace
}   // namespace parley
