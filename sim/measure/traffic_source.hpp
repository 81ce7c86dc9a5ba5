// Open-loop random traffic: every source draws arrival times and destinations from two streams of its own.
// rate: messages per terminal and cycle for a source of share 1; a source of share s generates s times as many.
#pragma once

#include <vector>

#include "sim/measure/arrival_wheel.hpp"
#include "sim/measure/message_source.hpp"
#include "traffic/injection.hpp"

namespace dateline {

class TrafficSource final : public MessageSource {
 public:
  // `pattern` must outlive the source.
  TrafficSource(const TrafficPattern& pattern, std::uint32_t terminals, Injection injection, double rate, std::uint32_t message_length,
                std::uint64_t seed);

  void generate(Cycle now, bool measured, Machine& machine) override;
  void delivered(const Delivery& /*delivery*/) override {}
  [[nodiscard]] Cycle next_cycle(Cycle from) const override { return wheel_.next_cycle(from); }
  [[nodiscard]] bool finished() const override { return streams_.empty(); }
  [[nodiscard]] std::uint64_t sent() const override { return sent_; }

 private:
  struct Stream {
    ArrivalProcess arrivals;
    RandomStream destinations;
  };
  const TrafficPattern& pattern_;
  std::uint32_t message_length_;
  std::vector<std::uint32_t> stream_of_;  // per terminal; silent ones have none
  std::vector<Stream> streams_;
  ArrivalWheel wheel_;
  std::vector<std::uint32_t> due_;
  std::uint64_t sent_ = 0;
};

}  // namespace dateline
