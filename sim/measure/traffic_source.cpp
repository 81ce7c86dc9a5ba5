#include "sim/measure/traffic_source.hpp"

namespace dateline {

TrafficSource::TrafficSource(const TrafficPattern& pattern, std::uint32_t nodes, Injection injection, double rate, std::uint32_t message_length,
                             std::uint64_t seed)
    : pattern_(pattern), message_length_(message_length), stream_of_(nodes, 0), wheel_(nodes) {
  for (std::uint32_t node = 0; node < nodes; ++node) {
    const double own_rate = rate * to_double(pattern.share(TerminalId(node)));
    if (own_rate <= 0.0) continue;
    stream_of_[node] = static_cast<std::uint32_t>(streams_.size());
    streams_.push_back(
        {ArrivalProcess(injection, own_rate, RandomStream(seed, node, Purpose::arrival)), RandomStream(seed, node, Purpose::destination)});
    wheel_.insert(node, streams_.back().arrivals.next());
  }
}

void TrafficSource::generate(Cycle now, bool measured, Machine& machine) {
  wheel_.take(now, due_);
  for (const std::uint32_t node : due_) {
    Stream& stream = streams_[stream_of_[node]];
    Cycle next = now;
    while (next == now) {
      MessageOrder order;
      order.generated = now;
      order.destination = NodeId(pattern_.sample(TerminalId(node), stream.destinations).value());
      order.length = message_length_;
      order.measured = measured;
      machine.send(NodeId(node), order);
      next = stream.arrivals.next();
    }
    wheel_.insert(node, next);
  }
}

}  // namespace dateline
