// The names of a table as what an option allows.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "models/base/text/name_table.hpp"

namespace dateline {

template <typename Row>
[[nodiscard]] std::string names_text(const std::vector<Row>& table) {
  return fmt::format("{}", fmt::join(names_of(table), " | "));
}

// Those that take no argument behind a colon.
[[nodiscard]] std::vector<std::string> plain_names(std::vector<std::string> names);

}  // namespace dateline
