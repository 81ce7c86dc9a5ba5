#include "sim/core/inspect/deadlock.hpp"

#include <algorithm>
#include <map>

#include "sim/core/route_computation/selection.hpp"
#include "sim/core/state/external_ports.hpp"

namespace dateline {
namespace {

struct Blocked {
  std::vector<MessageId> needs;  // messages, any one of which moving helps
  std::vector<Wait> waits;       // parallel to needs
  bool can_move = false;
};

class WaitGraph {
 public:
  explicit WaitGraph(const MachineParts& parts) : p_(parts) {
    for (std::uint32_t node = 0; node < p_.headers.nodes(); ++node) {
      for (std::uint32_t i = p_.headers.first(NodeId(node)); i != HeaderStage::kNone; i = p_.headers.header(i).after)
        add_header(p_.headers.header(i));
    }
    if (p_.open) add_open();
    if (p_.store.queues().used()) add_worms_behind();
    if (p_.absorption.limited()) add_queued();
  }

  // Marks what can move, until nothing changes.
  void mark_movable() {
    for (bool changed = true; changed;) {
      changed = false;
      for (auto& [message, entry] : blocked_) {
        for (std::size_t i = 0; !entry.can_move && i < entry.needs.size(); ++i) {
          if (moves(entry.needs[i])) changed = entry.can_move = true;
        }
      }
    }
  }

  // From the oldest message of a knot along first needs, to the cycle that this must reach. Empty without a knot.
  [[nodiscard]] std::vector<Wait> cycle_of_waits() const {
    const Blocked* entry = nullptr;
    MessageId message;
    for (const auto& [candidate, blocked] : blocked_) {
      if (blocked.can_move || (entry != nullptr && !p_.messages.older(candidate, message))) continue;
      message = candidate;
      entry = &blocked;
    }
    if (entry == nullptr) return {};
    std::map<MessageId, std::size_t> visited;  // message -> place in the walk
    std::vector<Wait> walk;
    while (visited.try_emplace(message, walk.size()).second) {
      walk.push_back(blocked_.at(message).waits.front());
      message = blocked_.at(message).needs.front();
    }
    walk.erase(walk.begin(), walk.begin() + static_cast<std::ptrdiff_t>(visited[message]));
    return walk;
  }

 private:
  [[nodiscard]] Wait wait_of(MessageId message, NodeId at, ChannelId channel, std::uint32_t mask) const {
    const Message& m = p_.messages[message];
    return {m.source, m.order.destination, m.sequence, at, channel, mask};
  }
  [[nodiscard]] bool moves(MessageId message) const {
    const auto it = blocked_.find(message);
    return it == blocked_.end() || it->second.can_move;
  }

