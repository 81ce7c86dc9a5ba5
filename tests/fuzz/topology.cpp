// Topologies by name. The first line is the name; `graph:FILE` reads the rest. Every channel of what is accepted must
// begin and end where the ports say.
#include "models/network/topology/topologies.hpp"
#include "tests/fuzz/input.hpp"

using namespace dateline;

namespace {

void check_ports(const Topology& topology) {
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
    for (int p = 0; p < topology.ports(); ++p) {
      const Port port(static_cast<std::uint16_t>(p));
      const ChannelId out = topology.out(NodeId(v), port), in = topology.in(NodeId(v), port);
      if (out != kNoChannel && topology.channel(out).from != NodeId(v)) fuzz::broken("a channel begins at its node", topology.name());
      if (in != kNoChannel && topology.channel(in).to != NodeId(v)) fuzz::broken("a channel ends at its node", topology.name());
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const std::string name = input.line();
  if (fuzz::leaves_scratch(name)) return 0;
  fuzz::write_file("FILE", input.rest());
  (void)fuzz::accepted([&] {
    const auto topology = make_topology(name);
    if (topology->nodes() <= 4096) check_ports(*topology);
  });
  return 0;
}
