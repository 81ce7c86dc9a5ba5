// Executes a schedule of operations on a machine: starts what has become ready, offers the messages of sends, and
// hears of what has been sent and delivered. Operations, their events and the order among them:
// docs/guide/workloads/schedules.md. What is known of each operation and rank: schedule_state.hpp.
// The machine must report what has been sent (ExecutionOptions::report_sent). Cost: O(1) an event and an edge, O(log n)
// for what occupies a cpu or stands in order with others of a cycle.
#pragma once

#include <vector>

#include "sim/measure/protocol/message_source.hpp"
#include "sim/measure/sources/schedule_steps.hpp"

namespace dateline {

class ScheduleSource final : public PacketSource {
 public:
  // The schedule must outlive the source.
  ScheduleSource(const Schedule& schedule, const ScheduleOptions& options);

  void generate(Cycle now, bool measured, CompiledNetwork& network) override;
  void delivered(const Delivery& delivery) override;
  void sent(const std::vector<const Packet*>& messages, Cycle now) override;
  void lost(const Packet& packet, Cycle next, bool again) override;
  void given_up(const Packet& packet) override;
  [[nodiscard]] Cycle next_cycle(Cycle from) const override;
  [[nodiscard]] bool finished() const override { return run_.state.dependencies.finished(); }
  [[nodiscard]] std::uint64_t offered() const override { return run_.state.packetizer.offered(); }
  [[nodiscard]] std::optional<double> progress() const override { return run_.state.dependencies.progress(); }

  // The last event so far + 1; where ranks may die, once all others have ended.
  [[nodiscard]] std::optional<Cycle> completion() const override;
  // Before the first cycle: notes what each rank does, in its list of those from `first` on, which must outlive the
  // source.
  void record(std::vector<std::vector<RankSpan>>& spans, std::size_t first);
  [[nodiscard]] const ScheduleState& state() const { return run_.state; }
  void write(StateWriter& archive) override { io(archive); }
  void read(StateReader& archive) override { io(archive); }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [run, alone] = *this;
    static_cast<void>(alone);
    archive(run);
  }

 private:
  void fail(Cycle now);
  void occupy_cpus(Cycle now);
  void release_cpus(Cycle now);
  [[gnu::noinline]] void receive_any(const Delivery& delivery);

  ScheduleExecution run_;
  bool messages_alone_;  // schedule_steps.hpp: nothing but messages has to be looked after
};

}  // namespace dateline
