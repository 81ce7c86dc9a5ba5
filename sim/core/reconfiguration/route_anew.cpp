#include "sim/core/reconfiguration/route_anew.hpp"

namespace dateline {

void route_heads_anew(WaitingHeads& heads, const VcNumbering& numbering, VcStore& store, Absorption& absorption) {
  heads.forget();
  for (std::uint32_t c = 0; c < numbering.channels(); ++c) store.channel(ChannelId(c)).wanted = 0;
  for (std::uint32_t v = 0; v < numbering.first_ejection(); ++v) {
    if (store.record(VcId(v)).receiver.front != VcGlobalState::waiting) continue;
    if (absorption.used()) absorption.leave_again(store.packets(VcId(v)).front);
    heads.arrived().push(VcId(v));
  }
}

void wake_sources(SourceQueues& sources, const VcNumbering& numbering, const VcStore& store) {
  for (std::uint32_t t = 0; t < numbering.terminals(); ++t) {
    const TerminalId terminal(t);
    sources.wake(terminal);
    for (std::uint32_t port = 0; port < numbering.nic_ports() && sources.one_at_a_time(); ++port) {
      const ChannelId channel = numbering.injection_channel(terminal, port);
      if (!sources.sending(numbering.nic_number(channel))) continue;
      bool sends = false;
      for (std::uint32_t vc_index = 0; vc_index < numbering.vcs(channel); ++vc_index) {
        sends = sends || store.record(numbering.vc(channel, vc_index)).sender.to_send > 0;
      }
      if (!sends) sources.end_sending(numbering.nic_number(channel), terminal);
    }
  }
}

}  // namespace dateline
