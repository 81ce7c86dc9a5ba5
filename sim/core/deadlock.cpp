// The watchdog's search: which messages can never move again.
// A header that waits needs any one of the VCs it asks for; such a VC comes free when the worm that holds it moves on. A worm queued behind
// another in a shared buffer (at-tail reuse) needs that one to move on. Messages that do not wait can move. What remains after
// repeatedly marking every message that has a free VC, or waits for a movable message, is a knot: a deadlock, whatever else moves.
#include <fmt/format.h>

#include <map>

#include "sim/core/machine.hpp"

namespace dateline {
namespace {

struct Blocked {
  std::vector<std::uint32_t> needs;  // messages, any one of which moving helps
  std::vector<Machine::Wait> waits;  // parallel to needs
  bool can_move = false;
};

}  // namespace

std::vector<Machine::Wait> Machine::find_deadlock() const {
  std::map<std::uint32_t, Blocked> blocked;  // by message
  const auto wait_of = [&](std::uint32_t message, std::uint32_t at, std::uint32_t channel, std::uint32_t mask) {
    const Message& m = messages_[message];
    return Wait{m.source, m.order.destination, m.sequence, NodeId(at), channel, mask};
  };
  Candidates candidates;
  for (std::uint32_t node = 0; node < nodes_; ++node) {
    for (std::uint32_t i = node_[node].first; i != kNone; i = waiting_[i].next) {
      const WaitingHeader& header = waiting_[i];
      Blocked& entry = blocked[vcs_[header.vc].front];
      const auto needs_one_of = [&](std::uint32_t channel, std::uint32_t mask) {
        for (std::uint32_t lanes = mask; lanes != 0; lanes &= lanes - 1) {
          const std::uint32_t vc = first_vc(channel) + static_cast<std::uint32_t>(__builtin_ctz(lanes));
          const bool releasing = vcs_[vc].to_send == 0 && vcs_[vc].down == kIdle;
          if ((bits_of(vc).free & vc_bit(vc)) != 0 || releasing) {
            entry.can_move = true;
            continue;
          }
          entry.needs.push_back(vcs_[vc].holder);
          entry.waits.push_back(wait_of(vcs_[header.vc].front, node, channel, mask));
        }
      };
      if (header.simple) {
        needs_one_of(header.channel, header.mask);
        continue;
      }
      ask_relation(header, node, candidates);
      for (const Candidate& c : candidates) needs_one_of(c.channel.value(), vcs_of_classes(c.classes));
    }
  }
  for (std::uint32_t vc = 0; vc < shared_.size(); ++vc) {
    for (const QueuedWorm& worm : shared_[vc].behind) {
      Blocked& entry = blocked[worm.message];
      entry.needs.push_back(vcs_[vc].front);
      entry.waits.push_back(wait_of(worm.message, channel_[channel_of(vc)].to, channel_of(vc), 1U << lane_of(vc)));
    }
  }
  const auto moves = [&](std::uint32_t message) {
    const auto it = blocked.find(message);
    return it == blocked.end() || it->second.can_move;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& [message, entry] : blocked) {
      for (std::size_t i = 0; !entry.can_move && i < entry.needs.size(); ++i) {
        if (moves(entry.needs[i])) changed = entry.can_move = true;
      }
    }
  }
  std::uint32_t message = kNone;
  for (const auto& [candidate, entry] : blocked) {
    if (!entry.can_move && (message == kNone || older(candidate, message))) message = candidate;
  }
  if (message == kNone) return {};
  std::map<std::uint32_t, std::size_t> visited;  // message -> place in the walk
  std::vector<Wait> walk;
  while (visited.try_emplace(message, walk.size()).second) {
    const Blocked& entry = blocked.at(message);
    walk.push_back(entry.waits.front());
    message = entry.needs.front();
  }
  walk.erase(walk.begin(), walk.begin() + static_cast<std::ptrdiff_t>(visited[message]));
  return walk;
}

std::string Machine::describe_channel(std::uint32_t channel) const {
  if (channel < network_channels_) {
    return fmt::format("{}->{}", channel_[channel].from, channel_[channel].to);
  }
  return fmt::format("{} of {}", channel < network_channels_ + nodes_ ? "injection" : "ejection", channel_[channel].to);
}

std::string Machine::describe(const Wait& wait) const {
  std::string vcs;
  for (std::uint32_t lane = 0; lane < kMaxVcs; ++lane) {
    if ((wait.wanted_vcs >> lane & 1U) != 0) vcs += fmt::format("{}{}", vcs.empty() ? "" : ",", lane);
  }
  return fmt::format("message {}->{} #{} at node {} waits for channel {} vc {}", wait.source.value(), wait.destination.value(), wait.sequence,
                     wait.at.value(), describe_channel(wait.wanted), vcs);
}

}  // namespace dateline
