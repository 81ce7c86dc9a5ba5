#include "sim/cli/option_table.hpp"

#include <fmt/format.h>

#include "models/mesh/algorithms/algorithms.hpp"
#include "models/mesh/permutations/permutation_rules.hpp"
#include "models/network/name_table.hpp"
#include "models/network/topologies.hpp"
#include "routing/registry.hpp"
#include "sim/cli/network_options.hpp"
#include "traffic/injection.hpp"

namespace dateline {
namespace {

OptionSpec one_of(std::string name, std::string default_value, std::vector<std::string> choices, std::string help) {
  std::string values = fmt::format("{}", fmt::join(choices, " | "));
  return {std::move(name), std::move(default_value), std::move(values), std::move(help), false, std::move(choices), {}};
}

OptionSpec value(std::string name, std::optional<std::string> default_value, std::string values, std::string help) {
  return {std::move(name), std::move(default_value), std::move(values), std::move(help), false, {}, {}};
}

// What a name means to one command alone.
OptionSpec value_in(std::string command, std::string name, std::string values, std::string help) {
  OptionSpec spec = value(std::move(name), std::nullopt, std::move(values), std::move(help));
  spec.only_in = std::move(command);
  return spec;
}

OptionSpec output(std::string name, std::string values, std::string help) {
  return {std::move(name), std::nullopt, std::move(values), std::move(help), true, {}, {}};
}

template <typename Row>
std::string choices_of(const std::vector<Row>& table) {
  return fmt::format("{}", fmt::join(names_of(table), " | "));
}

void add_mesh_options(std::vector<OptionSpec>& table) {
  const auto here = [&](OptionSpec spec) {
    spec.only_in = "mesh";
    table.push_back(std::move(spec));
  };
  std::vector<std::string> algorithms;
  for (const MeshAlgorithmEntry& entry : mesh_algorithms()) {
    algorithms.push_back(entry.alias.empty() ? entry.name : fmt::format("{} ({})", entry.name, entry.alias));
  }
  here(value("side", std::nullopt, fmt::format("2..{}", kLongestMeshSide),
             "processors along a side, sqrt N; a multiple of 4 for lumps, new, new-merged"));
  here(value("algorithm", "new", fmt::format("{}", fmt::join(algorithms, " | ")), "who moves when"));
  here(value("permutation", std::nullopt, fmt::format("{} | permutation:FILE", fmt::join(mesh_permutation_names(), " | ")),
             "where the packets go (docs/mesh.md)"));
  here(value("queue", "auto", "auto | 1..65534 packets | unbounded",
             "places of each of the eight queues; auto: 2 for a0 and lumps, what new needs, unbounded for farthest-first"));
  here(one_of("home", "queue", {"queue", "register"}, "where a packet waits for its phase: in an input queue, or outside the queues"));
  here(value("order", "inverse-sort", "inverse-sort | random:SEED | none", "what stage 2 of new does with a row"));
  here(value("spacing", "3", "0..64 steps", "left empty between packets that enter the critical zone of new"));
  here(output("frames", "FILE | -", "packets in the queues of each processor, step by step, as CSV"));
  here(output("trace", "FILE | -", "every crossing of a channel, as CSV: step, packet, from, to"));
  OptionSpec every = value("frame-every", "1", "1..10^6 steps", "between frames");
  every.output = true;
  here(every);
}

std::vector<OptionSpec> build() {
  std::vector<OptionSpec> table = {
      value("topology", std::nullopt, choices_of(topology_table()), "the network; radices 2..32768, 1..16 dimensions; or an edge a line"),
      value("routing", "dor", choices_of(routing_table()), "the routing relation"),
      one_of(
          "tie-rule", "split", {"split", "plus", "parity", "union"},
          "direction at distance k/2 on a ring: each with 1/2, always +, + from even coordinates; union: romm's intermediate anywhere on the ring"),
      value("vcs", "4", "1..16", "virtual channels per network channel"),
      one_of("vc-policy", "split", {"split", "shared", "relaxed"}, "VC classes on a torus (docs/machine.md, section 7)"),
      value("buffer-depth", "2", "1..64 flits", "places per virtual channel"),
      value("routing-delay", "0", "0..64 cycles", "paid by a header at every router that forwards it"),
      value("channel-latency", "1", "1..64 cycles", "of network channels and their credits"),
      value("injection-vcs", "auto", "1..16 | auto", "virtual channels of the injection channel; auto: as many as vcs"),
      one_of("ejection", "ideal", {"ideal", "channel"}, "every arriving worm drains at full rate, or one flit per node and cycle"),
      one_of("selection", "random", {"random", "lowest", "round-robin"}, "among the free virtual channels"),
      one_of("crossbar", "per-vc", {"per-vc", "per-port"}, "one flit per input VC and cycle, or per input port"),
      one_of("vc-reuse", "atomic", {"atomic", "at-tail"}, "a VC is free when the tail has left its buffer, or when it has been sent into it"),
      one_of("header-arbitration", "fcfs", {"fcfs", "round-robin"}, "among the headers that wait at a router"),
      one_of("channel-arbitration", "round-robin", {"round-robin", "oldest"}, "among the VCs of a channel that can move"),
      value("traffic", "uniform", choices_of(traffic_names()), "who sends to whom"),
      one_of("injection", "poisson", injection_names(), "when sources generate messages"),
      value("load", std::nullopt, "above 0, at most 1 flit/node/cycle", "offered load"),
      value("rate", std::nullopt, "above 0, at most 1/message-length messages/node/cycle", "offered load in messages, instead of load"),
      value("message-length", "32", "1..65535 flits", "length of every message, header included"),
      value("cycles", "10000", "1..10^15", "measured window; its messages are measured and drained"),
      value("warmup", "auto", "0..10^15 cycles | auto", "before the window; auto: a tenth of cycles"),
      value("messages", std::nullopt, "1..10^15", "stop at this many deliveries, instead of cycles"),
      value("warmup-messages", "auto", "0..messages-1 | auto", "first deliveries to discard; auto: a tenth of messages"),
      value("workload", std::nullopt, "permutation:FILE | permutation:NAME", "one message a node at cycle 0, instead of random traffic"),
      one_of("verify", "auto", {"auto", "always", "never"}, "prove deadlock freedom before the first cycle; auto: where it takes about a second"),
      value("seed", "1", "0..2^64-1", "of all random choices"),
  };
  table.push_back(one_of("all-channels", "false", {"false", "true"}, "no use of symmetry: every source and every channel"));
  table.push_back(value("sample", std::nullopt, "2..10^6 paths", "estimate pair loads from this many paths a pair, instead of exactly"));
  table.push_back(
      value("random-permutations", std::nullopt, "1..10^7", "also the largest loads of this many random permutations (seed, seed + 1, ...)"));
  table.push_back(value("points", "1", "1..1000", "routings on the curve from the optimum to shortest paths"));
  table.push_back(one_of("minimal-only", "false", {"false", "true"}, "shortest paths only"));
  table.push_back(value("gamma-limit", std::nullopt, "above 0", "fewest hops with a worst case of at most this load, instead of the optimum"));
  table.push_back(value("time-limit", "1800", "1..10^6 seconds", "for each linear program"));
  table.push_back(value_in("inverse-sort", "length", "1..1048576", "ranks to sort; as many as the sequence has, if one is given"));
  table.push_back(value_in("inverse-sort", "window", "3..length | all", "the shortest way from first to third symbol in windows of this length"));
  table.push_back(value_in("inverse-sort", "sequence", "NAME,NAME,...",
                           "the packets of a row, for stage 2: letter = destination column, a the farthest, then digits; - = null packet"));
  table.push_back(value_in("mesh-column", "length", "4..65536", "rows of the column, packets at most"));
  table.push_back(value_in("mesh-column", "queue", "1..64", "places of every queue"));
  table.push_back(value_in("mesh-column", "attack", "M,KU,KV,LO",
                           "M upper rows of KU aligned packets, a row of KV, and one-packet rows due in step LO-1, rounded down to a multiple of 4"));
  OptionSpec jobs = value("jobs", "1", "1..256", "threads");
  jobs.output = true;  // never changes a result
  table.push_back(jobs);
  table.push_back(output("table", "FILE | -", "the routing found, for --routing table:FILE"));
  table.push_back(output("permutation", "FILE | -", "the worst-case permutation, for --traffic permutation:FILE"));
  table.push_back(output("weights", "FILE | -", "the pair loads of the worst channel, scaled to integers: what the certificate is about"));
  table.push_back(output("channel-loads", "FILE", "messages, flits and utilisation per channel, as CSV"));
  table.push_back(output("csv", "FILE", "the exact load of every channel, as CSV"));
  table.push_back(output("json", "FILE | -", "the result for machines"));
  OptionSpec progress = one_of("progress", "auto", {"auto", "always", "never"}, "a progress line on stderr; auto: on a terminal");
  progress.output = true;
  table.push_back(progress);
  add_mesh_options(table);
  table.push_back(output("config", "FILE", "options as lines name=value; the command line wins"));
  return table;
}

}  // namespace

const std::vector<OptionSpec>& option_table() {
  static const std::vector<OptionSpec> table = build();
  return table;
}

}  // namespace dateline
