#include "sim/core/inspect/channel_counters.hpp"

#include <fmt/format.h>

#include <numeric>

#include "models/base/error.hpp"
#include "sim/core/inspect/counts.hpp"

namespace dateline {

void ChannelCounters::Counts::add(const Counts& other) {
  flits += other.flits;
  packets += other.packets;
  measured += other.measured;
  head_blocked += other.head_blocked;
  flit_blocked += other.flit_blocked;
  allocations += other.allocations;
}

void ChannelCounters::forget() {
  counts_.assign(counts_.size(), {});
  blocked_.clear();
  handed_over_.forget();
}

void ChannelCounters::charge(const Blocked& blocked, Cycle until, Counts* to) const {
  for (const ChannelId channel : blocked.channels) {
    if (p_.numbering.is_network(channel)) to[channel.value()].head_blocked += until - blocked.since;
  }
}

std::vector<ChannelCounters::Counts> ChannelCounters::counts() const {
  std::vector<Counts> now(counts_.begin(), counts_.begin() + p_.numbering.network_channels());
  for (const auto& [at, blocked] : blocked_) charge(blocked, p_.now + 1, now.data());
  return now;
}

Activity ChannelCounters::activity() const {
  Activity activity;
  for (const Counts& c : counts_) {
    activity.flits.push_back(c.flits);
    activity.allocations.push_back(c.allocations);
  }
  activity.handed_over = handed_over_.counts();
  return activity;
}

void ChannelCounters::check() const {
  const auto require = [&](bool holds, const char* what, std::uint64_t counted, std::uint64_t expected) {
    if (!holds) throw InvariantError(fmt::format("cycle {}: {}: {} counted, {} expected", p_.now, what, counted, expected));
  };
  const Totals totals = count_totals(p_);
  const VcNumbering& numbering = p_.numbering;
  std::uint64_t over_network = 0, over_injection = 0, over_ejection = 0;
  for (std::uint32_t c = 0; c < counts_.size(); ++c) {
    const Counts& own = counts_[ChannelId(c)];
    const bool injection = numbering.is_injection(numbering.vc(ChannelId(c), 0));
    (numbering.is_network(ChannelId(c)) ? over_network : injection ? over_injection : over_ejection) += own.flits;
    if (injection) continue;
    const std::uint64_t most = own.packets + (totals.lost == 0 ? numbering.vcs(ChannelId(c)) : totals.lost + totals.in_network);
    require(own.packets <= own.allocations && own.allocations <= most, "VCs given to head flits", own.allocations, own.packets);
  }
  const std::uint64_t hops = count_flit_hops(p_);
  require(over_network == hops, "flits over network channels", over_network, hops);
  const std::vector<std::uint64_t> out = handed_over_.counts();
  const std::uint64_t written = over_network + over_injection;
  const std::uint64_t read = std::accumulate(out.begin(), out.end(), over_network + over_ejection);
  // A lost flit stays in no buffer; one that was lost in the memory of a node had been read.
  const std::uint64_t least = read + totals.buffered_flits + (p_.absorption.used() ? 0 : totals.lost_flits);
  require(least <= written && written <= read + totals.buffered_flits + totals.lost_flits, "flits written into buffers", written, least);
  if (!p_.absorption.used()) require(over_injection == totals.injected_flits, "flits over injection channels", over_injection, totals.injected_flits);
}

}  // namespace dateline
