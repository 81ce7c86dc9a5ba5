// Open-loop random traffic: every source draws arrival times and destinations from two streams of its own, and lengths
// from a third if messages differ in length.
// rate: messages per terminal and cycle for a source of share 1; a source of share s generates s times as many.
// Where patterns follow each other (dynamic faults) a source draws arrivals for its largest share and drops each with
// the probability by which its present share is less.
#pragma once

#include <vector>

#include "sim/measure/protocol/message_source.hpp"
#include "sim/measure/sources/arrival_wheel.hpp"
#include "traffic/arrivals/injection.hpp"
#include "traffic/arrivals/message_lengths.hpp"

namespace dateline {

struct RunConfig;

// Of arrivals that are drawn for the largest share that a terminal will have: the part that counts under the pattern in
// force.
class Thinning {
 public:
  // With the largest share of every terminal; empty: nothing is thinned out.
  explicit Thinning(std::vector<double> largest = {}) : largest_(std::move(largest)) {}
  void change(const TrafficPattern& pattern);
  // Whether an arrival counts. Nothing is drawn where all do, or none.
  [[nodiscard]] bool keeps(std::uint32_t terminal, RandomStream& random) const {
    const double keep = keep_[terminal];
    if (keep <= 0.0 || keep >= 1.0) return keep > 0.0;
    return random.unit() < keep;
  }
  [[nodiscard]] bool used() const { return !keep_.empty(); }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [largest, keep] = *this;
    archive(largest, keep);
  }

 private:
  std::vector<double> largest_, keep_;  // per terminal
};

class TrafficSource final : public PacketSource {
 public:
  // The patterns must outlive the source. `later`: those it may change to.
  TrafficSource(const RunConfig& config, const TrafficPattern& pattern, std::uint32_t terminals,
                const std::vector<const TrafficPattern*>& later = {});
  void change(const TrafficPattern& pattern) override {
    pattern_ = &pattern;
    thinning_.change(pattern);
  }

  void generate(Cycle now, bool measured, CompiledNetwork& network) override;
  void delivered(const Delivery& /*delivery*/) override {}
  [[nodiscard]] Cycle next_cycle(Cycle from) const override { return wheel_.next_cycle(from); }
  [[nodiscard]] bool finished() const override { return streams_.empty(); }
  [[nodiscard]] std::uint64_t offered() const override { return sent_; }
  [[nodiscard]] std::uint64_t offered_flits() const { return packet_length_ == 0 ? mixed_flits_ : sent_ * packet_length_; }
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
    auto& [pattern, lengths, length, drawn, thinning, numbers, streams, wheel, due, sent, flits, marks] = *this;
    static_cast<void>(pattern);
    static_cast<void>(lengths);
    static_cast<void>(length);
    static_cast<void>(numbers);
    static_cast<void>(due);
    static_cast<void>(marks);
    archive(drawn, thinning, streams, wheel, sent, flits);
  }

 private:
  struct Stream {
    ArrivalProcess arrivals;
    RandomStream destinations;
    template <typename Archive>
    void io(Archive& archive) {
      auto& [times, drawn] = *this;
      archive(times, drawn);
    }
  };
  const TrafficPattern* pattern_;
  PacketLengths lengths_;
  std::uint32_t packet_length_;               // of all; 0: they differ
  std::vector<RandomStream> length_streams_;  // like streams_, if they do
  Thinning thinning_;                         // of patterns that follow each other
  std::vector<std::uint32_t> stream_of_;      // per terminal; silent ones have none
  std::vector<Stream> streams_;
  ArrivalWheel wheel_;
  std::vector<std::uint32_t> due_;
  std::uint64_t sent_ = 0, mixed_flits_ = 0;
  Marks marks_;
};

}  // namespace dateline
