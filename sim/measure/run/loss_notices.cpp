#include "sim/measure/run/loss_notices.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace dateline {

void LossNotices::take_out(const Packet& packet, std::optional<Cycle> arrived) {
  ++(carries(packet) ? counts_.lost : unknown_);
  if (arrived) {
    erred_[{*arrived, packet.order.destination.value(), packet.source.value()}].push_back(packet);
  } else {
    taken_out_[packet.source.value()].push_back(packet);
  }
}

void LossNotices::send(const Notice& notice, CompiledNetwork& network) {
  PacketRequest order;
  order.generated = notice.generated;
  order.destination = notice.source;
  order.tag = notice.tag;
  network.send(notice.reporter, order);
  ++counts_.sent[notice.reporter.value()];
}

void LossNotices::report_errors(const FaultMap* failed, Cycle now, CompiledNetwork& network, Retransmission& again) {
  auto all = std::exchange(erred_, {});
  for (auto& [name, packets] : all) {
    const Notice notice{now, packets.front().order.destination, packets.front().source, kOfErrors};
    if (lives(notice.source, network, failed)) {
      reported_.emplace(notice.name(), std::move(packets));
      send(notice, network);
    } else {
      learn(packets, now, again);
    }
  }
}

void LossNotices::report(TerminalId reporter, const FaultMap* failed, Cycle now, CompiledNetwork& network, Retransmission& again) {
  auto all = std::exchange(taken_out_, {});
  for (auto& [terminal, packets] : all) {
    const TerminalId source(terminal);
    if (source == reporter || !lives(source, network, failed)) {
      learn(packets, now, again);
      continue;
    }
    const Notice notice{now, reporter, source};
    reported_.emplace(notice.name(), std::move(packets));
    send(notice, network);
  }
}

void LossNotices::learn(const std::vector<Packet>& packets, Cycle now, Retransmission& again) {
  for (const Packet& packet : packets) {
    if (carries(packet)) {
      pending_.push_back({now + *delay_, Notice::of(packet)});  // the delay of all: behind all others
      continue;
    }
    --unknown_;
    static_cast<void>(again.lost(packet, now));
  }
}

void LossNotices::delivered(const Delivery& delivery, Retransmission& again) {
  const Notice notice = Notice::of(delivery.packet);
  ++counts_.delivered[notice.reporter.value()];
  const std::vector<Packet> packets = std::move(reported_.at(notice.name()));
  reported_.erase(notice.name());
  learn(packets, delivery.ejected + 1, again);
}

namespace {

std::vector<NodeId> nodes_of(const FaultMap* map) { return map != nullptr ? map->nodes() : std::vector<NodeId>(); }
std::vector<LinkEnd> links_of(const FaultMap* map) { return map != nullptr ? map->links() : std::vector<LinkEnd>(); }

template <typename Part>
std::vector<Part> either(const std::vector<Part>& a, const std::vector<Part>& b) {
  const std::set<Part> one(a.begin(), a.end()), other(b.begin(), b.end());
  std::vector<Part> list;
  std::set_symmetric_difference(one.begin(), one.end(), other.begin(), other.end(), std::back_inserter(list));
  return list;
}

}  // namespace

TerminalId reporter_of(const NetworkChange& change, const FaultMap* before) {
  const FaultMap* const after = change.faults();
  const FaultMap* const some = after != nullptr ? after : before != nullptr ? before : change.noticed;
  if (some == nullptr) return TerminalId(0);
  const Topology& topology = some->topology();
  const auto lives = [&](NodeId node) { return after == nullptr || !after->failed(node); };
  std::set<NodeId> ends;
  const auto add = [&](NodeId node) {
    if (lives(node) && !topology.terminals_of(node).empty()) ends.insert(node);
  };
  const bool found = change.noticed != nullptr;
  const std::vector<NodeId> nodes = found ? nodes_of(change.noticed) : either(nodes_of(before), nodes_of(after));
  std::vector<std::uint8_t> among(topology.nodes(), 0);
  for (const NodeId node : nodes) {
    among[node.value()] = 1;
    add(node);
  }
  for (std::uint32_t c = 0; !nodes.empty() && c < topology.channels(); ++c) {
    const Channel channel = topology.channel(ChannelId(c));
    if (among[channel.from.value()] != 0) add(channel.to);
    if (among[channel.to.value()] != 0) add(channel.from);
  }
  for (const LinkEnd& link : found ? links_of(change.noticed) : either(links_of(before), links_of(after))) {
    add(link.node);
    const ChannelId out = topology.out(link.node, link.port);
    if (out != kNoChannel) add(topology.channel(out).to);
  }
  if (!ends.empty()) return topology.terminals_of(*ends.begin()).front();
  for (std::uint32_t t = 0; t < topology.terminals(); ++t) {
    if (lives(topology.router_of(TerminalId(t)))) return TerminalId(t);
  }
  return TerminalId(0);
}

bool is_unseen(const NetworkChange& change) { return change.unseen != nullptr && change.noticed == nullptr; }

}  // namespace dateline
