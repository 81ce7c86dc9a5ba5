// The engine of a network with external nodes (external_router.hpp), for any observer: their instantiations are made
// once, so an observer is called through virtual functions there.
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
  virtual void flit_sent(Cycle now, VcId vc, PacketId packet, bool tail) = 0;
  virtual void head_blocked(Cycle now, VcId at, PacketId packet, const ChannelId* channels, std::size_t count) = 0;
  virtual void head_granted(Cycle now, VcId at, VcId vc, PacketId packet) = 0;
  virtual void head_absorbed(Cycle now, VcId at, PacketId packet) = 0;
  virtual void vc_allocated(Cycle now, VcId vc, PacketId packet) = 0;
  virtual void vc_released(Cycle from, VcId vc) = 0;
  virtual void packet_injected(Cycle now, VcId vc, PacketId packet) = 0;
  virtual void packet_delivered(Cycle now, PacketId packet) = 0;
  virtual void packet_absorbed(Cycle now, PacketId packet) = 0;
  virtual void flit_blocked(Cycle now, ChannelId channel) = 0;

 protected:
  AnyObserver() = default;
};

template <typename Observer>
class ObserverAdapter final : public AnyObserver {
 public:
  explicit ObserverAdapter(Observer& observer) : observer_(observer) {}
  void flit_sent(Cycle now, VcId vc, PacketId packet, bool tail) override { observer_.flit_sent(now, vc, packet, tail); }
  void head_blocked(Cycle now, VcId at, PacketId packet, const ChannelId* channels, std::size_t count) override {
    observer_.head_blocked(now, at, packet, channels, count);
  }
  void head_granted(Cycle now, VcId at, VcId vc, PacketId packet) override { observer_.head_granted(now, at, vc, packet); }
  void head_absorbed(Cycle now, VcId at, PacketId packet) override { observer_.head_absorbed(now, at, packet); }
  void vc_allocated(Cycle now, VcId vc, PacketId packet) override { observer_.vc_allocated(now, vc, packet); }
  void vc_released(Cycle from, VcId vc) override { observer_.vc_released(from, vc); }
  void packet_injected(Cycle now, VcId vc, PacketId packet) override { observer_.packet_injected(now, vc, packet); }
  void packet_delivered(Cycle now, PacketId packet) override { observer_.packet_delivered(now, packet); }
  void packet_absorbed(Cycle now, PacketId packet) override { observer_.packet_absorbed(now, packet); }
  void flit_blocked(Cycle now, ChannelId channel) override { observer_.flit_blocked(now, channel); }

 private:
  Observer& observer_;
};

// Null: no observer.
[[nodiscard]] std::unique_ptr<CycleEngine> make_external_engine(const Tile& tile, std::unique_ptr<AnyObserver> observer);

template <typename Observer>
[[nodiscard]] std::unique_ptr<CycleEngine> external_engine_for(const Tile& tile, Observer& observer) {
  if constexpr (!Observer::kActive) return make_external_engine(tile, nullptr);
  return make_external_engine(tile, std::make_unique<ObserverAdapter<Observer>>(observer));
}

}  // namespace dateline
