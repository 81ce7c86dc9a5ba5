// Jobs side by side, with and without random traffic beside them: each does what the second implementation of schedules
// does (tests/support/cases/schedule_model.hpp), given the cycles in which its own messages were sent and delivered;
// and jobs that share no channel do what each does alone.
#include <algorithm>
#include <catch2/catch.hpp>

#include "sim/measure/run.hpp"
#include "sim/measure/sources/jobs_source.hpp"
#include "sim/measure/sources/streams_source.hpp"
#include "tests/support/cases/random_schedule.hpp"
#include "tests/support/cases/schedule_case.hpp"
#include "tests/support/cases/schedule_model.hpp"
#include "tests/support/cases/schedule_text.hpp"
#include "tests/support/recorded_schedule.hpp"
#include "tests/support/sample.hpp"
#include "traffic/patterns/uniform.hpp"
#include "traffic/schedules/demand_traffic.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

struct Job {
  Schedule schedule;
  ScheduleOptions options;
};

// Keeps the packets of jobs, in the order of their sources, and lets those of the background pass.
class Recorder final : public PacketSource {
 public:
  Recorder(std::unique_ptr<JobsSource> inner, RecordedSchedule& to) : inner_(std::move(inner)), to_(to) {}
  void generate(Cycle now, bool measured, CompiledNetwork& network) override { inner_->generate(now, measured, network); }
  void delivered(const Delivery& d) override {
    if (!background(d.packet)) packet(d.packet).ejected = d.ejected;
    inner_->delivered(d);
  }
  void sent(const std::vector<const Packet*>& messages, Cycle now) override {
    for (const Packet* m : messages) {
      if (!background(*m)) packet(*m) = {m->order.generated, now, 0, m->order.destination.value(), m->order.length};
    }
    inner_->sent(messages, now);
  }
  void window_border(const CompiledNetwork& network) override { inner_->window_border(network); }
  [[nodiscard]] Cycle next_cycle(Cycle from) const override { return inner_->next_cycle(from); }
  [[nodiscard]] bool finished() const override { return inner_->finished(); }
  [[nodiscard]] std::uint64_t offered() const override { return inner_->offered(); }
  [[nodiscard]] std::optional<Cycle> completion() const override { return inner_->completion(); }

 private:
  static bool background(const Packet& packet) { return packet.order.tag < Transfers::kBackgroundTags; }
  RecordedPacket& packet(const Packet& packet) {
    auto& list = to_.packets[packet.source.value()];
    if (list.size() <= packet.sequence) list.resize(packet.sequence + 1);
    return list[packet.sequence];
  }
  std::unique_ptr<JobsSource> inner_;
  RecordedSchedule& to_;
};

struct Together {
  RecordedSchedule run;
  std::vector<std::vector<RankTimes>> times;  // per job
  std::vector<Cycle> completions;
  std::uint64_t background = 0;  // packets
};

Together run_together(const Routed& net, RouterConfig machine, const std::vector<Job>& jobs, double load) {
  const std::uint32_t terminals = net.topology->terminals();
  std::vector<std::unique_ptr<ScheduleSource>> sources;
  std::vector<const ScheduleSource*> views;
  std::vector<PlacedSchedule> placed;
  std::vector<std::uint32_t> job_of(terminals, 0);
  for (std::uint32_t i = 0; i < jobs.size(); ++i) {
    sources.push_back(std::make_unique<ScheduleSource>(jobs[i].schedule, jobs[i].options));
    views.push_back(sources.back().get());
    placed.push_back({&jobs[i].schedule, &jobs[i].options.places});
    for (const TerminalId place : jobs[i].options.places) job_of[place.value()] = i;
  }
  const UniformTraffic uniform(terminals, false);
  std::unique_ptr<StreamsSource> background;
  const StreamsSource* stream = nullptr;
  if (load > 0) {
    StreamSpec spec;
    spec.load = exact_value(load);
    spec.lengths = 4;
    background = std::make_unique<StreamsSource>(std::vector<StreamSpec>{spec}, StreamsSource::Patterns{&uniform}, terminals, 5);
    stream = background.get();
  }
  Together together;
  together.run.packets.resize(terminals);
  const DemandTraffic demand(placed, jobs.front().options.sizes, terminals);
  RunConfig config;
  config.protocol = RunConfig::Protocol::workload;
  machine.execution.report_sent = true;
  auto recorder = std::make_unique<Recorder>(std::make_unique<JobsSource>(std::move(sources), job_of, std::move(background)), together.run);
  Run run(config, demand, terminals, std::move(recorder));
  CompiledNetwork network(machine, Wiring::of(*net.topology), *net.relation, run);
  run_to_end(run, network);
  together.run.result = run.result();
  for (auto& list : together.run.packets) {
    list.erase(std::remove_if(list.begin(), list.end(), [](const RecordedPacket& p) { return p.length == 0; }), list.end());
  }
  for (const ScheduleSource* source : views) {
    REQUIRE(source->finished());
    together.times.push_back(source->state().times());
    together.completions.push_back(*source->completion());
  }
  if (stream != nullptr) together.background = stream->counts().front().generated;
  return together;
}

