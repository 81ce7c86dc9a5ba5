// libsystemc owns main() and calls this.
#include <systemc>

#include "tests/run_cases.hpp"

extern "C" int sc_main(int argc, char* argv[]) { return dateline::test::run_cases(argc, argv); }
