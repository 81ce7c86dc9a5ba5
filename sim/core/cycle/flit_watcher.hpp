// An observer for what must see every flit in one order, whatever a network is made of: a trace. Within a cycle flits
// come in the order of the VCs that they cross to. In a network of one tile they are passed on at once; of several
// tiles each collects its own, and the network passes them on when the cycle is over (tiles/tiled_network.hpp).
#pragma once

#include <vector>

#include "sim/core/cycle/cycle_engine.hpp"
#include "sim/core/state/observer.hpp"
#include "sim/core/state/tile.hpp"

namespace dateline {

class FlitListener {
 public:
  virtual ~FlitListener() = default;
  FlitListener(const FlitListener&) = delete;
  FlitListener& operator=(const FlitListener&) = delete;
  // A flit of `packet` crosses the channel of `vc`, as the whole network numbers it.
  virtual void flit_sent(Cycle now, VcId vc, const Packet& packet, bool tail) = 0;

 protected:
  FlitListener() = default;
};

class FlitWatcher : public NullObserver {
 public:
  static constexpr bool kActive = true;
  struct Flit {
    VcId vc;
    bool tail;
    Packet packet;
  };

  // `listener`: null: flits are collected.
  FlitWatcher(const Tile& tile, FlitListener* listener) : p_(tile), listener_(listener) {}
  void flit_sent(Cycle now, VcId vc, PacketId packet, bool tail) {
    if (listener_ != nullptr) return listener_->flit_sent(now, vc, p_.packets[packet], tail);
    collected_.push_back({vc, tail, p_.packets[packet]});
  }
  [[nodiscard]] std::vector<Flit>& collected() { return collected_; }

 private:
  const Tile& p_;
  FlitListener* listener_;
  std::vector<Flit> collected_;
};

[[nodiscard]] std::unique_ptr<CycleEngine> make_engine(const Tile& tile, FlitWatcher& watcher);

}  // namespace dateline
