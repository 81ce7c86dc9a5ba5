// Schedules, requests with replies, traces whose packets wait for others, and streams in networks whose routers learn
// late of what has failed (docs/guide/faults.md): the sources follow their rule, and of what they sent the machine
// makes what the slow second machine of tests/reference makes of it, message by message, with the flits of every
// channel.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <sstream>
#include <tuple>

#include "sim/measure/run.hpp"
#include "sim/measure/sources/recording_source.hpp"
#include "sim/measure/sources/request_reply_source.hpp"
#include "sim/measure/sources/schedule_source.hpp"
#include "sim/measure/sources/streams_source.hpp"
#include "sim/measure/sources/trace_source.hpp"
#include "tests/support/as_reference.hpp"
#include "tests/support/cases/detected_changes.hpp"
#include "tests/support/cases/random_schedule.hpp"
#include "tests/support/channel_flits.hpp"
#include "tests/support/sample.hpp"
#include "traffic/patterns/mixed_traffic.hpp"
#include "traffic/patterns/silenced.hpp"
#include "traffic/patterns/surviving.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

enum class Kind { schedule, requests, trace, streams };

struct Case {
  RandomCase c;
  std::string routing;
  std::unique_ptr<CubeTopology> topology;
  std::vector<DetectedStep> steps;
  std::optional<Cycle> retransmit;
};

struct Seen {
  int cases = 0;
  std::size_t sends = 0, blind = 0, losses = 0;  // blind: to a node that has failed, which its source does not know
  std::uint64_t swallowed = 0;
};

bool fails(const FaultMap& faults, std::uint32_t terminal) { return faults.failed(NodeId(terminal)); }

std::vector<TerminalId> living(const Case& x) {
  std::vector<TerminalId> list;
  for (std::uint32_t t = 0; t < x.topology->terminals(); ++t) {
    if (!fails(*x.steps.front().failed, t)) list.emplace_back(t);
  }
  return list;
}

