// A progress line on stderr for long runs, drawn at most a few times a second and only on a terminal (unless told otherwise).
#pragma once

#include <chrono>

#include "sim/measure/run.hpp"

namespace dateline {

// Passes everything through to another client and draws on the side.
class ProgressClient final : public CycleClient {
 public:
  // mode: 0 auto, 1 always, 2 never (the choices of --progress). Both references must outlive the client.
  ProgressClient(CycleClient& inner, const Run& run, std::size_t mode);
  ~ProgressClient() override;
  ProgressClient(const ProgressClient&) = delete;
  ProgressClient& operator=(const ProgressClient&) = delete;

  void attach(Machine& machine) override { inner_.attach(machine); }
  Cycle execute(Cycle now) override;
  [[nodiscard]] bool finished() const override { return inner_.finished(); }
  void delivered(const Delivery& delivery) override { inner_.delivered(delivery); }

 private:
  void draw(Cycle now);

  CycleClient& inner_;
  const Run& run_;
  bool shown_;
  bool drawn_ = false;
  unsigned countdown_ = 0;
  std::chrono::steady_clock::time_point started_, last_;
};

}  // namespace dateline
