// The signals of a ChannelProbe, and of the reference routers at some nodes (router_vcd.hpp), as a VCD file, written by
// SystemC's tracing: a cycle is a clock period of 1 ns, and what happens in cycle t stands from its middle to that of
// cycle t + 1. This header includes no SystemC.
#pragma once

#include <string>
#include <vector>

#include "sim/measure/channel_probe.hpp"

namespace dateline {

struct VcdTrace {
  const ChannelProbe& probe;
  std::string path;           // ends with .vcd, which SystemC adds by itself
  std::vector<NodeId> nodes;  // which are external; each once
};

}  // namespace dateline
