#include "sim/cli/command_line/config_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "models/base/error.hpp"
#include "models/base/text/parse.hpp"
#include "models/base/text/system_reason.hpp"
#include "sim/cli/command_line/command.hpp"
#include "sim/options/option_aliases.hpp"

namespace dateline {
namespace {

namespace po = boost::program_options;
using Json = nlohmann::ordered_json;

[[noreturn]] void refuse(const std::string& command, const std::string& path, const std::string& rule) {
  throw ConfigError(command, "config", path, rule);
}

// "simulate" of a result's schema "dateline.simulate/1"; empty if it is no result.
std::string command_of(const Json& result) {
  const auto schema = result.find("schema");
  if (schema == result.end() || !schema->is_string()) return {};
  const std::string text = schema->get<std::string>(), prefix = "dateline.";
  if (text.rfind(prefix, 0) != 0) return {};
  return text.substr(prefix.size(), text.find('/') - prefix.size());
}

// The name in the schema of a command's results: "mesh-run" of "mesh run".
std::string schema_name(std::string command) {
  std::replace(command.begin(), command.end(), ' ', '-');
  return command;
}

po::parsed_options recorded_options(const std::string& command, const std::string& path, std::istream& file,
                                    const po::options_description& description) {
  const Json result = Json::parse(file, nullptr, false);
  if (result.is_discarded()) refuse(command, path, "is neither JSON nor lines name=value");
  const std::string made_by = result.is_object() ? command_of(result) : std::string{};
  if (made_by.empty() || !result.contains("options") || !result["options"].is_object()) {
    refuse(command, path, "is JSON, but no result with its options");
  }
  const std::string renamed = renamed_command(made_by);
  if (made_by != schema_name(command) && renamed != command) {
    const auto same = [&](const Command& other) { return schema_name(other.name) == made_by; };
    const auto found = std::find_if(command_table().begin(), command_table().end(), same);
    refuse(command, path, fmt::format("is a result of dateline {}", printable(found == command_table().end() ? made_by : found->name)));
  }
  po::parsed_options parsed(&description);
  for (const auto& [name, value] : result["options"].items()) {
    if (!value.is_string()) refuse(command, path, fmt::format("has an option {} that is no text", printable(name)));
    if (description.find_nothrow(name, false) == nullptr) throw po::unknown_option(name);
    parsed.options.emplace_back(name, std::vector<std::string>{value.get<std::string>()});
  }
  const auto version = result.find("result_version");
  if (version != result.end() && *version != kResultVersion) {
    say(fmt::format("{}: made by result version {}; this is {}, and its results differ", printable(path), printable(version->dump()),
                    kResultVersion));
  }
  return parsed;
}

constexpr std::size_t kLongestLine = 4096;        // of lines name=value
constexpr std::size_t kLargestFile = 64'000'000;  // a result with its lists of sources and waits, of the largest networks too

std::string content_of(const std::string& command, const std::string& path) {
  std::ifstream file = open_file({command, "config"}, path);
  std::string content;
  std::array<char, 65536> block{};
  errno = 0;
  while (file.read(block.data(), block.size()) || file.gcount() > 0) {
    content.append(block.data(), static_cast<std::size_t>(file.gcount()));
    if (content.size() > kLargestFile) refuse(command, path, fmt::format("is longer than {} bytes", kLargestFile));
  }
  if (!file.eof() || file.bad()) refuse(command, path, "cannot be read" + because_of(errno));
  if (content.empty()) refuse(command, path, "is empty");
  return content;
}

void check_lines(const std::string& command, const std::string& path, std::istream& text) {
  std::size_t number = 0;
  for (std::string line; std::getline(text, line);) {
    ++number;
    if (line.size() > kLongestLine) refuse(command, path, fmt::format("line {}: is longer than {} characters", number, kLongestLine));
  }
}

}  // namespace

po::parsed_options read_config(const std::string& command, const std::string& path, const po::options_description& description) {
  std::error_code error;
  const auto kind = std::filesystem::status(path, error).type();
  if (kind != std::filesystem::file_type::regular && kind != std::filesystem::file_type::directory && kind != std::filesystem::file_type::not_found) {
    refuse(command, path, "is not a file that can be read, but a pipe or a device");  // a pipe might never open
  }
  std::istringstream text(content_of(command, path));
  while (std::isspace(text.peek()) != 0) text.get();
  if (text.peek() == '{') return recorded_options(command, path, text, description);
  text.clear();
  text.seekg(0);
  check_lines(command, path, text);
  text.clear();
  text.seekg(0);
  return po::parse_config_file(text, description);
}

}  // namespace dateline
