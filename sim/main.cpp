// The program. libsystemc brings a main() of its own that prints a banner first; this one asks it not to, then does the
// same.
// The process leaves by _Exit: destroying thousands of SystemC modules takes quadratic time.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <systemc>
#include <vector>

#include "sim/cli/command_line/command.hpp"
#include "sim/cli/output/temporary_file.hpp"

extern "C" int sc_main(int argc, char* argv[]) {  // NOLINT: SystemC's signature
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const int status = dateline::run_command_line(arguments);
  std::fflush(nullptr);
  std::_Exit(status);
}

int main(int argc, char* argv[]) {
  dateline::guard_files();
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
