#include "sim/cli/options/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <iterator>

#include "models/base/error.hpp"
#include "models/base/text/parse.hpp"
#include "sim/cli/options/config_file.hpp"
#include "sim/cli/options/option_table.hpp"

namespace dateline {
namespace {

namespace po = boost::program_options;

po::options_description describe(const CommandSpec& command) {
  po::options_description description;
  for (const std::string& name : command.options) {
    description.add_options()(name.c_str(), po::value<std::vector<std::string>>()->composing(), "");
  }
  return description;
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return text;
}

// The name alone of "--name=value".
std::string bare_name(std::string text) {
  text = text.substr(0, text.find('='));
  return text.substr(std::min(text.find_first_not_of('-'), text.size()));
}

// Turns Boost's complaints into our one line. `where`: empty for the command line, else "in FILE".
template <typename Read>
auto read_options(const CommandSpec& command, const std::string& where, Read read) {
  const auto place = where.empty() ? std::string{} : " (" + printable(where) + ")";
  try {
    return read();
  } catch (const po::unknown_option& e) {
    const std::string name = bare_name(e.get_option_name());
    throw ConfigError(command.name, "option", "--" + name, unknown_name(name, command.options) + place);
  } catch (const po::invalid_syntax& e) {
    throw ConfigError(command.name, "line", e.tokens(), "is malformed; allowed are lines name=value" + place);
  } catch (const po::error_with_option_name& e) {
    throw ConfigError(command.name, "option", "--" + bare_name(e.get_option_name()), "needs exactly one value" + place);
  } catch (const po::error& e) {
    throw ConfigError(command.name, "options", e.what(), "are malformed" + place);
  }
}

// "007" as "7"; anything else as it is.
std::string without_zeros(const std::string& value) {
  const std::size_t first = value.find_first_not_of('0');
  if (first == 0 || value.find_first_not_of("0123456789") != std::string::npos || value.empty()) return value;
  return first == std::string::npos ? "0" : value.substr(first);
}

}  // namespace

const OptionSpec& option_spec(const std::string& command, const std::string& name) {
  const OptionSpec* found = nullptr;
  for (const OptionSpec& spec : option_table()) {
    if (spec.name != name) continue;
    if (spec.only_in == command) return spec;
    if (spec.only_in.empty()) found = &spec;
  }
  if (found == nullptr) throw InvariantError("no option " + name);
  return *found;
}

// Words "--name=value". Every option takes the next word as its value, even if that begins with a minus sign: "--load
// -1" is a bad load, not a bad option.
std::vector<std::string> joined_words(const CommandSpec& command, const std::vector<std::string>& arguments) {
  std::vector<std::string> joined;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    const bool option = word.rfind("--", 0) == 0 && word.size() > 2;
    if (!option && !command.plain.empty()) {
      joined.push_back("--" + command.plain + "=" + word);
      continue;
    }
    if (!option) throw ConfigError(command.name, "argument", word, "is unexpected; options are written --name value");
    const bool value_follows = i + 1 < arguments.size() && arguments[i + 1].rfind("--", 0) != 0;
    if (word.find('=') != std::string::npos) {
      joined.push_back(word);
    } else if (value_follows) {
      joined.push_back(word + "=" + arguments[++i]);
    } else {
      const std::string name = bare_name(word);
      const bool known = std::find(command.options.begin(), command.options.end(), name) != command.options.end();
      if (known && option_spec(command.name, name).is_flag()) {
        joined.push_back(word + "=true");
        continue;
      }
      throw ConfigError(command.name, "option", "--" + name,
                        known ? "needs a value; allowed: " + option_spec(command.name, name).values : unknown_name(name, command.options));
    }
  }
  for (const std::string& word : joined) {
    const std::string name = bare_name(word);
    const bool known = std::find(command.options.begin(), command.options.end(), name) != command.options.end();
    if (!known || word.find('=') + 1 != word.size()) continue;
    throw ConfigError(command.name, name, "", fmt::format("is empty; --{} needs a value; allowed: {}", name, option_spec(command.name, name).values));
  }
  return joined;
}

Beside Beside::beginning(std::string option, std::vector<std::string> begins) {
  Beside other(std::move(option));
  other.begins = std::move(begins);
  return other;
}
Beside Beside::other_than(std::string option, std::vector<std::string> except) {
  Beside other(std::move(option));
  other.except = std::move(except);
  return other;
}
Beside Beside::where(std::string option, bool (*is)(std::string_view)) {
  Beside other(std::move(option));
  other.is = is;
  return other;
}

