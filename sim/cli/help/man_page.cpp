#include <fmt/format.h>

#include "sim/cli/command_line/command.hpp"
#include "sim/cli/help/manual.hpp"

namespace dateline {
namespace {

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\') result += "\\e";
    if (c == '-') result += "\\-";
    if (c == '~') result += "\\(ti";
    if (c == '^') result += "\\(ha";
    if (c != '\\' && c != '-' && c != '~' && c != '^') result += c;
  }
  const bool request = !result.empty() && (result.front() == '.' || result.front() == '\'');
  return request ? "\\&" + result : result;
}

// Lines may end behind a comma or a bar in the middle of a word.
std::string breakable(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    result += text[i];
    if ((text[i] == ',' || text[i] == '|') && i + 1 < text.size() && text[i + 1] != ' ') result += "\\:";
  }
  return result;
}

std::string option_entry(const Option& option) {
  const std::string name = option.is_kind() ? fmt::format("--out {}=FILE", option.kind()) : "--" + option.name;
  std::string text = fmt::format(".TP\n.B {}\n{}.\n", escaped(name), escaped(option.help));
  text += fmt::format("Values: {}.\n", breakable(escaped(option.values.substr(0, option.values.find_last_not_of('.') + 1))));
  if (option.default_value) text += fmt::format("Default: {}.\n", escaped(*option.default_value));
  return text;
}

std::string command_text(const Command& command) {
  std::string text = fmt::format(".SS dateline {}\n{}.\n", escaped(command.name), escaped(command.summary));
  if (!command.example.empty()) text += fmt::format(".PP\nExample:\n.EX\ndateline {} {}\n.EE\n", escaped(command.name), escaped(command.example));
  command.with_options([&](const Declarations& declarations) {
    for (const auto& [group, title] : enum_names(OptionGroup{})) {
      for (const Option& option : declarations.options()) {
        if (option.group == group) text += option_entry(option);
      }
    }
  });
  return text;
}

}  // namespace

std::string man_page() {
  std::string text = fmt::format(".TH DATELINE 1 \"\" \"dateline {}\" \"User Commands\"\n", kVersion);
  text += ".SH NAME\ndateline \\- cycle\\-accurate, flit\\-level simulation, analysis and proof of interconnection networks\n";
  text += ".SH SYNOPSIS\n.B dateline\n.I COMMAND\n.RB [ \\-\\-option\n.IR value ]...\n.br\n.B dateline\n.I COMMAND\n.B \\-\\-help\n";
  text += ".br\n.B dateline help\n.I TOPIC\n.br\n.B dateline help statistics\n.br\n.B dateline \\-\\-version\n";
  text += ".SH DESCRIPTION\nOne definition of a network (topology, routing relation, traffic) is simulated cycle by cycle, analysed exactly,\n";
  text += "and proved free of deadlock. Every command prints a summary, and its result as JSON where\n.B \\-\\-json\nsays.\n";
  text += ".SH COMMANDS\n";
  for (const Command& command : command_table()) text += command_text(command);
  text += ".SH EXIT STATUS\n.TP\n0\nSuccess.\n.TP\n1\nThe run failed: a deadlock, a cycle found.\n";
  text += ".TP\n2\nBad input, or output that cannot be written: one line on standard error says which.\n";
  return text;
}

}  // namespace dateline
