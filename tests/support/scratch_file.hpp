// A file for one test case, removed with it. No two have one path, of one process or of several at once.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace dateline::test {

class ScratchFile {
 public:
  explicit ScratchFile(const std::string& content, const std::string& name = "file")
      : path_(std::filesystem::temp_directory_path() / ("dateline-" + name + "-" + std::to_string(getpid()) + "-" + std::to_string(made_++))) {
    std::ofstream(path_, std::ios::binary) << content;
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  static inline int made_ = 0;
  std::filesystem::path path_;
};

}  // namespace dateline::test
