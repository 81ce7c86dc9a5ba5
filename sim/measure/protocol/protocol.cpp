#include "sim/measure/protocol/protocol.hpp"

#include <algorithm>

#include "sim/measure/protocol/message_source.hpp"
#include "sim/measure/protocol/run_config.hpp"

namespace dateline {
namespace {

constexpr Cycle kNever = PacketSource::kNever;

double part(std::uint64_t done, std::uint64_t all) { return all == 0 ? 0.0 : static_cast<double>(done) / static_cast<double>(all); }

class WindowProtocol final : public RunProtocol {
 public:
  WindowProtocol(Cycle warmup, Cycle cycles, bool drain) : warmup_(warmup), cycles_(cycles), drain_(drain) {}
  [[nodiscard]] Phase phase(const RunState& s) const override {
    if (s.phase == Phase::warmup && s.next == warmup_) return Phase::window;
    if (s.phase == Phase::window && (s.narrow || s.decided || s.next == s.window_begin + cycles_)) return drain_ ? Phase::drain : Phase::done;
    if (s.phase != Phase::drain) return s.phase;
    const Cycle longest = kLongestDrain * (s.window_end - s.window_begin);
    return s.measured_delivered + s.measured_lost == s.window_generated || s.next >= s.window_end + longest ? Phase::done : Phase::drain;
  }
  [[nodiscard]] bool marks(const RunState& s) const override { return s.phase == Phase::window; }
  [[nodiscard]] bool counts(const RunState& /*state*/, const Delivery& delivery) const override { return delivery.packet.order.measured; }
  [[nodiscard]] Cycle border(const RunState& s) const override {
    if (s.phase == Phase::warmup) return warmup_ - 1;
    return s.phase == Phase::window ? s.window_begin + cycles_ - 1 : kNever;
  }
  [[nodiscard]] double progress(const RunState& s, std::uint64_t /*sent*/) const override { return std::min(1.0, part(s.next, warmup_ + cycles_)); }

 private:
  Cycle warmup_, cycles_;
  bool drain_;
};

class MessagesProtocol final : public RunProtocol {
 public:
  MessagesProtocol(std::uint64_t discarded, std::uint64_t messages) : discarded_(discarded), messages_(messages) {}
  [[nodiscard]] Phase phase(const RunState& s) const override {
    if (s.phase == Phase::warmup && s.delivered >= discarded_) return Phase::window;
    return s.phase == Phase::window && s.delivered >= messages_ ? Phase::done : s.phase;
  }
  [[nodiscard]] bool marks(const RunState& /*state*/) const override { return false; }
  [[nodiscard]] bool counts(const RunState& s, const Delivery& /*delivery*/) const override {
    return s.delivered >= discarded_ && s.delivered < messages_;
  }
  [[nodiscard]] Cycle border(const RunState& /*state*/) const override { return kNever; }
  [[nodiscard]] double progress(const RunState& s, std::uint64_t /*sent*/) const override { return part(s.delivered, messages_); }

 private:
  std::uint64_t discarded_, messages_;
};

class WorkloadProtocol final : public RunProtocol {
 public:
  [[nodiscard]] Phase phase(const RunState& s) const override {
    if (s.phase == Phase::warmup) return Phase::window;
    return s.phase == Phase::window && s.all_delivered ? Phase::done : s.phase;
  }
  [[nodiscard]] bool marks(const RunState& /*state*/) const override { return true; }
  [[nodiscard]] bool counts(const RunState& /*state*/, const Delivery& delivery) const override { return delivery.packet.order.measured; }
  [[nodiscard]] Cycle border(const RunState& /*state*/) const override { return kNever; }
  [[nodiscard]] double progress(const RunState& s, std::uint64_t sent) const override { return part(s.measured_delivered, sent); }
};

}  // namespace

std::unique_ptr<RunProtocol> make_protocol(const RunConfig& config) {
  switch (config.protocol) {
    case RunConfig::Protocol::window:
      return std::make_unique<WindowProtocol>(config.warmup, config.cycles, config.drain);
    case RunConfig::Protocol::messages:
      return std::make_unique<MessagesProtocol>(config.warmup_messages, config.messages);
    case RunConfig::Protocol::workload:
      break;
  }
  return std::make_unique<WorkloadProtocol>();
}

}  // namespace dateline
