#include "sim/cli/help/help_text.hpp"

#include <fmt/format.h>

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

// The text in lines of at most 90 characters, those behind the first indented as the first is.
std::string wrapped(const std::string& text, const std::string& indent) {
  constexpr std::size_t kWidth = 88;
  std::string lines;
  std::size_t column = 0;
  for (const std::string& word : split(text, ' ')) {
    if (column > 0 && column + 1 + word.size() > kWidth) {
      lines += "\n" + indent;
      column = 0;
    }
    lines += (column == 0 ? "" : " ") + word;
    column += word.size() + (column == 0 ? 0 : 1);
  }
  return lines;
}

// What a group's options are, in full; empty if the command has none.
std::string group_text(const Declarations& declarations, OptionGroup group) {
  std::string text;
  for (const Option& option : declarations.options()) {
    if (option.group != group) continue;
    const std::string name = option.is_kind() ? "--out " + option.kind() + "=FILE" : "--" + option.name;
    const std::string indent(31, ' ');
    text += fmt::format("  {:<28} {}\n{}{}\n", name, wrapped(option.help, indent), indent, wrapped(option.values + default_text(option), indent));
  }
  return text.empty() ? text : fmt::format("{}\n{}", name_of(group), text);
}

// What an analysis or the mesh alone has is common there.
bool is_common(const Option& option) { return option.brief || option.group == OptionGroup::analysis || option.group == OptionGroup::mesh; }

std::string short_line(const Option& option) {
  const Option::Brief brief = option.brief.value_or(Option::Brief{option.is_flag() ? "" : "V", option.help});
  const bool shown = option.default_value && *option.default_value != "none" && !option.is_flag();
  return fmt::format("  {:<20} {}{}\n", fmt::format("--{} {}", option.name, brief.value), brief.text,
                     shown ? fmt::format(" [{}]", *option.default_value) : "");
}

std::string out_line(const Declarations& declarations) {
  std::string kinds;
  for (const Option& option : declarations.options()) {
    if (option.is_kind()) kinds += (kinds.empty() ? "" : ", ") + option.kind();
  }
  return kinds.empty() ? kinds : fmt::format("  {:<20} {} (repeatable)\n", "--out KIND=FILE", kinds);
}

// The common options, a line each; then how many more there are, by group.
std::string short_text(const Declarations& declarations) {
  std::string text, more;
  std::size_t hidden = 0;
  for (const Option& option : declarations.options()) {
    if (!option.is_kind() && is_common(option)) text += short_line(option);
  }
  text += out_line(declarations);
  for (const auto& [group, title] : enum_names(OptionGroup{})) {
    std::size_t own = 0;
    for (const Option& option : declarations.options()) own += option.group == group && (option.is_kind() || !is_common(option)) ? 1 : 0;
    if (own > 0) more += fmt::format("{} ({}), ", title, own);
    hidden += own;
  }
  if (hidden == 0) return text;
  return text + "\n" + wrapped(fmt::format("{} more: --help {}all", hidden, more), "  ") + "\n";
}

std::string text_of(const Command& command, const Declarations& declarations, const std::string& group) {
  constexpr std::size_t kFew = 12;  // options that are shown in full at once
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
  std::string text = fmt::format("dateline {}: {}\nusage: dateline {} {}--option value ...\n", command.name, command.summary, command.name, plain);
  if (!command.example.empty()) text += fmt::format("example: dateline {} {}\n", command.name, command.example);
  return text + "\n" + (group == "all" || declarations.options().size() <= kFew ? all : short_text(declarations));
}

}  // namespace

std::string help_text(const Command& command, const std::string& group) {
  std::string text;
  command.with_options([&](const Declarations& declarations) { text = text_of(command, declarations, group); });
  return text;
}

}  // namespace dateline
