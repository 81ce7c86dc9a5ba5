#include "sim/cli/output/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace dateline {
namespace {

constexpr unsigned kCallsBetweenLooks = 4096;
constexpr std::chrono::milliseconds kBetweenDrawings{200};

}  // namespace

ProgressLine::ProgressLine(ProgressMode mode)
    : shown_(mode == ProgressMode::always || (mode == ProgressMode::automatic && isatty(STDERR_FILENO) != 0)),
      started_(std::chrono::steady_clock::now()),
      last_(started_) {}

ProgressLine::~ProgressLine() {
  if (drawn_) std::fputs("\r\033[K", stderr);
}

void ProgressLine::draw(double done, const std::string& what) {
  const auto time = std::chrono::steady_clock::now();
  if (!shown_ || time - last_ < kBetweenDrawings) return;
  last_ = time;
  drawn_ = true;
  const double seconds = std::chrono::duration<double>(time - started_).count();
  const std::string left = done > 0.0 && done < 1.0 ? fmt::format("{:.0f} s left", seconds / done * (1.0 - done)) : "";
  std::fputs(fmt::format("\r\033[K{:5.1f}%  {}  {}", 100.0 * done, what, left).c_str(), stderr);
  std::fflush(stderr);
}

void ProgressListener::after(Cycle now) {
  if (!line_.shown() || ++countdown_ != kCallsBetweenLooks) return;
  countdown_ = 0;
  const double done = run_.progress();
  line_.draw(done, fmt::format("{}cycle {}{}", what_, now, done >= 1.0 ? "  draining" : ""));
}

}  // namespace dateline