Options::Options(const CommandSpec& command, const std::vector<std::string>& arguments) : command_(command.name), names_(command.options) {
  const po::options_description description = describe(command);
  const std::vector<std::string> joined = joined_words(command, arguments);
  const int style = po::command_line_style::allow_long | po::command_line_style::long_allow_adjacent;
  const auto from_line = read_options(command, "", [&] { return po::command_line_parser(joined).options(description).style(style).run(); });
  const auto take = [&](const po::parsed_options& parsed, bool overrides) {
    std::map<std::string, int> seen;
    for (const auto& option : parsed.options) {
      const std::string value = option.value.empty() ? "" : option.value.front();
      if (++seen[option.string_key] > 1) throw ConfigError(command_, option.string_key, value, "is given twice");
      if (!overrides && given_.count(option.string_key) > 0) continue;
      values_[option.string_key] = option_spec(command_, option.string_key).whole ? without_zeros(value) : value;
      given_[option.string_key] = true;
    }
  };
  take(from_line, true);
  if (has("config")) {
    const auto from_file = read_options(command, "in " + text("config"), [&] { return read_config(command_, text("config"), description); });
    for (const auto& option : from_file.options) {
      if (option.string_key == "config") refuse("config", "names a file that has the option config itself");
    }
    take(from_file, false);
  }
  for (const std::string& name : names_) {
    const OptionSpec& spec = option_spec(command_, name);
    if (spec.default_value && !has(name)) values_[name] = *spec.default_value;
    if (has(name) && !spec.choices.empty()) (void)choice(name);
  }
  drop_unused();
}

bool Options::turned_on(const std::string& name) const { return has(name) && values_.at(name) != option_spec(command_, name).default_value; }

bool Options::holds(const Beside& other) const {
  if (!turned_on(other.name)) return false;
  const std::string& value = text(other.name);
  if (begins_with_one(value, other.except)) return false;
  if (!other.begins.empty() && !begins_with_one(value, other.begins)) return false;
  return other.is == nullptr || other.is(value);
}

void Options::drop_unused() {
  std::vector<std::string> unused;
  const auto holding = [&](const Beside& other) { return holds(other); };
  for (const std::string& name : names_) {
    const OptionSpec& spec = option_spec(command_, name);
    const auto excluding = std::find_if(spec.excluded_by.begin(), spec.excluded_by.end(), holding);
    std::vector<Beside> needed;
    std::copy_if(spec.needs.begin(), spec.needs.end(), std::back_inserter(needed),
                 [&](const Beside& other) { return std::find(names_.begin(), names_.end(), other.name) != names_.end(); });
    const bool misses = !needed.empty() && std::none_of(needed.begin(), needed.end(), holding);
    if (excluding == spec.excluded_by.end() && !misses) continue;
    if (given(name)) refuse_unused(name, excluding == spec.excluded_by.end() ? nullptr : &*excluding, needed);
    unused.push_back(name);
  }
  for (const std::string& name : unused) values_.erase(name);
}

// By what leaves the option no use: a value of another one, which may be one that it needs another value of.
void Options::refuse_unused(const std::string& name, const Beside* excluding, const std::vector<Beside>& needed) const {
  for (const Beside& other : needed) {
    if (excluding == nullptr && !other.begins.empty() && turned_on(other.name)) excluding = &other;
  }
  if (excluding != nullptr) refuse(name, fmt::format("has no meaning with {}={}", excluding->name, printable(text(excluding->name))));
  std::vector<std::string> names;
  for (const Beside& other : needed) names.push_back(other.name);
  refuse(name, fmt::format("has no meaning without {}", fmt::join(names, " or ")));
}

const std::string& Options::text(const std::string& name) const {
  const auto it = values_.find(name);
  if (it == values_.end()) throw ConfigError(command_, name, fmt::format("is missing; allowed: {}", option_spec(command_, name).values));
  return it->second;
}

void Options::refuse(const std::string& name, const std::string& rule) const { throw ConfigError(command_, name, has(name) ? text(name) : "", rule); }

std::uint64_t Options::whole(const std::string& name, std::uint64_t low, std::uint64_t high) const {
  return parse_whole({command_, name}, text(name), low, high);
}

