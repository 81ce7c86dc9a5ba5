// dateline with a router of one's own (plain_router.hpp) at the nodes that --external names, or at all
// (docs/extend/router-systemc.md).
//   own_router simulate --topology mesh:4x4 --vcs 1 --load 0.2 --external 5
#include "plain_router.hpp"
#include "sim/dateline_main.hpp"

extern "C" int sc_main(int argc, char* argv[]) {
  return dateline::dateline_main(argc, argv, [](const auto& name, dateline::NodeId node, const auto& topology) {
    return std::make_unique<dateline::PlainRouter>(name, node, topology);
  });
}
