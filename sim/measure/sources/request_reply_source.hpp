// Nodes that send requests by a pattern and answer those that reach them, each in `service` cycles; a reply lets its
// requester send the next request in the next cycle. Rules and order within a cycle:
// docs/guide/workloads/request-reply.md. A reply has the mark of its request, so measured round trips are those whose
// request was generated in the window. An interface takes every request and holds its reply until it is injected: at
// most one a request outstanding. Faults may take packets, and terminals with what they have asked for and serve.
// Cost: O(1) a message, O(terminals + requests in service) a change; memory: 24 bytes an outstanding request.
#pragma once

#include <vector>

#include "sim/measure/protocol/message_source.hpp"
#include "sim/measure/sources/request_reply_state.hpp"

namespace dateline {

class RequestReplySource final : public PacketSource {
 public:
  // The pattern must outlive the source; those send requests that it does not leave silent. `separate`: requests are of
  // VC set 0, replies of 1; else all of 0. `failures`: in a network that changes, the first those of its beginning.
  RequestReplySource(const RequestReplyOptions& options, const TrafficPattern& pattern, std::uint32_t terminals, std::uint64_t seed,
                     bool separate = false, std::vector<FailedTerminals> failures = {})
      : state_(options, pattern, terminals, seed, separate, std::move(failures)) {}

  void generate(Cycle now, bool measured, CompiledNetwork& network) override;
  void change(const TrafficPattern& pattern) override { state_.pattern = &pattern; }
  void delivered(const Delivery& delivery) override;
  void given_up(const Packet& packet) override { give_up(packet.order.tag); }
  [[nodiscard]] Cycle next_cycle(Cycle from) const override;
  [[nodiscard]] bool finished() const override {
    return state_.requesters.done() && round_trips().requests == round_trips().replies + round_trips().unanswered;
  }
  [[nodiscard]] std::uint64_t offered() const override { return state_.offered; }
  [[nodiscard]] std::optional<std::uint64_t> measured() const override { return 2 * round_trips().measured_requests; }
  [[nodiscard]] std::uint64_t never_sent() const override { return state_.never_sent; }
  [[nodiscard]] std::optional<Cycle> completion() const override { return round_trips().completion; }
  [[nodiscard]] std::optional<double> progress() const override;

  [[nodiscard]] const RoundTrips& round_trips() const { return state_.trips; }
  void write(StateWriter& archive) override { state_.io(archive); }
  void read(StateReader& archive) override { state_.io(archive); }

 private:
  void send_request(std::uint32_t requester, Cycle now, bool measured, CompiledNetwork& network);
  void send_reply(const RequestReplyState::Service& service, Cycle now, CompiledNetwork& network);
  // Something has failed, or was repaired.
  void take_failures();
  // No reply will come.
  void give_up(std::uint32_t exchange);

  RequestReplyState state_;
};

}  // namespace dateline
