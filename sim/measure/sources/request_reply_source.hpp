// Nodes that send requests by a pattern and answer those that reach them, each in `service` cycles; a reply lets its
// requester send the next request in the next cycle. Rules and order within a cycle:
// docs/guide/workloads/request-reply.md. A reply has the mark of its request, so measured round trips are those whose
// request was generated in the window. An interface takes every request and holds its reply until it is injected: at
// most one a request outstanding. Cost: O(1) a message; memory: 16 bytes an outstanding request.
#pragma once

#include <deque>
#include <vector>

#include "sim/measure/protocol/message_source.hpp"
#include "sim/measure/sources/tag_pool.hpp"
#include "sim/measure/statistics/statistics.hpp"
#include "traffic/streams/request_reply.hpp"

namespace dateline {

// What has come of the requests of a run.
struct RoundTrips {
  std::uint64_t requests = 0;           // generated
  std::uint64_t measured_requests = 0;  // of them, those generated in the window
  std::uint64_t replies = 0;            // delivered
  std::uint64_t replies_in_window = 0;  // delivered in cycles whose packets are marked
  std::optional<Cycle> completion = {};
  // Of measured round trips, whole and in parts: generation to last flit ejected.
  Statistics whole, request, reply;
  template <typename Archive>
  void io(Archive& archive) {
    auto& [asked, measured, answered, in_window, last, all, there, back] = *this;
    archive(asked, measured, answered, in_window, last, all, there, back);
  }
  // Between two cycles.
  void end_of_cycle() {
    for (Statistics* s : {&whole, &request, &reply}) s->end_of_cycle();
  }
};

// Those that send requests: who may generate one next, and what is left of their batches.
class Requesters {
 public:
  // Of all terminals that the pattern does not leave silent.
  Requesters(const RequestReplyOptions& options, const TrafficPattern& pattern, std::uint32_t terminals, std::uint64_t seed);

  struct Requester {
    TerminalId terminal;
    RandomStream destinations;
    std::uint64_t left;  // of its batch, neither generated nor ready to be
  };
  [[nodiscard]] Requester& operator[](std::uint32_t requester) { return requesters_[requester]; }
  [[nodiscard]] std::size_t size() const { return requesters_.size(); }
  // send(requester) for each that generates a request in this cycle, in the order of deliveries. In the first all
  // begin.
  template <typename Send>
  void send_ready(Send send) {
    if (!begun_) begin();
    for (const std::uint32_t requester : ready_) {
      if (batched_) --left_in_all_;
      send(requester);
    }
    ready_.clear();
  }
  // A reply has come: it may generate its next request, if its batch has one.
  void replied(std::uint32_t requester) {
    if (batched_ && requesters_[requester].left == 0) return;
    if (batched_) --requesters_[requester].left;
    ready_.push_back(requester);
  }
  // Some generate in the next cycle.
  [[nodiscard]] bool any_ready() const { return !ready_.empty() || (!begun_ && !requesters_.empty()); }
  // All batches are generated; without batches: no terminal sends.
  [[nodiscard]] bool done() const { return left_in_all_ == 0; }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [batched, first, requesters, left, ready, begun] = *this;
    static_cast<void>(batched), static_cast<void>(first);
    archive(requesters, left, ready, begun);
  }

 private:
  void begin();

  bool batched_;
  std::uint64_t first_;  // requests that each generates before a reply comes
  std::vector<Requester> requesters_;
  std::uint64_t left_in_all_ = 0;     // of batches, not generated; without: not 0 if some terminal sends
  std::vector<std::uint32_t> ready_;  // that generate in the next cycle, in the order of deliveries
  bool begun_ = false;
};

class RequestReplySource final : public PacketSource {
 public:
  // The pattern must outlive the source; those send requests that it does not leave silent. `separate`: requests are of
  // VC set 0, replies of 1; else all of 0.
  RequestReplySource(const RequestReplyOptions& options, const TrafficPattern& pattern, std::uint32_t terminals, std::uint64_t seed,
                     bool separate = false);

  void generate(Cycle now, bool measured, CompiledNetwork& network) override;
  void delivered(const Delivery& delivery) override;
  [[nodiscard]] Cycle next_cycle(Cycle from) const override;
  [[nodiscard]] bool finished() const override { return requesters_.done() && trips_.requests == trips_.replies; }
  [[nodiscard]] std::uint64_t offered() const override { return offered_; }
  [[nodiscard]] std::optional<std::uint64_t> measured() const override { return 2 * trips_.measured_requests; }
  [[nodiscard]] std::optional<Cycle> completion() const override { return trips_.completion; }
  [[nodiscard]] std::optional<double> progress() const override;

  [[nodiscard]] const RoundTrips& round_trips() const { return trips_; }
  void write(StateWriter& archive) override { io(archive); }
  void read(StateReader& archive) override { io(archive); }
  template <typename Archive>
  void io(Archive& archive) {
    auto& [options, pattern, requesters, services, exchanges, window, set, offered_ones, trips] = *this;
    static_cast<void>(options);
    static_cast<void>(pattern);
    static_cast<void>(set);
    archive(requesters, services, exchanges, window, offered_ones, trips);
  }

 private:
  struct Exchange {  // a request until its reply is there
    Cycle generated = 0;
    std::uint32_t requester = 0;
    bool replied = false;         // the reply is what is on its way
    bool measured = false;
  };
  struct Service {
    Cycle due;  // of the reply
    std::uint32_t exchange;
    TerminalId at;
  };

  void send_request(std::uint32_t requester, Cycle now, bool measured, CompiledNetwork& network);
  void send_reply(const Service& service, Cycle now, CompiledNetwork& network);

  RequestReplyOptions options_;
  const TrafficPattern& pattern_;
  Requesters requesters_;
  std::deque<Service> services_;  // ascending by when they are due
  TagPool<Exchange> exchanges_;
  bool in_window_ = false;
  std::uint8_t reply_set_;
  std::uint64_t offered_ = 0;
  RoundTrips trips_;
};

}  // namespace dateline
