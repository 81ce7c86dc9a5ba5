// What the program has and the library of commands asks for: libsystemc's sc_main, which no target gets to, and the
// commit.
#include "sim/commit.hpp"

extern "C" int sc_main(int /*argc*/, char* /*argv*/[]) { return 1; }  // NOLINT: SystemC's signature

const char* const dateline::kCommit = "unknown";
