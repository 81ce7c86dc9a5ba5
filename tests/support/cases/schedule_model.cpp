#include "tests/support/cases/schedule_model.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace dateline::test {
namespace {

using Time = std::uint64_t;
using Id = std::uint32_t;

// Ends, starts and deliveries of cycle t stand at t + 1, where they take effect. What takes no time does so in the same
// cycle; then cpus are given away, then messages queue.
enum Step { kEnded, kStarted, kReady, kDelivered, kServe, kGenerate };

struct Model {
  struct Rank {
    Time repetition = 0, open = 0;  // repetitions done; operations of this one that have not ended
    std::map<Time, int> activity;   // by cycle: 1 sends, 2 computes
  };
  struct Cpu {
    Time free = 0;
    std::set<std::pair<Time, Id>> queue;  // ready since, operation
  };

  Model(const Schedule& s, const ModelSetting& m) : schedule(s), setting(m), waits(s.size()), posted(s.size()), arrived(s.size()), ranks(s.ranks()) {
    out.ranks.resize(s.ranks());
  }

  ModelOutcome run() {
    for (Id rank = 0; rank < schedule.ranks(); ++rank) begin(rank, 0);
    while (!events.empty()) {
      const auto [cycle, step, op, repetition] = *events.begin();
      events.erase(events.begin());
      happen(cycle, step, op, repetition);
    }
    for (Id rank = 0; rank < schedule.ranks(); ++rank) {
      ModelOutcome::Times& times = out.ranks[rank];
      for (const auto& [cycle, what] : ranks[rank].activity) ++(what == 2 ? times.compute : times.send);
      times.wait = times.end - times.compute - times.send;
      out.completion = std::max(out.completion, times.end);
    }
    return out;
  }

  void begin(Id rank, Time cycle) {
    ranks[rank].open = schedule.begin(rank + 1) - schedule.begin(rank);
    for (Id op = schedule.begin(rank); op < schedule.begin(rank + 1); ++op) {
      waits[op] = schedule.waits()[op], posted[op] = false;
      if (waits[op] == 0) add(cycle, kReady, op);
    }
  }

  void happen(Time cycle, Step step, Id op, Time repetition) {
    switch (step) {
      case kEnded:
        return end(cycle, op);
      case kStarted:
        return release(cycle, op, true);
      case kReady:
        return ready(cycle, op);
      case kServe:
        return serve(cycle, cpus[cpu_of(op)]);
      case kGenerate:
        return generate(cycle, op);
      case kDelivered:
        arrived[op].insert(repetition);
        if (posted[op] && repetition == rank_of(op).repetition) occupy(cycle, op);
    }
  }

  void end(Time cycle, Id op) {
    Rank& rank = rank_of(op);
    ++out.ended;
    out.ranks[schedule[op].rank].end = std::max(out.ranks[schedule[op].rank].end, cycle);
    release(cycle, op, false);
    if (--rank.open == 0 && ++rank.repetition < schedule.repeat()) begin(schedule[op].rank, cycle);
  }

  void release(Time cycle, Id op, bool on_start) {
    for (const Follower f : schedule.followers(op)) {
      if ((f.on_start != 0) == on_start && --waits[f.operation] == 0) add(cycle, kReady, f.operation);
    }
  }

  void ready(Time cycle, Id op) {
    if (schedule[op].kind() == OperationKind::recv) {
      posted[op] = true;
      add(cycle + 1, kStarted, op);
      if (arrived[op].count(rank_of(op).repetition) == 0) return;
    }
    occupy(cycle, op);
  }

  // It waits for its cpu, if it needs it.
  void occupy(Time cycle, Id op) {
    if (cpu_time(op) == 0) return go_on(cycle, op, 0);
    cpus[cpu_of(op)].queue.insert({cycle, op});
    add(cycle, kServe, op);
  }

  void serve(Time cycle, Cpu& cpu) {
    if (cpu.free <= cycle && !cpu.queue.empty()) {
      const Id op = cpu.queue.begin()->second;
      cpu.queue.erase(cpu.queue.begin());
      const Time time = cpu_time(op) + noise(op);
      cpu.free = cycle + time;
      for (Time t = cycle; t < cpu.free; ++t) rank_of(op).activity[t] = 2;
      go_on(cycle, op, time);
    }
    if (!cpu.queue.empty()) add(cpu.free, kServe, cpu.queue.begin()->second);
  }

  // It has its cpu for `time` from `cycle` on, or needs none.
  void go_on(Time cycle, Id op, Time time) {
    if (schedule[op].kind() != OperationKind::recv) add(cycle + 1, kStarted, op);
    add(cycle + time, schedule[op].kind() == OperationKind::send ? kGenerate : kEnded, op);
  }

  void generate(Time cycle, Id op) {
    const Passage passage = setting.network(op, cycle);
    for (Time t = cycle; t <= passage.sent; ++t) rank_of(op).activity.insert({t, 1});
    add(passage.sent + 1, kEnded, op);
    events.insert({passage.delivered + 1, kDelivered, schedule[op].partner, rank_of(op).repetition});
  }

  void add(Time cycle, Step step, Id op) { events.insert({cycle, step, op, 0}); }
  [[nodiscard]] Rank& rank_of(Id op) { return ranks[schedule[op].rank]; }
  [[nodiscard]] std::pair<Id, Id> cpu_of(Id op) const { return {schedule[op].rank, setting.endless_cpus ? 256 + op : Id(schedule[op].cpu)}; }
  [[nodiscard]] Time cpu_time(Id op) const {
    const OperationKind kind = schedule[op].kind();
    return kind == OperationKind::compute ? Time(schedule[op].amount)
           : kind == OperationKind::send  ? setting.send_overhead
                                          : setting.receive_overhead + adding(schedule[op]);
  }
  [[nodiscard]] Time adding(const Operation& recv) const {
    if (recv.reduces == 0) return 0;
    Time time = 0;  // the least that suffices
    while (time * setting.reduce_bytes < recv.amount * setting.reduce_cycles) ++time;
    return time;
  }
  [[nodiscard]] Time noise(Id op) const {
    if (!setting.noise || schedule[op].kind() != OperationKind::compute) return 0;
    const Id rank = schedule[op].rank;
    return setting.noise(rank, op - schedule.begin(rank), ranks[rank].repetition);
  }

  const Schedule& schedule;
  const ModelSetting& setting;
  std::set<std::tuple<Time, Step, Id, Time>> events;  // cycle, step, operation, repetition of a delivery
  std::vector<Id> waits;                              // edges that an operation still waits for
  std::vector<char> posted;                           // recvs
  std::vector<std::set<Time>> arrived;                // repetitions whose message has come
  std::vector<Rank> ranks;
  std::map<std::pair<Id, Id>, Cpu> cpus;
  ModelOutcome out;
};

}  // namespace

ModelOutcome model_schedule(const Schedule& schedule, const ModelSetting& setting) { return Model(schedule, setting).run(); }

}  // namespace dateline::test
