#include "models/network/topology/graph_writer.hpp"

#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

namespace dateline {
namespace {

// A line of the file: the channel `there`, and the one back over the same link where their bandwidths are alike, so
// that one line says both.
struct Line {
  const Channel *there, *back;  // back: null where it has a line of its own, or there is none
};

std::string latency_text(const Line& line) {
  const auto text = [](const Channel& c) { return c.latency == 0 ? std::string("-") : std::to_string(c.latency); };
  if (line.back == nullptr || line.back->latency == line.there->latency) return std::to_string(line.there->latency);
  return text(*line.there) + "/" + text(*line.back);
}

std::string text_of(const Line& line) {
  const Channel& c = *line.there;
  const bool latencies = c.latency != 0 || (line.back != nullptr && line.back->latency != 0);
  std::string text = std::to_string(c.from.value()) + (line.back != nullptr ? " " : " > ") + std::to_string(c.to.value());
  if (c.bandwidth != 1 || latencies) text += " " + to_string(c.bandwidth);
  if (latencies) text += " " + latency_text(line);
  return text + "\n";
}

// Lines in such an order that each has the next port of both its ends: those first that are next at both, of these the
// earliest; where there is none, the earliest of all.
class LineOrder {
 public:
  explicit LineOrder(const Topology& topology)
      : topology_(topology), slots_(std::size_t{topology.nodes()} * static_cast<std::size_t>(topology.ports())), next_port_(topology.nodes(), 0) {
    for (std::uint32_t c = 0; c < topology.channels(); ++c) take(ChannelId(c));
    done_.assign(lines_.size(), false);
    for (std::uint32_t v = 0; v < topology.nodes(); ++v) advance(NodeId(v));
  }

  [[nodiscard]] std::vector<Line> all() {
    std::vector<Line> order;
    std::size_t earliest = 0;
    while (order.size() < lines_.size()) {
      while (earliest < lines_.size() && done_[earliest]) ++earliest;
      std::size_t next = earliest;
      if (!ready_.empty()) {
        next = ready_.top();
        ready_.pop();
        if (done_[next]) continue;
      }
      done_[next] = true;
      order.push_back(lines_[next]);
      for (const NodeId end : {lines_[next].there->from, lines_[next].there->to}) advance(end);
    }
    return order;
  }

 private:
  using Slot = std::vector<std::size_t>;  // lines of one port: one or two

  void take(ChannelId id) {
    const Channel& there = topology_.channel(id);
    const ChannelId back = topology_.in(there.from, there.from_port);
    const Channel* const other = back == kNoChannel ? nullptr : &topology_.channel(back);
    const bool both = other != nullptr && other->bandwidth == there.bandwidth;
    if (both && back < id) return;
    const std::size_t line = lines_.size();
    lines_.push_back({&there, both ? other : nullptr});
    slot(there.from, there.from_port).push_back(line);
    slot(there.to, there.to_port).push_back(line);
  }
  Slot& slot(NodeId node, Port port) { return slots_[std::size_t{node.value()} * static_cast<std::size_t>(topology_.ports()) + port.value()]; }
  [[nodiscard]] bool finished(const Slot& lines) const {
    for (const std::size_t line : lines) {
      if (!done_[line]) return false;
    }
    return true;
  }
  // Goes on to the first port whose lines are not all written; what is next at both ends is ready.
  void advance(NodeId node) {
    std::uint16_t& port = next_port_[node.value()];
    while (port < topology_.ports() && finished(slot(node, Port(port)))) ++port;
    if (port == topology_.ports()) return;
    for (const std::size_t line : slot(node, Port(port))) {
      const Channel& c = *lines_[line].there;
      if (!done_[line] && is_next(c.from, c.from_port) && is_next(c.to, c.to_port)) ready_.push(line);
    }
  }
  [[nodiscard]] bool is_next(NodeId node, Port port) const { return next_port_[node.value()] == port.value(); }

  const Topology& topology_;
  std::vector<Line> lines_;
  std::vector<Slot> slots_;                                                                      // nodes x ports
  std::vector<std::uint16_t> next_port_;                                                         // per node
  std::vector<bool> done_;                                                                       // per line
  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<std::size_t>> ready_;  // least first
};

}  // namespace

std::string graph_text(const Topology& topology) {
  std::string text = "# " + topology.name() + "\n";
  for (std::uint32_t v = 0; v < topology.nodes(); ++v) {
    const std::uint32_t terminals = topology.terminals_of(NodeId(v)).size();
    if (terminals != 1) text += "terminals " + std::to_string(v) + " " + std::to_string(terminals) + "\n";
  }
  for (const Line& line : LineOrder(topology).all()) text += text_of(line);
  return text;
}

}  // namespace dateline
