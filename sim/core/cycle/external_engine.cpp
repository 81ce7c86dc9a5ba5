#include "sim/core/cycle/external_engine.hpp"

#include "sim/core/cycle/pipeline_engine.hpp"

namespace dateline {
namespace {

struct NoObserver final : NullObserver {
  static constexpr bool kExternal = true;
};

// Passes on to an observer of any class.
class ObserverKind final {
 public:
  static constexpr bool kActive = true, kExternal = true;
  explicit ObserverKind(AnyObserver& to) : to_(to) {}
  void flit_sent(Cycle now, VcId vc, PacketId packet, bool tail) { to_.flit_sent(now, vc, packet, tail); }
  void head_blocked(Cycle now, VcId at, PacketId packet, const ChannelId* channels, std::size_t count) {
    to_.head_blocked(now, at, packet, channels, count);
  }
  void head_granted(Cycle now, VcId at, VcId vc, PacketId packet) { to_.head_granted(now, at, vc, packet); }
  void head_absorbed(Cycle now, VcId at, PacketId packet) { to_.head_absorbed(now, at, packet); }
  void vc_allocated(Cycle now, VcId vc, PacketId packet) { to_.vc_allocated(now, vc, packet); }
  void vc_released(Cycle from, VcId vc) { to_.vc_released(from, vc); }
  void packet_injected(Cycle now, VcId vc, PacketId packet) { to_.packet_injected(now, vc, packet); }
  void packet_delivered(Cycle now, PacketId packet) { to_.packet_delivered(now, packet); }
  void packet_absorbed(Cycle now, PacketId packet) { to_.packet_absorbed(now, packet); }
  void flit_blocked(Cycle now, ChannelId channel) { to_.flit_blocked(now, channel); }

 private:
  AnyObserver& to_;
};

template <typename Observer>
std::unique_ptr<CycleEngine> engine_of(const Tile& tile, Observer& observer) {
  if (tile.ejection.lazy()) return engine_for<false, false, Ejection::ideal, true>(tile.config, observer);
  return shares_buffers(tile.config.vc_reuse) ? latency_engine<true>(tile, observer) : latency_engine<false>(tile, observer);
}

class ExternalEngine final : public CycleEngine {
 public:
  ExternalEngine(const Tile& tile, std::unique_ptr<AnyObserver> observer) : observer_(std::move(observer)) {
    if (observer_) tile.external->set_watched();
    if (observer_) watching_ = std::make_unique<ObserverKind>(*observer_);
    engine_ = observer_ ? engine_of(tile, *watching_) : engine_of(tile, none_);
  }
  void execute(Tile& tile) override { engine_->execute(tile); }
  void take_mail(Tile& tile) override { engine_->take_mail(tile); }

 private:
  std::unique_ptr<AnyObserver> observer_;
  std::unique_ptr<ObserverKind> watching_;
  NoObserver none_;
  std::unique_ptr<CycleEngine> engine_;
};

}  // namespace

std::unique_ptr<CycleEngine> make_external_engine(const Tile& tile, std::unique_ptr<AnyObserver> observer) {
  return std::make_unique<ExternalEngine>(tile, std::move(observer));
}

}  // namespace dateline
