#include "sim/measure/sources/traffic_source.hpp"

namespace dateline {

void TrafficSource::generate(Cycle now, bool measured, CompiledNetwork& network) {
  arrivals_.take(now, [&](TerminalId source, TerminalId destination, std::uint32_t length) {
    PacketRequest order;
    order.generated = now;
    order.destination = destination;
    order.length = length;
    order.tag = marks_.tag;
    order.measured = measured;
    order.vc_set = marks_.vc_set;
    order.priority = marks_.priority;
    network.send(source, order);
    ++sent_;
    flits_ += length;
  });
}

}  // namespace dateline
