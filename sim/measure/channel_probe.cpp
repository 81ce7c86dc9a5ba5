#include "sim/measure/channel_probe.hpp"

namespace dateline {
namespace {

unsigned flits_in_buffer(const Tile& tile, VcId vc) {
  if (tile.numbering.is_ejection(vc)) return 0;
  const InputVcState& half = tile.store.record(vc).receiver;
  unsigned flits = half.front == VcGlobalState::idle ? 0 : half.present;
  tile.store.queues().for_each(vc, [&](const QueuedPacket& packet) { flits += packet.present; });
  return flits;
}

void name_packet(VcSignals& signals, const Packet& packet) {
  signals.source = packet.source.value();
  signals.sequence = packet.sequence;
}

}  // namespace

ChannelProbe::Probed* ChannelProbe::of(ChannelId channel) {
  const std::uint32_t place = channel.value() < place_.size() ? place_[channel.value()] : 0;
  return place == 0 ? nullptr : &channels_[place - 1];
}

void ChannelProbe::add(const std::string& name, ChannelId channel, std::size_t vcs) {
  channels_.push_back({name, channel, std::vector<VcSignals>(vcs)});
  if (place_.size() <= channel.value()) place_.resize(channel.value() + std::size_t{1});
  place_[channel.value()] = static_cast<std::uint32_t>(channels_.size());
}

void ChannelProbe::flit_sent(const Tile& tile, VcId vc, const Packet& packet) {
  Probed* const probed = of(tile.numbering.channel_of(vc));
  if (probed == nullptr) return;
  VcSignals& signals = probed->vcs[tile.numbering.vc_index(vc)];
  signals.crossing = true;
  crossed_.push_back(&signals);
  name_packet(signals, packet);
}

void ChannelProbe::begin_cycle() {
  for (VcSignals* signals : crossed_) signals->crossing = false;
  crossed_.clear();
}

void ChannelProbe::end_cycle(const Tile& tile) {
  for (Probed& probed : channels_) {
    for (std::uint32_t lane = 0; lane < probed.vcs.size(); ++lane) {
      const VcId vc = tile.numbering.vc(probed.channel, lane);
      VcSignals& signals = probed.vcs[lane];
      signals.occupied = !tile.store.is_free(vc);
      signals.buffer = flits_in_buffer(tile, vc);
      if (signals.occupied) name_packet(signals, tile.packets[tile.store.packets(vc).holder]);
    }
  }
}

}  // namespace dateline