Rational Options::number(const std::string& name) const {
  if (text(name).find_first_of(":,") != std::string::npos) {
    refuse(name,
           fmt::format("is a list or a range; a run has one {0}. Many are an experiment's: `grid: {{{0}: [0.1, 0.2]}}` in experiments/NAME.yaml, "
                       "`search: {{option: {0}}}` for the highest that is sustained (experiments/README.md)",
                       name));
  }
  const auto value = read_rational(text(name));
  if (!value) refuse(name, "is not a number of 0 or more, like 0.2 or 1/5");
  return *value;
}

std::size_t Options::choice(const std::string& name) const {
  const OptionSpec& spec = option_spec(command_, name);
  for (std::size_t i = 0; i < spec.choices.size(); ++i) {
    if (spec.choices[i] == text(name)) return i;
  }
  refuse(name, unknown_name(text(name), spec.choices));
}

std::vector<std::pair<std::string, std::string>> Options::model_options() const {
  std::vector<std::pair<std::string, std::string>> list;
  for (const std::string& name : names_) {
    const OptionSpec& spec = option_spec(command_, name);
    if (!spec.output && !spec.inert && has(name)) list.emplace_back(name, text(name));
  }
  return list;
}

std::vector<std::string> Options::changed() const {
  std::vector<std::string> names;
  for (const auto& [name, value] : model_options()) {
    if (option_spec(command_, name).default_value != value) names.push_back(name);
  }
  return names;
}

namespace {

// "; default X" or nothing.
std::string default_text(const OptionSpec& spec) { return spec.default_value ? fmt::format("; default {}", *spec.default_value) : std::string{}; }

// What a group's options are, in full; empty if the command has none.
std::string group_text(const CommandSpec& command, OptionGroup group) {
  std::string text;
  for (const std::string& name : command.options) {
    const OptionSpec& spec = option_spec(command.name, name);
    if (spec.group != group) continue;
    text += fmt::format("  --{:<20} {}\n    {:<20} {}{}\n", name, spec.help, "", spec.values, default_text(spec));
  }
  return text.empty() ? text : fmt::format("{}\n{}", name_of(group), text);
}

// What an analysis or the mesh alone has is common there.
bool is_common(const OptionSpec& spec) { return spec.brief || spec.group == OptionGroup::analysis || spec.group == OptionGroup::mesh; }

// The common options, a line each; then how many more there are, by group.
std::string short_text(const CommandSpec& command) {
  std::string text, more;
  std::size_t hidden = 0;
  for (const std::string& name : command.options) {
    const OptionSpec& spec = option_spec(command.name, name);
    if (!is_common(spec)) continue;
    const OptionSpec::Brief brief = spec.brief.value_or(OptionSpec::Brief{spec.is_flag() ? "" : "V", spec.help});
    const std::string shown = spec.default_value && *spec.default_value != "none" && !spec.is_flag() ? fmt::format(" [{}]", *spec.default_value) : "";
    text += fmt::format("  {:<20} {}{}\n", fmt::format("--{} {}", name, brief.value), brief.text, shown);
  }
  for (const auto& [group, title] : enum_names(OptionGroup{})) {
    std::size_t own = 0;
    for (const std::string& name : command.options) {
      const OptionSpec& spec = option_spec(command.name, name);
      own += spec.group == group && !is_common(spec) ? 1 : 0;
    }
    if (own > 0) more += fmt::format("{} ({}), ", title, own);
    hidden += own;
  }
  if (hidden == 0) return text;
  return text + fmt::format("\n{} more: --help {}all\n", hidden, more);
}

}  // namespace

std::string help_text(const CommandSpec& command, const std::string& group) {
  constexpr std::size_t kFew = 12;  // options that are shown in full at once
  std::string all;
  std::vector<std::string> words = {"all"};
  for (const auto& [value, title] : enum_names(OptionGroup{})) {
    const std::string text = group_text(command, value);
    if (text.empty()) continue;
    if (group == title) return text;
    words.emplace_back(title);
    all += (all.empty() ? "" : "\n") + text;
  }
  if (!group.empty() && group != "all") throw ConfigError(command.name, "help", group, unknown_name(group, words));
  const std::string plain = command.plain.empty() ? "" : upper(command.plain) + " ";  // --workload may stand as a plain WORKLOAD
  std::string text = fmt::format("dateline {}: {}\nusage: dateline {} {}--option value ...\n", command.name, command.summary, command.name, plain);
  if (!command.example.empty()) text += fmt::format("example: dateline {} {}\n", command.name, command.example);
  return text + "\n" + (group == "all" || command.options.size() <= kFew ? all : short_text(command));
}

}  // namespace dateline
