// The options of a command, from a config file of lines or a recorded result: the first line is the command, the second
// an option of the command line (or empty), the rest the file.
#include "models/base/text/parse.hpp"
#include "sim/cli/command_line/command.hpp"
#include "sim/cli/command_line/words.hpp"
#include "tests/fuzz/input.hpp"

using namespace dateline;

namespace {

const Command& command_or_first(const std::string& name) {
  const Command* const found = command_named(name);
  return found == nullptr ? command_table().front() : *found;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const Command& command = command_or_first(input.line());
  const std::string word = input.line();
  if (fuzz::leaves_scratch(word)) return 0;
  fuzz::write_file("FILE", input.rest());
  std::vector<std::string> arguments = {"--config", "FILE"};
  if (!word.empty()) arguments.push_back(word);
  (void)fuzz::accepted([&] {
    command.with_options([&](Declarations& declarations) {
      std::vector<std::string> notes;
      read_words(command, arguments, declarations, notes);
      for (const auto& [name, value] : declarations.record()) {
        const AnySetting& setting = *declarations.find(name)->setting;
        if (!setting.has() || setting.text() != value) fuzz::broken("a recorded option is one that the run has", name);
      }
      (void)declarations.changed();
    });
  });
  return 0;
}
