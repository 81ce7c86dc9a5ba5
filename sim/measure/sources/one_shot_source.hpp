// One message from every terminal to every destination of its row, all in cycle 0; silent rows send none. A source
// sends its messages in the order of their destinations (of its virtual nodes, if RunConfig numbers them).
#pragma once

#include "sim/measure/protocol/message_source.hpp"
#include "sim/measure/protocol/run_config.hpp"

namespace dateline {

class OneShotSource final : public PacketSource {
 public:
  // `pattern` must outlive the source.
  OneShotSource(const RunConfig& config, const TrafficPattern& pattern, std::uint32_t terminals)
      : pattern_(pattern), terminals_(terminals), lengths_(lengths_of(config)), numbers_(config.numbers), seed_(config.seed) {}

  void generate(Cycle now, bool measured, CompiledNetwork& network) override;
  void delivered(const Delivery& /*delivery*/) override {}
  [[nodiscard]] Cycle next_cycle(Cycle from) const override { return finished_ ? kNever : from; }
  [[nodiscard]] bool finished() const override { return finished_; }
  [[nodiscard]] std::uint64_t offered() const override { return sent_; }
  void write(StateWriter& archive) override { io(archive); }
  void read(StateReader& archive) override { io(archive); }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [pattern, terminals, lengths, numbers, seed, over, sent] = *this;
    static_cast<void>(pattern);
    static_cast<void>(terminals);
    static_cast<void>(lengths);
    static_cast<void>(numbers);
    static_cast<void>(seed);
    archive(over, sent);
  }

 private:
  [[nodiscard]] std::vector<Demand> row(TerminalId source) const;

  const TrafficPattern& pattern_;
  std::uint32_t terminals_;
  PacketLengths lengths_;
  std::vector<std::uint32_t> numbers_;
  std::uint64_t seed_;
  bool finished_ = false;
  std::uint64_t sent_ = 0;
};

}  // namespace dateline
