#include "sim/cli/help/statistics_help.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "sim/cli/help/simulate_schema.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& schema, const char* key, const std::string& otherwise) { return schema.value(key, otherwise); }

std::string line_of(const std::string& path, const Json& schema) {
  std::string text = fmt::format("  {:<33} {:<17} {}", path, text_of(schema, "unit", "-"), text_of(schema, "description", ""));
  if (schema.contains("null_when")) text += fmt::format("; null: {}", text_of(schema, "null_when", ""));
  if (schema.contains("only_when")) text += fmt::format("; only {}", text_of(schema, "only_when", ""));
  return text + "\n";
}

// What a schema says itself, and what the one that it refers to ("#/properties/latency") says beside that.
Json whole(const Json& root, const Json& schema) {
  if (!schema.contains("$ref")) return schema;
  Json all = root.at(Json::json_pointer(schema.at("$ref").get<std::string>().substr(1)));
  all.update(schema);
  return all;
}

// The keys below an object, or below the elements of an array.
std::string lines_below(const std::string& path, const Json& root, const Json& schema) {
  std::string text;
  if (schema.contains("items")) return lines_below(path + "[]", root, schema.at("items"));
  if (!schema.contains("properties")) return text;
  for (const auto& [name, inner] : schema.at("properties").items()) {
    const std::string below = path.empty() ? name : path + "." + name;
    const Json all = whole(root, inner);
    text += line_of(below, all) + lines_below(below, root, all);
  }
  return text;
}

}  // namespace

std::string statistics_help() {
  return "What a result of `dateline simulate --json` holds: key, unit (1: a number without), definition. More in docs/guide/results.md.\n\n" +
         [root = Json::parse(kSimulateSchema)] { return lines_below("", root, root); }();
}

}  // namespace dateline