std::vector<Job> draw_jobs(Dice& dice, const Routed& net) {
  std::vector<std::uint32_t> nodes = net.living;
  for (std::size_t i = nodes.size(); i > 1; --i) std::swap(nodes[i - 1], nodes[dice.below(static_cast<std::uint32_t>(i))]);
  std::vector<Job> jobs(2 + dice.below(2));
  const std::size_t share = nodes.size() / jobs.size();
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const auto begin = nodes.begin() + static_cast<std::ptrdiff_t>(i * share);
    const std::vector<std::uint32_t> own(begin, begin + static_cast<std::ptrdiff_t>(share));
    const auto ranks = static_cast<std::uint32_t>(share);
    jobs[i].options = draw_options(dice, ranks, own, dice.one_in(2));
    if (i > 0) {  // sizes and times are those of all; noise is not
      const auto places = jobs[i].options.places;
      const auto noise = jobs[i].options.noise;
      jobs[i].options = jobs[0].options;
      jobs[i].options.places = places;
      jobs[i].options.noise = noise;
    }
    jobs[i].schedule = draw_schedule(dice, {ranks, 30, 30, false, std::uint64_t{1} + dice.below(4)});
  }
  return jobs;
}

void check_jobs(std::uint64_t seed, const Routed& net) {
  Dice dice(seed);
  const std::vector<Job> jobs = draw_jobs(dice, net);
  RouterConfig machine;
  machine.vcs = 4;
  machine.injection_vcs = 1 + static_cast<int>(dice.below(4));
  machine.buffer_depth = 1 + static_cast<int>(dice.below(4));
  machine.seed = seed;
  const Together together = run_together(net, machine, jobs, dice.one_in(2) ? 0.0 : 0.25);
  CAPTURE(seed, together.background);
  Cycle last = 0;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    CAPTURE(i);
    const Job& job = jobs[i];
    INFO(text_of(job.schedule));
    RecordedNetwork recorded(together.run, job.schedule, job.options);
    ModelSetting setting{job.options.send_overhead, job.options.receive_overhead, [&](std::uint32_t send, Cycle generated) {
                           const std::optional<Passage> passage = recorded.take(send, generated);
                           CAPTURE(send, generated);
                           REQUIRE(passage.has_value());
                           return *passage;
                         }};
    setting.reduce_cycles = static_cast<std::uint64_t>(numerator(job.options.reduce_cost));
    setting.reduce_bytes = static_cast<std::uint64_t>(denominator(job.options.reduce_cost));
    if (job.options.noise) {
      setting.noise = [&](std::uint32_t rank, std::uint32_t number, std::uint64_t repetition) {
        return job.options.noise->cycles(rank, number, repetition);
      };
    }
    const ModelOutcome model = model_schedule(job.schedule, setting);
    REQUIRE(model.ended == job.schedule.size() * job.schedule.repeat());
    REQUIRE(together.completions[i] == model.completion);
    for (std::uint32_t rank = 0; rank < job.schedule.ranks(); ++rank) {
      const RankTimes& a = together.times[i][rank];
      const ModelOutcome::Times& b = model.ranks[rank];
      REQUIRE((a.compute == b.compute && a.send == b.send && a.wait == b.wait && a.end == b.end));
    }
    last = std::max(last, together.completions[i]);
  }
  REQUIRE(together.run.result.completion_cycle == last);
  REQUIRE(together.run.result.packets.in_flight == 0);
}

}  // namespace

TEST_CASE("jobs side by side do what the model says of each, with background and without") {
  for (const Routed& net : {Routed("torus:4x4", "dor", true), Routed("mesh:4x3", "dor", true), Routed("hypercube:4", "duato", false)}) {
    for (std::uint64_t seed = 0; seed < test::sample(std::uint64_t{400}, std::uint64_t{40}); ++seed) check_jobs(seed, net);
  }
}

TEST_CASE("jobs in rows of a torus do what each does alone") {
  const Routed net("torus:4x4", "dor", true);
  for (std::uint64_t seed = 0; seed < test::sample(std::uint64_t{200}, std::uint64_t{20}); ++seed) {
    Dice dice(seed);
    std::vector<Job> jobs(2);
    for (std::uint32_t i = 0; i < 2; ++i) {
      jobs[i].options = draw_options(dice, 4, {4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3}, false);
      jobs[i].schedule = draw_schedule(dice, {4, 30, 30, false, 1});
    }
    RouterConfig machine;
    machine.vcs = machine.injection_vcs = 4;
    machine.selection = Selection::lowest;
    const Together together = run_together(net, machine, jobs, 0.0);
    for (std::uint32_t i = 0; i < 2; ++i) {
      CAPTURE(seed, i);
      CHECK(run_schedule(*net.topology, *net.relation, machine, jobs[i].schedule, jobs[i].options).completion == together.completions[i]);
    }
  }
}
