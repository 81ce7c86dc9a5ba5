#include "sim/measure/window/snapshot.hpp"

namespace dateline {

Snapshot take_snapshot(const Machine& machine, std::uint32_t terminals) {
  Snapshot s;
  for (std::uint32_t t = 0; t < terminals; ++t) {
    s.generated.push_back(machine.generated(TerminalId(t)));
    s.generated_flits.push_back(machine.generated_flits(TerminalId(t)));
    s.injected.push_back(machine.injected(TerminalId(t)));
  }
  s.ejected_flits = machine.ejected_flits_by_source();
  s.channels = machine.crossings();
  return s;
}

}  // namespace dateline
