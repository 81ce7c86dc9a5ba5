#include "sim/measure/sources/request_reply_source.hpp"

#include <algorithm>

namespace dateline {

Requesters::Requesters(const RequestReplyOptions& options, const TrafficPattern& pattern, std::uint32_t terminals, std::uint64_t seed)
    : batched_(options.batch.has_value()), first_(std::min(options.batch.value_or(options.most_outstanding()), options.most_outstanding())) {
  for (std::uint32_t t = 0; t < terminals; ++t) {
    if (pattern.share(TerminalId(t)) == 0) continue;
    requesters_.push_back({TerminalId(t), RandomStream(seed, t, Purpose::destination), options.batch.value_or(0)});
  }
  left_in_all_ = requesters_.size() * options.batch.value_or(1);
}

// The first requests of all.
void Requesters::begin() {
  begun_ = true;
  for (std::uint32_t r = 0; r < requesters_.size(); ++r) {
    ready_.insert(ready_.end(), first_, r);
    if (batched_) requesters_[r].left -= first_;
  }
}

RequestReplySource::RequestReplySource(const RequestReplyOptions& options, const TrafficPattern& pattern, std::uint32_t terminals, std::uint64_t seed,
                                       bool separate)
    : options_(options), pattern_(pattern), requesters_(options, pattern, terminals, seed), reply_set_(separate ? 1 : 0) {}

void RequestReplySource::generate(Cycle now, bool measured, CompiledNetwork& network) {
  trips_.end_of_cycle();
  in_window_ = measured;
  for (; !services_.empty() && services_.front().due <= now; services_.pop_front()) send_reply(services_.front(), now, network);
  requesters_.send_ready([&](std::uint32_t requester) { send_request(requester, now, measured, network); });
}

void RequestReplySource::send_request(std::uint32_t requester, Cycle now, bool measured, CompiledNetwork& network) {
  Requesters::Requester& r = requesters_[requester];
  const std::uint32_t tag = exchanges_.take();
  exchanges_[tag] = {now, requester, false, measured};
  PacketRequest order;
  order.generated = now;
  order.destination = pattern_.sample(r.terminal, r.destinations);
  order.length = options_.request;
  order.tag = tag;
  order.measured = measured;
  network.send(r.terminal, order);
  ++trips_.requests, ++offered_;
  trips_.measured_requests += measured ? 1U : 0U;
}

void RequestReplySource::send_reply(const Service& service, Cycle now, CompiledNetwork& network) {
  Exchange& exchange = exchanges_[service.exchange];
  exchange.replied = true;
  PacketRequest order;
  order.generated = now;
  order.destination = requesters_[exchange.requester].terminal;
  order.length = options_.reply;
  order.tag = service.exchange;
  order.measured = exchange.measured;
  order.vc_set = reply_set_;
  network.send(service.at, order);
  ++offered_;
}

void RequestReplySource::delivered(const Delivery& delivery) {
  const PacketRequest& order = delivery.packet.order;
  const Exchange& exchange = exchanges_[order.tag];
  if (!exchange.replied) {
    if (order.measured) trips_.request.add(delivery.latency());
    services_.push_back({delivery.ejected + 1 + options_.service, order.tag, order.destination});
    return;
  }
  if (order.measured) {
    trips_.reply.add(delivery.latency());
    trips_.whole.add(delivery.ejected + 1 - exchange.generated);
  }
  ++trips_.replies;
  trips_.replies_in_window += in_window_ ? 1U : 0U;
  trips_.completion = delivery.ejected + 1;
  exchanges_.give_back(order.tag);
  requesters_.replied(exchange.requester);
}

Cycle RequestReplySource::next_cycle(Cycle from) const {
  if (requesters_.any_ready()) return from;
  return services_.empty() ? kNever : std::max(from, services_.front().due);
}

std::optional<double> RequestReplySource::progress() const {
  if (!options_.batch) return std::nullopt;
  const double all = static_cast<double>(requesters_.size()) * static_cast<double>(*options_.batch);
  return all == 0 ? 1.0 : static_cast<double>(trips_.replies) / all;
}

}  // namespace dateline
