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

class TrafficSource final : public PacketSource {
 public:
  // The patterns must outlive the source. `later`: those it may change to.
  TrafficSource(const RunConfig& config, const TrafficPattern& pattern, std::uint32_t terminals,
                const std::vector<const TrafficPattern*>& later = {});
  void change(const TrafficPattern& pattern) override;

  void generate(Cycle now, bool measured, CompiledNetwork& network) override;
  void delivered(const Delivery& /*delivery*/) override {}
  [[nodiscard]] Cycle next_cycle(Cycle from) const override { return wheel_.next_cycle(from); }
  [[nodiscard]] bool finished() const override { return streams_.empty(); }
  [[nodiscard]] std::uint64_t offered() const override { return sent_; }
  [[nodiscard]] std::uint64_t offered_flits() const { return packet_length_ == 0 ? mixed_flits_ : sent_ * packet_length_; }
  // Tag, VC set and priority of all its messages from now on.
  void mark(std::uint32_t tag, std::uint8_t vc_set, std::uint8_t priority) { tag_ = tag, vc_set_ = vc_set, priority_ = priority; }
  void write(StateWriter& archive) override { io(archive); }
  void read(StateReader& archive) override { io(archive); }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [pattern, lengths, length, drawn, largest, keep, numbers, streams, wheel, due, sent, flits, tag, set, priority] = *this;
    static_cast<void>(pattern);
    static_cast<void>(lengths);
    static_cast<void>(length);
    static_cast<void>(numbers);
    static_cast<void>(due);
    static_cast<void>(tag);
    static_cast<void>(set);
    static_cast<void>(priority);
    archive(drawn, largest, keep, streams, wheel, sent, flits);
  }

 private:
  [[nodiscard]] bool keeps(std::uint32_t terminal);
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
  std::vector<double> largest_, keep_;        // per terminal: the largest share; the part of arrivals that count. Empty: all do
  std::vector<std::uint32_t> stream_of_;      // per terminal; silent ones have none
  std::vector<Stream> streams_;
  ArrivalWheel wheel_;
  std::vector<std::uint32_t> due_;
  std::uint64_t sent_ = 0, mixed_flits_ = 0;
  std::uint32_t tag_ = 0;
  std::uint8_t vc_set_ = 0, priority_ = 0;
};

}  // namespace dateline
