// The program: its external routers are the reference router.
#include "sim/dateline_main.hpp"

extern "C" int sc_main(int argc, char* argv[]) { return dateline::dateline_main(argc, argv); }  // NOLINT: SystemC's signature
