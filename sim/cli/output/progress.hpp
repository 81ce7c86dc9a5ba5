// A progress line on stderr for long work, drawn at most a few times a second and only on a terminal (unless asked
// otherwise).
#pragma once

#include <chrono>
#include <string>

#include "models/base/enum_names.hpp"
#include "sim/measure/run.hpp"

namespace dateline {

enum class ProgressMode { automatic, always, never };  // automatic: on a terminal
constexpr std::array<EnumName<ProgressMode>, 3> enum_names(ProgressMode) {
  return {{{ProgressMode::automatic, "auto"}, {ProgressMode::always, "always"}, {ProgressMode::never, "never"}}};
}

// The line itself; removed when the object dies.
class ProgressLine {
 public:
  explicit ProgressLine(ProgressMode mode);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  [[nodiscard]] bool shown() const { return shown_; }
  // `done` of all the work, 0..1; `what` stands behind it, then the time left.
  void draw(double done, const std::string& what);

 private:
  bool shown_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point started_, last_;
};

// Passes everything through to another client and draws on the side.
class ProgressClient final : public CycleClient {
 public:
  // Both references must outlive the client. `what`: stands before the cycle.
  ProgressClient(CycleClient& inner, const Run& run, ProgressMode mode, std::string what = {})
      : inner_(inner), run_(run), line_(mode), what_(std::move(what)) {}
  ProgressClient(const ProgressClient&) = delete;
  ProgressClient& operator=(const ProgressClient&) = delete;

  void begin(CompiledNetwork& machine) override { inner_.begin(machine); }
  Cycle execute(CompiledNetwork& machine, Cycle now) override;
  void before(CompiledNetwork& machine, Cycle next) override { inner_.before(machine, next); }
  [[nodiscard]] bool finished() const override { return inner_.finished(); }
  void delivered(const Delivery& delivery) override { inner_.delivered(delivery); }
  void sent(const std::vector<const Packet*>& messages, Cycle now) override { inner_.sent(messages, now); }
  void lost(const Packet& packet, Cycle now) override { inner_.lost(packet, now); }

 private:
  CycleClient& inner_;
  const Run& run_;
  ProgressLine line_;
  std::string what_;
  unsigned countdown_ = 0;
};

}  // namespace dateline
