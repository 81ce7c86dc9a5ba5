// What theory says of a run before it is made: exact zero-load latency and ideal throughput.
// Zero-load latency: mean over the pattern of h (l + r + R) + M + 1 (docs/reference/router-cycle.md, section 3), in
// cycles, h hops, l channel latency (of each channel its own), r routing delay, R router pipeline, M flits (the mean,
// where messages differ in length). It needs buffers of at least l + R + C places, C being the latency of credits;
// shallower ones have no such formula, and none is given. Over a channel of bandwidth p/q l is l + ceil(q/p) - 1, and M
// + 1 is floor((M - 1) q/p) + 2, q/p being that of the slowest channel of the way (mean_spread.hpp); where bandwidths
// differ, a routing delay r needs r places more.
// Messages absorbed on their way: h (l + r + R) + A (R + D) + (1 + A) (M + 1), all hops of all segments, A absorptions,
// stops among them, D reinjection delay; the injection channels, loaded by what is injected again, bound the throughput
// too.
// Ideal throughput: 1 / gamma_max flits/terminal/cycle (Dally and Towles 2004): no router can sustain more for every
// source. Of an adaptive relation, 1 / the least gamma that any split of the messages over its paths has, as far as it
// is proved (models/analysis/adaptive); its zero-load latency is that of a message that finds every VC free. Where an
// adaptive relation absorbs messages the split is over the injection channels too, and is sought only where something
// has failed; the latency is exact where the machine draws among free VCs, and what injection channels take is also
// estimated as if all messages chose as they do alone (lone_choice.hpp). Under faults splits that are too large for the
// linear program have a bound all the same, a few percent looser (averaged_bound.hpp), and those that are too large to
// follow what the network allows whatever the paths (throughput/simple_bound.hpp).
// Sustainable load: what no run can sustain more than, exactly; the least of the ideal throughput, of what the
// injection channels take (K / the largest share of a source that has K of them, or with what is injected again) and,
// where messages leave through ejection channels, of what those take: K / the largest sum of a column of the traffic
// matrix, with absorbed messages at the first terminal of a node, as the machine does (docs/reference/router-cycle.md,
// section 8), and of an oblivious relation with K above 1 what the busiest of all takes (loads/ejection_load.hpp).
#pragma once

#include <optional>
#include <string>

#include "models/analysis/adaptive/split_bound.hpp"
#include "models/analysis/loads/channel_load.hpp"
#include "models/base/enum_names.hpp"

namespace dateline {

struct BoundsInput {
  int channel_latency = 1;  // of network channels that have none of their own
  int routing_delay = 0;
  int buffer_depth = 2;
  Rational packet_length = 1;  // or the mean, where messages differ in length
  int router_pipeline = 0;
  int delivery_delay = 0;  // that the router of the destination takes
  std::uint64_t reinjection_delay = 0;
  int credit_latency = 0;          // of network channels; 0: the channel's
  bool random_selection = true;    // among free VCs
  bool ejection_channels = false;  // one flit/terminal/cycle leaves; else all that arrive
  bool lengths_differ = false;     // of messages
  int nic_ports = 1;               // injection and ejection channels of a terminal
};

// What it is that no run gets past: a network channel, the injection channel of a source, the ejection channel of a
// destination, or one of the two with messages that are absorbed on their way.
enum class LoadLimit { channel, injection, ejection, absorption };
constexpr std::array<EnumName<LoadLimit>, 4> enum_names(LoadLimit) {
  return {{{LoadLimit::channel, "channel"},
           {LoadLimit::injection, "injection"},
           {LoadLimit::ejection, "ejection"},
           {LoadLimit::absorption, "absorption"}}};
}

struct Bounds {
  std::optional<Rational> zero_load_latency;
  std::optional<Rational> ideal_throughput;  // none: no source sends, or nothing is ever crossed
  // The least of all limits that are known, and the first that it is; without ideal_throughput, of the ends' only.
  // None: no source sends.
  std::optional<Rational> sustainable;
  std::optional<LoadLimit> limited_by;
  Rational most_offered = 1;  // flits/terminal/cycle: what the injection channels of a terminal take
  // What a terminal injects of its own at most: less where it injects others' packets again.
  [[nodiscard]] Rational injection_limit() const { return loads ? Rational(most_offered * loads->injection_limit()) : most_offered; }
  // where an adaptive relation absorbs: about what a terminal injects at most; no bound
  std::optional<Rational> injection_estimate;
  ChannelId busiest;                  // of the network; of an oblivious relation
  std::optional<ChannelLoads> loads;  // what the bounds were computed from, of an oblivious relation
  std::optional<SplitBound> split;    // the same, of an adaptive one
  // of a run's load, by latency_model.hpp; for the caller to set where the model holds
  std::optional<double> model_latency;
  std::string why_missing;   // one line for people, if something is
  bool over_budget = false;  // that is why
};

// `budget`: see LoadOptions; `splits`: of an adaptive relation, flows x steps (split_graph.hpp), 0: none. Beyond them
// nothing is computed and why_missing says so.
[[nodiscard]] Bounds compute_bounds(const Topology& topology, const RoutingRelation& relation, const TrafficPattern& pattern,
                                    const BoundsInput& input, double budget, double splits = 0);

}  // namespace dateline
