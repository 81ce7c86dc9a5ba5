// Nodes that send requests by a pattern and answer those that reach them, each in `service` cycles; a reply lets its
// requester send the next request in the next cycle. Rules and order within a cycle: docs/workloads.md.
// A reply has the mark of its request, so measured round trips are those whose request was generated in the window.
// An interface takes every request and holds its reply until it is injected: at most one a request outstanding.
// Cost: O(1) a message; memory: 16 bytes an outstanding request.
#pragma once

#include <deque>
#include <vector>

#include "sim/measure/protocol/message_source.hpp"
#include "sim/measure/statistics/statistics.hpp"
#include "traffic/streams/request_reply.hpp"

namespace dateline {

class RequestReplySource final : public PacketSource {
 public:
  // The pattern must outlive the source; those send requests that it does not leave silent. `separate`: requests are of
  // VC set 0, replies of 1; else all of 0.
  RequestReplySource(const RequestReplyOptions& options, const TrafficPattern& pattern, std::uint32_t terminals, std::uint64_t seed,
                     bool separate = false);

  void generate(Cycle now, bool measured, CompiledNetwork& network) override;
  void delivered(const Delivery& delivery) override;
  [[nodiscard]] Cycle next_cycle(Cycle from) const override;
  [[nodiscard]] bool finished() const override { return left_in_all_ == 0 && requests_ == replies_; }
  [[nodiscard]] std::uint64_t offered() const override { return offered_; }
  [[nodiscard]] std::optional<std::uint64_t> measured() const override { return 2 * measured_requests_; }
  [[nodiscard]] std::optional<Cycle> completion() const override { return completion_; }
  [[nodiscard]] std::optional<double> progress() const override;

  [[nodiscard]] std::uint64_t requests() const { return requests_; }                 // generated
  [[nodiscard]] std::uint64_t replies() const { return replies_; }                   // delivered
  [[nodiscard]] std::uint64_t replies_in_window() const { return window_replies_; }  // delivered in cycles whose messages are marked
  // Of measured round trips, whole and in parts: generation to last flit ejected.
  [[nodiscard]] const Statistics& round_trip() const { return round_trip_; }
  [[nodiscard]] const Statistics& request() const { return request_; }
  [[nodiscard]] const Statistics& reply() const { return reply_; }

 private:
  struct Exchange {  // a request until its reply is there
    Cycle generated;
    std::uint32_t requester;  // its place in requesters_
    bool replied = false;     // the reply is what is on its way
    bool measured = false;
  };
  struct Service {
    Cycle due;  // of the reply
    std::uint32_t exchange;
    TerminalId at;
  };
  struct Requester {
    TerminalId terminal;
    RandomStream destinations;
    std::uint64_t left;  // of its batch, neither generated nor ready to be
  };

  void begin();
  void send_request(std::uint32_t requester, Cycle now, bool measured, CompiledNetwork& network);
  void send_reply(const Service& service, Cycle now, CompiledNetwork& network);
  [[nodiscard]] std::uint32_t new_exchange();
  void end_of_cycle();

  RequestReplyOptions options_;
  const TrafficPattern& pattern_;
  std::vector<Requester> requesters_;
  std::uint64_t left_in_all_ = 0;     // of batches, not generated; without: not 0 if someone sends
  std::vector<std::uint32_t> ready_;  // requesters that generate in the next cycle, in the order of deliveries
  std::deque<Service> services_;      // ascending by when they are due
  std::vector<Exchange> exchanges_;   // by a message's tag
  std::vector<std::uint32_t> free_;
  bool begun_ = false, in_window_ = false;
  std::uint8_t reply_set_;
  std::uint64_t offered_ = 0, requests_ = 0, replies_ = 0, measured_requests_ = 0, window_replies_ = 0;
  std::optional<Cycle> completion_;
  Statistics round_trip_, request_, reply_;
};

}  // namespace dateline
