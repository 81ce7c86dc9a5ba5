// Schedules, requests with replies, traces whose packets wait for others, and streams in networks whose routers learn
// late of what has failed (docs/guide/faults.md): the sources follow their rule, and of what they sent the machine
// makes what the slow second machine of tests/reference makes of it, message by message, with the flits of every
// channel. Over links that err, too.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <sstream>
#include <tuple>

#include "sim/measure/run.hpp"
#include "sim/measure/sources/recording_source.hpp"
#include "tests/support/as_reference.hpp"
#include "tests/support/cases/erring_links.hpp"
#include "tests/support/cases/late_workloads.hpp"
#include "tests/support/channel_flits.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

struct Seen {
  int cases = 0;
  std::size_t sends = 0, blind = 0, losses = 0;  // blind: to a node that has failed, which its source does not know
  std::uint64_t swallowed = 0, notices = 0, lost_notices = 0;
};

// A message by its source and its number there.
using Key = std::pair<std::uint32_t, std::uint64_t>;
using Fate = std::tuple<long long, long long, int>;  // injected, ejected, hops
struct Fates {
  std::map<Key, Fate> delivered;
  std::vector<std::tuple<long long, std::uint32_t, long long>> lost;  // cycle, source, number there
};

std::string losses_of(Fates& fates) {
  std::sort(fates.lost.begin(), fates.lost.end());
  std::string text;
  for (const auto& [cycle, source, sequence] : fates.lost) text += fmt::format(" {}:{}#{}", cycle, source, sequence);
  return text;
}

std::string deliveries_of(const Fates& fates) {
  std::string text;
  for (const auto& [key, fate] : fates.delivered)
    text += fmt::format(" {}#{}: {} {} {}\n", key.first, key.second, std::get<0>(fate), std::get<1>(fate), std::get<2>(fate));
  return text;
}