std::vector<FailedTerminals> failures_of(const Case& x) {
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

// Uniform among those that a step's routers take to live; who has failed sends nothing.
std::unique_ptr<TrafficPattern> uniform(const Case& x, const DetectedStep& s) {
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

// What the sources refer to, and those sources.
struct Workload {
  std::vector<std::unique_ptr<TrafficPattern>> patterns;                 // per step
  std::vector<std::vector<std::unique_ptr<TrafficPattern>>> of_streams;  // per step and stream
  std::vector<StreamSpec> streams;
  std::optional<Schedule> schedule;
  std::vector<TerminalId> places;  // of its ranks
  std::unique_ptr<PacketSource> source;
};

void take_schedule(const Case& x, Dice& dice, Workload& w) {
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

void take_requests(const Case& x, Dice& dice, Workload& w) {
  const std::string text = fmt::format("request-reply:batch={},window={},request={},reply={},service={}", 1 + dice.below(8), 1 + dice.below(3),
                                       1 + dice.below(4), 1 + dice.below(12), dice.below(9));
  w.source = std::make_unique<RequestReplySource>(RequestReplyOptions::parse({"test", "workload"}, text), *w.patterns.front(),
                                                  x.topology->terminals(), dice.below(1000), false, failures_of(x));
}

void take_trace(const Case& x, Dice& dice, Workload& w) {
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

void take_streams(const Case& x, Dice& dice, Workload& w) {
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

Workload draw_workload(Kind kind, const Case& x, Dice& dice) {
  Workload w;
  for (const DetectedStep& s : x.steps) w.patterns.push_back(uniform(x, s));
  switch (kind) {
    case Kind::schedule:
      take_schedule(x, dice, w);
      break;
    case Kind::requests:
      take_requests(x, dice, w);
      break;
    case Kind::trace:
      take_trace(x, dice, w);
      break;
    case Kind::streams:
      take_streams(x, dice, w);
      break;
  }
  return w;
}

// A message by its source and its number there.
using Key = std::pair<std::uint32_t, std::uint64_t>;
using Fate = std::tuple<long long, long long, int>;  // injected, ejected, hops
struct Fates {
  std::map<Key, Fate> delivered;
  std::vector<std::tuple<long long, std::uint32_t, long long>> lost;  // cycle, source, number there
};

class WatchedRun final : public DeliveryObserver {
 public:
  WatchedRun(const Case& x, const RunConfig& config, const TrafficPattern& pattern, std::unique_ptr<PacketSource> source)
      : run_(config, pattern, x.topology->terminals(), std::move(source)),
        machine_(x.c.machine, Wiring::of(*x.topology), *x.steps.front().relation, *this) {
    run_to_end(run_, machine_);
  }
  void delivered(const Delivery& d) override {
    fates_.delivered[{d.packet.source.value(), d.packet.sequence}] = {d.packet.injected, d.ejected, d.packet.hops};
    run_.delivered(d);
  }
  void sent(const std::vector<const Packet*>& messages, Cycle now) override { run_.sent(messages, now); }
  void lost(const Packet& packet, Cycle now) override {
    fates_.lost.emplace_back(now, packet.source.value(), packet.sequence);
    run_.lost(packet, now);
  }
  [[nodiscard]] Fates& fates() { return fates_; }
  [[nodiscard]] const RunResult& result() const { return run_.result(); }
  [[nodiscard]] const CompiledNetwork& machine() const { return machine_; }

 private:
  Fates fates_;
  Run run_;
  CompiledNetwork machine_;
};

std::vector<Send> sends_of(const std::string& rows) {
  std::vector<Send> sends;
  std::istringstream in(rows);
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream row(line);
    Cycle cycle = 0;
    std::uint32_t source = 0, destination = 0, flits = 0;
    row >> cycle >> source >> destination >> flits;
    sends.push_back({cycle, TerminalId(source), TerminalId(destination), flits});
  }
  return sends;
}

// When a rank is known to have died: its node is known to have failed since it did, or works again.
std::optional<Cycle> known_dead_from(const Case& x, TerminalId place) {
  const std::uint32_t t = place.value();
  const auto dies = std::find_if(x.steps.begin(), x.steps.end(), [&](const DetectedStep& s) { return fails(*s.failed, t); });
  const auto known = std::find_if(dies, x.steps.end(), [&](const DetectedStep& s) { return fails(*s.known, t) || !fails(*s.failed, t); });
  if (known == x.steps.end()) return std::nullopt;
  return known->change.at;
}

// Who has failed sends nothing, and nothing is sent to who is known to have.
void check_rule(const Case& x, const Workload& w, const std::vector<Send>& sends, Seen& seen) {
  for (const Send& s : sends) {
    const DetectedStep& now = step_in(x.steps, s.generated);
    CAPTURE(s.generated, s.source.value(), s.destination.value());
    REQUIRE_FALSE(fails(*now.failed, s.source.value()));
    REQUIRE_FALSE(fails(*now.known, s.destination.value()));
    seen.blind += fails(*now.failed, s.destination.value()) ? 1 : 0;
    if (!w.schedule) continue;
    const std::optional<Cycle> known = known_dead_from(x, s.destination);
    REQUIRE((!known || s.generated < *known));
  }
}

Fates expected_of(const Case& x, const std::vector<Send>& sends, Cycle limit, std::vector<std::vector<long long>>& flits) {
  std::vector<RelationAsReference> relations;
  const auto changes = as_reference(x.steps, *x.topology, x.c.machine, relations);
  const long long again = x.retransmit ? static_cast<long long>(*x.retransmit) : -1;
  const auto outcome = reference::simulate(as_reference(x.c), changes, as_reference(sends), again, static_cast<long long>(limit));
  Fates fates;
  for (std::size_t i = 0; i < sends.size(); ++i) {
    const reference::ReferenceDelivery& d = outcome.deliveries[i];
    if (d.ejected >= 0) fates.delivered[{sends[i].source.value(), static_cast<std::uint64_t>(d.sequence)}] = {d.injected, d.ejected, d.hops};
  }
  for (const reference::ReferenceLoss& loss : outcome.losses)
    fates.lost.emplace_back(loss.cycle, sends[static_cast<std::size_t>(loss.packet)].source.value(), loss.so_far.sequence);
  flits = outcome.channel_flits;
  return fates;
}

void check_channels(const Case& x, const CompiledNetwork& machine, const std::vector<std::vector<long long>>& expected) {
  const std::vector<std::uint64_t> flits = channel_flits(machine);
  for (std::uint32_t n = 0; n < x.topology->nodes(); ++n) {
    for (int p = 0; p < x.topology->ports(); ++p) {
      const ChannelId c = x.topology->out(NodeId(n), Port(static_cast<std::uint16_t>(p)));
      const long long found = c == kNoChannel ? 0 : static_cast<long long>(flits[c.value()]);
      REQUIRE(found == expected[n][static_cast<std::size_t>(p)]);
    }
  }
}

void compare(Kind kind, const Case& x, Dice& dice, Seen& seen) {
  INFO(x.routing << " on " << test::describe(x.c) << "\n" << test::describe(x.steps));
  Workload w = draw_workload(kind, x, dice);
  RunConfig config;
  config.protocol = kind == Kind::streams ? RunConfig::Protocol::window : RunConfig::Protocol::workload;
  config.warmup = 0;
  config.cycles = 120;
  config.rate = 0.01;
  config.retransmit = x.retransmit ? std::optional<RetransmitRule>(*x.retransmit) : std::nullopt;
  config.failed = failures_of(x).front().failed;
  for (std::size_t i = 1; i < x.steps.size(); ++i) {
    config.changes.push_back(x.steps[i].change);
    config.changes.back().pattern = w.patterns[i].get();
  }
  std::string rows;
  auto source = std::make_unique<RecordingSource>(std::move(w.source), x.topology->terminals(), [&](const std::string& more) { rows += more; });
  const RecordingSource& view = *source;
  WatchedRun run(x, config, *w.patterns.front(), std::move(source));
  const std::vector<Send> sends = sends_of(rows + view.rest());
  check_rule(x, w, sends, seen);
  std::vector<std::vector<long long>> flits;
  Fates expected = expected_of(x, sends, run.result().simulated_cycles, flits);
  for (Fates* fates : {&expected, &run.fates()}) std::sort(fates->lost.begin(), fates->lost.end());
  REQUIRE(run.fates().lost == expected.lost);
  REQUIRE(run.fates().delivered == expected.delivered);
  check_channels(x, run.machine(), flits);
  const auto& packets = run.result().packets;
  REQUIRE(sends.size() == packets.delivered + packets.lost + packets.in_flight);
  ++seen.cases;
  seen.sends += sends.size();
  seen.losses += expected.lost.size();
  seen.swallowed += run.result().faults.swallowed_flits;
}

Case draw_case_of(Dice& dice) {
  Case x;
  x.routing = dice.pick({"sw-deterministic", "sw-adaptive", "updown", "duato-updown"});
  const bool switches = x.routing == "updown" || x.routing == "duato-updown";
  x.c = draw_case(dice, Choices::random_too);
  RouterConfig& m = x.c.machine;
  x.c.tie_rule = TieRule::parity;
  x.c.policy = VcPolicy::split;
  m.vcs = std::max(m.vcs, 3);
  m.vc_reuse = beside_free_escapes(m.vc_reuse);
  if (switches) m.output_arbitration = OutputArbitration::round_robin;
  if (!switches) m.ejection_delay = EjectionDelay::none;
  m.execution.count_channels = m.execution.report_sent = true;
  draw_tiles(m);
  x.topology = make_cube(x.c.shape.name());
  if (dice.one_in(2)) x.retransmit = 1 + dice.below(dice.pick({10U, 100U}));
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

Seen compare_many(Kind kind, std::uint64_t seed, int cases) {
  Dice dice(seed);
  Seen seen;
  for (int i = 0; i < cases; ++i) {
    INFO("case " << i << " of seed " << seed);
    const Case x = draw_case_of(dice);
    compare(kind, x, dice, seen);
  }
  return seen;
}

}  // namespace

TEST_CASE("schedules whose ranks do not know yet who has failed") {
  const Seen seen = compare_many(Kind::schedule, 1, sample(400, 60));
  CHECK(seen.blind > 5);
  CHECK(seen.losses > 10);
}

TEST_CASE("requests and replies go to nodes that are not known to have failed") {
  const Seen seen = compare_many(Kind::requests, 2, sample(400, 40));
  CHECK(seen.blind > 20);
  CHECK(seen.swallowed > 20);
}

TEST_CASE("packets of a trace that wait for others go to nodes that are not known to have failed") {
  const Seen seen = compare_many(Kind::trace, 3, sample(400, 60));
  CHECK(seen.blind > 5);
  CHECK(seen.losses > 10);
}

TEST_CASE("streams go to nodes that are not known to have failed") {
  const Seen seen = compare_many(Kind::streams, 4, sample(200, 20));
  CHECK(seen.blind > 20);
  CHECK(seen.swallowed > 20);
}

TEST_CASE("workloads beside late detection are what the reference makes of them, thousands of times", "[long]") {
  for (const Kind kind : {Kind::schedule, Kind::requests, Kind::trace, Kind::streams}) {
    for (std::uint64_t seed = 100; seed < 105; ++seed) CHECK(compare_many(kind, seed, 500).losses > 100);
  }
}
