#include "sim/core/tiles/worker_pool.hpp"

namespace dateline {
namespace {

constexpr int kSpins = 200;   // a microsecond or two
constexpr int kYields = 100;  // before a thread sleeps

inline void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

WorkerPool::WorkerPool(unsigned threads, std::function<void(unsigned)> job) : threads_(threads), job_(std::move(job)) {
  for (unsigned number = 1; number < threads_; ++number) others_.emplace_back([this, number] { work(number); });
}

WorkerPool::~WorkerPool() {
  ends_ = true;
  ++round_;
  wake();
  for (std::thread& other : others_) other.join();
}

void WorkerPool::run() {
  if (threads_ == 1) return job_(0);
  const std::uint64_t round = ++round_;
  wake();
  job_(0);
  if (finished_.load() != round) wait_while(finished_, round - 1);
}

void WorkerPool::work(unsigned number) {
  for (std::uint64_t round = 1;; ++round) {
    wait_while(round_, round - 1);
    if (ends_) return;
    job_(number);
    if (++done_ % (threads_ - 1) != 0) continue;
    ++finished_;
    wake();
  }
}

void WorkerPool::wait_while(const std::atomic<std::uint64_t>& counter, std::uint64_t old) {
  for (int i = 0; i < kSpins; ++i) {
    if (counter.load(std::memory_order_acquire) != old) return;
    pause();
  }
  for (int i = 0; i < kYields; ++i) {
    if (counter.load(std::memory_order_acquire) != old) return;
    std::this_thread::yield();
  }
  std::unique_lock<std::mutex> lock(sleeping_);
  ++sleepers_;
  awake_.wait(lock, [&] { return counter.load() != old; });
  --sleepers_;
}

// A thread that goes to sleep counts itself before it examines its counter for the last time, and a counter is written
// before the sleepers are counted: one of the two sees the other.
void WorkerPool::wake() {
  if (sleepers_.load() == 0) return;
  const std::lock_guard<std::mutex> lock(sleeping_);
  awake_.notify_all();
}

}  // namespace dateline
