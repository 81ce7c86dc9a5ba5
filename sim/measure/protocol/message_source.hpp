// What offers messages to a machine, apart from what measures them: open-loop traffic, one message each at the start,
// and whatever else generates messages in given cycles or when others arrive. Called by Run once per executed cycle,
// before the machine's step.
#pragma once

#include <optional>

#include "models/base/error.hpp"
#include "models/base/state_io.hpp"
#include "models/network/traffic_pattern.hpp"
#include "sim/core/compiled_network.hpp"

namespace dateline {

class PacketSource {
 public:
  static constexpr Cycle kNever = ~Cycle{0};
  virtual ~PacketSource() = default;

  // Sends the messages of cycle `now`; `measured` is their mark. Cycles increase, and none that next_cycle() named is
  // left out.
  virtual void generate(Cycle now, bool measured, CompiledNetwork& network) = 0;
  // From the next cycle on the traffic is that of `pattern`, one of those it was made for.
  virtual void change(const TrafficPattern& /*pattern*/) {}
  // Whether generate() may be called for the cycles of a stretch before any of them is executed: what it sends, and
  // counts, depends on nothing that becomes of it.
  [[nodiscard]] virtual bool foresees() const { return false; }
  // A message was handed over in the cycle that was executed last.
  virtual void delivered(const Delivery& delivery) = 0;
  // The tails of these messages have crossed their injection channels in the cycle `now`, that was executed last;
  // before that cycle's deliveries, if the machine reports it (ExecutionOptions::report_sent).
  virtual void sent(const std::vector<const Packet*>& /*messages*/, Cycle /*now*/) {}
  // A fault took the packet between the cycle that was executed last and `next`; `again`: it will be sent again, with
  // the same order, unless given_up().
  virtual void lost(const Packet& packet, Cycle /*next*/, bool again) {
    if (!again) given_up(packet);
  }
  virtual void given_up(const Packet& /*packet*/) {}
  // The window begins, and then ends, between the cycle that was executed last and the next.
  virtual void window_border(const CompiledNetwork& /*machine*/) {}
  // The first cycle from `from` on in which it may have something to send, as far as it knows now; kNever if it waits
  // for deliveries, or for nothing.
  [[nodiscard]] virtual Cycle next_cycle(Cycle from) const = 0;
  // It will never send again.
  [[nodiscard]] virtual bool finished() const = 0;
  // Messages offered so far.
  [[nodiscard]] virtual std::uint64_t offered() const = 0;
  // Of the messages sent so far, how many are marked, and those yet to be sent in answer to them with their mark; none:
  // those of the window.
  [[nodiscard]] virtual std::optional<std::uint64_t> measured() const { return std::nullopt; }
  // Of those yet to be sent, how many will not be after all: faults have taken what they answer.
  [[nodiscard]] virtual std::uint64_t never_sent() const { return 0; }
  // The cycle after its last event, if it has events of its own beside deliveries.
  [[nodiscard]] virtual std::optional<Cycle> completion() const { return std::nullopt; }
  // Whether its messages belong to classes, and to which one a message does.
  [[nodiscard]] virtual bool has_classes() const { return false; }
  [[nodiscard]] virtual std::uint8_t class_of(const PacketRequest& /*order*/) const { return 0; }
  // Its state, between two cycles; of a source that has none.
  virtual void write(StateWriter& /*archive*/) { throw InvariantError("a source without a state to be saved"); }
  virtual void read(StateReader& /*archive*/) { throw InvariantError("a source without a state to be read"); }
  // The part of its work that is done, 0..1, for people; none if it has no end of its own.
  [[nodiscard]] virtual std::optional<double> progress() const { return std::nullopt; }
  // Whether what it offers depends on nothing that becomes of it. Then a run can branch (Run::branch): pass() leaves
  // out what it would have offered before cycle `until`, a later one than in the call before; take_offered() has read,
  // of the state of such a source with other options, what it had offered. `in_window`: the window has begun.
  [[nodiscard]] virtual bool open_loop() const { return false; }
  virtual void pass(Cycle /*until*/) { throw InvariantError("a source that offers by what becomes of it"); }
  virtual void take_offered(StateReader& /*archive*/, bool /*in_window*/) { throw InvariantError("a source that offers by what becomes of it"); }

 protected:
  PacketSource() = default;
  PacketSource(const PacketSource&) = default;
  PacketSource& operator=(const PacketSource&) = default;
};

}  // namespace dateline
