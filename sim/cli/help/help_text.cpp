#include "sim/cli/help/help_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/base/text/parse.hpp"

namespace dateline {
namespace {

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return text;
}

// "; default X", with those of presets, or nothing.
std::string default_text(const Option& option) {
  if (!option.default_value) return {};
  std::string text = fmt::format("; default {}", *option.default_value);
  for (const Option::OtherDefault& other : option.other_defaults) {
    if (other.beside.name == "router") text += fmt::format(", of {} {}", other.beside.begins.front(), other.value);
    if (other.beside.name == "workload") text += fmt::format(", of a schedule {}", other.value);
  }
  return text;
}

constexpr std::size_t kScreen = 80;  // columns of the short help

// The words in lines of at most `width` characters, those behind the first indented.
std::string wrapped(const std::string& text, const std::string& indent, std::size_t width) {
  std::string lines;
  std::size_t column = 0;
  for (const std::string& word : split(text, ' ')) {
    if (column > 0 && column + 1 + word.size() > width) {
      lines += "\n" + indent;
      column = 0;
    }
    lines += (column == 0 ? "" : " ") + word;
    column += word.size() + (column == 0 ? 0 : 1);
  }
  return lines;
}

// Whether the short help shows it. What an analysis or the mesh alone has is common there, and so is all that a command
// of few options has.
bool is_common(const Option& option, const Declarations& declarations) {
  constexpr std::size_t kFew = 12;
  const bool own = option.group == OptionGroup::analysis || option.group == OptionGroup::mesh;
  return option.brief || own || declarations.options().size() <= kFew;
}

// A line of the short help.
struct ShortLine {
  OptionGroup group;
  std::string name, text;
};

ShortLine short_line(const Option& option) {
  constexpr std::size_t kFewWords = 30;
  const std::string values = option.is_flag() || option.values.size() > kFewWords ? "" : ": " + option.values;
  const Option::Brief brief = option.brief.value_or(Option::Brief{option.is_flag() ? "" : "V", option.help + values});
  const bool shown = option.default_value && *option.default_value != "none" && !option.is_flag();
  return {option.group, fmt::format("--{} {}", option.name, brief.value), brief.text + (shown ? fmt::format(" [{}]", *option.default_value) : "")};
}

// The common options by group, and --out with its kinds.
std::vector<ShortLine> short_lines(const Declarations& declarations) {
  std::vector<ShortLine> lines;
  std::string kinds;
  for (const auto& [group, title] : enum_names(OptionGroup{})) {
    for (const Option& option : declarations.options()) {
      if (option.group != group) continue;
      if (option.is_kind()) {
        kinds += (kinds.empty() ? "" : ", ") + option.kind();
      } else if (is_common(option, declarations)) {
        lines.push_back(short_line(option));
      }
    }
  }
  if (!kinds.empty()) lines.push_back({OptionGroup::output, "--out KIND=FILE", kinds});
  return lines;
}

// How many options the short help leaves out, by group.
std::string left_out(const Declarations& declarations) {
  std::string text;
  std::size_t hidden = 0;
  for (const auto& [group, title] : enum_names(OptionGroup{})) {
    std::size_t own = 0;
    for (const Option& option : declarations.options()) {
      own += option.group == group && (option.is_kind() ? group == OptionGroup::out : !is_common(option, declarations)) ? 1 : 0;
    }
    if (own > 0) text += fmt::format("{} ({}), ", title, own);
    hidden += own;
  }
  return hidden == 0 ? "all values: --help all" : fmt::format("{} more: --help {}all", hidden, text);
}

// One screen: a line an option, each group's name beside its first.
std::string short_text(const Declarations& declarations) {
  const std::vector<ShortLine> lines = short_lines(declarations);
  std::size_t group_width = 0, name_width = 0;
  for (const ShortLine& line : lines) {
    group_width = std::max(group_width, std::string_view(name_of(line.group)).size() + 2);
    name_width = std::max(name_width, line.name.size() + 2);
  }
  const std::size_t margin = group_width + name_width;
  std::string text, last;
  for (const ShortLine& line : lines) {
    const std::string group = name_of(line.group);
    text += fmt::format("{:<{}}{:<{}}{}\n", group == last ? "" : group, group_width, line.name, name_width,
                        wrapped(line.text, std::string(margin, ' '), kScreen - margin));
    last = group;
  }
  return text + "\n" + wrapped(left_out(declarations), "  ", kScreen - 2) + "\n";
}

std::string text_of(const Command& command, const Declarations& declarations, const std::string& group) {
  std::string all;
  std::vector<std::string> words = {"all"};
  for (const auto& [value, title] : enum_names(OptionGroup{})) {
    const std::string text = group_text(declarations, value);
    if (text.empty()) continue;
    if (group == title) return text;
    words.emplace_back(title);
    all += (all.empty() ? "" : "\n") + text;
  }
  if (!group.empty() && group != "all") throw ConfigError(command.name, "help", group, unknown_name(group, words));
  const std::string plain = command.plain.empty() ? "" : upper(command.plain) + " ";  // --workload may stand as a plain WORKLOAD
  std::string text = wrapped(fmt::format("dateline {}: {}", command.name, command.summary), "  ", kScreen - 2);
  text += plain.empty() ? "\n" : fmt::format("\nusage: dateline {} {}--option value ...\n", command.name, plain);
  if (!command.example.empty()) text += fmt::format("example: dateline {} {}\n", command.name, command.example);
  return text + "\n" + (group == "all" ? all : short_text(declarations));
}

}  // namespace

std::string option_text(const Option& option) {
  constexpr std::size_t kWidth = 88;
  const std::string indent(31, ' ');
  const std::string name = option.is_kind() ? "--out " + option.kind() + "=FILE" : "--" + option.name;
  return fmt::format("  {:<28} {}\n{}{}\n", name, wrapped(option.help, indent, kWidth), indent,
                     wrapped(option.values + default_text(option), indent, kWidth));
}

std::string group_text(const Declarations& declarations, OptionGroup group) {
  std::string text;
  for (const Option& option : declarations.options()) {
    if (option.group == group) text += option_text(option);
  }
  return text.empty() ? text : fmt::format("{}\n{}", name_of(group), text);
}

std::string help_text(const Command& command, const std::string& group) {
  std::string text;
  command.with_options([&](const Declarations& declarations) { text = text_of(command, declarations, group); });
  return text;
}

}  // namespace dateline
