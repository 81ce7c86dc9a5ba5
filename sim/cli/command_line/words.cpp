#include "sim/cli/command_line/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/program_options.hpp>

#include "models/base/error.hpp"
#include "models/base/text/name_table.hpp"
#include "models/base/text/parse.hpp"
#include "models/network/topology/topologies.hpp"
#include "sim/cli/command_line/config_file.hpp"
#include "sim/options/option_aliases.hpp"

namespace dateline {
namespace {

namespace po = boost::program_options;

// Old names too.
po::options_description describe(const Declarations& declarations) {
  po::options_description description;
  std::vector<std::string> names = declarations.names();
  for (const OldName& old : old_names(declarations)) {
    if (std::find(names.begin(), names.end(), old.name) == names.end()) names.push_back(old.name);
  }
  for (const std::string& name : names) description.add_options()(name.c_str(), po::value<std::vector<std::string>>()->composing(), "");
  return description;
}

// The name alone of "--name=value".
std::string bare_name(std::string text) {
  text = text.substr(0, text.find('='));
  return text.substr(std::min(text.find_first_not_of('-'), text.size()));
}

// Commands that have the option.
std::vector<std::string> commands_with(const std::string& name) {
  std::vector<std::string> commands;
  for (const Command& command : command_table()) {
    command.with_options([&](const Declarations& declarations) {
      if (declarations.find(name) != nullptr) commands.push_back(command.name);
    });
  }
  return commands;
}

// Names are compared whole and without their family: --crosbar is near router.crossbar; so are old names.
std::string unknown_option(const Declarations& declarations, const std::string& name) {
  const std::vector<std::string> others = commands_with(name);
  if (!others.empty()) return fmt::format("unknown here; {} {} it", fmt::join(others, ", "), others.size() == 1 ? "has" : "have");
  std::vector<NameAs> names;
  for (const std::string& full : declarations.names()) {
    names.push_back({full, full});
    const std::size_t dot = full.find('.');
    if (dot != std::string::npos) names.push_back({full.substr(dot + 1), full});
  }
  for (const OldName& old : old_names(declarations)) names.push_back({old.name, old.now.substr(2, old.now.find(' ') - 2)});
  return unknown_name_as(name, names);
}

// Turns Boost's complaints into our one line. `where`: empty for the command line, else "in FILE".
template <typename Read>
auto read_options(const Declarations& declarations, const std::string& where, Read read) {
  const std::string& command = declarations.command();
  const auto place = where.empty() ? std::string{} : " (" + printable(where) + ")";
  try {
    return read();
  } catch (const po::unknown_option& e) {
    const std::string name = bare_name(e.get_option_name());
    throw ConfigError(command, "option", "--" + name, unknown_option(declarations, name) + place);
  } catch (const po::invalid_syntax& e) {
    throw ConfigError(command, "line", e.tokens(), "is malformed; allowed are lines name=value" + place);
  } catch (const po::error_with_option_name& e) {
    throw ConfigError(command, "option", "--" + bare_name(e.get_option_name()), "needs exactly one value" + place);
  } catch (const po::error& e) {
    throw ConfigError(command, "options", e.what(), "are malformed" + place);
  }
}

// What the option allows, if it is known.
std::string allowed(const Declarations& declarations, const std::string& name) {
  const Option* const option = declarations.find(name);
  if (option != nullptr) return allowed_text(*option);
  return name == "out" ? "; allowed: KIND=FILE" : "";
}

// "; nearest: --topology torus:8x8" of the word "torus:8x8" or "topology=torus:8x8".
std::string meant_option(const Declarations& declarations, const std::string& word) {
  const std::string name = bare_name(word);
  const std::size_t equals = word.find('=');
  if (declarations.find(name) != nullptr) {
    return fmt::format("; nearest: --{}{}", name, equals == std::string::npos ? "" : " " + printable(word.substr(equals + 1)));
  }
  const std::vector<TopologyEntry>& table = topology_table();
  const bool topology = std::any_of(table.begin(), table.end(), [&](const TopologyEntry& row) { return has_kind(row, kind_of(word)); });
  return topology && declarations.find("topology") != nullptr ? "; nearest: --topology " + printable(word) : "";
}

// Words "--name=value". Every option takes the next word as its value, even if that begins with a minus sign: "--load
// -1" is a bad load, not a bad option.
std::vector<std::string> joined_words(const Command& command, const Declarations& declarations, const po::options_description& known,
                                      const std::vector<std::string>& arguments) {
  std::vector<std::string> joined;
  const auto is_known = [&](const std::string& name) { return known.find_nothrow(name, false) != nullptr; };
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    const bool option = word.rfind("--", 0) == 0 && word.size() > 2;
    if (!option && !command.plain.empty()) {
      joined.push_back("--" + command.plain + "=" + word);
      continue;
    }
    if (!option)
      throw ConfigError(command.name, "argument", word, "is unexpected; options are written --name value" + meant_option(declarations, word));
    const bool value_follows = i + 1 < arguments.size() && arguments[i + 1].rfind("--", 0) != 0;
    if (word.find('=') != std::string::npos) {
      joined.push_back(word);
    } else if (value_follows) {
      joined.push_back(word + "=" + arguments[++i]);
    } else {
      const std::string name = bare_name(word);
      const Option* const flag = declarations.find(name);
      if (flag != nullptr && flag->is_flag()) {
        joined.push_back(word + "=true");
        continue;
      }
      throw ConfigError(command.name, "option", "--" + name,
                        is_known(name) ? "needs a value" + allowed(declarations, name) : unknown_option(declarations, name));
    }
  }
  for (const std::string& word : joined) {
    const std::string name = bare_name(word);
    if (!is_known(name) || word.find('=') + 1 != word.size()) continue;
    throw ConfigError(command.name, name, "", fmt::format("is empty; --{} needs a value{}", name, allowed(declarations, name)));
  }
  return joined;
}

std::vector<OptionWord> words_of(const po::parsed_options& parsed) {
  std::vector<OptionWord> words;
  for (const auto& option : parsed.options) words.push_back({option.string_key, option.value.empty() ? "" : option.value.front()});
  return words;
}

// The words under today's names.
std::vector<OptionWord> taken(const Declarations& declarations, const po::parsed_options& parsed, std::vector<std::string>& notes) {
  RenamedWords now = renamed(declarations, words_of(parsed));
  notes.insert(notes.end(), now.notes.begin(), now.notes.end());
  return std::move(now.words);
}

}  // namespace