class WatchedRun final : public DeliveryObserver {
 public:
  WatchedRun(const LateCase& x, const RunConfig& config, const TrafficPattern& pattern, std::unique_ptr<PacketSource> source)
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
std::optional<Cycle> known_dead_from(const LateCase& x, TerminalId place) {
  const std::uint32_t t = place.value();
  const auto dies = std::find_if(x.steps.begin(), x.steps.end(), [&](const DetectedStep& s) { return fails(*s.failed, t); });
  const auto known = std::find_if(dies, x.steps.end(), [&](const DetectedStep& s) { return fails(*s.known, t) || !fails(*s.failed, t); });
  if (known == x.steps.end()) return std::nullopt;
  return known->change.at;
}

// Who has failed sends nothing, and nothing is sent to who is known to have.
void check_rule(const LateCase& x, const LateWorkload& w, const std::vector<Send>& sends, Seen& seen) {
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

Fates expected_of(const LateCase& x, const std::vector<Send>& sends, Cycle limit, std::vector<std::vector<long long>>& flits) {
  std::vector<RelationAsReference> relations;
  const auto changes = as_reference(x.steps, *x.topology, x.c.machine, relations);
  const long long again = x.retransmit ? static_cast<long long>(*x.retransmit) : -1;
  reference::ReferenceConfig machine = as_reference(x.c);
  machine.loss_notices = x.notices;
  take_errors(x.c.machine, *x.topology, machine);
  const auto outcome = reference::simulate(machine, changes, as_reference(sends), again, static_cast<long long>(limit));
  Fates fates;
  for (std::size_t i = 0; i < sends.size(); ++i) {
    const reference::ReferenceDelivery& d = outcome.deliveries[i];
    if (d.ejected >= 0) fates.delivered[{sends[i].source.value(), static_cast<std::uint64_t>(d.sequence)}] = {d.injected, d.ejected, d.hops};
  }
  for (const reference::ReferenceNotice& n : outcome.notices) {
    const Key key{static_cast<std::uint32_t>(n.reporter), static_cast<std::uint64_t>(n.record.sequence)};
    if (n.record.ejected >= 0) fates.delivered[key] = {n.record.injected, n.record.ejected, n.record.hops};
  }
  for (const reference::ReferenceLoss& loss : outcome.losses) {
    const auto packet = static_cast<std::size_t>(loss.packet);
    const auto source =
        packet < sends.size() ? sends[packet].source.value() : static_cast<std::uint32_t>(outcome.notices[packet - sends.size()].reporter);
    fates.lost.emplace_back(loss.cycle, source, loss.so_far.sequence);
  }
  flits = outcome.channel_flits;
  return fates;
}

void check_channels(const LateCase& x, const CompiledNetwork& machine, const std::vector<std::vector<long long>>& expected) {
  const std::vector<std::uint64_t> flits = channel_flits(machine);
  for (std::uint32_t n = 0; n < x.topology->nodes(); ++n) {
    for (int p = 0; p < x.topology->ports(); ++p) {
      const ChannelId c = x.topology->out(NodeId(n), Port(static_cast<std::uint16_t>(p)));
      const long long found = c == kNoChannel ? 0 : static_cast<long long>(flits[c.value()]);
      REQUIRE(found == expected[n][static_cast<std::size_t>(p)]);
    }
  }
}

void compare(LateKind kind, const LateCase& x, Dice& dice, Seen& seen) {
  INFO(x.routing << " on " << test::describe(x.c) << "\n" << test::describe(x.steps));
  LateWorkload w = draw_workload(kind, x, dice);
  RunConfig config;
  config.protocol = kind == LateKind::streams ? RunConfig::Protocol::window : RunConfig::Protocol::workload;
  config.warmup = 0;
  config.cycles = 120;
  config.rate = 0.01;
  config.retransmit = x.retransmit ? std::optional<RetransmitRule>(*x.retransmit) : std::nullopt;
  if (x.notices) config.retransmit->notice = LossNotice::packets;
  config.failed = failures_of(x).front().failed;
  config.first_faults = x.steps.front().failed.get();
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
  REQUIRE(losses_of(run.fates()) == losses_of(expected));
  REQUIRE(deliveries_of(run.fates()) == deliveries_of(expected));
  check_channels(x, run.machine(), flits);
  const auto& packets = run.result().packets;
  REQUIRE(sends.size() == packets.delivered + packets.lost + packets.in_flight);
  ++seen.cases;
  seen.sends += sends.size();
  seen.losses += expected.lost.size();
  seen.swallowed += run.result().faults.swallowed_flits;
  seen.notices += run.result().faults.notices.all_delivered();
  seen.lost_notices += run.result().faults.notices.lost;
}

Seen compare_many(LateKind kind, std::uint64_t seed, int cases, std::optional<ErrorDetection> errors = {}) {
  Dice dice(seed);
  Seen seen;
  for (int i = 0; i < cases; ++i) {
    INFO("case " << i << " of seed " << seed);
    LateCase x = draw_late_case(dice);
    if (errors) x.c.machine.link_errors = draw_errors(dice, *x.topology, *errors);
    compare(kind, x, dice, seen);
  }
  return seen;
}

}  // namespace

TEST_CASE("schedules whose ranks do not know yet who has failed") {
  const Seen seen = compare_many(LateKind::schedule, 1, sample(400, 40));
  CHECK(seen.blind > 5);
  CHECK(seen.losses > 10);
  CHECK(seen.notices > 5);
}

TEST_CASE("requests and replies go to nodes that are not known to have failed") {
  const Seen seen = compare_many(LateKind::requests, 2, sample(400, 40));
  CHECK(seen.blind > 20);
  CHECK(seen.swallowed > 20);
  CHECK(seen.notices > 5);
  CHECK(seen.lost_notices > 0);
}

TEST_CASE("packets of a trace that wait for others go to nodes that are not known to have failed") {
  const Seen seen = compare_many(LateKind::trace, 3, sample(400, 40));
  CHECK(seen.blind > 5);
  CHECK(seen.losses > 10);
  CHECK(seen.notices > 5);
}

TEST_CASE("streams go to nodes that are not known to have failed") {
  const Seen seen = compare_many(LateKind::streams, 5, sample(200, 30));
  CHECK(seen.blind > 20);
  CHECK(seen.swallowed > 20);
  CHECK(seen.notices > 5);
}

TEST_CASE("workloads lose over links that err, and fail, what the reference loses") {
  constexpr ErrorDetection kLink = ErrorDetection::link, kEnds = ErrorDetection::end_to_end;
  for (const LateKind kind : {LateKind::schedule, LateKind::requests, LateKind::trace, LateKind::streams}) {
    const auto seed = static_cast<std::uint64_t>(kind);
    CAPTURE(seed);
    CHECK(compare_many(kind, 20 + seed, sample(200, 5), kLink).losses > 0);
    const Seen ends = compare_many(kind, 30 + seed, sample(200, 20), kEnds);
    CHECK(ends.losses > 0);
    CHECK(ends.notices > 0);
  }
}

TEST_CASE("workloads beside late detection are what the reference makes of them, thousands of times", "[long]") {
  for (const LateKind kind : {LateKind::schedule, LateKind::requests, LateKind::trace, LateKind::streams}) {
    for (std::uint64_t seed = 100; seed < 105; ++seed) {
      CHECK(compare_many(kind, seed + 10, 100, seed % 2 == 0 ? ErrorDetection::link : ErrorDetection::end_to_end).losses > 20);
      const Seen seen = compare_many(kind, seed, 500);
      CHECK(seen.losses > 100);
      CHECK(seen.notices > 50);
    }
  }
}
