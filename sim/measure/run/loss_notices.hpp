// How sources learn that faults took their packets where they are told by packets (--loss-notice packets;
// docs/guide/faults.md, "Losses that are told by packets"). At a change of the network one router reports it: it sends
// a notice, a packet of one flit, to each source whose packets the change took out. A notice goes through the network
// as any packet does; when it is there its packets are sent again by the rule. One that is taken out itself is told to
// its reporter, which sends it again; where that cannot be, what it told of is lost for good.
// Cost: O(log n) a notice, O(nodes + channels) a change that takes something out.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "models/network/faults/fault_map.hpp"
#include "sim/measure/sources/retransmission.hpp"
#include "sim/measure/window/network_change.hpp"

namespace dateline {

struct NoticeCounts {
  std::uint64_t sent = 0, delivered = 0, lost = 0;  // packets; those sent again as often as they are
  template <typename Archive>
  void io(Archive& archive) {
    auto& [there, come, gone] = *this;
    archive(there, come, gone);
  }
};

class LossNotices {
 public:
  // `delay`: of a notice that is sent again; none: sources are told at once, and there are no notices.
  LossNotices(std::optional<Cycle> delay, std::uint32_t terminals) : delay_(delay), sent_(terminals, 0), delivered_(terminals, 0) {}

  [[nodiscard]] bool used() const { return delay_.has_value(); }
  [[nodiscard]] bool carries(const Packet& packet) const { return used() && packet.order.tag == kTag && packet.order.length == 1; }

  // A change took out a packet, or a notice: its source is told by tell().
  void take_out(const Packet& packet);
  // Behind the change, once those ends know of it that are left. `failed`: what has failed now; null: nothing.
  void tell(TerminalId reporter, const FaultMap* failed, Cycle now, CompiledNetwork& network, Retransmission& again);
  // A notice has arrived.
  void delivered(const Delivery& delivery, Retransmission& again);
  // Sends again the notices that are due in cycle `now`; calls given_up(packet) for what those told of that cannot be.
  template <typename GivenUp>
  void send_due(Cycle now, CompiledNetwork& network, const FaultMap* failed, GivenUp given_up) {
    for (; !pending_.empty() && pending_.front().due <= now; pending_.pop_front()) {
      const Notice& notice = pending_.front().notice;
      if (lives(notice.reporter, network, failed) && lives(notice.source, network, failed)) {
        send(notice, network);
      } else {
        give_up(notice, given_up);
      }
    }
  }
  // The first cycle in which a notice is due; none if none is.
  [[nodiscard]] std::optional<Cycle> next() const { return pending_.empty() ? std::nullopt : std::optional(pending_.front().due); }

  // Packets taken out whose sources have not been told.
  [[nodiscard]] std::uint64_t untold() const { return untold_; }
  [[nodiscard]] const NoticeCounts& counts() const { return counts_; }
  // Notices in the machine: sent, and neither delivered nor taken out.
  [[nodiscard]] std::uint64_t under_way() const { return counts_.sent - counts_.delivered - counts_.lost; }
  // By the terminal that sent them: in the machine's counts they are packets of one flit.
  [[nodiscard]] std::uint64_t sent(std::uint32_t terminal) const { return sent_[terminal]; }
  [[nodiscard]] std::uint64_t delivered(std::uint32_t terminal) const { return delivered_[terminal]; }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [delay, of_terminals, come, held, told, waiting, untold, counts_of] = *this;
    static_cast<void>(delay);
    archive(of_terminals, come, held, told, waiting, untold, counts_of);
  }

 private:
  static constexpr std::uint32_t kTag = 0xffffffffU;  // of no packet of a source

  struct Notice {
    Cycle generated = 0;
    TerminalId reporter, source;
  };
  struct Pending {
    Cycle due;
    Notice notice;
  };
  using Name = std::array<std::uint64_t, 2>;  // cycle; reporter and source
  [[nodiscard]] static Name name_of(const Notice& n) { return {n.generated, std::uint64_t{n.reporter.value()} << 32U | n.source.value()}; }
  [[nodiscard]] static Notice notice_of(const Packet& packet) { return {packet.order.generated, packet.source, packet.order.destination}; }
  [[nodiscard]] static bool lives(TerminalId terminal, const CompiledNetwork& network, const FaultMap* failed) {
    return failed == nullptr || !failed->failed(network.routing().router_of[terminal.value()]);
  }
  void send(const Notice& notice, CompiledNetwork& network);
  // The source of these knows from cycle `now` on.
  void learn(const std::vector<Packet>& packets, Cycle now, Retransmission& again);
  template <typename GivenUp>
  void give_up(const Notice& notice, GivenUp given_up) {
    const std::vector<Packet> packets = std::move(told_.at(name_of(notice)));
    told_.erase(name_of(notice));
    for (const Packet& packet : packets) {
      if (carries(packet)) {
        give_up(notice_of(packet), given_up);
      } else {
        --untold_;
        given_up(packet);
      }
    }
  }

  std::optional<Cycle> delay_;
  std::vector<std::uint64_t> sent_, delivered_;             // per terminal that sends them
  std::map<std::uint32_t, std::vector<Packet>> taken_out_;  // by source, until tell()
  std::map<Name, std::vector<Packet>> told_;                // what a notice tells of, until it has arrived or is given up
  std::deque<Pending> pending_;                             // to be sent again, by the cycle in which they are due
  std::uint64_t untold_ = 0;
  NoticeCounts counts_;
};

// The terminal that reports a change: of the nodes and links of which it tells (those that are found to have failed; if
// there are none, those that fail or are repaired with it), the living ends and neighbours; of those with a terminal
// the router with the lowest number, and its first terminal. Where there is none, the first living terminal.
// `before`: what had failed until then; null: nothing.
[[nodiscard]] TerminalId reporter_of(const NetworkChange& change, const FaultMap* before);
// Whether nobody knows of what the change took out: it is told with a later one.
[[nodiscard]] bool is_unseen(const NetworkChange& change);

}  // namespace dateline
