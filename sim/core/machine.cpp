#include "sim/core/machine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/network/error.hpp"

namespace dateline {
namespace {

unsigned lane_bits(const MachineConfig& config) {
  unsigned bits = 0;
  while ((1 << bits) < std::max(config.vcs, config.injection_vcs)) ++bits;
  return bits;
}

}  // namespace

Machine::Machine(const MachineConfig& config, const Wiring& wiring, const RoutingRelation& relation, DeliveryObserver& observer)
    : config_(config), relation_(relation), observer_(observer) {
  check(config);
  nodes_ = wiring.nodes;
  ports_ = static_cast<std::uint32_t>(wiring.ports);
  network_channels_ = static_cast<std::uint32_t>(wiring.channels.size());
  const bool ejection_channels = config.ejection == Ejection::channel;
  channels_ = network_channels_ + nodes_ * (ejection_channels ? 2U : 1U);
  shift_ = lane_bits(config);
  lane_mask_ = (1U << shift_) - 1;
  field_mask_ = static_cast<std::uint32_t>((std::uint64_t{1} << (1U << shift_)) - 1);
  injection_base_ = network_channels_ << shift_;
  ejection_base_ = (network_channels_ + nodes_) << shift_;
  const int classes = relation.classes();
  if (classes > config.vcs) {
    throw ConfigError("simulate", "vcs", std::to_string(config.vcs),
                      fmt::format("is too few: the routing needs {} classes; allowed {}..{}", classes, classes, kMaxVcs));
  }
  class_vcs_.assign(static_cast<std::size_t>(classes), 0);
  for (int v = 0; v < config.vcs; ++v) class_vcs_[static_cast<std::size_t>(v * classes / config.vcs)] |= 1U << static_cast<unsigned>(v);
  const bool lazy = config.channel_latency == 1 && config.buffer_depth >= 2 && config.vc_reuse == VcReuse::atomic;
  general_ = !lazy || config.general_path;
  mixed_seed_ = mix_seed(config.seed);

  const std::size_t vcs = std::size_t{channels_} << shift_;
  vcs_.resize(vcs);
  bits_.resize((vcs + 63) / 64);
  const std::size_t blocks = (vcs >> kBlockBits) + 1;
  held_.assign(blocks, 0);
  live_.assign((blocks + 63) / 64, 0);
  for (std::uint32_t c = 0; c < channels_; ++c) {
    const bool injection = c >= network_channels_ && c < network_channels_ + nodes_;
    const std::uint32_t own_node = (c - network_channels_) % nodes_;
    if (c < network_channels_) {
      const Wiring::Wire& wire = wiring.channels[c];
      channel_.push_back({wire.from.value(), wire.to.value(), wire.to_port.value(), 0, 0, 0, 0, 0});
    } else {
      channel_.push_back({own_node, own_node, static_cast<std::uint16_t>(ports_), 0, 0, 0, 0, 0});
    }
    const auto lanes = static_cast<unsigned>(injection ? config.injection_vcs : config.vcs);
    const std::uint64_t field = ((std::uint64_t{1} << lanes) - 1) << (first_vc(c) & 63U);
    bits_of(first_vc(c)).space |= field;
    bits_of(first_vc(c)).free |= field;
  }
  picks_.room.resize(channels_);
  nominations_.room.resize(channels_);
  if (config.vc_reuse == VcReuse::at_tail) shared_.resize(vcs);

  sources_.resize(nodes_);
  node_.resize(nodes_);
  due_.resize(static_cast<std::size_t>(std::max(config.channel_latency, config.routing_delay)) + 1);
  crossings_.resize(network_channels_);
  ejected_of_source_.assign(nodes_, 0);
}

std::uint64_t Machine::estimated_bytes(std::uint64_t nodes, std::uint64_t channels, const MachineConfig& config) {
  const std::uint64_t all = channels + nodes * (config.ejection == Ejection::channel ? 2 : 1);
  const std::uint64_t per_vc = sizeof(Vc) + 1 + (config.vc_reuse == VcReuse::at_tail ? sizeof(SharedBuffer) : 0);
  return ((all << lane_bits(config)) * per_vc) + all * 32 + nodes * (sizeof(Source) + sizeof(NodeState)) + channels * sizeof(Wiring::Wire);
}

std::uint64_t Machine::send(NodeId source, const MessageOrder& order) {
  Source& s = sources_[source.value()];
  s.queue.push(order);
  ++queued_;
  wake_source(source.value());
  return s.next_sequence++;
}

void Machine::step(Cycle now) {
  now_ = now;
  if (pending_events_ != 0) take_due_events();
  inject();
  route_headers();
  decide();
  if (general_) {
    move_all<true>();
  } else {
    move_all<false>();
  }
  if (!deliveries_.empty()) hand_over();
}

void Machine::hand_over() {
  delivery_order_.clear();
  for (std::uint32_t i = 0; i < deliveries_.size(); ++i) {
    const Message& m = deliveries_[i].message;
    delivery_order_.push_back({static_cast<std::uint64_t>(m.order.destination.value()) << 32U | m.source.value(), m.sequence, i});
  }
  if (delivery_order_.size() > 1) std::sort(delivery_order_.begin(), delivery_order_.end());
  for (const DeliveryOrder& order : delivery_order_) observer_.delivered(deliveries_[order.index]);
  deliveries_.clear();
}

Machine::Due& Machine::due_in(int cycles) {
  ++pending_events_;
  return due_[(now_ + static_cast<Cycle>(cycles)) % due_.size()];
}

bool Machine::older(std::uint32_t message_a, std::uint32_t message_b) const {
  const Message& a = messages_[message_a];
  const Message& b = messages_[message_b];
  return std::make_tuple(a.order.generated, a.source.value(), a.sequence) < std::make_tuple(b.order.generated, b.source.value(), b.sequence);
}

}  // namespace dateline
