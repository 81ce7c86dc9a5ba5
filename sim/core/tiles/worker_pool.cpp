#include "sim/core/tiles/worker_pool.hpp"

#include <chrono>

namespace dateline {
namespace {

constexpr int kSpins = 50;  // some two microseconds
// That a thread yields for before it sleeps. On a busy core one yield lasts longer: then it sleeps, and is woken in
// time.
constexpr std::chrono::microseconds kYielding{20};

inline void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

WorkerPool::WorkerPool(unsigned threads, std::size_t tiles, std::function<void(std::size_t)> job)
    : threads_(threads), job_(std::move(job)), claims_(tiles) {
  for (unsigned number = 1; number < threads_; ++number) others_.emplace_back([this, number] { work(number); });
}

WorkerPool::~WorkerPool() {
  ends_ = true;
  ++round_;
  wake();
  for (std::thread& other : others_) other.join();
}

void WorkerPool::run() {
  const std::uint64_t round = ++round_;
  wake();
  execute(0, round);
  wait_until([&] { return done_.load() == round * claims_.size(); });
}

void WorkerPool::work(unsigned number) {
  for (std::uint64_t seen = 0;;) {
    wait_until([&] { return round_.load() != seen; });
    seen = round_.load();
    if (ends_) return;
    execute(number, seen);
  }
}

void WorkerPool::execute(unsigned number, std::uint64_t round) {
  for (std::size_t tile = number; tile < claims_.size(); tile += threads_) take(tile, round);
  for (std::size_t tile = 0; threads_ > 1 && tile < claims_.size(); ++tile) take(tile, round);
}

// A thread that comes late, in a later round, finds all of its round taken.
void WorkerPool::take(std::size_t tile, std::uint64_t round) {
  std::uint64_t before = round - 1;
  if (!claims_[tile].round.compare_exchange_strong(before, round)) return;
  job_(tile);
  if (++done_ == round * claims_.size()) wake();
}

template <typename Over>
void WorkerPool::wait_until(Over over) {
  for (int i = 0; i < kSpins; ++i) {
    if (over()) return;
    pause();
  }
  const auto end = std::chrono::steady_clock::now() + kYielding;
  do {
    std::this_thread::yield();
    if (over()) return;
  } while (std::chrono::steady_clock::now() < end);
  std::unique_lock<std::mutex> lock(sleeping_);
  ++sleepers_;
  awake_.wait(lock, over);
  --sleepers_;
}

// A thread that goes to sleep counts itself before it looks for the last time, and what it waits for is written before
// the sleepers are counted: one of the two sees the other.
void WorkerPool::wake() {
  if (sleepers_.load() == 0) return;
  const std::lock_guard<std::mutex> lock(sleeping_);
  awake_.notify_all();
}

}  // namespace dateline
