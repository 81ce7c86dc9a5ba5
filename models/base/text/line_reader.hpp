// Reads a text file line by line as words (TextLines splits nothing). `#` starts a comment; lines that are empty after
// it are skipped. Throws what TextLines throws.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/base/text/text_lines.hpp"

namespace dateline {

class LineReader {
 public:
  LineReader(std::string component, std::string key, std::string path, std::size_t longest_line)
      : lines_({std::move(component), std::move(key)}, std::move(path), longest_line) {}
  // The next line with content, split at white space; nothing at the end of the file.
  [[nodiscard]] std::optional<std::vector<std::string>> next();
  // The number of the line that next() gave last, from 1.
  [[nodiscard]] std::size_t line() const { return lines_.line(); }
  // Throws the error "component: key=path line 7: problem", of the line given last, or of an earlier one.
  [[noreturn]] void fail(const std::string& problem) const { lines_.fail(problem); }
  [[noreturn]] void fail_at(std::size_t line, const std::string& problem) const { lines_.fail_at(line, problem); }

 private:
  TextLines lines_;
};

}  // namespace dateline
