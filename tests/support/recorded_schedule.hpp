// Runs a schedule on a machine and keeps when each of its packets was generated, sent and delivered.
#pragma once

#include <optional>
#include <vector>

#include "sim/measure/run.hpp"
#include "sim/measure/sources/schedule_source.hpp"
#include "tests/support/cases/schedule_model.hpp"

namespace dateline::test {

struct RecordedPacket {
  Cycle generated, sent, ejected;
  std::uint32_t destination, length;
  friend bool operator==(const RecordedPacket& a, const RecordedPacket& b) {
    return a.generated == b.generated && a.sent == b.sent && a.ejected == b.ejected && a.destination == b.destination && a.length == b.length;
  }
};

struct RecordedSchedule {
  Cycle completion = 0;
  std::vector<RankTimes> times;
  RunResult result;
  std::vector<std::vector<RecordedPacket>> packets;  // per source, by sequence number
};

// Fails the test if it does not end. The relation's VCs are those of the machine.
[[nodiscard]] RecordedSchedule run_schedule(const Topology& topology, const RoutingRelation& relation, RouterConfig machine, const Schedule& schedule,
                                            const ScheduleOptions& options, bool audit = false);

// What the packets of a run say to a model that asks in the order of (cycle, send).
class RecordedNetwork {
 public:
  RecordedNetwork(const RecordedSchedule& run, const Schedule& schedule, const ScheduleOptions& options)
      : run_(run), schedule_(schedule), options_(options), next_(run.packets.size(), 0) {}
  // None if the next packets of the source are not those of this message.
  [[nodiscard]] std::optional<Passage> take(std::uint32_t send, Cycle generated);
  [[nodiscard]] bool all_taken() const;

 private:
  const RecordedSchedule& run_;
  const Schedule& schedule_;
  const ScheduleOptions& options_;
  std::vector<std::size_t> next_;  // per source
};

}  // namespace dateline::test
