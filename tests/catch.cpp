// The test library itself, compiled once for all binaries.
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

#include "tests/run_cases.hpp"

int dateline::test::run_cases(int argc, char* argv[]) { return Catch::Session().run(argc, argv); }
