// Tables of what users choose by name: topologies, routings, patterns. A row has at least
//   name     "dor", or with an argument "random:SEED" (what stands behind the colon is for people)
//   aliases  further names, without the argument
//   summary  one line of help
// Two rows may differ in the argument only ("worst-case", "worst-case:ROUTING"), and some tables have several of one
// name. Lookup, errors, help and lists read the same rows.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/base/error.hpp"

namespace dateline {

// "random" of "random:7".
[[nodiscard]] inline std::string_view kind_of(std::string_view text) { return text.substr(0, text.find(':')); }
// "7" of "random:7"; empty without a colon.
[[nodiscard]] inline std::string_view argument_of(std::string_view text) {
  const auto colon = text.find(':');
  return colon == std::string_view::npos ? std::string_view{} : text.substr(colon + 1);
}

// Every name of a table once, aliases behind their row's, as users write them.
template <typename Row>
[[nodiscard]] std::vector<std::string> names_of(const std::vector<Row>& table) {
  std::vector<std::string> names;
  const auto add = [&](std::string name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
  };
  for (const Row& row : table) {
    add(row.name);
    const std::string argument = row.name.substr(kind_of(row.name).size());
    for (const std::string& alias : row.aliases) add(alias + argument);
  }
  return names;
}

// Whether the row has this name, the argument aside.
template <typename Row>
[[nodiscard]] bool has_kind(const Row& row, std::string_view kind) {
  return kind_of(row.name) == kind || std::find(row.aliases.begin(), row.aliases.end(), kind) != row.aliases.end();
}

// The first row that `text` names, its argument left to the row's maker; null if there is none.
template <typename Row>
[[nodiscard]] const Row* find_row(const std::vector<Row>& table, std::string_view text) {
  const bool argument = kind_of(text).size() < text.size();
  for (const Row& row : table) {
    const bool takes_one = kind_of(row.name).size() < row.name.size();
    if (has_kind(row, kind_of(text)) && takes_one == argument) return &row;
  }
  return nullptr;
}

// The same. Throws ConfigError(component, component, text, ...): how the name is written, with its line of help, or the
// nearest names.
template <typename Row>
[[nodiscard]] const Row& row_named(const std::vector<Row>& table, std::string_view component, std::string_view text) {
  if (const Row* const row = find_row(table, text)) return *row;
  for (const Row& row : table) {
    if (has_kind(row, kind_of(text))) throw ConfigError(component, component, text, "is written " + row.name + ": " + row.summary);
  }
  throw ConfigError(component, component, text, unknown_name(text, names_of(table)));
}

}  // namespace dateline
