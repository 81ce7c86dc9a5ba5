#include "sim/measure/sources/request_reply_source.hpp"

#include <algorithm>

namespace dateline {

void RequestReplySource::generate(Cycle now, bool measured, CompiledNetwork& network) {
  state_.trips.end_of_cycle();
  state_.in_window = measured;
  if (state_.ends.begin(now)) take_failures();
  for (; !state_.services.empty() && state_.services.front().due <= now; state_.services.pop_front())
    send_reply(state_.services.front(), now, network);
  state_.requesters.send_ready([&](std::uint32_t requester) { send_request(requester, now, measured, network); });
}

void RequestReplySource::send_request(std::uint32_t requester, Cycle now, bool measured, CompiledNetwork& network) {
  Requesters::Requester& r = state_.requesters[requester];
  const std::uint32_t tag = state_.exchanges.take();
  state_.exchanges[tag] = {now, requester, r.life, false, measured};
  PacketRequest order;
  order.generated = now;
  order.destination = state_.pattern->sample(r.terminal, r.destinations);
  order.length = state_.options.request;
  order.tag = tag;
  order.measured = measured;
  network.send(r.terminal, order);
  ++state_.trips.requests, ++state_.offered;
  state_.trips.measured_requests += measured ? 1U : 0U;
}

void RequestReplySource::send_reply(const RequestReplyState::Service& service, Cycle now, CompiledNetwork& network) {
  RequestReplyState::Exchange& exchange = state_.exchanges[service.exchange];
  const Requesters::Requester& requester = state_.requesters[exchange.requester];
  const bool unknown = state_.ends.failed(requester.terminal) && !state_.ends.known(requester.terminal);
  if (requester.life != exchange.life && !unknown) return give_up(service.exchange);
  exchange.replied = true;
  PacketRequest order;
  order.generated = now;
  order.destination = requester.terminal;
  order.length = state_.options.reply;
  order.tag = service.exchange;
  order.measured = exchange.measured;
  order.vc_set = state_.reply_set;
  network.send(service.at, order);
  ++state_.offered;
}

void RequestReplySource::delivered(const Delivery& delivery) {
  const PacketRequest& order = delivery.packet.order;
  const RequestReplyState::Exchange& exchange = state_.exchanges[order.tag];
  if (!exchange.replied) {
    if (order.measured) state_.trips.request.add(delivery.latency());
    state_.services.push_back({delivery.ejected + 1 + state_.options.service, order.tag, order.destination});
    return;
  }
  // Its requester has failed since then: it was sent again after that node's repair.
  if (state_.requesters[exchange.requester].life != exchange.life) return give_up(order.tag);
  if (order.measured) {
    state_.trips.reply.add(delivery.latency());
    state_.trips.whole.add(delivery.ejected + 1 - exchange.generated);
  }
  ++state_.trips.replies;
  state_.trips.replies_in_window += state_.in_window ? 1U : 0U;
  state_.trips.completion = delivery.ejected + 1;
  const std::uint32_t requester = exchange.requester;
  state_.exchanges.give_back(order.tag);
  state_.requesters.close(requester);
}

void RequestReplySource::take_failures() {
  for (std::uint32_t r = 0; r < state_.requesters.size(); ++r) {
    const Requesters::Requester& requester = state_.requesters[r];
    const bool failed = state_.ends.failed(requester.terminal), asks = !failed && state_.pattern->share(requester.terminal) != 0;
    if (asks != requester.asks || (failed && requester.open > 0)) state_.trips.unanswered += state_.requesters.set_asking(r, asks, failed);
  }
  std::deque<RequestReplyState::Service> all, gone;
  all.swap(state_.services);
  for (const RequestReplyState::Service& service : all) (state_.ends.failed(service.at) ? state_.gone : state_.services).push_back(service);
  gone.swap(state_.gone);
  for (const RequestReplyState::Service& service : gone) {
    const bool unknown = state_.ends.failed(service.at) && !state_.ends.known(service.at);
    unknown ? state_.gone.push_back(service) : give_up(service.exchange);
  }
}

void RequestReplySource::give_up(std::uint32_t exchange) {
  const RequestReplyState::Exchange ended = state_.exchanges[exchange];
  state_.exchanges.give_back(exchange);
  if (!ended.replied && ended.measured) ++state_.never_sent;
  if (state_.requesters[ended.requester].life != ended.life) return;
  ++state_.trips.unanswered;
  state_.requesters.close(ended.requester);
}

Cycle RequestReplySource::next_cycle(Cycle from) const {
  if (state_.requesters.any_ready()) return from;
  return state_.services.empty() ? kNever : std::max(from, state_.services.front().due);
}

std::optional<double> RequestReplySource::progress() const {
  if (!state_.options.batch) return std::nullopt;
  const double all = static_cast<double>(state_.requesters.size()) * static_cast<double>(*state_.options.batch);
  return all == 0 ? 1.0 : static_cast<double>(state_.trips.replies) / all;
}

}  // namespace dateline
