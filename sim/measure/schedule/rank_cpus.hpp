// The cpus of the ranks of a schedule: computes, and the overheads of messages, occupy one each. What wants a cpu takes
// it in the order of getting ready, and of what got ready in one cycle, in the order of the file
// (docs/guide/workloads/schedules.md). Cost: O(log n) each time that one is occupied, n wanting the same cpu, or cpus
// occupied.
#pragma once

#include <algorithm>
#include <optional>
#include <queue>
#include <vector>

#include "models/base/ids.hpp"
#include "models/base/numbers/rational.hpp"
#include "sim/measure/schedule/cycle_list.hpp"
#include "traffic/schedules/schedule.hpp"

namespace dateline {

// Cycles that a message occupies a cpu of its sender, and of its receiver; of one whose bytes are added to what the
// rank has, so many more a byte, rounded up.
struct MessageOverheads {
  Cycle send = 0, receive = 0;
  Rational reduce = 0;
};

class RankCpus {
 public:
  // The schedule must outlive the cpus.
  RankCpus(const Schedule& schedule, MessageOverheads overheads);

  [[nodiscard]] const MessageOverheads& overheads() const { return overheads_; }
  void begin_cycle() { wanting_.begin_cycle(); }
  // From cycle `now` on, before occupy(); from the next one on.
  void want(std::uint32_t operation, Cycle now);
  void want_next(std::uint32_t operation, Cycle next);
  // Of a recv.
  [[nodiscard]] bool receive_occupies(std::uint32_t recv) const {
    return overheads_.receive != 0 || (reduces_ && schedule_[recv].reduces != 0 && schedule_[recv].amount != 0);
  }
  // Of any send or recv.
  [[nodiscard]] bool messages_occupy() const { return overheads_.send != 0 || overheads_.receive != 0 || reduces_; }
  // Wanted cpus that are free are occupied from cycle `now` on: occupied(operation) of each, which gives the cycles
  // that it takes beside its own.
  template <typename Occupied>
  void occupy(Cycle now, Occupied occupied) {
    for (const std::uint32_t wanting : wanting_.now) {
      Cpu& cpu = cpu_of(wanting);
      if (cpu.busy || cpu.queue.empty()) continue;
      const std::uint32_t operation = cpu.queue.top().operation;
      cpu.queue.pop();
      cpu.busy = true;
      ends_.push({now + time(operation) + occupied(operation) - 1, operation});
    }
    wanting_.now.clear();
  }
  // Cpus that were occupied up to cycle `now` are free from the next one on: released(operation) of each.
  template <typename Released>
  void release(Cycle now, Released released) {
    for (; !ends_.empty() && ends_.top().at == now; ends_.pop()) {
      const std::uint32_t operation = ends_.top().operation;
      Cpu& cpu = cpu_of(operation);
      cpu.busy = false;
      if (!cpu.queue.empty()) wanting_.next.push_back(operation);
      released(operation);
    }
  }
  // Operations for which gone(operation) want no cpu any more, and those that have one never end: their ranks have
  // died.
  template <typename Gone>
  void drop(Gone gone) {
    for (std::vector<std::uint32_t>* list : {&wanting_.now, &wanting_.next}) {
      list->erase(std::remove_if(list->begin(), list->end(), gone), list->end());
    }
    std::priority_queue<Entry> left;
    for (; !ends_.empty(); ends_.pop()) {
      if (!gone(ends_.top().operation)) left.push(ends_.top());
    }
    ends_ = std::move(left);
  }
  // The first cycle, not before `from`, in which one may be occupied or released; none: until another is wanted.
  [[nodiscard]] std::optional<Cycle> next_cycle(Cycle from) const;
  template <typename Archive>
  void io(Archive& archive) {
    auto& [schedule, overheads_of, reduces, begins, cpus, wanting, ends] = *this;
    static_cast<void>(schedule);
    static_cast<void>(overheads_of);
    static_cast<void>(reduces);
    static_cast<void>(begins);
    archive(cpus, wanting, ends);
  }

 private:
  struct Entry {  // in the order of cycles, then of the file
    Cycle at;
    std::uint32_t operation;
    [[nodiscard]] bool operator<(const Entry& o) const { return at != o.at ? at > o.at : operation > o.operation; }
  };
  struct Cpu {
    bool busy = false;
    std::priority_queue<Entry> queue;  // since when they want it
    template <typename Archive>
    void io(Archive& archive) {
      auto& [taken, waiting] = *this;
      archive(taken, waiting);
    }
  };

  [[nodiscard]] Cycle time(std::uint32_t operation) const;
  [[nodiscard]] Cpu& cpu_of(std::uint32_t operation) {
    const Operation& o = schedule_[operation];
    return cpus_[cpu_begin_[o.rank] + static_cast<std::uint32_t>(o.cpu)];
  }

  const Schedule& schedule_;
  MessageOverheads overheads_;
  bool reduces_;
  std::vector<std::uint32_t> cpu_begin_;  // per rank
  std::vector<Cpu> cpus_;
  CycleList<std::vector<std::uint32_t>> wanting_;  // operations that want a cpu, or whose cpu is free again
  std::priority_queue<Entry> ends_;                // of occupied cpus: the last cycle
};

}  // namespace dateline
