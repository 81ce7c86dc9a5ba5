// What the virtual channels of some channels do, cycle by cycle, as plain variables for a tracer to look at between
// cycles (sim/systemc/vcd_trace.hpp). After cycle t they hold:
//   occupied  a worm holds the VC
//   source, sequence  of that message, or of the last one
//   buffer    flits in the input buffer at the VC's end, network and injection channels; up to the buffer's depth
//   crossing  a flit crossed the channel on this VC in cycle t
// The machine must count flits of worms that leave the network where they are (ExecutionOptions::general_path).
#pragma once

#include <string>
#include <vector>

#include "sim/core/state/tile.hpp"

namespace dateline {

struct VcSignals {
  bool occupied = false, crossing = false;
  unsigned source = 0, buffer = 0;
  unsigned long long sequence = 0;
};

class ChannelProbe {
 public:
  struct Probed {
    std::string name;
    ChannelId channel;
    std::vector<VcSignals> vcs;
  };

  // Each channel once; `lanes`: VCs of each.
  void add(const std::string& name, ChannelId channel, std::size_t vcs);
  [[nodiscard]] const std::vector<Probed>& channels() const { return channels_; }

  // Before a cycle; then what happens in it; then its end.
  void begin_cycle();
  void flit_sent(const Tile& tile, VcId vc, const Packet& packet);
  void end_cycle(const Tile& tile);

 private:
  [[nodiscard]] Probed* of(ChannelId channel);

  std::vector<Probed> channels_;
  std::vector<std::uint32_t> place_;  // per channel of the machine: one more than the place among channels_, or 0
  std::vector<VcSignals*> crossed_;   // in this cycle
};

}  // namespace dateline
