// Replays a trace: every packet is generated in its cycle, or, where packets wait for others, in the cycle after the
// delivery of the last packet that names it, if that is later. The packets of a source keep the order of the trace
// within a cycle. Reads ahead to the first packet of a later cycle, no further. In a network that changes a packet is
// not sent if an end of it has failed, and packets that wait for others may wait for ever: for such, and for what
// faults took.
// Memory: what waits, and, where there are dependencies, what is on its way.
#pragma once

#include <memory>

#include "sim/measure/protocol/message_source.hpp"
#include "sim/measure/schedule/failed_ends.hpp"
#include "sim/measure/sources/packet_dependencies.hpp"
#include "traffic/traces/trace_summary.hpp"

namespace dateline {

// A trace as it is read, one packet ahead.
class TraceCursor {
 public:
  explicit TraceCursor(std::unique_ptr<TraceReader> reader) : reader_(std::move(reader)), more_(reader_->next(next_)) {}
  // Whether there is a packet.
  [[nodiscard]] bool more() const { return more_; }
  [[nodiscard]] const TracePacket& packet() const { return next_; }
  [[nodiscard]] TracePacket& packet() { return next_; }
  // How many came before it.
  [[nodiscard]] std::uint64_t position() const { return position_; }
  void advance() {
    more_ = reader_->next(next_);
    ++position_;
  }
  [[nodiscard]] const TraceReader& reader() const { return *reader_; }
  // Goes on behind the packets that were taken.
  template <typename Archive>
  void io(Archive& archive) {
    [[maybe_unused]] auto& [reader, next, more, read] = *this;  // the first two by advance()
    std::uint64_t position = read;
    archive(position);
    while (read < position && more) advance();
  }

 private:
  std::unique_ptr<TraceReader> reader_;
  TracePacket next_;  // if there is more
  bool more_;
  std::uint64_t position_ = 0;
};

// Packets that were not sent, as their source or destination had failed; and those that wait for others now.
struct TraceLosses {
  std::uint64_t not_sent, waiting;
};

struct TraceCounts {
  std::uint64_t offered = 0, delivered = 0, not_sent = 0;
  Cycle completion = 0;
};

class TraceSource final : public PacketSource {
 public:
  // `packets`: how many there are, for the progress. `failures`: of the course of the run.
  TraceSource(std::unique_ptr<TraceReader> reader, TracePlaces places, std::uint64_t packets, std::vector<FailedTerminals> failures = {});

  void generate(Cycle now, bool measured, CompiledNetwork& network) override;
  void delivered(const Delivery& delivery) override;
  void given_up(const Packet& packet) override {
    if (depends_) dependencies_.lost(packet.order.tag);
  }
  [[nodiscard]] Cycle next_cycle(Cycle from) const override;
  [[nodiscard]] bool finished() const override { return !cursor_.more() && dependencies_.empty(); }
  [[nodiscard]] std::uint64_t offered() const override { return counts_.offered; }
  [[nodiscard]] std::optional<Cycle> completion() const override { return counts_.completion; }
  [[nodiscard]] bool has_classes() const override { return cursor_.reader().has_classes(); }
  [[nodiscard]] std::uint8_t class_of(const PacketRequest& order) const override;
  [[nodiscard]] std::optional<double> progress() const override;
  [[nodiscard]] TraceLosses losses() const { return {counts_.not_sent, dependencies_.held()}; }
  void write(StateWriter& archive) override { io(archive); }
  void read(StateReader& archive) override { io(archive); }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [cursor, places, packets, depends, dependencies, counts_of, failed] = *this;
    static_cast<void>(places), static_cast<void>(packets), static_cast<void>(depends);
    archive(cursor, dependencies, counts_of, failed);
  }

 private:
  // Takes over the packet that was read; the cursor stays.
  [[nodiscard]] TracedPacket take();
  void send(TracedPacket& packet, Cycle now, bool measured, CompiledNetwork& network);

  TraceCursor cursor_;
  TracePlaces places_;
  std::uint64_t packets_;
  bool depends_;
  PacketDependencies dependencies_;  // where there are any
  TraceCounts counts_;
  FailedEnds ends_;
};

}  // namespace dateline
