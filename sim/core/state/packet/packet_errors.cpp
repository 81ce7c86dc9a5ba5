#include "sim/core/state/packet/packet_errors.hpp"

#include <algorithm>

namespace dateline {

PacketErrors::PacketErrors(const RouterConfig& config, const VcNumbering& numbering, const Wiring& wiring) {
  if (config.link_errors == nullptr || config.link_errors->detection != ErrorDetection::end_to_end) return;
  const LinkErrors& errors = *config.link_errors;
  used_ = std::find(errors.errs.begin(), errors.errs.end(), 1) != errors.errs.end();
  number_of_.assign(numbering.channels(), kNone);
  for (std::uint32_t c = 0; c < wiring.channels.size(); ++c) {
    const ChannelId in_network = numbering.in_network(ChannelId(c));
    if (in_network.value() >= errors.errs.size() || errors.errs[in_network.value()] == 0) continue;
    number_of_[c] = static_cast<std::uint32_t>(channels_.size());
    channels_.push_back({errors.below[in_network.value()], error_key(config.seed, in_network.value())});
  }
}

}  // namespace dateline
