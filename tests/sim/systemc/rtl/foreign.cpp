// A model of sources that need INCLUDES and DEFINES, warn and have delays (sim/systemc/examples/rtl/CMakeLists.txt): it
// was built, and does what they say. Exit status: 0 it does.
#include "rtl_model.hpp"

int main() {
  dateline::RtlModel model;
  model.clk = 0;
  model.eval();
  model.clk = 1;
  model.eval();
  return model.given == 1 && model.narrow == 0xf && dateline::kRtlBuilt.depth == 2 ? 0 : 1;
}
