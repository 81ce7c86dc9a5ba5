// Messages on their way through Ruby's network by dateline (gem5_ruby.hpp), each to one destination, by number. On a
// virtual network that is ordered those of two controllers arrive as they were sent, though one may overtake another.
#pragma once

#include <deque>
#include <map>
#include <tuple>
#include <vector>

#include "mem/ruby/network/Network.hh"
#include "mem/ruby/slicc_interface/Message.hh"

namespace gem5::ruby {

class DatelineMessages {
 public:
  using Numbers = std::deque<std::uint64_t>;
  struct Sent {
    MsgPtr message;
    NodeID to;
    int vnet;
    std::tuple<NodeID, NodeID, int, std::uint64_t> stream;  // from, to, virtual network; of one that is not ordered the number
    bool came;
  };
  const Sent& at(std::uint64_t number) const { return sent_.at(number); }
  void forget(std::uint64_t number) { sent_.erase(number); }
  // A message becomes one to each of its destinations; their numbers are added to `leaving`.
  void split(const Network& network, const MsgPtr& message, NodeID from, int vnet, bool ordered, Numbers& leaving) {
    for (NetDest to = message->getDestination(); !to.isEmpty(); to.remove(to.smallestElement())) {
      const MachineID id = to.smallestElement();
      const NodeID node = network.getLocalNodeID(static_cast<NodeID>(MachineType_base_number(id.type)) + id.num);
      ++number_;
      sent_[number_] = {message->clone(), node, vnet, {from, node, vnet, ordered ? 0 : number_}, false};
      NetDest& only = sent_[number_].message->getDestination();
      only.clear();
      only.add(id);
      streams_[sent_[number_].stream].push_back(number_);
      leaving.push_back(number_);
    }
  }
  // One has come; the numbers of those that may be handed over then.
  Numbers came(std::uint64_t number) {
    sent_.at(number).came = true;
    Numbers due;
    const auto stream = streams_.find(sent_.at(number).stream);
    for (Numbers& first = stream->second; !first.empty() && sent_.at(first.front()).came; first.pop_front()) due.push_back(first.front());
    if (stream->second.empty()) streams_.erase(stream);
    return due;
  }
  // For functional accesses, which look at every message.
  template <typename Access>
  std::uint32_t count(Access access) {
    std::uint32_t all = 0;
    for (auto& [number, own] : sent_) all += access(*own.message) ? 1 : 0;
    return all;
  }

 private:
  std::map<std::uint64_t, Sent> sent_;
  std::map<std::tuple<NodeID, NodeID, int, std::uint64_t>, Numbers> streams_;
  std::uint64_t number_ = 0;
};

}  // namespace gem5::ruby
