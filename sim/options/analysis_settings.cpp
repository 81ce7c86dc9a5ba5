#include "sim/options/analysis_settings.hpp"

#include "sim/options/names_text.hpp"

namespace dateline {
namespace {

void declare_sample_paths(Declarations& d, Setting<std::uint64_t>& sample) {
  d.group(OptionGroup::analysis);
  d.add("sample-paths", sample, Whole{2, 1'000'000, "", "2..10^6 paths"}, "estimate pair loads from this many paths a pair, instead of exactly")
      .common("N", "pair loads from N paths a pair, not exact");
}

}  // namespace

void TopologySettings::declare(Declarations& d) {
  declare_topology(d, network);
  declare_channel_latency(d, router);
  d.add_out("graph", out.graph, "the network, with terminals, bandwidths and latencies, for --topology graph:FILE (docs/reference/topologies.md)");
  declare_progress(d, *this);
  declare_result(d, *this);
}

void LoadsSettings::declare(Declarations& d) {
  declare_paths(d, network);
  declare_lanes(d, network);
  declare_pattern(d, traffic);
  declare_sample_paths(d, sample_paths);
  declare_seed_where_used(d, *this);
  d.add_out("channels", out.channels, "the exact load of every channel, as CSV");
  d.add_out("channel-pairs", out.channel_pairs,
            "the 20 pairs that load each channel most, and what the others bring, as CSV (docs/theory/channel-loads.md)")
      .excluded_by({"sample-paths"});
  declare_result(d, *this);
}

void WorstCaseSettings::declare(Declarations& d) {
  declare_paths(d, network);
  declare_lanes(d, network);
  d.group(OptionGroup::analysis);
  d.add("all-channels", all_channels, Flag{}, "no use of symmetry: every source and every channel")
      .excluded_by({"channel"})
      .common("", "no symmetry: every source and channel");
  declare_sample_paths(d, sample_paths);
  const std::string terminals = "even | odd | 3,17,20-25";
  d.add("rates", rates, Text{"FILE"}, "what each terminal sends and receives, in place of 1: lines TERMINAL SEND RECEIVE (docs/theory/worst-case.md)")
      .excluded_by({"sample-paths"})
      .may_name_file()
      .common("FILE", "TERMINAL SEND RECEIVE a line, in place of 1");
  d.add("senders", senders, Text{terminals}, "the others send nothing")
      .excluded_by({"sample-paths"})
      .common("SET", "alone send: even | odd | 3,17,20-25");
  d.add("receivers", receivers, Text{terminals}, "the others receive nothing")
      .excluded_by({"sample-paths"})
      .common("SET", "alone receive: even | odd | 3,17,20-25");
  d.add("forbid", forbid, Text{"FILE"}, "pairs that send nothing: lines SOURCE DESTINATION")
      .excluded_by({"sample-paths"})
      .may_name_file()
      .common("FILE", "SOURCE DESTINATION a line: sends nothing");
  d.add("within", within, Whole{0, 1'000'000, "hops"}, "only pairs of at most so many hops")
      .excluded_by({"sample-paths"})
      .common("HOPS", "only pairs of at most so many hops");
  d.add("channel", channel, Text{"FROM>TO | FROM>TO/K"}, "of this channel alone; K: of parallel ones, from 0").common("A>B", "of this channel alone");
  d.add("against-optimum", against_optimum, Flag{},
        "how much more the routing loads a channel than the best for the same traffic, at worst, whatever the traffic (docs/theory/competitive.md)")
      .excluded_by({"all-channels", "sample-paths", "rates", "senders", "receivers", "forbid", "within", "channel"})
      .common("", "the ratio to the best for the same traffic");
  d.add("random-permutations", random_permutations, Whole{1, 10'000'000, "", "1..10^7"},
        "also the largest loads of this many random permutations (seed, seed + 1, ...)")
      .excluded_by({"rates", "senders", "receivers", "forbid", "within", "channel", "against-optimum"})
      .common("N", "also loads of N drawn permutations");
  d.add("fixed-points", fixed_points, OneOf<FixedPoints>{}, "terminals that a permutation maps to themselves send nothing, or packets to themselves")
      .needs({"random-permutations"})
      .common("F", "their fixed points: silent | send");
  declare_seed_where_used(d, *this);
  d.group(OptionGroup::output);
  d.add("jobs", jobs, Whole{1, 256}, "threads");
  d.add_out("permutation", out.permutation, "the worst-case permutation, for --traffic permutation:FILE")
      .excluded_by({"rates", "senders", "receivers", "forbid", "within", "against-optimum"});
  d.add_out("weights", out.weights,
            "the pair loads of the worst channel, beside against-optimum of that of the ratio, scaled to integers: what the certificate is about");
  d.add_out("traffic-table", out.traffic_table, "the paths that carry the traffic of the ratio, for --routing table:FILE").needs({"against-optimum"});
  declare_progress(d, *this);
  declare_result(d, *this);
}

void AverageSettings::declare(Declarations& d) {
  declare_topology(d, network);
  d.add("routing", routing, Text{"NAME,NAME,..."}, "oblivious routings, of those that dateline list names; all see the same traffic")
      .may_name_file()
      .common("R,R", "oblivious routings, by name");
  d.group(OptionGroup::analysis);
  d.add("samples", samples, Whole{2, 10'000'000, "", "2..10^7 draws"}, "draws of traffic").excluded_by({"enumerate"}).common("M", "draws of traffic");
  d.add("measure", measure, Text{"permutations | birkhoff:Q"}, "of what: permutations, all alike, or sums of Q of them with random weights")
      .excluded_by({"enumerate"})
      .common("WHAT", "permutations, or birkhoff:Q: sums of Q");
  d.add("enumerate", enumerate, Flag{}, "all permutations in place of draws, of at most 9 terminals: exact")
      .common("", "all permutations, of at most 9 terminals");
  declare_seed(d, *this).excluded_by({"enumerate"});
  declare_progress(d, *this);
  declare_result(d, *this);
}

void OptimalSettings::declare(Declarations& d) {
  declare_topology(d, network);
  d.group(OptionGroup::analysis);
  d.add("points", points, Whole{1, 1000}, "routings on the curve from the optimum to shortest paths")
      .excluded_by({"minimal-only", "gamma-limit", "paths"});
  d.add("minimal-only", minimal_only, Flag{}, "shortest paths only").excluded_by({"paths"});
  d.add("gamma-limit", gamma_limit, Number{"above 0"}, "fewest hops with a worst case of at most this load, instead of the optimum")
      .excluded_by({"paths"});
  d.add("paths", paths, OneOf<OptimalPaths>{}, "any, or those of two turns, of a torus or mesh of two dimensions (docs/theory/optimal-routing.md)")
      .common("WHICH", "any, or 2turn: paths of two turns");
  d.add("competitive", competitive, Flag{},
        "the least ratio to the best for the same traffic, whatever the traffic, instead of the best worst case (docs/theory/competitive.md)")
      .excluded_by({"points", "minimal-only", "gamma-limit", "paths"})
      .common("", "the least ratio to the best for the same traffic");
  d.add("average", average, Whole{2, 10'000, "", "2..10^4 permutations"},
        "the least mean load over so many random permutations, instead of the best worst case; judged on as many others")
      .needs({OptionCondition::beginning("paths", {"2turn"})});
  d.add("effort", effort, Whole{1, 1'000'000'000, "", "1..10^9 pivots"}, "pivots of each linear program, at most");
  declare_seed_where_used(d, *this);
  d.add_out("table", out.table, "the routing found, for --routing table:FILE");
  declare_progress(d, *this);
  declare_result(d, *this);
}

void ThroughputSettings::declare(Declarations& d) {
  declare_topology(d, network);
  OptionCondition worst_case = OptionCondition::beginning("traffic", {"worst-case"});
  worst_case.except = {"worst-case:"};
  declare_routing(d, network, {OptionCondition::beginning("paths", {"relation"}), worst_case});
  declare_faults(d, network);
  declare_lanes(d, network);
  declare_pattern_name(d, traffic).excluded_by({"worst"});
  declare_mapping(d, traffic).excluded_by({"worst", OptionCondition::beginning("traffic", {"worst-case"})});
  d.group(OptionGroup::analysis);
  d.add("paths", paths, OneOf<ThroughputPaths>{}, "what packets may take, split at will: any paths, shortest ones, or those of --routing")
      .common("WHICH", "any, minimal, or relation: those of --routing");
  d.add("worst", worst, Flag{}, "a permutation that the network carries badly, found by a climb, in place of --traffic")
      .excluded_by({OptionCondition::beginning("paths", {"relation"})});
  d.add("starts", starts, Whole{1, 10'000, "", "1..10^4"}, "climbs: from the longest permutation, then from random ones (seed, seed + 1, ...)")
      .needs({"worst"});
  d.add("effort", effort, Whole{1, 1'000'000'000, "", "1..10^9"},
        "pivots, half of them for the linear program; a round of the interval counts for 100")
      .excluded_by({OptionCondition::beginning("paths", {"relation"})});
  d.add("gap", gap, Number{"0..1"}, "where the linear program is too large, an interval as narrow as this will do")
      .excluded_by({OptionCondition::beginning("paths", {"relation"})});
  declare_seed_where_used(d, *this);
  d.add_out("prices", out.prices, "prices of channels that prove the upper end, as CSV (docs/theory/throughput.md)");
  d.add_out("table", out.table, "the paths that reach the lower end, for --routing table:FILE")
      .excluded_by({OptionCondition::beginning("paths", {"relation"})});
  d.add_out("permutation", out.permutation, "the permutation found, for --traffic permutation:FILE").needs({"worst"});
  declare_progress(d, *this);
  declare_result(d, *this);
}

void BoundsSettings::declare(Declarations& d) {
  declare_paths(d, network);
  declare_lanes(d, network);
  declare_vcs(d, network);
  declare_classes(d, network);
  declare_router_of_bounds(d, router);
  declare_pattern(d, traffic);
  d.add("load", traffic.load, Parsed<LoadValue>{"above 0, at most 1 flit/terminal/cycle | as packets: 0.01pkt", read_load},
        "also the latencies at this offered load")
      .common("L", "also latencies at this load, in flits/terminal/cycle");
  declare_packet_length(d, traffic);
  declare_seed_where_used(d, *this);
  d.add_out("certificate", out.certificate, "prices of channels that prove the bound, as CSV (docs/theory/best-split.md)");
  declare_result(d, *this);
}

void VerifySettings::declare(Declarations& d) {
  declare_paths(d, network);
  d.group(OptionGroup::network);
  d.add("vcs", vcs, WholeOr{1, kMaxVcs, {"auto"}, fmt::format("1..{} | auto", kMaxVcs)},
        fmt::format("virtual channels per network channel; auto: {}, or as many as the routing needs", kDefaultVcs))
      .common("N", "virtual channels per channel, 1..16");
  declare_classes(d, network);
  declare_escape(d, network);
  declare_blocked_escape(d, network);
  declare_fault_events(d, network);
  declare_fault_handling(d, network);
  declare_vc_reuse(d, router);
  declare_packet_length(d, traffic);
  d.group(OptionGroup::analysis);
  d.add("sample-pairs", sample_pairs, Whole{1, 1'000'000'000, "", "1..10^9 pairs"},
        "where all pairs are too many: walk about so many; finds what is wrong there, proves nothing");
  declare_seed_where_used(d, *this);
  declare_result(d, *this);
}

void FaultsSettings::declare(Declarations& d) {
  declare_topology(d, network);
  declare_faults(d, network);
  declare_seed_where_used(d, *this);
  declare_result(d, *this);
}

void ReliabilitySettings::declare(Declarations& d) {
  declare_topology(d, network);
  d.add("routing", routing, Text{"none | NAME,NAME,... | sw-deterministic:local | sw-adaptive:local"},
        "routings to try, of those that dateline list names; local: without the last resort")
      .may_name_file();
  d.group(OptionGroup::analysis);
  d.add("fault-kind", fault_kind, OneOf<FaultKind>{}, "what fails");
  d.add("region", region, Text{"NAME[:dimsAB]"}, "the shape of nodes that fail together, anywhere")
      .needs({OptionCondition::beginning("fault-kind", {"regions"})});
  d.add("counts", counts, Text{"A..B,C,... ascending"}, "how many have failed");
  d.add("lifetime", lifetime, Number{"above 0, in any unit"}, "mean lifetime of each: also the mean time until the network is first disconnected");
  d.add("times", times, Text{"T,T,... in the unit of lifetime"}, "also the chance of network and routings to stand until then");
  d.add("repair", repair, Number{"above 0, in the unit of lifetime"}, "mean time until repaired: also how available they are");
  d.add("vcs", vcs, Whole{1, kMaxVcs}, "a routing that needs more VCs has failed").needs({"times", "repair"});
  d.add("sample-orders", sample_orders, Whole{2, 100'000'000, "", "2..10^8"},
        "where all sets are too many: draw so many orders in which components fail");
  declare_seed_where_used(d, *this);
  d.add_out("csv", out.csv, "every share and mean with its interval, as CSV");
  declare_progress(d, *this);
  declare_result(d, *this);
}

}  // namespace dateline
