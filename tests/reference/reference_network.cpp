#include "reference_network.hpp"

#include <numeric>
#include <stdexcept>

namespace dateline::reference {
namespace {

using C = ReferenceConfig;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Returns its number.
int add(const ReferenceConfig& config, ReferenceVc begin, int end_node, int arrival_port, int dimension, std::vector<Channel>& channels) {
  Channel result;
  result.kind = begin.channel;
  result.begin = begin;
  result.end_node = end_node;
  result.arrival_port = arrival_port;
  result.dimension = dimension;
  if (begin.channel == ChannelKind::network) {
    const int latency = config.latencies.empty() ? config.channel_latency : config.latencies[at(dimension)];
    if (!config.rates.empty()) result.rate = config.rates[at(dimension)];
    result.latency = latency + (result.rate.cycles + result.rate.flits - 1) / result.rate.flits - 1;
    result.credit_latency = config.credit_latency == 0 ? latency : config.credit_latency;
  }
  if (begin.channel == ChannelKind::network && config.errs && !config.errors_at_destination) {
    const auto errs = [errs = config.errs, begin](long long flit, int tries) { return errs(begin.node, begin.port, flit, tries); };
    result.link = std::make_shared<RetryLink>(result.latency, result.credit_latency, config.retry_window, config.replay_buffer, result.rate, errs);
  }
  result.vcs.resize(at(begin.channel == ChannelKind::injection ? config.injection_vcs : config.vcs));
  for (VirtualChannel& v : result.vcs) v.free_places = config.buffer_depth;
  channels.push_back(result);
  return static_cast<int>(channels.size()) - 1;
}

}  // namespace

void require(bool allowed, const std::string& what) {
  if (!allowed) throw std::invalid_argument("reference machine: " + what);
}

ReferenceConfig checked(ReferenceConfig config) {
  require(!config.radices.empty(), "no radices");
  for (const int k : config.radices) require(k >= 2, "a radix below 2");
  for (const int k : config.radices) require(config.kind != C::Kind::hypercube || k == 2, "a hypercube radix other than 2");
  require(config.vcs >= 1 && config.vcs <= 16, "vcs not in 1..16");
  if (config.vc_sets.empty()) config.vc_sets = {config.vcs};
  for (const int vcs : config.vc_sets) require(vcs >= 1 && (config.kind != C::Kind::torus || vcs >= 2), "a torus needs 2 vcs, in every set");
  require(std::accumulate(config.vc_sets.begin(), config.vc_sets.end(), 0) == config.vcs, "VC sets of other vcs than there are");
  if (config.injection_vcs == 0) config.injection_vcs = config.vcs;
  require(config.injection_vcs >= static_cast<int>(config.vc_sets.size()), "fewer injection_vcs than VC sets");
  require(config.buffer_depth >= 1, "buffer_depth below 1");
  require(config.routing_delay >= (config.vc_stage == C::VcStage::own ? 1 : 0), "routing_delay below 0, or below the stage of VC allocation");
  require(config.ejection_delay == C::EjectionDelay::none || config.ejection == C::Ejection::channel, "a delay of ideal ejection");
  require(config.channel_latency >= 1, "channel_latency below 1");
  require(config.router_pipeline >= 0, "router_pipeline below 0");
  require(config.credit_latency >= 0, "credit_latency below 0");
  require(config.reinjection_delay >= 0, "reinjection_delay below 0");
  require(config.absorb_limit >= 0, "absorb_limit below 0");
  const C::SwitchAllocation& allocation = config.allocation;
  require(allocation.kind == C::SwitchAllocation::Kind::one_pass || config.crossbar == C::Crossbar::per_port,
          "an allocation without a port to allocate");
  require(allocation.passes >= 1 && allocation.passes <= 8, "passes not in 1..8");
  require(config.tie_rule != C::TieRule::split, "tie rule split is random");
  return config;
}

Network build_network(const ReferenceConfig& config, const ReferenceRouting& routing) {
  Network net;
  const int ports = routing.ports();
  net.routers.resize(at(routing.nodes()));
  for (int node = 0; node < routing.nodes(); ++node) {
    Router& router = net.routers[at(node)];
    for (int port = 0; port < ports; ++port) {
      const ReferenceRouting::Link link = routing.link(node, port);
      router.outputs.push_back(link.end_node == kNone ? kNone
                                                      : add(config, {ChannelKind::network, node, port, kNone}, link.end_node, link.arrival_port,
                                                            link.dimension, net.channels));
    }
    router.injection = add(config, {ChannelKind::injection, node, kNone, kNone}, node, ports, kNone, net.channels);
    if (config.ejection == C::Ejection::channel)
      router.ejection = add(config, {ChannelKind::ejection, node, kNone, kNone}, node, kNone, kNone, net.channels);
  }
  for (int node = 0; node < routing.nodes(); ++node)
    for (int port = 0; port <= ports; ++port)
      for (std::size_t c = 0; c < net.channels.size(); ++c)
        if (net.channels[c].kind != ChannelKind::ejection && net.channels[c].end_node == node && net.channels[c].arrival_port == port)
          net.routers[at(node)].inputs.push_back(static_cast<int>(c));
  return net;
}

}  // namespace dateline::reference
