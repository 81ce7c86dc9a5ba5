#include "sim/dateline_main.hpp"

#include <cstdio>

#include "sim/cli/command_line/command.hpp"
#include "sim/cli/output/temporary_file.hpp"
#include "sim/commit.hpp"

namespace dateline {

int dateline_main(int argc, char* argv[], const RouterFactory& routers) {
  guard_files();
  const int status = run_command_line({argv + 1, argv + argc}, {kCommit, routers});
  std::fflush(nullptr);
  return status;
}

}  // namespace dateline
