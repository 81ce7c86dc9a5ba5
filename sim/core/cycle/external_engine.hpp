// The engine of a network with open nodes (external_router.hpp), for any observer: their instantiations are made once,
// so an observer is called through virtual functions there.
#pragma once

#include <memory>

#include "sim/core/cycle/cycle_engine.hpp"
#include "sim/core/state/observer.hpp"

namespace dateline {

// An observer of any class (observer.hpp).
class AnyObserver {
 public:
  virtual ~AnyObserver() = default;
  AnyObserver(const AnyObserver&) = delete;
  AnyObserver& operator=(const AnyObserver&) = delete;
  virtual void flit_sent(Cycle now, VcId vc, MessageId message, bool tail) = 0;
  virtual void header_blocked(Cycle now, VcId at, MessageId message, const ChannelId* channels, std::size_t count) = 0;
  virtual void header_granted(Cycle now, VcId at, VcId vc, MessageId message) = 0;
  virtual void header_absorbed(Cycle now, VcId at, MessageId message) = 0;
  virtual void vc_allocated(Cycle now, VcId vc, MessageId message) = 0;
  virtual void vc_released(Cycle from, VcId vc) = 0;
  virtual void message_injected(Cycle now, VcId vc, MessageId message) = 0;
  virtual void message_delivered(Cycle now, MessageId message) = 0;
  virtual void message_absorbed(Cycle now, MessageId message) = 0;
  virtual void flit_blocked(Cycle now, ChannelId channel) = 0;

 protected:
  AnyObserver() = default;
};

template <typename Observer>
class ObserverShim final : public AnyObserver {
 public:
  explicit ObserverShim(Observer& observer) : observer_(observer) {}
  void flit_sent(Cycle now, VcId vc, MessageId message, bool tail) override { observer_.flit_sent(now, vc, message, tail); }
  void header_blocked(Cycle now, VcId at, MessageId message, const ChannelId* channels, std::size_t count) override {
    observer_.header_blocked(now, at, message, channels, count);
  }
  void header_granted(Cycle now, VcId at, VcId vc, MessageId message) override { observer_.header_granted(now, at, vc, message); }
  void header_absorbed(Cycle now, VcId at, MessageId message) override { observer_.header_absorbed(now, at, message); }
  void vc_allocated(Cycle now, VcId vc, MessageId message) override { observer_.vc_allocated(now, vc, message); }
  void vc_released(Cycle from, VcId vc) override { observer_.vc_released(from, vc); }
  void message_injected(Cycle now, VcId vc, MessageId message) override { observer_.message_injected(now, vc, message); }
  void message_delivered(Cycle now, MessageId message) override { observer_.message_delivered(now, message); }
  void message_absorbed(Cycle now, MessageId message) override { observer_.message_absorbed(now, message); }
  void flit_blocked(Cycle now, ChannelId channel) override { observer_.flit_blocked(now, channel); }

 private:
  Observer& observer_;
};

// Null: nobody watches.
[[nodiscard]] std::unique_ptr<CycleEngine> make_open_engine(const MachineParts& parts, std::unique_ptr<AnyObserver> observer);

template <typename Observer>
[[nodiscard]] std::unique_ptr<CycleEngine> open_engine_for(const MachineParts& parts, Observer& observer) {
  if constexpr (!Observer::kActive) return make_open_engine(parts, nullptr);
  return make_open_engine(parts, std::make_unique<ObserverShim<Observer>>(observer));
}

}  // namespace dateline
