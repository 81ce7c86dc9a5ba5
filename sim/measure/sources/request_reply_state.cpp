#include "sim/measure/sources/request_reply_state.hpp"

#include <algorithm>
#include <utility>

namespace dateline {

Requesters::Requesters(const RequestReplyOptions& options, const TrafficPattern& pattern, std::uint32_t terminals, std::uint64_t seed, bool changes)
    : batched_(options.batch.has_value()), first_(std::min(options.batch.value_or(options.most_outstanding()), options.most_outstanding())) {
  for (std::uint32_t t = 0; t < terminals; ++t) {
    const bool asks = pattern.share(TerminalId(t)) != 0;
    if (!asks && !changes) continue;
    requesters_.push_back({TerminalId(t), RandomStream(seed, t, Purpose::destination), asks ? options.batch.value_or(0) : 0});
    requesters_.back().asks = asks;
    left_in_all_ += asks || !batched_ ? options.batch.value_or(1) : 0;
  }
}

// The first requests of all.
void Requesters::begin() {
  begun_ = true;
  for (std::uint32_t r = 0; r < requesters_.size(); ++r) fill(r);
}

std::uint64_t Requesters::set_asking(std::uint32_t requester, bool asks, bool dies) {
  Requester& r = requesters_[requester];
  r.asks = asks;
  if (asks) {
    if (begun_) fill(requester);
    return 0;
  }
  const auto rest = std::remove(ready_.begin(), ready_.end(), requester);
  const auto unborn = static_cast<std::uint64_t>(ready_.end() - rest);
  ready_.erase(rest, ready_.end());
  r.open -= unborn;
  if (batched_) left_in_all_ -= unborn + std::exchange(r.left, 0);
  if (!dies) return 0;
  ++r.life;
  return std::exchange(r.open, 0);
}

RequestReplyState::RequestReplyState(const RequestReplyOptions& options_given, const TrafficPattern& of, std::uint32_t terminals, std::uint64_t seed,
                                     bool separate, std::vector<FailedTerminals> failures)
    : options(options_given),
      pattern(&of),
      ends(std::move(failures)),
      requesters(options_given, of, terminals, seed, ends.ever()),
      reply_set(separate ? 1 : 0) {}

}  // namespace dateline
