#include <fmt/format.h>
#include <fmt/ranges.h>

#include "routing/registry.hpp"
#include "sim/cli/help/manual.hpp"
#include "sim/cli/options/command.hpp"

namespace dateline {
namespace {

// The values that an option has, where they are a closed set of words.
std::vector<std::string> words_of(const OptionSpec& spec) {
  if (spec.name != "routing") return spec.choices;
  std::vector<std::string> names;
  for (const RoutingEntry& routing : routing_table()) {
    if (routing.name.find(':') == std::string::npos) names.push_back(routing.name);
  }
  return names;
}

std::string case_of(const CommandSpec& command) {
  std::string text = fmt::format("    {})\n      case $before in\n", command.name);
  std::vector<std::string> options, open;
  for (const std::string& name : command.options) {
    const OptionSpec& spec = option_spec(command.name, name);
    options.push_back("--" + name);
    const std::vector<std::string> words = words_of(spec);
    if (words.empty()) {
      open.push_back("--" + name);
    } else if (!spec.is_flag()) {
      text += fmt::format("        --{}) words=\"{}\" ;;\n", name, fmt::join(words, " "));
    }
  }
  if (!open.empty()) text += fmt::format("        {}) return ;;\n", fmt::join(open, " | "));
  return text + fmt::format("        *) words=\"{} --help\" ;;\n      esac\n      ;;\n", fmt::join(options, " "));
}

}  // namespace

std::string bash_completion() {
  std::vector<std::string> commands;
  for (const Command& command : command_table()) commands.push_back(command.spec.name);
  std::string text = "# Completion of dateline for bash, printed by `dateline help bash-completion`.\n_dateline() {\n";
  text += "  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words=\n  COMPREPLY=()\n";
  text += "  case $COMP_CWORD:${COMP_WORDS[1]} in\n";
  text += fmt::format("    1:*) words=\"{} help --help --version\" ;;\n", fmt::join(commands, " "));
  text += "    2:help) words=\"statistics man bash-completion\" ;;\n  esac\n";
  text += "  [ \"$COMP_CWORD\" -gt 1 ] && case ${COMP_WORDS[1]} in\n";
  for (const Command& command : command_table()) text += case_of(command.spec);
  text += "  esac\n  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n}\ncomplete -o default -F _dateline dateline\n";
  return text;
}

}  // namespace dateline
