// How far long work is, on stderr: on a terminal a line that is drawn anew a few times a second; elsewhere, in a pipe
// or a file, a line for each tenth of the work, if all of it takes long enough to matter.
#pragma once

#include <chrono>
#include <string>

#include "sim/measure/run.hpp"
#include "sim/measure/run_loop.hpp"
#include "sim/measure/tenths.hpp"
#include "sim/options/common_settings.hpp"

namespace dateline {

// The line itself; removed from a terminal when the object dies.
class ProgressLine {
 public:
  explicit ProgressLine(ProgressMode mode);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  [[nodiscard]] bool shown() const { return form_ != Form::none; }
  // Whether draw() may show something, where its text is worth saving.
  [[nodiscard]] bool due(double done) const { return form_ == Form::line || (form_ == Form::tenths && tenths_.passed(done)); }
  // `done` of all the work, 0..1; `what` stands behind it, then the time left.
  void draw(double done, const std::string& what);

 private:
  using Time = std::chrono::steady_clock::time_point;
  enum class Form { none, line, tenths };
  [[nodiscard]] static Form form_of(ProgressMode mode);
  void draw_line(double done, const std::string& what, Time now);
  void say_tenth(double done, const std::string& what, Time now);

  Form form_;
  bool drawn_ = false;
  Tenths tenths_;
  double last_done_ = 0.0;
  Time started_, last_;
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
  [[nodiscard]] bool sees_each_cycle() const override { return false; }

 private:
  void look(Cycle now);

  const Run& run_;
  ProgressLine line_;
  std::string what_;
  // It looks at the clock every so many calls: seldom where cycles are short, often where they are long.
  unsigned calls_ = 1, countdown_ = 1;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace dateline
