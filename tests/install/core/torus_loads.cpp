// The exact channel loads of a torus, by the installed library without SystemC.
#include <cstdio>

#include "models/analysis/loads/channel_load.hpp"
#include "models/network/topology/cube.hpp"
#include "routing/registry/registry.hpp"
#include "traffic/registry.hpp"

int main() {
  const auto torus = dateline::make_cube("torus:8x8");
  const auto routing = dateline::make_relation("dor", *torus, {});
  const auto uniform = dateline::make_traffic("uniform", *torus);
  std::printf("%s\n", dateline::to_string(dateline::channel_load(*torus, *routing, *uniform).gamma_max).c_str());
}
