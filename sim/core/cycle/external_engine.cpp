#include "sim/core/cycle/external_engine.hpp"

#include "sim/core/cycle/pipeline_engine.hpp"

namespace dateline {
namespace {

struct Nobody final : NullObserver {
  static constexpr bool kOpen = true;
};

// Passes on to an observer of any class.
class Watching final {
 public:
  static constexpr bool kActive = true, kOpen = true;
  explicit Watching(AnyObserver& to) : to_(to) {}
  void flit_sent(Cycle now, VcId vc, MessageId message, bool tail) { to_.flit_sent(now, vc, message, tail); }
  void header_blocked(Cycle now, VcId at, MessageId message, const ChannelId* channels, std::size_t count) {
    to_.header_blocked(now, at, message, channels, count);
  }
  void header_granted(Cycle now, VcId at, VcId vc, MessageId message) { to_.header_granted(now, at, vc, message); }
  void header_absorbed(Cycle now, VcId at, MessageId message) { to_.header_absorbed(now, at, message); }
  void vc_allocated(Cycle now, VcId vc, MessageId message) { to_.vc_allocated(now, vc, message); }
  void vc_released(Cycle from, VcId vc) { to_.vc_released(from, vc); }
  void message_injected(Cycle now, VcId vc, MessageId message) { to_.message_injected(now, vc, message); }
  void message_delivered(Cycle now, MessageId message) { to_.message_delivered(now, message); }
  void message_absorbed(Cycle now, MessageId message) { to_.message_absorbed(now, message); }
  void flit_blocked(Cycle now, ChannelId channel) { to_.flit_blocked(now, channel); }

 private:
  AnyObserver& to_;
};

template <typename Observer>
std::unique_ptr<CycleEngine> engine_of(const MachineParts& parts, Observer& observer) {
  if (parts.switches.lazy_ejection()) return engine_for<false, false, Ejection::ideal, true>(parts.config, observer);
  return parts.config.vc_reuse == VcReuse::at_tail ? latency_engine<true>(parts, observer) : latency_engine<false>(parts, observer);
}

class OpenEngine final : public CycleEngine {
 public:
  OpenEngine(const MachineParts& parts, std::unique_ptr<AnyObserver> observer) : observer_(std::move(observer)) {
    if (observer_) parts.open->set_watched();
    if (observer_) watching_ = std::make_unique<Watching>(*observer_);
    engine_ = observer_ ? engine_of(parts, *watching_) : engine_of(parts, nobody_);
  }
  void execute(MachineParts& parts) override { engine_->execute(parts); }

 private:
  std::unique_ptr<AnyObserver> observer_;
  std::unique_ptr<Watching> watching_;
  Nobody nobody_;
  std::unique_ptr<CycleEngine> engine_;
};

}  // namespace

std::unique_ptr<CycleEngine> make_open_engine(const MachineParts& parts, std::unique_ptr<AnyObserver> observer) {
  return std::make_unique<OpenEngine>(parts, std::move(observer));
}

}  // namespace dateline
