#include "sim/measure/channel_probe.hpp"

namespace dateline {
namespace {

unsigned flits_in_buffer(const MachineParts& parts, VcId vc) {
  if (parts.numbering.is_ejection(vc)) return 0;
  const ReceiverHalf& half = parts.store.record(vc).receiver;
  unsigned flits = half.front == Front::idle ? 0 : half.present;
  const WormQueues& queues = parts.store.queues();
  if (!queues.used()) return flits;
  for (std::uint32_t i = 0; i < queues.count(vc); ++i) flits += queues.at(vc, i).present;
  return flits;
}

void name_message(VcSignals& signals, const Message& message) {
  signals.source = message.source.value();
  signals.sequence = message.sequence;
}

}  // namespace

ChannelProbe::Probed* ChannelProbe::of(ChannelId channel) {
  const std::uint32_t place = channel.value() < place_.size() ? place_[channel.value()] : 0;
  return place == 0 ? nullptr : &channels_[place - 1];
}

void ChannelProbe::add(const std::string& name, ChannelId channel, std::size_t lanes) {
  channels_.push_back({name, channel, std::vector<VcSignals>(lanes)});
  if (place_.size() <= channel.value()) place_.resize(channel.value() + std::size_t{1});
  place_[channel.value()] = static_cast<std::uint32_t>(channels_.size());
}

void ChannelProbe::flit_sent(const MachineParts& parts, VcId vc, const Message& message) {
  Probed* const probed = of(parts.numbering.channel_of(vc));
  if (probed == nullptr) return;
  VcSignals& signals = probed->vcs[parts.numbering.lane_of(vc)];
  signals.crossing = true;
  crossed_.push_back(&signals);
  name_message(signals, message);
}

void ChannelProbe::begin_cycle() {
  for (VcSignals* signals : crossed_) signals->crossing = false;
  crossed_.clear();
}

void ChannelProbe::end_cycle(const MachineParts& parts) {
  for (Probed& probed : channels_) {
    for (std::uint32_t lane = 0; lane < probed.vcs.size(); ++lane) {
      const VcId vc = parts.numbering.vc(probed.channel, lane);
      VcSignals& signals = probed.vcs[lane];
      signals.occupied = !parts.store.is_free(vc);
      signals.buffer = flits_in_buffer(parts, vc);
      if (signals.occupied) name_message(signals, parts.messages[parts.store.worms(vc).holder]);
    }
  }
}

}  // namespace dateline
