// Replays a trace: every packet is generated in its cycle, or, where packets wait for others, in the cycle after the
// delivery of the last packet that names it, if that is later. The packets of a source keep the order of the trace
// within a cycle. Reads ahead to the first packet of a later cycle, no further.
// Memory: what waits, and, where there are dependencies, what is on its way.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "sim/measure/protocol/message_source.hpp"
#include "sim/measure/sources/tag_pool.hpp"
#include "traffic/traces/trace_summary.hpp"

namespace dateline {

class TraceSource final : public PacketSource {
 public:
  // `packets`: how many there are, for the progress.
  TraceSource(std::unique_ptr<TraceReader> reader, TracePlaces places, std::uint64_t packets);

  void generate(Cycle now, bool measured, CompiledNetwork& network) override;
  void delivered(const Delivery& delivery) override;
  [[nodiscard]] Cycle next_cycle(Cycle from) const override;
  [[nodiscard]] bool finished() const override { return !more_ && released_.empty() && held_.empty(); }
  [[nodiscard]] std::uint64_t offered() const override { return offered_; }
  [[nodiscard]] std::optional<Cycle> completion() const override { return completion_; }
  [[nodiscard]] bool has_classes() const override { return reader_->has_classes(); }
  [[nodiscard]] std::uint8_t class_of(const PacketRequest& order) const override;
  [[nodiscard]] std::optional<double> progress() const override;

 private:
  struct TracedPacket {
    std::uint64_t position = 0;  // in the trace
    TerminalId source, destination;
    std::uint32_t flits = 0;
    std::uint8_t traffic_class = 0;
    std::vector<std::uint32_t> waiting;  // ids
  };
  struct Travelling {
    std::uint8_t traffic_class = 0;
    std::vector<std::uint32_t> waiting;
  };

  // Takes over the packet that was read.
  [[nodiscard]] TracedPacket take();
  void send(TracedPacket& packet, Cycle now, bool measured, CompiledNetwork& network);
  [[nodiscard]] std::uint32_t tag(TracedPacket& packet);

  std::unique_ptr<TraceReader> reader_;
  TracePlaces places_;
  std::uint64_t packets_;
  bool depends_;
  TracePacket next_;  // if there is more
  bool more_;
  std::unordered_map<std::uint32_t, std::uint32_t> open_;  // by id: packets read and not delivered that name it
  std::unordered_map<std::uint32_t, TracedPacket> held_;   // by id: read, and waits
  std::vector<TracedPacket> released_;                     // for the next cycle
  TagPool<Travelling> travelling_;                         // where there are dependencies
  std::uint64_t taken_ = 0, offered_ = 0, delivered_ = 0;
  Cycle completion_ = 0;
};

}  // namespace dateline
