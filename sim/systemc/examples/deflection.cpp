// dateline with bufferless routers that deflect (deflection_router.hpp; docs/extend/router-systemc.md).
//   deflection simulate --topology mesh:4x4 --vcs 1 --packet-length 1 --router.vc-reuse tail --load 0.3
#include "deflection_router.hpp"
#include "sim/dateline_main.hpp"

extern "C" int sc_main(int argc, char* argv[]) {
  return dateline::dateline_main(argc, argv, [](const auto& name, dateline::NodeId node, const auto& topology) {
    return std::make_unique<dateline::DeflectionRouter>(name, node, topology);
  });
}
