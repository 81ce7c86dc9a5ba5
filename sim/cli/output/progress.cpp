#include "sim/cli/output/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "sim/cli/command_line/command.hpp"

namespace dateline {
namespace {

constexpr unsigned kMostCallsBetweenLooks = 4096;
constexpr std::chrono::milliseconds kBetweenLooks{50};
constexpr std::chrono::milliseconds kBetweenDrawings{200};

double seconds_between(std::chrono::steady_clock::time_point from, std::chrono::steady_clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

// "12 s left", or nothing where that is not known.
std::string left_text(double seconds, double done) {
  return done > 0.0 && done < 1.0 ? fmt::format("{:.0f} s left", seconds / done * (1.0 - done)) : "";
}

}  // namespace

ProgressLine::Form ProgressLine::form_of(ProgressMode mode) {
  if (mode == ProgressMode::never) return Form::none;
  return mode == ProgressMode::always || isatty(STDERR_FILENO) != 0 ? Form::line : Form::tenths;
}

ProgressLine::ProgressLine(ProgressMode mode) : form_(form_of(mode)), started_(std::chrono::steady_clock::now()), last_(started_) {}

ProgressLine::~ProgressLine() {
  if (drawn_) std::fputs("\r\033[K", stderr);
}

void ProgressLine::draw(double done, const std::string& what) {
  const Time now = std::chrono::steady_clock::now();
  if (form_ == Form::line) draw_line(done, what, now);
  if (form_ == Form::tenths) say_tenth(done, what, now);
}

void ProgressLine::draw_line(double done, const std::string& what, Time now) {
  if (now - last_ < kBetweenDrawings) return;
  last_ = now;
  drawn_ = true;
  std::fputs(fmt::format("\r\033[K{:5.1f}%  {}  {}", 100.0 * done, what, left_text(seconds_between(started_, now), done)).c_str(), stderr);
  std::fflush(stderr);
}

void ProgressLine::say_tenth(double done, const std::string& what, Time now) {
  if (done < last_done_ / 2) {  // another part of the work
    tenths_ = Tenths();
    started_ = now;
  }
  last_done_ = done;
  if (const auto line = tenths_.line(done, what, seconds_between(started_, now))) say("progress: " + *line);
}

void ProgressListener::after(Cycle now) {
  if (--countdown_ == 0) look(now);
}

void ProgressListener::look(Cycle now) {
  const auto time = std::chrono::steady_clock::now();
  const auto passed = time - last_;
  last_ = time;
  if (passed < kBetweenLooks / 2 && calls_ < kMostCallsBetweenLooks) calls_ *= 2;
  if (passed > kBetweenLooks && calls_ > 1) calls_ /= 2;
  countdown_ = calls_;
  const double done = run_.progress();
  if (!line_.due(done)) return;
  line_.draw(done, fmt::format("{}cycle {}{}", what_, now, done >= 1.0 ? ", draining" : ""));
}

}  // namespace dateline
