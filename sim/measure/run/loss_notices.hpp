// How sources learn that faults took their packets where packets say so (--loss-notice packets; docs/guide/faults.md,
// "Losses that packets report"). At a change of the network one router reports it: it sends a notice, a packet of one
// flit, to each source whose packets the change took out. Packets that arrive with errors their destination reports. A
// notice goes through the network as any packet does; when it is there its packets are sent again by the rule. One that
// is lost itself is reported to its reporter, which sends it again; where that cannot be, the packets that it was for
// are lost for good.
// Cost: O(log n) a notice, O(nodes + channels) a change while some loss is unknown.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "models/network/faults/fault_map.hpp"
#include "sim/measure/sources/retransmission.hpp"
#include "sim/measure/window/network_change.hpp"

namespace dateline {

struct NoticeCounts {
  std::vector<std::uint64_t> sent, delivered;  // per terminal that sent them; those sent again as often as they were
  std::uint64_t lost = 0;                      // taken out
  [[nodiscard]] std::uint64_t all_sent() const { return std::accumulate(sent.begin(), sent.end(), std::uint64_t{0}); }
  [[nodiscard]] std::uint64_t all_delivered() const { return std::accumulate(delivered.begin(), delivered.end(), std::uint64_t{0}); }
  // In the machine, in whose counts they are packets of one flit.
  [[nodiscard]] std::uint64_t under_way() const { return all_sent() - all_delivered() - lost; }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [there, come, gone] = *this;
    archive(there, come, gone);
  }
};

class LossNotices {
 public:
  // `delay`: of a notice that is sent again; none: sources know at once, and there are no notices.
  LossNotices(std::optional<Cycle> delay, std::uint32_t terminals)
      : delay_(delay), counts_{std::vector<std::uint64_t>(terminals, 0), std::vector<std::uint64_t>(terminals, 0)} {}

  [[nodiscard]] bool used() const { return delay_.has_value(); }
  [[nodiscard]] bool carries(const Packet& packet) const { return used() && packet.order.tag >= kOfErrors && packet.order.length == 1; }

  // A change took out a packet, or a notice: report() is for its source. Or it `arrived` with errors, which its
  // destination knows from that cycle on: report_errors() is.
  void take_out(const Packet& packet, std::optional<Cycle> arrived);
  // Before cycle `now`, and any change in it. `failed`: what has failed; null: nothing.
  void report_errors(const FaultMap* failed, Cycle now, CompiledNetwork& network, Retransmission& again);
  // Behind the change. `failed`: what has failed now; null: nothing.
  void report(TerminalId reporter, const FaultMap* failed, Cycle now, CompiledNetwork& network, Retransmission& again);
  // A notice has arrived.
  void delivered(const Delivery& delivery, Retransmission& again);
  // Sends again the notices that are due in cycle `now`; calls given_up(packet) for the packets of those that cannot
  // be.
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
  [[nodiscard]] std::optional<Cycle> next() const {
    if (!erred_.empty()) return erred_.begin()->first.front();  // it is the next cycle
    return pending_.empty() ? std::nullopt : std::optional(pending_.front().due);
  }

  // Packets taken out of which their sources do not know yet.
  [[nodiscard]] std::uint64_t unknown() const { return unknown_; }
  [[nodiscard]] const NoticeCounts& counts() const { return counts_; }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [delay, counts_of, held, wrong, reported, waiting, unknown_ones] = *this;
    static_cast<void>(delay);
    archive(counts_of, held, wrong, reported, waiting, unknown_ones);
  }

 private:
  static constexpr std::uint32_t kOfChange = 0xffffffffU, kOfErrors = 0xfffffffeU;  // tags of no packet of a source

  struct Notice {
    Cycle generated = 0;
    TerminalId reporter, source;
    std::uint32_t tag = kOfChange;
    using Name = std::array<std::uint64_t, 3>;
    [[nodiscard]] Name name() const { return {generated, std::uint64_t{reporter.value()} << 32U | source.value(), tag}; }
    [[nodiscard]] static Notice of(const Packet& packet) {
      return {packet.order.generated, packet.source, packet.order.destination, packet.order.tag};
    }
  };
  struct Pending {
    Cycle due;
    Notice notice;
  };
  [[nodiscard]] static bool lives(TerminalId terminal, const CompiledNetwork& network, const FaultMap* failed) {
    return failed == nullptr || !failed->failed(network.routing().router_of[terminal.value()]);
  }
  void send(const Notice& notice, CompiledNetwork& network);
  // The source of these knows from cycle `now` on.
  void learn(const std::vector<Packet>& packets, Cycle now, Retransmission& again);
  template <typename GivenUp>
  void give_up(const Notice& notice, GivenUp given_up) {
    const std::vector<Packet> packets = std::move(reported_.at(notice.name()));
    reported_.erase(notice.name());
    for (const Packet& packet : packets) {
      if (carries(packet)) {
        give_up(Notice::of(packet), given_up);
      } else {
        --unknown_;
        given_up(packet);
      }
    }
  }

  std::optional<Cycle> delay_;
  NoticeCounts counts_;
  std::map<std::uint32_t, std::vector<Packet>> taken_out_;  // by source, until report()
  std::map<Notice::Name, std::vector<Packet>> erred_;       // by the cycle, destination and source, until report_errors()
  std::map<Notice::Name, std::vector<Packet>> reported_;    // those of a notice, until it has arrived or is given up
  std::deque<Pending> pending_;                             // to be sent again, by the cycle in which they are due
  std::uint64_t unknown_ = 0;
};

// The terminal that reports a change: of the nodes and links that are found to have failed with it (if there are
// none, of those that fail or are repaired), the living ends and neighbours; of those with a terminal the router with
// the lowest number, and its first terminal. Where there is none, the first living terminal. `before`: what had
// failed until then; null: nothing.
[[nodiscard]] TerminalId reporter_of(const NetworkChange& change, const FaultMap* before);
// Whether no router knows of what the change took out: a later one reports it.
[[nodiscard]] bool is_unseen(const NetworkChange& change);

}  // namespace dateline
