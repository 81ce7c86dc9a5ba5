// Replays a trace: every packet is generated in its cycle, or, where packets wait for others, in the cycle after the
// delivery of the last packet that names it, if that is later. The packets of a source keep the order of the trace
// within a cycle. Reads ahead to the first packet of a later cycle, no further.
// Memory: what waits, and, where there are dependencies, what is on its way.
#pragma once

#include <memory>

#include "sim/measure/protocol/message_source.hpp"
#include "sim/measure/sources/packet_dependencies.hpp"
#include "traffic/traces/trace_summary.hpp"

namespace dateline {

class TraceSource final : public PacketSource {
 public:
  // `packets`: how many there are, for the progress.
  TraceSource(std::unique_ptr<TraceReader> reader, TracePlaces places, std::uint64_t packets);

  void generate(Cycle now, bool measured, CompiledNetwork& network) override;
  void delivered(const Delivery& delivery) override;
  [[nodiscard]] Cycle next_cycle(Cycle from) const override;
  [[nodiscard]] bool finished() const override { return !more_ && dependencies_.empty(); }
  [[nodiscard]] std::uint64_t offered() const override { return offered_; }
  [[nodiscard]] std::optional<Cycle> completion() const override { return completion_; }
  [[nodiscard]] bool has_classes() const override { return reader_->has_classes(); }
  [[nodiscard]] std::uint8_t class_of(const PacketRequest& order) const override;
  [[nodiscard]] std::optional<double> progress() const override;
  void write(StateWriter& archive) override { io(archive); }
  void read(StateReader& archive) override { io(archive); }
  // The reader goes on behind the packets that were taken.
  template <typename Archive>
  void io(Archive& archive) {
    auto& [reader, places, packets, depends, next, more, dependencies, taken, offered_ones, delivered_ones, completed] = *this;
    static_cast<void>(places), static_cast<void>(packets), static_cast<void>(depends);
    std::uint64_t position = taken;
    archive(position, dependencies, offered_ones, delivered_ones, completed);
    for (; taken < position && more; ++taken) more = reader->next(next);
  }

 private:
  // Takes over the packet that was read.
  [[nodiscard]] TracedPacket take();
  void send(TracedPacket& packet, Cycle now, bool measured, CompiledNetwork& network);

  std::unique_ptr<TraceReader> reader_;
  TracePlaces places_;
  std::uint64_t packets_;
  bool depends_;
  TracePacket next_;  // if there is more
  bool more_;
  PacketDependencies dependencies_;  // where there are any
  std::uint64_t taken_ = 0, offered_ = 0, delivered_ = 0;
  Cycle completion_ = 0;
};

}  // namespace dateline
