#include "models/network/faults/fault_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/base/error.hpp"

namespace dateline {
namespace {

template <typename T>
void refuse_repeats(const std::vector<T>& sorted, const char* what) {
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice == sorted.end()) return;
  std::string text;
  if constexpr (std::is_same_v<T, NodeId>) {
    text = fmt::format("{}", twice->value());
  } else {
    text = fmt::format("{}.{}", twice->node.value(), twice->port.value());
  }
  throw ConfigError("faults", "faults", text, fmt::format("names a {} twice", what));
}

}  // namespace

FaultMap::FaultMap(const Topology& topology, std::vector<NodeId> nodes, std::vector<LinkEnd> links)
    : topology_(topology),
      nodes_(std::move(nodes)),
      links_(std::move(links)),
      node_failed_(topology.nodes(), 0),
      channel_failed_(topology.channels(), 0),
      healthy_terminals_(topology.terminals()) {
  fail_nodes();
  fail_links();
  connected_ = leave_connected();
}

void FaultMap::fail_nodes() {
  std::sort(nodes_.begin(), nodes_.end());
  refuse_repeats(nodes_, "node");
  for (const NodeId node : nodes_) {
    if (node.value() >= topology_.nodes()) {
      throw ConfigError("faults", "faults", fmt::format("{}", node.value()), fmt::format("is no node; allowed 0..{}", topology_.nodes() - 1));
    }
    healthy_terminals_ -= topology_.terminals_of(node).size();
    fail(node);
  }
  if (nodes_.size() == topology_.nodes()) throw ConfigError("faults", "faults", fmt::format("{} nodes", nodes_.size()), "leave no node alive");
}

void FaultMap::fail(NodeId node) {
  node_failed_[node.value()] = 1;
  for (int p = 0; p < topology_.ports(); ++p) {
    const Port port(static_cast<std::uint16_t>(p));
    for (const ChannelId channel : {topology_.out(node, port), topology_.in(node, port)}) {
      if (channel != kNoChannel) channel_failed_[channel.value()] = 1;
    }
  }
}

void FaultMap::fail_links() {
  for (LinkEnd& end : links_) {
    const bool exists =
        end.node.value() < topology_.nodes() && end.port.value() < topology_.ports() && topology_.out(end.node, end.port) != kNoChannel;
    if (!exists)
      throw ConfigError("faults", "faults", fmt::format("{}.{}", end.node.value(), end.port.value()), "is no link: no channel leaves there");
    const ChannelId out = topology_.out(end.node, end.port), back = topology_.in(end.node, end.port);
    channel_failed_[out.value()] = 1;
    if (back == kNoChannel) continue;
    channel_failed_[back.value()] = 1;
    const Channel& other = topology_.channel(back);
    end = std::min(end, LinkEnd{other.from, other.from_port});
  }
  std::sort(links_.begin(), links_.end());
  refuse_repeats(links_, "link");
}

std::vector<std::uint8_t> FaultMap::reached_from(NodeId first, bool forwards) const {
  std::vector<std::uint8_t> seen(topology_.nodes(), 0);
  std::vector<NodeId> stack{first};
  seen[first.value()] = 1;
  while (!stack.empty()) {
    const NodeId at = stack.back();
    stack.pop_back();
    for (int p = 0; p < topology_.ports(); ++p) {
      const Port port(static_cast<std::uint16_t>(p));
      const ChannelId channel = forwards ? topology_.out(at, port) : topology_.in(at, port);
      if (channel == kNoChannel || failed(channel)) continue;
      const NodeId peer = forwards ? topology_.channel(channel).to : topology_.channel(channel).from;
      if (seen[peer.value()] != 0) continue;
      seen[peer.value()] = 1;
      stack.push_back(peer);
    }
  }
  return seen;
}

// From the first healthy node that has terminals; where there is none, from the first that lives.
bool FaultMap::leave_connected() {
  const bool ends = healthy_terminals_ > 0;
  const auto is_end = [&](NodeId node) { return !failed(node) && !(ends && topology_.terminals_of(node).empty()); };
  NodeId first(0);
  while (!is_end(first)) first = NodeId(first.value() + 1);
  const std::vector<std::uint8_t> to = reached_from(first, true), from = reached_from(first, false);
  std::vector<NodeId> cut_off;
  for (std::uint32_t v = 0; v < topology_.nodes(); ++v) {
    if (failed(NodeId(v)) || (to[v] != 0 && from[v] != 0)) continue;
    if (is_end(NodeId(v))) return false;
    cut_off.emplace_back(v);
  }
  for (const NodeId node : cut_off) fail(node);
  cut_off_ = static_cast<std::uint32_t>(cut_off.size());
  return true;
}

}  // namespace dateline
