#include "tests/support/cases/late_workloads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "sim/measure/sources/request_reply_source.hpp"
#include "sim/measure/sources/schedule_source.hpp"
#include "sim/measure/sources/streams_source.hpp"
#include "sim/measure/sources/trace_source.hpp"
#include "tests/support/cases/random_schedule.hpp"
#include "traffic/patterns/mixed_traffic.hpp"
#include "traffic/patterns/silenced.hpp"
#include "traffic/patterns/surviving.hpp"

namespace dateline::test {
namespace {

std::vector<TerminalId> living(const LateCase& x) {
  std::vector<TerminalId> list;
  for (std::uint32_t t = 0; t < x.topology->terminals(); ++t) {
    if (!fails(*x.steps.front().failed, t)) list.emplace_back(t);
  }
  return list;
}

// Uniform among those that a step's routers take to live; who has failed sends nothing.
std::unique_ptr<TrafficPattern> uniform(const LateCase& x, const DetectedStep& s) {
  return std::make_unique<SilencedTraffic>(surviving(make_traffic("uniform", *x.topology), s.known.get()), *s.failed);
}

// A trace in memory, whose packets have ids and wait for earlier ones.
class DrawnTrace final : public TraceReader {
 public:
  explicit DrawnTrace(std::vector<TracePacket> packets) : packets_(std::move(packets)) {}
  [[nodiscard]] bool next(TracePacket& packet) override {
    if (next_ == packets_.size()) return false;
    packet = packets_[next_++];
    return true;
  }
  [[noreturn]] void fail(const std::string& problem) const override { throw std::runtime_error(problem); }
  [[nodiscard]] bool has_classes() const override { return false; }
  [[nodiscard]] bool has_dependencies() const override { return true; }

