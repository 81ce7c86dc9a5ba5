#include "sim/cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace dateline {
namespace {

constexpr unsigned kCallsBetweenLooks = 4096;
constexpr std::chrono::milliseconds kBetweenDrawings{200};

}  // namespace

ProgressClient::ProgressClient(CycleClient& inner, const Run& run, std::size_t mode)
    : inner_(inner),
      run_(run),
      shown_(mode == 1 || (mode == 0 && isatty(STDERR_FILENO) != 0)),
      started_(std::chrono::steady_clock::now()),
      last_(started_) {}

ProgressClient::~ProgressClient() {
  if (drawn_) std::fputs("\r\033[K", stderr);
}

Cycle ProgressClient::execute(Cycle now) {
  const Cycle next = inner_.execute(now);
  if (shown_ && ++countdown_ == kCallsBetweenLooks) {
    countdown_ = 0;
    draw(now);
  }
  return next;
}

void ProgressClient::draw(Cycle now) {
  const auto time = std::chrono::steady_clock::now();
  if (time - last_ < kBetweenDrawings) return;
  last_ = time;
  drawn_ = true;
  const double seconds = std::chrono::duration<double>(time - started_).count();
  const double done = run_.progress();
  const std::string left = done >= 1.0 ? "draining" : done > 0.0 ? fmt::format("{:.0f} s left", seconds / done * (1.0 - done)) : "";
  fmt::print(stderr, "\r\033[K{:5.1f}%  cycle {}  {}", 100.0 * done, now, left);
  std::fflush(stderr);
}

}  // namespace dateline
