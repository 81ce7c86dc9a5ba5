// Threads that run the tiles of a network, a cycle at a time: run(job) has job(i) executed by thread i of all, the
// caller being thread 0, and returns when all have. Between two calls the others wait: they spin for a microsecond or
// two, then yield, then sleep, so that a busy machine is not kept busier. Everything that a thread wrote before run()
// returns, or before it was called, is seen by all after it.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace dateline {

class WorkerPool {
 public:
  // `threads`: 1 or more, the caller's among them. The job must throw nothing.
  WorkerPool(unsigned threads, std::function<void(unsigned)> job);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  void run();
  [[nodiscard]] unsigned threads() const { return threads_; }

 private:
  void work(unsigned number);
  // Returns when the counter is no more `old`.
  void wait_while(const std::atomic<std::uint64_t>& counter, std::uint64_t old);
  // Those that sleep examine their counters.
  void wake();

  const unsigned threads_;
  std::function<void(unsigned)> job_;
  std::atomic<std::uint64_t> round_{0};  // of calls of run()
  std::atomic<std::uint64_t> done_{0};   // by the others, of all rounds
  std::atomic<std::uint64_t> finished_{0};  // rounds that all others have done
  std::atomic<bool> ends_{false};
  std::atomic<unsigned> sleepers_{0};
  std::mutex sleeping_;
  std::condition_variable awake_;
  std::vector<std::thread> others_;
};

}  // namespace dateline
