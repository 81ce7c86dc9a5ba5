// Threads that execute the tiles of a network, a cycle at a time: run() has job(i) executed once for every tile i, the
// caller being one of the threads, and returns when all are done. A thread begins with tiles of its own, so that they
// stay in its cache; then it takes what no other has begun: where cores are busy the caller waits for no thread that
// has none. Between two calls the others wait: they spin for a microsecond or two, then yield, then sleep. Everything
// that a thread wrote before run() returns, or before it was called, is seen by all after it.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace dateline {

class WorkerPool {
 public:
  // `threads`: 1 or more, the caller's among them. The job must throw nothing.
  WorkerPool(unsigned threads, std::size_t tiles, std::function<void(std::size_t)> job);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  void run();
  [[nodiscard]] unsigned threads() const { return threads_; }

 private:
  struct alignas(64) Claim {
    std::atomic<std::uint64_t> round{0};  // the last in which some thread took the tile
  };
  void work(unsigned number);
  void execute(unsigned number, std::uint64_t round);
  void take(std::size_t tile, std::uint64_t round);
  template <typename Over>
  void wait_until(Over over);
  // Those that sleep look again.
  void wake();

  const unsigned threads_;
  const std::function<void(std::size_t)> job_;
  std::vector<Claim> claims_;            // per tile
  std::atomic<std::uint64_t> round_{0};  // of calls of run()
  std::atomic<std::uint64_t> done_{0};   // tiles, in all rounds
  std::atomic<bool> ends_{false};
  std::atomic<unsigned> sleepers_{0};
  std::mutex sleeping_;
  std::condition_variable awake_;
  std::vector<std::thread> others_;
};

}  // namespace dateline
