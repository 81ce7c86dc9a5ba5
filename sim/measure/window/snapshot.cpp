#include "sim/measure/window/snapshot.hpp"

namespace dateline {

Snapshot take_snapshot(const CompiledNetwork& network, std::uint32_t terminals) {
  Snapshot s;
  for (std::uint32_t t = 0; t < terminals; ++t) {
    s.generated.push_back(network.generated(TerminalId(t)));
    s.generated_flits.push_back(network.generated_flits(TerminalId(t)));
    s.injected.push_back(network.injected(TerminalId(t)));
  }
  s.ejected_flits = network.ejected_flits_by_source();
  s.channels = network.crossings();
  return s;
}

}  // namespace dateline
