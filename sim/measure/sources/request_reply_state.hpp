// What a source of requests and replies knows (request_reply_source.hpp): who may ask next, what is in service, what is
// on its way, and what has come of it.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "models/base/numbers/random.hpp"
#include "models/network/traffic_pattern.hpp"
#include "sim/measure/schedule/failed_ends.hpp"
#include "sim/measure/sources/tag_pool.hpp"
#include "sim/measure/statistics/statistics.hpp"
#include "traffic/streams/request_reply.hpp"

namespace dateline {

// What has come of the requests of a run.
struct RoundTrips {
  std::uint64_t requests = 0;           // generated
  std::uint64_t measured_requests = 0;  // of them, those generated in the window
  std::uint64_t replies = 0;            // delivered
  std::uint64_t unanswered = 0;         // requests that no reply will come to: a fault took one of the two, or an end
  std::uint64_t replies_in_window = 0;  // delivered in cycles whose packets are marked
  std::optional<Cycle> completion = {};
  // Of measured round trips, whole and in parts: generation to last flit ejected.
  Statistics whole, request, reply;
  template <typename Archive>
  void io(Archive& archive) {
    auto& [asked, measured, answered, lost, in_window, last, all, there, back] = *this;
    archive(asked, measured, answered, lost, in_window, last, all, there, back);
  }
  // Between two cycles.
  void end_of_cycle() {
    for (Statistics* s : {&whole, &request, &reply}) s->end_of_cycle();
  }
};

// Those that send requests: who may generate one next, and what is left of their batches.
class Requesters {
 public:
  // Of all terminals that the pattern does not leave silent; in a network that changes of all.
  Requesters(const RequestReplyOptions& options, const TrafficPattern& pattern, std::uint32_t terminals, std::uint64_t seed, bool changes);

  struct Requester {
    TerminalId terminal;
    RandomStream destinations;
    std::uint64_t left;      // of its batch, neither generated nor ready to be
    std::uint64_t open = 0;  // ready to be generated, or generated and neither answered nor given up
    std::uint32_t life = 0;  // how often its node has failed
    bool asks = true;        // it lives, and the pattern has a destination for it
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
  // One of its requests is over: it may generate its next, if its batch has one.
  void close(std::uint32_t requester) {
    --requesters_[requester].open;
    fill(requester);
  }
  // Whether it asks from now on; if not, its batch is over. `dies`: nothing that it has generated will be answered;
  // how many requests those are.
  std::uint64_t set_asking(std::uint32_t requester, bool asks, bool dies);
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
  // As many requests are ready as it may have beside those that are open.
  void fill(std::uint32_t requester) {
    Requester& r = requesters_[requester];
    for (; r.asks && r.open < first_ && (!batched_ || r.left > 0); ++r.open) {
      if (batched_) --r.left;
      ready_.push_back(requester);
    }
  }

  bool batched_;
  std::uint64_t first_;  // requests that each generates before a reply comes
  std::vector<Requester> requesters_;
  std::uint64_t left_in_all_ = 0;     // of batches, not generated; without: not 0 if some terminal sends
  std::vector<std::uint32_t> ready_;  // that generate in the next cycle, in the order of deliveries
  bool begun_ = false;
};

struct RequestReplyState {
  struct Exchange {  // a request until its reply is there
    Cycle generated = 0;
    std::uint32_t requester = 0;
    std::uint32_t life = 0;  // of its requester
    bool replied = false;    // the reply is what is on its way
    bool measured = false;
  };
  struct Service {
    Cycle due;  // of the reply
    std::uint32_t exchange;
    TerminalId at;
  };

  // As RequestReplySource has them.
  RequestReplyState(const RequestReplyOptions& options_given, const TrafficPattern& of, std::uint32_t terminals, std::uint64_t seed, bool separate,
                    std::vector<FailedTerminals> failures);

  RequestReplyOptions options;
  const TrafficPattern* pattern;
  FailedEnds ends;
  Requesters requesters;
  std::deque<Service> services;  // ascending by when they are due
  std::deque<Service> gone;      // with a node that is not known to have failed
  TagPool<Exchange> exchanges;
  bool in_window = false;
  std::uint8_t reply_set;
  std::uint64_t offered = 0;
  RoundTrips trips;
  std::uint64_t never_sent = 0;  // replies to measured requests

  template <typename Archive>
  void io(Archive& archive) {
    auto& [given, traffic, failed, asking, serving, taken, under_way, window, set, count, come, unsent] = *this;
    static_cast<void>(given), static_cast<void>(traffic), static_cast<void>(set);
    archive(failed, asking, serving, taken, under_way, window, count, come, unsent);
  }
};

}  // namespace dateline
