#include "sim/measure/run/run_events.hpp"

#include <algorithm>
#include <iterator>

namespace dateline {
namespace {

// When the channels that carry flits to nowhere from changes[i] on do so no more.
Cycle known_from(const std::vector<NetworkChange>& changes, std::size_t i) {
  const auto& then = changes[i].swallowing;
  std::vector<ChannelId> added = then;
  if (i > 0) {
    const auto& before = changes[i - 1].swallowing;
    added.clear();
    std::set_difference(then.begin(), then.end(), before.begin(), before.end(), std::back_inserter(added));
  }
  if (added.empty()) return changes[i].at;
  for (std::size_t j = i + 1; j < changes.size(); ++j) {
    const auto unknown = [&](ChannelId c) { return std::binary_search(changes[j].swallowing.begin(), changes[j].swallowing.end(), c); };
    if (std::none_of(added.begin(), added.end(), unknown)) return changes[j].at;
  }
  return PacketSource::kNever;
}

}  // namespace

RunEvents::RunEvents(const RunConfig& config, std::uint32_t terminals)
    : changes_(config.changes), first_faults_(config.first_faults), responds_(config.windows > 0), losses_(config, terminals) {}

Cycle RunEvents::next() const {
  const Cycle later = losses_.next();
  const Cycle again = switch_.draining() || response_.watching() ? std::min(later, taken_ + 1) : later;
  return next_change_ < changes_.size() ? std::min(again, changes_[next_change_].at) : again;
}

void RunEvents::change(CompiledNetwork& network, Cycle now, PacketSource& source, VerdictWatch& watch, std::uint64_t outstanding) {
  const NetworkChange& change = changes_[next_change_++];
  const std::uint64_t before = switch_.all_lost(), swallowed_before = switch_.swallowed_packets();
  switch_.begin(change, network, now);
  if (!is_unseen(change)) report(network, now);
  const std::uint64_t swallowed = switch_.swallowed_packets() - swallowed_before;
  if (!switch_.draining()) in_use_ = next_change_;
  source.change(*change.pattern);
  if (changes_.size() <= kMostJudgedChanges) watch.change(network, now, *change.pattern, change.theory);
  if (!responds_) return;
  const std::uint64_t taken = switch_.all_lost() - before;
  const std::uint64_t late = change.fails ? swallowed : taken;  // of failures that routers did not know until now
  if (late > 0) response_.noticed(now, late);
  if (change.fails) response_.failed(now, known_from(changes_, next_change_ - 1), taken - swallowed, outstanding);
}

void RunEvents::take(CompiledNetwork& network, Cycle now, PacketSource& source, VerdictWatch& watch, std::uint64_t delivered) {
  taken_ = now;
  losses_.report_errors(failed(), now, network);
  const std::uint64_t outstanding = source.offered() - delivered - losses_.again().lost();
  if (response_.watching() && !switch_.draining()) response_.look(now, outstanding);
  if (next_change_ < changes_.size() && changes_[next_change_].at == now) {
    change(network, now, source, watch, outstanding);
  } else if (switch_.draining()) {
    switch_.end(changes_[next_change_ - 1], network, now);
    if (!switch_.draining()) {
      in_use_ = next_change_;
      report(network, now);
    }
  }
  losses_.send_due(now, network, failed(), source);
}

void RunEvents::report(CompiledNetwork& network, Cycle now) {
  const std::size_t last = next_change_ - 1;
  losses_.report(changes_[last], last == 0 ? first_faults_ : changes_[last - 1].faults(), now, network);
}

bool RunEvents::lost(const Packet& packet, Cycle now) {
  if (!losses_.is_notice(packet)) switch_.lost();
  return losses_.lost(packet, now, now > taken_);  // changes take packets out in take()
}

}  // namespace dateline
