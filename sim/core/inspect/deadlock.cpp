#include "sim/core/inspect/deadlock.hpp"

#include <algorithm>
#include <map>

#include "sim/core/inspect/coming_slots.hpp"
#include "sim/core/route_computation/selection.hpp"
#include "sim/core/state/external_ports.hpp"

namespace dateline {
namespace {

struct Blocked {
  std::vector<PacketId> needs;  // packets, any one of which moving helps
  std::vector<WaitFor> waits;   // parallel to needs
  bool can_move = false;
};

class WaitGraph {
 public:
  explicit WaitGraph(const Tile& tile) : p_(tile) {
    for (std::uint32_t node = 0; node < p_.heads.nodes(); ++node) {
      for (std::uint32_t i = p_.heads.first(NodeId(node)); i != WaitingHeads::kNone; i = p_.heads.head(i).after) add_head(p_.heads.head(i));
    }
    if (p_.external) add_external();
    if (p_.store.queues().used()) add_packets_behind();
    if (p_.store.queues().used()) mark_closing_up();
    if (p_.absorption.memories().limited()) add_queued();
  }

  // Marks what can move, until nothing changes.
  void mark_movable() {
    for (bool changed = true; changed;) {
      changed = false;
      for (auto& [packet, entry] : blocked_) {
        for (std::size_t i = 0; !entry.can_move && i < entry.needs.size(); ++i) {
          if (moves(entry.needs[i])) changed = entry.can_move = true;
        }
      }
    }
  }

  // From the oldest packet of a knot along first needs, to the cycle that this must reach. Empty without a knot.
  [[nodiscard]] std::vector<WaitFor> cycle_of_waits() const {
    const Blocked* entry = nullptr;
    PacketId packet;
    for (const auto& [candidate, blocked] : blocked_) {
      if (blocked.can_move || (entry != nullptr && !p_.packets.older(candidate, packet))) continue;
      packet = candidate;
      entry = &blocked;
    }
    if (entry == nullptr) return {};
    std::map<PacketId, std::size_t> visited;  // packet -> place in the walk
    std::vector<WaitFor> walk;
    while (visited.try_emplace(packet, walk.size()).second) {
      walk.push_back(blocked_.at(packet).waits.front());
      packet = blocked_.at(packet).needs.front();
    }
    walk.erase(walk.begin(), walk.begin() + static_cast<std::ptrdiff_t>(visited[packet]));
    return walk;
  }

 private:
  [[nodiscard]] WaitFor wait_of(PacketId packet, NodeId at, ChannelId channel, std::uint32_t mask) const {
    const Packet& m = p_.packets[packet];
    return {m.source, m.order.destination, m.sequence, at, channel, mask};
  }
  [[nodiscard]] bool moves(PacketId packet) const {
    const auto it = blocked_.find(packet);
    return it == blocked_.end() || it->second.can_move;
  }

