#include "sim/core/state/layout/vc_numbering.hpp"

#include <algorithm>

#include "sim/core/state/layout/vc_sets.hpp"

namespace dateline {

unsigned vc_index_bits(const RouterConfig& config) {
  unsigned bits = 0;
  while ((1 << bits) < std::max(config.vcs, config.injection_vcs)) ++bits;
  return bits;
}

VcNumbering::VcNumbering(const RouterConfig& config, const Wiring& wiring, const RoutingRelation& relation)
    : shift_(vc_index_bits(config)), fields_(shift_) {
  const VcSets sets(config, relation);
  terminals_ = wiring.terminals();
  network_channels_ = static_cast<std::uint32_t>(wiring.channels.size());
  nic_ports_ = static_cast<std::uint32_t>(config.nic_ports);
  injection_channels_ = wiring.part.terminals.value_or(terminals_) * nic_ports_;
  first_nic_ = wiring.part.first_terminal * nic_ports_;
  injection_base_ = network_channels_ - first_nic_;
  numbers_ = wiring.part.numbers;
  elsewhere_ = wiring.part.elsewhere;
  channels_ = network_channels_ + injection_channels_ * (config.ejection == Ejection::channel ? 2U : 1U);
  first_injection_ = network_channels_ << shift_;
  incoming_ = wiring.part.incoming << shift_;
  first_outgoing_ = (network_channels_ - wiring.part.outgoing) << shift_;
  first_ejection_ = (network_channels_ + injection_channels_) << shift_;
  vcs_per_channel_ = static_cast<std::uint32_t>(config.vcs);
  injection_vcs_ = static_cast<std::uint32_t>(config.injection_vcs);
  class_mask_ = sets.classes() <= 8 ? 0xffU : 0xffffU;
  vcs_of_.assign(class_mask_ + 1, 0);
  for (int v = 0; v < config.vcs; ++v) {
    const auto served = static_cast<unsigned>(sets.class_of_vc(v));
    for (std::size_t set = 0; set < vcs_of_.size(); ++set) {
      if ((set >> served & 1U) != 0) vcs_of_[set] = static_cast<std::uint16_t>(vcs_of_[set] | 1U << static_cast<unsigned>(v));
    }
  }
}

}  // namespace dateline
