// libsystemc owns main() and calls this.
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#include <systemc>

extern "C" int sc_main(int argc, char* argv[]) { return Catch::Session().run(argc, argv); }
