// The command line: `dateline COMMAND --option value ...`; a command may be two words, and may take one option first
// without its name. Each command has a file of its own, and its settings (sim/options); this is the table of them.
// Exit status: 0 success, 1 the run failed (deadlock, cycle found), 2 bad input, with one line on stderr.
// A good run may leave lines "dateline: note: ..." there (name_notes.hpp).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/options/declarations.hpp"
#include "sim/options/network/checkpoint.hpp"
#include "sim/systemc/router_factory.hpp"

namespace dateline {

extern const char* const kVersion;  // of the project, CMakeLists.txt

struct Command {
  std::string name;  // "mesh run"
  std::string summary;
  std::string example;     // what stands behind "dateline NAME "
  std::string plain = {};  // the option whose value may be given as a plain word, without its name; empty: none
  // Calls `use` with its options, at their defaults, which it may read words into.
  std::function<void(const std::function<void(Declarations&)>& use)> with_options = {};
  // `read` gives the options their values; then the command runs, with routers of the program's own where it takes
  // any. Returns the exit status; notes of a good run are appended.
  std::function<int(const std::function<void(Declarations&)>& read, const RouterFactory& routers, std::vector<std::string>& notes)> run = {};
};
[[nodiscard]] const std::vector<Command>& command_table();
// Null if there is none.
[[nodiscard]] const Command* command_named(const std::string& name);

// Says "dateline: TEXT" on standard error, as one line; a closed stream is no further error.
void say(const std::string& text);

// What the commands do not know of the program that they are in.
struct Program {
  std::string commit;               // that it was built from
  RouterFactory routers = nullptr;  // of its own, for external nodes; null: the reference router
};

// Runs a whole command line (without the program's name); never throws. Returns the exit status.
[[nodiscard]] int run_command_line(const std::vector<std::string>& arguments, const Program& program);

}  // namespace dateline
