// A progress line on stderr for long work, drawn at most a few times a second and only on a terminal (unless asked
// otherwise).
#pragma once

#include <chrono>
#include <string>

#include "sim/measure/run.hpp"
#include "sim/measure/run_loop.hpp"
#include "sim/options/common_settings.hpp"

namespace dateline {

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

// Draws beside a run.
class ProgressListener final : public CycleListener {
 public:
  // `run` must outlive it. `what`: stands before the cycle.
  ProgressListener(const Run& run, ProgressMode mode, std::string what = {}) : run_(run), line_(mode), what_(std::move(what)) {}
  ProgressListener(const ProgressListener&) = delete;
  ProgressListener& operator=(const ProgressListener&) = delete;

  [[nodiscard]] bool shown() const { return line_.shown(); }
  void after(Cycle now) override;

 private:
  const Run& run_;
  ProgressLine line_;
  std::string what_;
  unsigned countdown_ = 0;
};

}  // namespace dateline
