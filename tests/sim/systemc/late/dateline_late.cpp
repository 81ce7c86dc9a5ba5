// The program, whose external routers are late ones.
#include "sim/dateline_main.hpp"
#include "tests/sim/systemc/late/late_router.hpp"

extern "C" int sc_main(int argc, char* argv[]) {  // NOLINT: SystemC's signature
  return dateline::dateline_main(argc, argv, [](const auto& name, dateline::NodeId node, const auto& topology) {
    return std::make_unique<dateline::test::LateRouter>(name, node, topology);
  });
}