  void add_head(const WaitingHead& head) {
    if (head.simple) return add_channel(head.at, head.channel, head.vcs);
    Candidates candidates;
    offers_of(p_, head, candidates);
    for (const Candidate& c : candidates) {
      if (c.exit == Exit::channel) add_channel(head.at, c.channel, p_.numbering.vcs_of_classes(c.classes));
    }
    if (head.absorbed) add_memory(head.at);
  }
  // What routers outside the core report.
  void add_external() {
    struct Reported final : ExternalWaits {
      explicit Reported(WaitGraph& graph) : graph_(graph) {}
      void for_channel(VcId at, ChannelId channel, std::uint32_t vcs) override { graph_.add_channel(at, channel, vcs); }
      void for_memory(VcId at) override { graph_.add_memory(at); }
      WaitGraph& graph_;
    } reported(*this);
    for (std::uint32_t node = 0; node < p_.heads.nodes(); ++node) {
      if (p_.external->router(NodeId(node)) != nullptr) p_.external->router(NodeId(node))->report_waits(reported);
    }
  }
  // The head flit waits for a slot in the memory of its node.
  void add_memory(VcId at) {
    const PacketId packet = p_.store.packets(at).front;
    const NodeId node = p_.store.channel(p_.numbering.channel_of(at)).to;
    Blocked& entry = blocked_[packet];
    entry.can_move = entry.can_move || p_.absorption.memories().has_room(node);
    std::vector<PacketId> all = p_.absorption.records().held_at(node);  // by number, which says nothing of a packet
    std::sort(all.begin(), all.end(), [&](PacketId a, PacketId b) { return p_.packets.older(a, b); });
    for (const PacketId held : all) {
      entry.needs.push_back(held);
      entry.waits.push_back(wait_of(packet, node, kNoChannel, 0));
    }
  }
  // Absorbed packets that hold a slot in a memory until they are injected again.
  void add_queued() {
    const NodeMemories& memories = p_.absorption.memories();
    for (std::uint32_t n = 0; n < memories.nodes(); ++n) {
      const NodeId node(n);
      const auto& queue = memories.queue_of(node);
      const TerminalId terminal = memories.terminal_at(node);
      for (const PacketId packet : queue) {
        const PacketRequest& order = p_.packets[packet].order;
        const std::uint32_t vcs = p_.routing.vc_sets.injection_vcs_of(order.vc_set);
        if (packet == queue.front()) {
          for (std::uint32_t port = 0; port < p_.numbering.nic_ports(); ++port) {
            if (order.nic_port != 0 && order.nic_port != port + 1) continue;
            need_injection(packet, node, p_.numbering.injection_channel(terminal, port), vcs);
          }
          continue;
        }
        blocked_[packet].needs.push_back(queue.front());
        blocked_[packet].waits.push_back(wait_of(packet, node, p_.numbering.injection_channel(terminal), vcs));
      }
    }
  }
  // The head flit waits for any of `vcs` of a channel.
  void add_channel(VcId at, ChannelId channel, std::uint32_t vcs) {
    const PacketId packet = p_.store.packets(at).front;
    need_vcs(packet, p_.store.channel(p_.numbering.channel_of(at)).to, channel, vcs);
  }
  // A packet that its interface injects next.
  void need_injection(PacketId packet, NodeId node, ChannelId channel, std::uint32_t vcs) {
    if (!p_.sources.one_at_a_time() || !p_.sources.sending(p_.numbering.nic_number(channel))) return need_vcs(packet, node, channel, vcs);
    for (std::uint32_t rest = vcs; rest != 0; rest &= rest - 1) {
      const VcId vc = p_.numbering.vc(channel, static_cast<std::uint32_t>(__builtin_ctz(rest)));
      if (p_.store.record(vc).sender.to_send == 0) continue;
      blocked_[packet].needs.push_back(p_.store.packets(vc).holder);
      blocked_[packet].waits.push_back(wait_of(packet, node, channel, vcs));
    }
  }
  void need_vcs(PacketId packet, NodeId node, ChannelId channel, std::uint32_t vcs) {
    Blocked& entry = blocked_[packet];
    for (std::uint32_t rest = vcs; rest != 0; rest &= rest - 1) {
      const VcId vc = p_.numbering.vc(channel, static_cast<std::uint32_t>(__builtin_ctz(rest)));
      const VcState& record = p_.store.record(vc);
      const bool releasing = record.sender.to_send == 0 && record.receiver.front == VcGlobalState::idle;
      const bool unheld = p_.store.is_free(vc);
      entry.can_move = entry.can_move || releasing || (unheld && will_have_room(p_, vc, p_.packets[packet].order.length));
      if (entry.can_move) continue;
      entry.needs.push_back(unheld ? p_.store.packets(vc).front : p_.store.packets(vc).holder);
      entry.waits.push_back(wait_of(packet, node, channel, vcs));
    }
  }

  // In shared buffers: packets behind another one in its buffer, or on their way there.
  void add_packets_behind() {
    for (std::uint32_t v = 0; v < p_.numbering.vcs(); ++v) {
      const VcId vc(v);
      p_.store.queues().for_each(vc, [&](const QueuedPacket& queued) { add_behind(vc, queued.packet); });
      p_.store.announced().for_each(vc, [&](PacketId packet) { add_behind(vc, packet); });
      if (p_.store.announced().covers(vc)) continue;
      const std::uint16_t to_send = p_.store.record(vc).sender.to_send;
      if (to_send > 0 && to_send == p_.packets[p_.store.packets(vc).holder].order.length) add_behind(vc, p_.store.packets(vc).holder);
    }
  }
  void add_behind(VcId vc, PacketId packet) {
    if (p_.numbering.is_ejection(vc) || p_.store.record(vc).receiver.front == VcGlobalState::idle) return;
    const ChannelId channel = p_.numbering.channel_of(vc);
    Blocked& entry = blocked_[packet];
    entry.needs.push_back(p_.store.packets(vc).front);
    entry.waits.push_back(wait_of(packet, p_.store.channel(channel).to, channel, 1U << p_.numbering.vc_index(vc)));
  }

  // In shared buffers: a packet moves that has a slot for its next flit, though its head flit does not.
  void mark_closing_up() {
    for (std::uint32_t v = 0; v < p_.numbering.vcs(); ++v) {
      if (p_.store.record(VcId(v)).sender.to_send == 0) continue;
      const auto it = blocked_.find(p_.store.packets(VcId(v)).holder);
      if (it != blocked_.end() && !it->second.can_move) it->second.can_move = coming_slots(p_, VcId(v)) > 0;
    }
  }

  const Tile& p_;
  std::map<PacketId, Blocked> blocked_;
};

}  // namespace

std::vector<WaitFor> find_deadlock(const Tile& tile) {
  WaitGraph graph(tile);
  graph.mark_movable();
  return graph.cycle_of_waits();
}

}  // namespace dateline
