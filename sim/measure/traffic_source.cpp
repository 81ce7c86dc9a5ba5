#include "sim/measure/traffic_source.hpp"

namespace dateline {

TrafficSource::TrafficSource(const TrafficPattern& pattern, std::uint32_t terminals, Injection injection, double rate, std::uint32_t message_length,
                             std::uint64_t seed)
    : pattern_(pattern), message_length_(message_length), stream_of_(terminals, 0), wheel_(terminals) {
  for (std::uint32_t terminal = 0; terminal < terminals; ++terminal) {
    const double own_rate = rate * to_double(pattern.share(TerminalId(terminal)));
    if (own_rate <= 0.0) continue;
    stream_of_[terminal] = static_cast<std::uint32_t>(streams_.size());
    streams_.push_back(
        {ArrivalProcess(injection, own_rate, RandomStream(seed, terminal, Purpose::arrival)), RandomStream(seed, terminal, Purpose::destination)});
    wheel_.insert(terminal, streams_.back().arrivals.next());
  }
}

void TrafficSource::generate(Cycle now, bool measured, Machine& machine) {
  wheel_.take(now, due_);
  for (const std::uint32_t terminal : due_) {
    Stream& stream = streams_[stream_of_[terminal]];
    Cycle next = now;
    while (next == now) {
      MessageOrder order;
      order.generated = now;
      order.destination = pattern_.sample(TerminalId(terminal), stream.destinations);
      order.length = message_length_;
      order.measured = measured;
      machine.send(TerminalId(terminal), order);
      ++sent_;
      next = stream.arrivals.next();
    }
    wheel_.insert(terminal, next);
  }
}

}  // namespace dateline
