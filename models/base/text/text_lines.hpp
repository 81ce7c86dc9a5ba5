// A text file line by line, for files of millions of lines: nothing is copied or allocated a line. Bytes that are no
// text and lines that are too long are refused with their line, a read that fails is an error. Lines are given whole,
// comments and all; without their "\n", "\r\n" or the file's end.
// Throws ConfigError(component, key, path, "line 7: problem"). Memory: 64 KB, or twice the longest line.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/text/parse.hpp"

namespace dateline {

class TextLines {
 public:
  static constexpr std::size_t kLongestLine = 10'000'000;

  explicit TextLines(ValueSource source, std::string path, std::size_t longest = kLongestLine);

  // False at the end of the file. The line is valid until the next call.
  [[nodiscard]] bool next(std::string_view& line);
  // The number of the line given last, from 1.
  [[nodiscard]] std::uint64_t line() const { return line_; }
  [[noreturn]] void fail(const std::string& problem) const { fail_at(line_, problem); }
  [[noreturn]] void fail_at(std::uint64_t line, const std::string& problem) const;

 private:
  void fill();
  [[noreturn]] void fail_file(const std::string& rule) const;

  ValueSource source_;
  std::string path_;
  std::size_t longest_;  // characters
  std::ifstream file_;
  std::vector<char> buffer_;
  std::size_t at_ = 0, end_ = 0;  // of what is read and not yet given
  bool whole_ = false;            // nothing is left to read
  bool damaged_ = false;          // some byte read is no text: look at every line
  std::uint64_t line_ = 0;
};

}  // namespace dateline
