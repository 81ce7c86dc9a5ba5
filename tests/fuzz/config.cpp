// The options of a command, from a config file of lines or a recorded result: the first line is the command, the second
// an option of the command line (or empty), the rest the file.
#include "models/base/text/parse.hpp"
#include "sim/cli/options/command.hpp"
#include "tests/fuzz/input.hpp"

using namespace dateline;

namespace {

const CommandSpec& command_named(const std::string& name) {
  for (const Command& command : command_table()) {
    if (command.spec.name == name) return command.spec;
  }
  return command_table().front().spec;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const CommandSpec& command = command_named(input.line());
  const std::string word = input.line();
  if (fuzz::leaves_scratch(word)) return 0;
  fuzz::write_file("FILE", input.rest());
  std::vector<std::string> arguments = {"--config", "FILE"};
  if (!word.empty()) arguments.push_back(word);
  (void)fuzz::accepted([&] {
    const Options options(command, arguments);
    for (const auto& [name, value] : options.model_options()) {
      if (!options.has(name) || options.text(name) != value) fuzz::broken("a recorded option is one that the run has", name);
    }
    (void)options.changed();
  });
  return 0;
}
