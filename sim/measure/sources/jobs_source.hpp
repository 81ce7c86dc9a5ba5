// Several schedules side by side on one network, each a source of its own on terminals of its own, and beside them
// random traffic of all terminals, if there is any: until the last schedule has ended, or can do nothing more. A packet
// belongs to the schedule of its source, or to the traffic, whose tags are below Transfers::kBackgroundTags. The window
// of the traffic ends with the last schedule: what is still under way then arrives later and uncounted.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "sim/measure/sources/schedule_source.hpp"

namespace dateline {

class JobsSource final : public PacketSource {
 public:
  // `job_of`: per terminal the number of its schedule, whatever for one that has none. `background`: null if there is
  // none; its tags are below those of schedules.
  JobsSource(std::vector<std::unique_ptr<ScheduleSource>> jobs, std::vector<std::uint32_t> job_of, std::unique_ptr<PacketSource> background);

  void generate(Cycle now, bool measured, CompiledNetwork& network) override;
  void delivered(const Delivery& delivery) override;
  void sent(const std::vector<const Packet*>& messages, Cycle now) override;
  void lost(const Packet& packet, Cycle next, bool again) override;
  void given_up(const Packet& packet) override;
  void change(const TrafficPattern& pattern) override;
  void window_border(const CompiledNetwork& network) override;
  [[nodiscard]] Cycle next_cycle(Cycle from) const override;
  [[nodiscard]] bool finished() const override;
  [[nodiscard]] std::uint64_t offered() const override;
  // Of the schedules alone.
  [[nodiscard]] std::optional<Cycle> completion() const override;
  [[nodiscard]] std::optional<double> progress() const override;
  // The cycle before which the schedules ended, if packets of the traffic were under way then.
  [[nodiscard]] std::optional<Cycle> over_since() const { return over_since_; }
  void write(StateWriter& archive) override {
    io(archive);
    if (background_ != nullptr) background_->write(archive);
  }
  void read(StateReader& archive) override {
    io(archive);
    if (background_ != nullptr) background_->read(archive);
  }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [jobs, jobs_of, background, cycles_sent, settled, since] = *this;
    static_cast<void>(jobs_of);
    static_cast<void>(background);
    static_cast<void>(cycles_sent);
    archive(jobs, settled, since);
  }

 private:
  // All schedules have ended, or wait for what faults took.
  [[nodiscard]] bool over() const;
  [[nodiscard]] bool of_background(const PacketRequest& order) const { return background_ != nullptr && order.tag < Transfers::kBackgroundTags; }

  std::vector<std::unique_ptr<ScheduleSource>> jobs_;
  std::vector<std::uint32_t> job_of_;  // per terminal
  std::unique_ptr<PacketSource> background_;
  std::vector<std::vector<const Packet*>> sent_;  // per job, of one cycle
  std::uint64_t settled_ = 0;                     // packets of schedules that have been delivered, or lost for good
  std::optional<Cycle> over_since_;               // the first cycle in which the traffic sends no more
};

}  // namespace dateline
