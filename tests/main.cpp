// main() of every test binary that needs no SystemC.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
