// The command line: `dateline COMMAND --option value ...`; a command may take one option
// first without its name. One file per command; this is the table of them.
// Exit status: 0 success, 1 the run failed (deadlock, cycle found), 2 bad input, with one line on stderr.
// A good run may leave lines "dateline: note: ..." there (name_notes.hpp).
#pragma once

#include <string>
#include <vector>

#include "sim/cli/options/options.hpp"

namespace dateline {

inline constexpr const char* kVersion = "0.1.0";
inline constexpr int kResultVersion = 5;  // raised whenever results for the same options change

struct Command {
  CommandSpec spec;
  int (*run)(const Options&);
};
[[nodiscard]] const std::vector<Command>& command_table();

[[nodiscard]] int run_simulate(const Options& options);
[[nodiscard]] int run_saturate(const Options& options);
[[nodiscard]] int run_loads(const Options& options);
[[nodiscard]] int run_worst_case(const Options& options);
[[nodiscard]] int run_optimal(const Options& options);
[[nodiscard]] int run_bounds(const Options& options);
[[nodiscard]] int run_verify(const Options& options);
[[nodiscard]] int run_faults(const Options& options);
[[nodiscard]] int run_reliability(const Options& options);
[[nodiscard]] int run_schedule(const Options& options);
[[nodiscard]] int run_contention(const Options& options);
[[nodiscard]] int run_remap(const Options& options);
[[nodiscard]] int run_mesh(const Options& options);
[[nodiscard]] int run_inverse_sort(const Options& options);
[[nodiscard]] int run_mesh_column(const Options& options);
[[nodiscard]] int run_list(const Options& options);

// Says "dateline: TEXT" on standard error, as one line; a closed stream is no further error.
void say(const std::string& text);

// Runs a whole command line (without the program's name); never throws. Returns the exit status.
[[nodiscard]] int run_command_line(const std::vector<std::string>& arguments);

}  // namespace dateline
