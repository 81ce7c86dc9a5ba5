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

Machine::Machine(const MachineConfig& config, Wiring wiring, const RoutingRelation& relation, DeliveryObserver& observer)
    : config_(config), wiring_(std::move(wiring)), relation_(relation), observer_(observer) {
  check(config);
  nodes_ = wiring_.nodes;
  network_channels_ = static_cast<std::uint32_t>(wiring_.channels.size());
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

  const std::size_t vcs = std::size_t{channels_} << shift_;
  vcs_.resize(vcs);
  avail_ = VcBits(vcs);
  space_ = VcBits(vcs);
  free_ = VcBits(vcs);
  const std::size_t blocks = (vcs >> kBlockBits) + 1;
  held_.assign(blocks, 0);
  live_.assign((blocks + 63) / 64, 0);
  for (std::uint32_t c = 0; c < channels_; ++c) {
    const bool injection = c >= network_channels_ && c < network_channels_ + nodes_;
    for (int v = 0; v < (injection ? config.injection_vcs : config.vcs); ++v) {
      space_.set(first_vc(c) + static_cast<std::uint32_t>(v));
      free_.set(first_vc(c) + static_cast<std::uint32_t>(v));
    }
  }
  channel_pointer_.assign(channels_, 0);
  port_pointer_.assign(channels_, 0);
  selection_pointer_.assign(channels_, 0);
  claims_.assign(channels_, 0);
  if (config.vc_reuse == VcReuse::at_tail) shared_.resize(vcs);

  sources_.resize(nodes_);
  is_waking_.assign(nodes_, 0);
  lists_.resize(nodes_);
  is_dirty_.assign(nodes_, 0);
  header_pointer_.assign(nodes_, 0);
  due_.resize(static_cast<std::size_t>(std::max(config.channel_latency, config.routing_delay)) + 1);
  finished_flits_.assign(network_channels_, 0);
  crossings_.assign(network_channels_, 0);
  measured_crossings_.assign(network_channels_, 0);
  ejected_of_source_.assign(nodes_, 0);
}

std::uint64_t Machine::estimated_bytes(std::uint64_t nodes, std::uint64_t channels, const MachineConfig& config) {
  const std::uint64_t all = channels + nodes * (config.ejection == Ejection::channel ? 2 : 1);
  const std::uint64_t per_vc = sizeof(Vc) + 1 + (config.vc_reuse == VcReuse::at_tail ? sizeof(SharedBuffer) : 0);
  return ((all << lane_bits(config)) * per_vc) + all * 32 + nodes * (sizeof(Source) + 700) + channels * sizeof(Wiring::Wire);
}

std::uint64_t Machine::send(NodeId source, const MessageOrder& order) {
  Source& s = sources_[source.value()];
  s.queue.push_back(order);
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
  const auto before = [](const Delivery& a, const Delivery& b) {
    const auto key = [](const Delivery& d) {
      return std::make_tuple(d.message.order.destination.value(), d.message.source.value(), d.message.sequence);
    };
    return key(a) < key(b);
  };
  std::sort(deliveries_.begin(), deliveries_.end(), before);
  for (const Delivery& delivery : deliveries_) observer_.delivered(delivery);
  deliveries_.clear();
}

void Machine::decide() {
  picks_.clear();
  const std::size_t words = avail_.words();
  const auto scan_block = [&](std::size_t block) {
    const std::size_t first = block << (kBlockBits - 6);
    const std::size_t last = std::min(first + (std::size_t{1} << (kBlockBits - 6)), words);
    for (std::size_t w = first; w < last; ++w) {
      if ((avail_.word(w) & space_.word(w)) != 0) decide_word(w);
    }
  };
  for (std::size_t i = 0; i < live_.size(); ++i) {
    for (std::uint64_t blocks = live_[i]; blocks != 0; blocks &= blocks - 1) {
      scan_block(i * 64 + static_cast<std::size_t>(__builtin_ctzll(blocks)));
    }
  }
  if (config_.reverse_order) std::reverse(picks_.begin(), picks_.end());
  if (config_.crossbar == Crossbar::per_port) arbitrate_ports();
}

Machine::Due& Machine::due_in(int cycles) {
  ++pending_events_;
  return due_[(now_ + static_cast<Cycle>(cycles)) % due_.size()];
}

bool Machine::older(std::uint32_t message_a, std::uint32_t message_b) const {
  const Message& a = messages_[message_a];
  const Message& b = messages_[message_b];
  return std::make_tuple(a.order.generated, a.source.value(), a.sequence) <
         std::make_tuple(b.order.generated, b.source.value(), b.sequence);
}

}  // namespace dateline
