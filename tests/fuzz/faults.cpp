// Faults by name and from a file. The first line chooses a network, the second is the name; `FILE` reads the rest. What
// is read a second time must be the same, and some node must be left. The name may be a random process too, whose
// events, read again, must be its changes.
#include "models/network/faults/faults.hpp"

#include <algorithm>

#include "models/base/join.hpp"
#include "models/network/faults/fault_process.hpp"
#include "tests/fuzz/input.hpp"
#include "tests/fuzz/networks.hpp"

using namespace dateline;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const std::string choice = input.line(), name = input.line();
  if (fuzz::leaves_scratch(name)) return 0;
  const Topology& topology = fuzz::small_network(choice);
  fuzz::write_file("FILE", input.rest());
  (void)fuzz::accepted([&] {
    const FaultMap faults = read_faults(topology, name, 5), again = read_faults(topology, name, 5);
    bool left = false;
    for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
      left = left || !faults.failed(NodeId(v));
      if (faults.failed(NodeId(v)) != again.failed(NodeId(v))) fuzz::broken("the same faults fail the same nodes", name);
    }
    if (!left) fuzz::broken("some node is left", name);
  });
  (void)fuzz::accepted([&] {
    FaultProcess process = FaultProcess::parse({"fuzz", "fault-process"}, name);
    process.until = std::min<Cycle>(process.until.value_or(500), 500);
    const DrawnFaults drawn = draw_fault_process(topology, nullptr, process, 5, 500);
    if (drawn.events.empty()) return;
    const auto again = read_fault_events(topology, nullptr, join(drawn.events, ","));
    if (again.size() != drawn.changes.size()) fuzz::broken("the events of a process are its changes", name);
  });
  return 0;
}