  void add_header(const WaitingHeader& header) {
    if (header.simple) return add_channel(header.at, header.channel, header.lanes);
    Candidates candidates;
    candidates_of(header, p_, candidates);
    for (const Candidate& c : candidates) {
      if (c.exit == Exit::channel) add_channel(header.at, c.channel, p_.numbering.lanes_of_classes(c.classes));
    }
    if (header.absorbed) add_memory(header.at);
  }
  // What routers outside the core report.
  void add_open() {
    struct Reported final : OpenWaits {
      explicit Reported(WaitGraph& graph) : graph_(graph) {}
      void for_channel(VcId at, ChannelId channel, std::uint32_t lanes) override { graph_.add_channel(at, channel, lanes); }
      void for_memory(VcId at) override { graph_.add_memory(at); }
      WaitGraph& graph_;
    } reported(*this);
    for (std::uint32_t node = 0; node < p_.headers.nodes(); ++node) {
      if (p_.open->router(NodeId(node)) != nullptr) p_.open->router(NodeId(node))->report_waits(reported);
    }
  }
  // The header waits for a place in the memory of its node.
  void add_memory(VcId at) {
    const MessageId message = p_.store.worms(at).front;
    const NodeId node = p_.store.channel(p_.numbering.channel_of(at)).to;
    Blocked& entry = blocked_[message];
    entry.can_move = entry.can_move || p_.absorption.has_room(node);
    std::vector<MessageId> all = p_.absorption.held_at(node);  // by number, which says nothing of a message
    std::sort(all.begin(), all.end(), [&](MessageId a, MessageId b) { return p_.messages.older(a, b); });
    for (const MessageId held : all) {
      entry.needs.push_back(held);
      entry.waits.push_back(wait_of(message, node, kNoChannel, 0));
    }
  }
  // Absorbed messages that hold a place in a memory until they are injected again.
  void add_queued() {
    for (std::uint32_t n = 0; n < p_.absorption.nodes(); ++n) {
      const NodeId node(n);
      const auto& queue = p_.absorption.queue_of(node);
      const ChannelId channel = p_.numbering.injection_channel(p_.absorption.terminal_at(node));
      for (const MessageId message : queue) {
        const std::uint32_t lanes = p_.vc_sets.injection_lanes(p_.messages[message].order.vc_set);
        if (message == queue.front()) {
          need_injection(message, node, channel, lanes);
          continue;
        }
        blocked_[message].needs.push_back(queue.front());
        blocked_[message].waits.push_back(wait_of(message, node, channel, lanes));
      }
    }
  }
  // The header waits for any of `lanes` of a channel.
  void add_channel(VcId at, ChannelId channel, std::uint32_t lanes) {
    const MessageId message = p_.store.worms(at).front;
    need_lanes(message, p_.store.channel(p_.numbering.channel_of(at)).to, channel, lanes);
  }
  // A message that its interface injects next.
  void need_injection(MessageId message, NodeId node, ChannelId channel, std::uint32_t lanes) {
    if (!p_.sources.one_at_a_time() || !p_.sources.sending(p_.numbering.terminal_of(channel))) return need_lanes(message, node, channel, lanes);
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
      const VcId vc = p_.numbering.vc(channel, static_cast<std::uint32_t>(__builtin_ctz(rest)));
      if (p_.store.record(vc).sender.to_send == 0) continue;
      blocked_[message].needs.push_back(p_.store.worms(vc).holder);
      blocked_[message].waits.push_back(wait_of(message, node, channel, lanes));
    }
  }
  void need_lanes(MessageId message, NodeId node, ChannelId channel, std::uint32_t lanes) {
    Blocked& entry = blocked_[message];
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
      const VcId vc = p_.numbering.vc(channel, static_cast<std::uint32_t>(__builtin_ctz(rest)));
      const VcRecord& record = p_.store.record(vc);
      const bool releasing = record.sender.to_send == 0 && record.receiver.front == Front::idle;
      if (p_.store.is_free(vc) || releasing) {
        entry.can_move = true;
        continue;
      }
      entry.needs.push_back(p_.store.worms(vc).holder);
      entry.waits.push_back(wait_of(message, node, channel, lanes));
    }
  }

  // At-tail reuse: worms behind another one in its buffer, or on their way there.
  void add_worms_behind() {
    for (std::uint32_t v = 0; v < p_.numbering.vcs(); ++v) {
      const VcId vc(v);
      for (std::uint32_t i = 0; i < p_.store.queues().count(vc); ++i) add_behind(vc, p_.store.queues().at(vc, i).message);
      if (p_.store.announced().covers(vc)) {
        for (std::uint32_t i = 0; i < p_.store.announced().count(vc); ++i) add_behind(vc, p_.store.announced().at(vc, i));
        continue;
      }
      const std::uint16_t to_send = p_.store.record(vc).sender.to_send;
      if (to_send > 0 && to_send == p_.messages[p_.store.worms(vc).holder].order.length) add_behind(vc, p_.store.worms(vc).holder);
    }
  }
  void add_behind(VcId vc, MessageId message) {
    if (p_.numbering.is_ejection(vc) || p_.store.record(vc).receiver.front == Front::idle) return;
    const ChannelId channel = p_.numbering.channel_of(vc);
    Blocked& entry = blocked_[message];
    entry.needs.push_back(p_.store.worms(vc).front);
    entry.waits.push_back(wait_of(message, p_.store.channel(channel).to, channel, 1U << p_.numbering.lane_of(vc)));
  }

  const MachineParts& p_;
  std::map<MessageId, Blocked> blocked_;
};

}  // namespace

std::vector<Wait> find_deadlock(const MachineParts& parts) {
  WaitGraph graph(parts);
  graph.mark_movable();
  return graph.cycle_of_waits();
}

}  // namespace dateline
