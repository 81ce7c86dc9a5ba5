// Drives a client through its cycles, and lets listeners see them: a trace, a waveform, a progress line. Nothing passes
// through a listener; without any that wants them, deliveries go from the network to the client directly.
#pragma once

#include <vector>

#include "sim/measure/cycle_client.hpp"

namespace dateline {

class CycleListener {
 public:
  virtual ~CycleListener() = default;
  // The client has begun; no cycle has been executed.
  virtual void begin(CompiledNetwork& /*network*/) {}
  // Cycle `now` is executed next; or nothing happens in it, and after() is not called.
  virtual void before(Cycle /*now*/) {}
  virtual void after(Cycle /*now*/) {}
  // Whether it must be called for every cycle that is executed; else some are executed together with the one before.
  [[nodiscard]] virtual bool sees_each_cycle() const { return true; }
  // Whether it must see the cycle after each that was executed, even if nothing happens there.
  [[nodiscard]] virtual bool wants_quiet_cycles() const { return false; }
  [[nodiscard]] virtual bool wants_deliveries() const { return false; }
  virtual void delivered(const Delivery& /*delivery*/) {}

 protected:
  CycleListener() = default;
  CycleListener(const CycleListener&) = default;
  CycleListener& operator=(const CycleListener&) = default;
};

class RunLoop final : public DeliveryObserver {
 public:
  // All must outlive it.
  RunLoop(CycleClient& client, std::vector<CycleListener*> listeners) : client_(client) {
    for (CycleListener* const listener : listeners) listen(*listener);
  }
  void listen(CycleListener& listener) {
    listeners_.push_back(&listener);
    quiet_cycles_ = quiet_cycles_ || listener.wants_quiet_cycles();
    deliveries_ = deliveries_ || listener.wants_deliveries();
  }
  // What the network is to report to.
  [[nodiscard]] DeliveryObserver& observer() { return deliveries_ ? static_cast<DeliveryObserver&>(*this) : client_; }

  void begin(CompiledNetwork& network) {
    for (const CycleListener* const listener : listeners_) {
      if (listener->sees_each_cycle()) network.see_each_cycle();
    }
    client_.begin(network);
    for (CycleListener* const listener : listeners_) listener->begin(network);
  }
  // Cycle `now`, and perhaps some after it; returns the next that is to be executed, as the client does.
  Cycle execute(CompiledNetwork& network, Cycle now) {
    if (listeners_.empty()) return client_.execute(network, now);
    for (CycleListener* const listener : listeners_) listener->before(now);
    if (now < resumes_) return resumes_;
    const Cycle next = client_.execute(network, now);
    for (CycleListener* const listener : listeners_) listener->after(now);
    if (!quiet_cycles_) return next;
    resumes_ = next;
    return next == CycleClient::kNever ? next : now + 1;
  }
  // With external routers only (CycleClient::before).
  void change_before(CompiledNetwork& network, Cycle next) { client_.before(network, next); }
  [[nodiscard]] bool finished() const { return client_.finished(); }
  void run_to_end(CompiledNetwork& network) {
    begin(network);
    for (Cycle now = 0; !finished() && now != CycleClient::kNever;) now = execute(network, now);
  }

  void delivered(const Delivery& delivery) override {
    client_.delivered(delivery);
    for (CycleListener* const listener : listeners_) listener->delivered(delivery);
  }
  void sent(const std::vector<const Packet*>& packets, Cycle now) override { client_.sent(packets, now); }
  void lost(const Packet& packet, Cycle now) override { client_.lost(packet, now); }

 private:
  CycleClient& client_;
  std::vector<CycleListener*> listeners_;
  bool quiet_cycles_ = false, deliveries_ = false;
  Cycle resumes_ = 0;  // the cycle that the client wants next
};

}  // namespace dateline
