// A file for one test case, removed with it.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace dateline::test {

class ScratchFile {
 public:
  explicit ScratchFile(const std::string& content, const std::string& name = "file")
      : path_(std::filesystem::temp_directory_path() / ("dateline-" + name + "-" + std::to_string(getpid()))) {
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
  std::filesystem::path path_;
};

}  // namespace dateline::test
