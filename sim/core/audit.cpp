// Counts that need a look at every worm, and the audit of the machine's invariants.
#include <fmt/format.h>

#include <algorithm>

#include "models/network/error.hpp"
#include "sim/core/machine.hpp"

namespace dateline {

// Flits of the worm at a sink or ejection VC that have been handed over by the end of the last cycle.
std::uint32_t Machine::handed_over(std::uint32_t vc) const {
  const Vc& record = vcs_[vc];
  if (is_ejection(vc)) return record.to_send == 0 ? 0 : messages_[record.holder].order.length - record.to_send;
  if (record.down != kSink) return 0;
  const std::uint32_t length = messages_[record.front].order.length;
  if (general_) return length - record.to_leave;
  const bool crossed_last = std::find(picks_.begin(), picks_.end(), vc) != picks_.end();  // it is handed over in the next cycle
  return length - record.to_send - (crossed_last ? 1U : 0U);
}

std::vector<std::uint64_t> Machine::channel_flits() const {
  std::vector<std::uint64_t> flits;
  for (const Crossings& crossings : crossings_) flits.push_back(crossings.flits);
  for (std::uint32_t vc = 0; vc < injection_base_; ++vc) {
    const Vc& record = vcs_[vc];
    if (record.to_send > 0) flits[channel_of(vc)] += messages_[record.holder].order.length - record.to_send;
  }
  return flits;
}

std::vector<std::uint64_t> Machine::ejected_flits_by_source() const {
  std::vector<std::uint64_t> flits = ejected_of_source_;
  for (std::uint32_t vc = 0; vc < vcs_.size(); ++vc) {
    const std::uint32_t out = handed_over(vc);
    if (out == 0) continue;
    const std::uint32_t message = is_ejection(vc) ? vcs_[vc].holder : vcs_[vc].front;
    flits[messages_[message].source.value()] += out;
  }
  return flits;
}

Machine::Totals Machine::totals() const {
  Totals totals;
  totals.queued = queued_;
  totals.in_network = in_network_;
  totals.delivered = delivered_;
  for (const std::uint64_t flits : ejected_flits_by_source()) totals.ejected_flits += flits;
  std::vector<bool> is_free(messages_.size(), false);
  for (const std::uint32_t index : free_messages_) is_free[index] = true;
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    if (!is_free[i]) totals.injected_flits += messages_[i].order.length;
  }
  for (const std::uint64_t flits : ejected_of_source_) totals.injected_flits += flits;
  for (std::uint32_t vc = 0; vc < vcs_.size(); ++vc) {
    const Vc& record = vcs_[vc];
    if (record.up == kSource) totals.injected_flits -= record.to_send;
    if (is_ejection(vc)) continue;
    if (record.down == kSink && !general_) {
      totals.buffered_flits += messages_[record.front].order.length - record.to_send - handed_over(vc);
      continue;
    }
    totals.buffered_flits += record.present;
    if (!shared_.empty()) {
      for (const QueuedWorm& worm : shared_[vc].behind) totals.buffered_flits += worm.present;
    }
  }
  for (const Due& due : due_) totals.buffered_flits += due.arrivals.size();
  return totals;
}

void Machine::audit() const {
  for (std::uint32_t vc = 0; vc < vcs_.size(); ++vc) {
    if ((bits_of(vc).free & vc_bit(vc)) != 0 || vcs_[vc].to_send > 0 || vcs_[vc].down != kIdle || vcs_[vc].used > 0) audit_vc(vc);
  }
  const Totals t = totals();
  if (t.injected_flits != t.ejected_flits + t.buffered_flits) {
    throw InvariantError(
        fmt::format("cycle {}: {} flits injected, but {} ejected and {} in flight", now_, t.injected_flits, t.ejected_flits, t.buffered_flits));
  }
  if (t.in_network == 0 && t.buffered_flits != 0) throw InvariantError(fmt::format("cycle {}: flits without a message", now_));
}

void Machine::audit_vc(std::uint32_t vc) const {
  const Vc& record = vcs_[vc];
  const auto require = [&](bool holds, const char* what) {
    if (holds) return;
    const Message& m = messages_.at(record.to_send > 0 ? record.holder : record.front);
    throw InvariantError(fmt::format("cycle {}: {} vc {} (message {}->{} #{}): {}", now_, describe_channel(channel_of(vc)), lane_of(vc),
                                     m.source.value(), m.order.destination.value(), m.sequence, what));
  };
  const auto test = [&](std::uint64_t word) { return (word & vc_bit(vc)) != 0; };
  const bool sending = record.to_send > 0;
  const bool flit_upstream = sending && (record.up == kSource || vcs_[record.up].present > 0);
  require(test(bits_of(vc).avail) == flit_upstream, "its flit-waits bit is wrong");
  if (sending && record.up != kSource) {
    require(vcs_[record.up].down == vc && vcs_[record.up].front == record.holder, "its chain to the VC before it is broken");
  }
  if (sending) require(!test(bits_of(vc).free), "it is held and free");
  if (is_ejection(vc)) return;
  require(test(bits_of(vc).space) == (record.used < config_.buffer_depth), "its place-is-free bit is wrong");
  require(record.used <= config_.buffer_depth, "its buffer is overfull");
  if (record.down < kSpecial) {
    require(vcs_[record.down].up == vc && vcs_[record.down].to_send > 0, "its chain to the VC after it is broken");
  }
  std::size_t places = record.present;
  if (!shared_.empty()) {
    for (const QueuedWorm& worm : shared_[vc].behind) places += worm.present;
  } else {
    if (test(bits_of(vc).free)) require(record.down == kIdle && record.used == 0, "it is free while a worm or a credit is out");
    if (sending && record.down != kIdle) require(record.front == record.holder, "two worms share it");
  }
  for (const Due& due : due_) {
    places += static_cast<std::size_t>(std::count(due.arrivals.begin(), due.arrivals.end(), vc));
    places += static_cast<std::size_t>(std::count(due.credits.begin(), due.credits.end(), vc));
  }
  const bool lazy_sink = record.down == kSink && !general_;
  require(record.used == (lazy_sink ? 0 : places), "its credits do not add up");
}

}  // namespace dateline
