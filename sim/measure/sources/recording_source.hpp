// A source whose messages are written down as a trace (docs/guide/workloads/traces.md): a row a message, in the order
// of cycle and terminal, and of one terminal in the order in which it sends them. What is sent again after a fault is
// not. Rows go to a sink as they come, 64 KB at a time; memory: 8 bytes a terminal.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim/measure/protocol/message_source.hpp"

namespace dateline {

class RecordingSource final : public PacketSource {
 public:
  using Sink = std::function<void(const std::string&)>;
  RecordingSource(std::unique_ptr<PacketSource> source, std::uint32_t terminals, Sink sink);

  // The rows that the sink has not been given.
  [[nodiscard]] const std::string& rest() const { return text_; }

  void generate(Cycle now, bool measured, CompiledNetwork& network) override;
  void change(const TrafficPattern& pattern) override { source_->change(pattern); }
  void delivered(const Delivery& delivery) override { source_->delivered(delivery); }
  void sent(const std::vector<const Packet*>& messages, Cycle now) override { source_->sent(messages, now); }
  void lost(const Packet& packet, Cycle next, bool again) override { source_->lost(packet, next, again); }
  void given_up(const Packet& packet) override { source_->given_up(packet); }
  void window_border(const CompiledNetwork& network) override { source_->window_border(network); }
  [[nodiscard]] Cycle next_cycle(Cycle from) const override { return source_->next_cycle(from); }
  [[nodiscard]] std::optional<std::uint64_t> measured() const override { return source_->measured(); }
  [[nodiscard]] std::uint64_t never_sent() const override { return source_->never_sent(); }
  [[nodiscard]] bool finished() const override { return source_->finished(); }
  [[nodiscard]] std::uint64_t offered() const override { return source_->offered(); }
  [[nodiscard]] std::optional<Cycle> completion() const override { return source_->completion(); }
  [[nodiscard]] bool has_classes() const override { return classes_; }
  [[nodiscard]] std::uint8_t class_of(const PacketRequest& order) const override { return source_->class_of(order); }
  [[nodiscard]] std::optional<double> progress() const override { return source_->progress(); }

 private:
  void write_row(TerminalId terminal, const PacketRequest& order);

  std::unique_ptr<PacketSource> source_;
  Sink sink_;
  bool classes_;
  std::vector<std::uint64_t> seen_;  // per terminal: messages before this cycle's
  std::vector<TerminalId> senders_;  // of this cycle
  std::string text_;
};

}  // namespace dateline
