#include "tests/support/recorded_schedule.hpp"

#include <algorithm>
#include <stdexcept>

#include "traffic/schedules/demand_traffic.hpp"

namespace dateline::test {
namespace {

class Recorder final : public PacketSource {
 public:
  Recorder(const Schedule& schedule, const ScheduleOptions& options, RecordedSchedule& to) : inner_(schedule, options), to_(to) {}
  void generate(Cycle now, bool measured, CompiledNetwork& machine) override { inner_.generate(now, measured, machine); }
  void delivered(const Delivery& d) override {
    packet(d.packet).ejected = d.ejected;
    inner_.delivered(d);
  }
  void sent(const std::vector<const Packet*>& messages, Cycle now) override {
    for (const Packet* m : messages) packet(*m) = {m->order.generated, now, 0, m->order.destination.value(), m->order.length};
    inner_.sent(messages, now);
  }
  [[nodiscard]] Cycle next_cycle(Cycle from) const override { return inner_.next_cycle(from); }
  [[nodiscard]] bool finished() const override { return inner_.finished(); }
  [[nodiscard]] std::uint64_t offered() const override { return inner_.offered(); }
  [[nodiscard]] std::optional<Cycle> completion() const override { return inner_.completion(); }
  [[nodiscard]] std::vector<RankTimes> times() const { return inner_.state().times(); }

 private:
  RecordedPacket& packet(const Packet& packet) {
    auto& list = to_.packets[packet.source.value()];
    if (list.size() <= packet.sequence) list.resize(packet.sequence + 1);
    return list[packet.sequence];
  }
  ScheduleSource inner_;
  RecordedSchedule& to_;
};

}  // namespace

RecordedSchedule run_schedule(const Topology& topology, const RoutingRelation& relation, RouterConfig router_config, const Schedule& schedule,
                              const ScheduleOptions& options, bool audit) {
  RecordedSchedule recorded;
  recorded.packets.resize(topology.terminals());
  const DemandTraffic demand({{&schedule, &options.places}}, options.sizes, topology.terminals());
  RunConfig config;
  config.protocol = RunConfig::Protocol::workload;
  config.audit = audit;
  router_config.execution.report_sent = true;
  auto source = std::make_unique<Recorder>(schedule, options, recorded);
  const Recorder& view = *source;
  Run run(config, demand, topology.terminals(), std::move(source));
  CompiledNetwork machine(router_config, Wiring::of(topology), relation, run);
  run_to_end(run, machine);
  if (!view.finished() || run.result().completion_cycle != view.completion()) throw std::runtime_error("the schedule has not ended");
  recorded.completion = *view.completion();
  recorded.times = view.times();
  recorded.result = run.result();
  return recorded;
}

std::optional<Passage> RecordedNetwork::take(std::uint32_t send, Cycle generated) {
  const Operation& o = schedule_[send];
  const std::uint32_t source = options_.places[o.rank].value(), destination = options_.places[schedule_[o.partner].rank].value();
  std::uint64_t payload = (o.amount + options_.sizes.flit_bytes - 1) / options_.sizes.flit_bytes;
  Passage passage{0, 0};
  do {  // full packets, and what is left
    const std::uint64_t part = std::min<std::uint64_t>(payload, options_.sizes.packet_length - 1);
    payload -= part;
    if (next_[source] == run_.packets[source].size()) return std::nullopt;
    const RecordedPacket& packet = run_.packets[source][next_[source]++];
    if (packet.generated != generated || packet.destination != destination || packet.length != part + 1) return std::nullopt;
    passage = {std::max(passage.sent, packet.sent), std::max(passage.delivered, packet.ejected)};
  } while (payload != 0);
  return passage;
}

bool RecordedNetwork::all_taken() const {
  for (std::size_t source = 0; source < next_.size(); ++source) {
    if (next_[source] != run_.packets[source].size()) return false;
  }
  return true;
}

}  // namespace dateline::test
