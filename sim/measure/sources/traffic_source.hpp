// Open-loop random traffic: what every source draws (traffic_arrivals.hpp) is sent when it comes.
#pragma once

#include <vector>

#include "sim/measure/protocol/message_source.hpp"
#include "sim/measure/sources/traffic_arrivals.hpp"

namespace dateline {

class TrafficSource final : public PacketSource {
 public:
  // The patterns must outlive the source. `later`: those it may change to.
  TrafficSource(const RunConfig& config, const TrafficPattern& pattern, std::uint32_t terminals,
                const std::vector<const TrafficPattern*>& later = {})
      : arrivals_(config, pattern, terminals, later) {}
  void change(const TrafficPattern& pattern) override { arrivals_.change(pattern); }

  void generate(Cycle now, bool measured, CompiledNetwork& network) override;
  [[nodiscard]] bool foresees() const override { return true; }
  void delivered(const Delivery& /*delivery*/) override {}
  [[nodiscard]] Cycle next_cycle(Cycle from) const override { return arrivals_.next_cycle(from); }
  [[nodiscard]] bool finished() const override { return arrivals_.none(); }
  [[nodiscard]] std::uint64_t offered() const override { return sent_; }
  [[nodiscard]] std::uint64_t offered_flits() const { return flits_; }
  [[nodiscard]] bool open_loop() const override { return true; }
  void pass(Cycle until) override { arrivals_.pass(until); }
  void take_offered(StateReader& archive, bool /*in_window*/) override { archive(sent_, flits_); }
  // What all its messages have from now on.
  struct Marks {
    std::uint32_t tag = 0;
    std::uint8_t vc_set = 0, priority = 0;
  };
  void mark(const Marks& marks) { marks_ = marks; }
  void write(StateWriter& archive) override { io(archive); }
  void read(StateReader& archive) override { io(archive); }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [arrivals, sent, flits, marks] = *this;
    static_cast<void>(marks);
    archive(sent, flits, arrivals);  // the first as take_offered() reads
  }

 private:
  TrafficArrivals arrivals_;
  std::uint64_t sent_ = 0, flits_ = 0;
  Marks marks_;
};

}  // namespace dateline
