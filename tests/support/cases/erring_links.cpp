#include "tests/support/cases/erring_links.hpp"

namespace dateline::test {
namespace {

std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31U);
}

}  // namespace

bool try_errs(std::uint64_t seed, std::uint32_t channel, std::uint64_t flit, std::uint64_t tries, std::uint64_t below) {
  const std::uint64_t key = mixed(mixed(seed ^ 0x510e527fade682d1ULL) + channel);
  return mixed(mixed(key + flit) + tries) < below;
}

std::uint64_t below(double p) { return static_cast<std::uint64_t>(p * 0x1p64); }

std::shared_ptr<const LinkErrors> all_err(const Topology& topology, double p, int window, int replay) {
  LinkErrors errors;
  errors.errs.assign(topology.channels(), 1);
  errors.below.assign(topology.channels(), below(p));
  errors.window = window;
  errors.replay = replay;
  return std::make_shared<const LinkErrors>(errors);
}

std::shared_ptr<const LinkErrors> draw_errors(Dice& dice, const Topology& topology, ErrorDetection detection) {
  const bool link = detection == ErrorDetection::link;
  const double p = dice.one_in(4) ? 0 : dice.one_in(2) ? (link ? 0.05 : 0.002) : (link ? 0.6 : 0.01);
  const int window = !link || dice.one_in(2) ? 0 : dice.between(1, 6);
  const int replay = window == 0 || dice.one_in(2) ? 0 : window + dice.between(0, 5);
  LinkErrors errors = *all_err(topology, p, window, replay);
  errors.detection = detection;
  return std::make_shared<const LinkErrors>(errors);
}

void take_errors(const RouterConfig& machine, const Topology& topology, reference::ReferenceConfig& second) {
  if (machine.link_errors == nullptr) return;
  const LinkErrors& errors = *machine.link_errors;
  second.errs = [&topology, seed = machine.seed, all = machine.link_errors](int node, int port, long long flit, int tries) {
    const ChannelId channel = topology.out(NodeId(static_cast<std::uint32_t>(node)), Port(static_cast<std::uint16_t>(port)));
    return try_errs(seed, channel.value(), static_cast<std::uint64_t>(flit), static_cast<std::uint64_t>(tries), all->below[channel.value()]);
  };
  second.retry_window = errors.window;
  second.replay_buffer = errors.replay;
  second.errors_at_destination = errors.detection == ErrorDetection::end_to_end;
}

}  // namespace dateline::test
