// The means and 95% intervals that streams of latencies give, of one seed after another: tests/bench/coverage.py counts
// how many cover the true mean. Usage:
//   bench_coverage streams NETWORK|md1|mm1 LOAD WARMUP FIRST-SEED LAST-SEED COUNT...
//   bench_coverage until NETWORK LOAD WARMUP FIRST-SEED LAST-SEED PART
// A line for each seed and COUNT, or for each seed's run --until-ci PART: how many messages, and mean, low and high of
// latency, network latency and hops ("-": no interval).
#include <fmt/format.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "tests/support/latency_streams.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

std::string text(const Summary& s) {
  return s.ci95 ? fmt::format(" {:.17g} {:.17g} {:.17g}", s.mean, s.ci95->low, s.ci95->high) : fmt::format(" {:.17g} - -", s.mean);
}

void show(std::uint64_t count, const Summary& latency, const Summary& network_latency, const Summary& hops) {
  fmt::print("{}{}{}{}\n", count, text(latency), text(network_latency), text(hops));
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() < 7) {
    fmt::print(stderr, "usage: bench_coverage streams|until NETWORK LOAD WARMUP FIRST LAST COUNT...|PART\n");
    return 2;
  }
  const std::string& name = words[1];
  StreamPlan plan = {std::stod(words[2]), std::stoull(words[3]), 0, {}, [](std::uint64_t count, const Deliveries& d) {
                       show(count, d.latency.summary(), d.network_latency.summary(), d.hops.summary());
                     }};
  const std::uint64_t last = std::stoull(words[5]);
  for (plan.seed = std::stoull(words[4]); plan.seed <= last; ++plan.seed) {
    if (words[0] == "until") {
      const RunResult r = network_until(name, plan, std::stod(words[6]));
      show(r.packets.measured, r.latency, r.network_latency, r.hops);
      continue;
    }
    plan.looks.clear();
    for (std::size_t i = 6; i < words.size(); ++i) plan.looks.push_back(std::stoull(words[i]));
    if (name == "md1" || name == "mm1") {
      queue_stream(name == "md1" ? Service::constant : Service::exponential, plan);
    } else {
      network_stream(name, plan);
    }
  }
  return 0;
}