void read_words(const Command& command, const std::vector<std::string>& arguments, Declarations& declarations, std::vector<std::string>& notes) {
  const po::options_description description = describe(declarations);
  const std::vector<std::string> joined = joined_words(command, declarations, description, arguments);
  const int style = po::command_line_style::allow_long | po::command_line_style::long_allow_adjacent;
  std::vector<std::string> renamings;
  const std::vector<OptionWord> line =
      taken(declarations, read_options(declarations, "", [&] { return po::command_line_parser(joined).options(description).style(style).run(); }),
            renamings);
  std::vector<OptionWord> file;
  const auto config = std::find_if(line.begin(), line.end(), [](const OptionWord& word) { return word.name == "config"; });
  if (config != line.end()) {
    const auto from_file = read_options(declarations, "in " + config->value, [&] { return read_config(command.name, config->value, description); });
    file = taken(declarations, from_file, renamings);
    for (const OptionWord& word : file) {
      if (word.name == "config") throw ConfigError(command.name, "config", config->value, "names a file that has the option config itself");
    }
  }
  if (!renamings.empty()) {
    std::sort(renamings.begin(), renamings.end());
    renamings.erase(std::unique(renamings.begin(), renamings.end()), renamings.end());
    notes.push_back(fmt::format("old names are understood until 0.3.0: {}", fmt::join(renamings, ", ")));
  }
  OptionReader(declarations).read(line, file);
}

}  // namespace dateline
