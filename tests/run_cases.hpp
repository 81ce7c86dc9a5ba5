// Runs the test cases of a binary as its command line says; the exit status.
#pragma once

namespace dateline::test {

int run_cases(int argc, char* argv[]);

}  // namespace dateline::test
