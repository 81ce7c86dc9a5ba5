// dateline with a router in Verilog at the nodes that --external names, or at all (docs/extend/router-verilog.md).
//   own_rtl simulate --topology mesh:4x4 --vcs 1 --buffer-depth 2 --router.vc-selection lowest --load 0.2 --external 5
#include "rtl_model.hpp"
#include "sim/dateline_main.hpp"
#include "sim/systemc/rtl/rtl_router.hpp"

extern "C" int sc_main(int argc, char* argv[]) {
  return dateline::dateline_main(argc, argv, [](const auto& name, dateline::NodeId node, const auto& topology) {
    return std::make_unique<dateline::RtlRouter<dateline::RtlModel>>(name, node, topology, dateline::kRtlBuilt);
  });
}
