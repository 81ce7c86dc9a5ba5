#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "sim/cli/command_line/command.hpp"
#include "sim/cli/help/manual.hpp"
#include "sim/cli/help/topics.hpp"

namespace dateline {
namespace {

// The values that are completed: all, where they are a closed set of words.
const std::vector<std::string>& words_of(const Option& option) { return option.choices.empty() ? option.suggested : option.choices; }

std::string case_of(const Command& command) {
  std::string text =
      fmt::format("    {})\n      case $before in\n", command.name.find(' ') == std::string::npos ? command.name : '"' + command.name + '"');
  command.with_options([&](const Declarations& declarations) {
    std::vector<std::string> options, open, kinds;
    for (const Option& option : declarations.options()) {
      if (option.is_kind()) {
        kinds.push_back(option.kind() + "=");
        continue;
      }
      options.push_back("--" + option.name);
      const std::vector<std::string> words = words_of(option);
      if (words.empty()) {
        open.push_back("--" + option.name);
      } else if (!option.is_flag()) {
        text += fmt::format("        --{}) words=\"{}\" ;;\n", option.name, fmt::join(words, " "));
      }
    }
    if (!kinds.empty()) {
      options.emplace_back("--out");
      text += fmt::format("        --out) words=\"{}\" ;;\n", fmt::join(kinds, " "));
    }
    if (!open.empty()) text += fmt::format("        {}) return ;;\n", fmt::join(open, " | "));
    text += fmt::format("        *) words=\"{} --help\" ;;\n      esac\n      ;;\n", fmt::join(options, " "));
  });
  return text;
}

// First words of the commands, each once; and what may follow them, if anything does.
std::map<std::string, std::vector<std::string>> subjects_by_command() {
  std::map<std::string, std::vector<std::string>> subjects;
  for (const Command& command : command_table()) {
    const std::size_t space = command.name.find(' ');
    std::vector<std::string>& own = subjects[command.name.substr(0, space)];
    if (space != std::string::npos) own.push_back(command.name.substr(space + 1));
  }
  return subjects;
}

}  // namespace

std::string bash_completion() {
  std::vector<std::string> commands;
  std::string subjects, twofold;
  for (const auto& [name, own] : subjects_by_command()) {
    commands.push_back(name);
    if (own.empty()) continue;
    subjects += fmt::format("    2:{}) words=\"{}\" ;;\n", name, fmt::join(own, " "));
    twofold += (twofold.empty() ? "" : " | ") + name;
  }
  std::string text = "# Completion of dateline for bash, printed by `dateline help bash-completion`.\n_dateline() {\n";
  text += "  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words=\n  COMPREPLY=()\n";
  text += "  case $COMP_CWORD:${COMP_WORDS[1]} in\n";
  text += fmt::format("    1:*) words=\"{} help --help --version\" ;;\n", fmt::join(commands, " "));
  text += fmt::format("    2:help) words=\"{}\" ;;\n{}  esac\n", fmt::join(help_topics(), " "), subjects);
  text += "  local command=${COMP_WORDS[1]} first=2\n";
  text += fmt::format("  case $command in {}) command=\"$command ${{COMP_WORDS[2]}}\" first=3 ;; esac\n", twofold);
  text += "  [ \"$COMP_CWORD\" -ge \"$first\" ] && case $command in\n";
  for (const Command& command : command_table()) text += case_of(command);
  text += "  esac\n  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n}\ncomplete -o default -F _dateline dateline\n";
  return text;
}

}  // namespace dateline
