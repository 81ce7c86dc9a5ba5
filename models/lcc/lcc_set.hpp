// What --lcc says: NAME or FILE, each with *W behind it for a weight, joined by commas. Names (lcc_names.hpp) take the
// number of dimensions given, or else that of the files; a file of a name is written ./NAME.
// File: n rows of A, n digits 0 or 1 each (column 0 first), an empty line, and b; as first line the word "scatter" if
// x = A y + b is meant. # starts a comment.
// Throws ConfigError: what cannot be read, with the line; dimensions that are missing, 0 or above 64, or disagree; a
// weight that is not 1..10^6; more than 1000 communications.
#pragma once

#include <optional>

#include "models/base/text/parse.hpp"
#include "models/lcc/set_mapping.hpp"

namespace dateline {

struct NamedLcc {
  std::string name;  // without the weight
  Lcc lcc;
  std::uint32_t weight = 1;
};

[[nodiscard]] Lcc read_lcc_file(const ValueSource& source, const std::string& path);
// One, a name or a file, without weight, of so many dimensions: those of `network`, for the error line.
[[nodiscard]] Lcc read_lcc(const std::string& command, const std::string& text, int dimensions, const std::string& network);
[[nodiscard]] std::vector<NamedLcc> read_lcc_set(const std::string& command, const std::string& text, std::optional<int> dimensions);

}  // namespace dateline
