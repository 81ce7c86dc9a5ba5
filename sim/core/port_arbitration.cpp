#include "sim/core/port_arbitration.hpp"

namespace dateline {

PortArbitration::PortArbitration(MachineParts& parts)
    : p_(parts),
      by_age_(parts.config.channel_arbitration == ChannelArbitration::oldest),
      records_(parts.store.view().records),
      ports_(parts.switches.ports()),
      shift_(parts.numbering.shift()),
      lanes_((1U << shift_) - 1) {}

std::size_t PortArbitration::run(std::size_t count) {
  std::uint32_t* const picks = p_.switches.picks();
  const std::uint32_t injection = p_.numbering.first_injection(), ejection = p_.numbering.first_ejection();
  p_.switches.losers().clear();
  p_.switches.losers().reserve_more(count + 1);
  const std::uint32_t* injected = claim(picks, injection);
  const std::uint32_t* ejected = injected;
  while (*ejected < ejection) ++ejected;
  claim(ejected, SwitchStage::kEnd);

  std::uint32_t* out = grant(picks, injection, picks);
  std::uint32_t* const network_end = out;
  while (injected != ejected) *out++ = *injected++;
  std::uint32_t* const ejection_begin = out;
  out = grant(ejected, SwitchStage::kEnd, out);
  settle(picks, network_end);
  settle(ejection_begin, out);
  *out = SwitchStage::kEnd;
  restore_pointers();
  return static_cast<std::size_t>(out - picks);
}

const std::uint32_t* PortArbitration::claim(const std::uint32_t* from, std::uint32_t border) {
  const VcRecord* const records = records_;
  SwitchStage::PortState* const ports = ports_;
  const unsigned shift = shift_;
  const std::uint32_t lanes = lanes_;
  for (; *from < border; ++from) {
    const std::uint32_t feed = records[*from].sender.feed.value();
    SwitchStage::PortState& port = ports[feed >> shift];
    port.claims = static_cast<std::uint16_t>(port.claims | 1U << (feed & lanes));
  }
  return from;
}

std::uint32_t PortArbitration::oldest(std::uint32_t port, std::uint32_t claims) const {
  const auto message = [&](std::uint32_t lane) { return p_.store.worms(VcId((port << shift_) + lane)).front; };
  auto best = static_cast<std::uint32_t>(__builtin_ctz(claims));
  for (claims &= claims - 1; claims != 0; claims &= claims - 1) {
    const auto lane = static_cast<std::uint32_t>(__builtin_ctz(claims));
    if (p_.messages.older(message(lane), message(best))) best = lane;
  }
  return best;
}

// Keeps the nominations that win their port; all claims have been made, and no port is settled before the last nomination was looked at.
std::uint32_t* PortArbitration::grant(const std::uint32_t* from, std::uint32_t border, std::uint32_t* out) {
  const VcRecord* const records = records_;
  const SwitchStage::PortState* const ports = ports_;
  const unsigned shift = shift_;
  const std::uint32_t lanes = lanes_;
  const bool by_age = by_age_;
  std::uint32_t* lost = p_.switches.losers().cursor();
  for (; *from < border; ++from) {
    const std::uint32_t vc = *from;
    const std::uint32_t feed = records[vc].sender.feed.value();
    const SwitchStage::PortState& port = ports[feed >> shift];
    const std::uint32_t later = port.claims & port.at_or_after;
    const std::uint32_t eligible = later != 0 ? later : port.claims;
    const std::uint32_t winner = by_age ? 1U << oldest(feed >> shift, port.claims) : eligible & (0 - eligible);
    const std::size_t wins = winner >> (feed & lanes) & 1U;
    *out = *lost = vc;
    out += wins;
    lost += 1 - wins;
  }
  p_.switches.losers().end_at(lost);
  return out;
}

// A port that granted searches behind that VC next time.
void PortArbitration::settle(const std::uint32_t* from, const std::uint32_t* to) {
  const VcRecord* const records = records_;
  SwitchStage::PortState* const ports = ports_;
  const unsigned shift = shift_;
  const std::uint32_t lanes = lanes_;
  for (; from != to; ++from) {
    const std::uint32_t feed = records[*from].sender.feed.value();
    ports[feed >> shift] = {0, static_cast<std::uint16_t>(0xfffeU << (feed & lanes))};
  }
}

// The pointers of channels whose nomination was not granted are again what they were before phase 3.
void PortArbitration::restore_pointers() {
  const SwitchStage::WordPick* before = p_.switches.words();
  const std::uint64_t field = (std::uint64_t{1} << (1U << p_.numbering.shift())) - 1;
  for (const std::uint32_t vc : p_.switches.losers()) {
    while (before->first != (vc & ~63U)) ++before;
    const std::uint64_t mask = field << ((vc >> p_.numbering.shift() << p_.numbering.shift()) & 63U);
    std::uint64_t& pointers = p_.store.words()[vc / 64].at_or_after;
    pointers = (pointers & ~mask) | (before->at_or_after & mask);
  }
}

}  // namespace dateline
