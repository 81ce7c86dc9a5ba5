#include "models/base/text/line_reader.hpp"

#include <sstream>

namespace dateline {

std::optional<std::vector<std::string>> LineReader::next() {
  for (std::string_view line; lines_.next(line);) {
    std::istringstream words(std::string(line.substr(0, line.find('#'))));
    std::vector<std::string> tokens;
    for (std::string word; words >> word;) tokens.push_back(word);
    if (!tokens.empty()) return tokens;
  }
  return std::nullopt;
}

}  // namespace dateline
