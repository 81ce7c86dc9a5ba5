// A file as bytes, one after the other; what bzip2 has packed (it begins with "BZh") is unpacked, several parts one
// after the other too. Offsets count unpacked bytes.
// Throws ConfigError(component, key, path, "byte 91: problem"). Memory: 128 KB, and up to 4 MB to unpack.
#pragma once

#include <cstdint>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "models/base/text/parse.hpp"

namespace dateline {

class ByteFile {
 public:
  ByteFile(ValueSource source, std::string path);
  ByteFile(const ByteFile&) = delete;
  ByteFile& operator=(const ByteFile&) = delete;
  ~ByteFile();

  // The next `count` bytes, fewer only at the end of the file. Returns how many.
  [[nodiscard]] std::size_t read(char* to, std::size_t count);
  // Of the byte that read() gives next.
  [[nodiscard]] std::uint64_t offset() const { return offset_; }
  [[noreturn]] void fail_at(std::uint64_t offset, const std::string& problem) const;

 private:
  class Unpacker;
  // More bytes into ready_; none at the end.
  void fill();
  void fill_packed();
  [[nodiscard]] bool fill_raw(std::vector<char>& buffer, std::size_t& end);
  [[noreturn]] void fail_file(const std::string& rule) const;

  ValueSource source_;
  std::string path_;
  std::ifstream file_;
  std::vector<char> ready_;
  std::size_t at_ = 0, end_ = 0;  // of ready_
  std::uint64_t offset_ = 0;
  std::unique_ptr<Unpacker> unpacker_;  // none: nothing is packed
};

}  // namespace dateline