 private:
  std::vector<TracePacket> packets_;
  std::size_t next_ = 0;
};

void take_schedule(const LateCase& x, Dice& dice, LateWorkload& w) {
  w.places = living(x);
  for (std::size_t i = w.places.size(); i > 1; --i) std::swap(w.places[i - 1], w.places[dice.below(static_cast<std::uint32_t>(i))]);
  w.schedule.emplace(draw_schedule(dice, {static_cast<std::uint32_t>(w.places.size()), 60, 20, dice.one_in(2), 1 + dice.below(3)}));
  w.places.erase(w.places.begin() + w.schedule->ranks(), w.places.end());
  ScheduleOptions options;
  options.places = w.places;
  options.sizes.packet_length = 2 + dice.below(8);
  options.send_overhead = dice.below(3);
  options.receive_overhead = dice.below(3);
  options.failures = failures_of(x);
  w.source = std::make_unique<ScheduleSource>(*w.schedule, options);
}

void take_requests(const LateCase& x, Dice& dice, LateWorkload& w) {
  const std::string text = fmt::format("request-reply:batch={},window={},request={},reply={},service={}", 1 + dice.below(8), 1 + dice.below(3),
                                       1 + dice.below(4), 1 + dice.below(12), dice.below(9));
  w.source = std::make_unique<RequestReplySource>(RequestReplyOptions::parse({"test", "workload"}, text), *w.patterns.front(),
                                                  x.topology->terminals(), dice.below(1000), false, failures_of(x));
}

void take_trace(const LateCase& x, Dice& dice, LateWorkload& w) {
  const std::vector<TerminalId> live = living(x);
  const auto rank = [&] { return dice.below(static_cast<std::uint32_t>(live.size())); };
  std::vector<TracePacket> packets(20 + dice.below(60));
  Cycle cycle = 0;
  for (std::uint32_t i = 0; i < packets.size(); ++i) {
    TracePacket& packet = packets[i];
    packet = {cycle += dice.below(4), rank(), rank(), 1 + dice.below(9), 0, i, {}};
    if (i > 0 && dice.one_in(4)) packets[dice.below(i)].waiting.push_back(i);
  }
  w.source = std::make_unique<TraceSource>(std::make_unique<DrawnTrace>(packets), TracePlaces{live, {}}, packets.size(), failures_of(x));
}

void take_streams(const LateCase& x, Dice& dice, LateWorkload& w) {
  w.streams.resize(1 + dice.below(3));
  for (StreamSpec& stream : w.streams) {
    stream.lengths = 1 + dice.below(8);
    stream.load = Rational(1 + dice.below(8), 40);
  }
  std::vector<StreamsSource::Patterns> views;
  w.patterns.clear();
  for (const DetectedStep& s : x.steps) {
    auto& own = w.of_streams.emplace_back();
    StreamsSource::Patterns& view = views.emplace_back();
    std::vector<MixedTraffic::Part> parts;
    for (const StreamSpec& stream : w.streams) {
      own.push_back(uniform(x, s));
      view.push_back(own.back().get());
      parts.push_back({own.back().get(), stream.load});
    }
    w.patterns.push_back(std::make_unique<MixedTraffic>(parts));
  }
  const StreamsSource::Patterns first = views.front();
  views.erase(views.begin());
  w.source = std::make_unique<StreamsSource>(w.streams, first, x.topology->terminals(), dice.below(1000), std::vector<std::uint8_t>{}, views);
}

}  // namespace

std::vector<FailedTerminals> failures_of(const LateCase& x) {
  std::vector<FailedTerminals> list;
  for (const DetectedStep& s : x.steps) {
    FailedTerminals& failed = list.emplace_back();
    failed.from = s.change.at;
    for (std::uint32_t t = 0; t < x.topology->terminals(); ++t) {
      failed.failed.push_back(fails(*s.failed, t) ? 1 : 0);
      failed.known.push_back(fails(*s.known, t) ? 1 : 0);
    }
  }
  return list;
}

LateWorkload draw_workload(LateKind kind, const LateCase& x, Dice& dice) {
  LateWorkload w;
  for (const DetectedStep& s : x.steps) w.patterns.push_back(uniform(x, s));
  switch (kind) {
    case LateKind::schedule:
      take_schedule(x, dice, w);
      break;
    case LateKind::requests:
      take_requests(x, dice, w);
      break;
    case LateKind::trace:
      take_trace(x, dice, w);
      break;
    case LateKind::streams:
      take_streams(x, dice, w);
      break;
  }
  return w;
}

LateCase draw_late_case(Dice& dice) {
  LateCase x;
  x.routing = dice.pick({"sw-deterministic", "sw-adaptive", "updown", "duato-updown"});
  const bool switches = x.routing == "updown" || x.routing == "duato-updown";
  x.c = draw_changing(dice, x.routing);
  RouterConfig& m = x.c.machine;
  m.execution.count_channels = m.execution.report_sent = true;
  draw_tiles(m);
  x.topology = make_cube(x.c.shape.name());
  if (dice.one_in(2)) x.retransmit = 1 + dice.below(dice.pick({10U, 100U}));
  x.notices = x.retransmit && dice.one_in(2);
  const std::vector<NetworkAt> networks = random_changes(*x.topology, dice, 80);
  x.steps = detected_steps(*x.topology, networks, 1 + dice.below(60), [&](std::shared_ptr<const FaultMap> faults) {
    RoutingOptions options;
    options.vcs = x.c.machine.vcs;
    options.faults = std::move(faults);
    options.vc_policy = x.c.policy;
    return make_relation(x.routing, *x.topology, options);
  });
  for (std::size_t i = 1; i < x.steps.size(); ++i) {
    const FaultMap &before = *x.steps[i - 1].known, &now = *x.steps[i].known;
    const bool same = before.nodes() == now.nodes() && before.links() == now.links();
    if (switches && !same) x.steps[i].change.switchover = dice.one_in(4) ? Switchover::flush : Switchover::drain;
  }
  return x;
}

}  // namespace dateline::test
