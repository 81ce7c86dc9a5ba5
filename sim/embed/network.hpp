// The network of another simulator: messages of bytes go in, events come out, and time passes only within run().
// Time is in cycles; now() is the next one to be executed. `at` of an event is the first cycle in which the client can
// act on it: that of a message that arrived is the cycle after the one in which its last flit left the network.
// Events are taken, never called back: run() ends after the first cycle with an event, and executes nothing while
// events wait to be taken. Of one cycle they stand in this order: timers (by the cycle they were asked for, then the
// order of wake), lost, sent, arrived by (destination, source, sequence), deadlock.
// run(a) and then run(b) do what run(b) does. Where nothing is under way run() costs O(1), however many cycles pass.
// Objects are independent of each other: each in one thread at a time. Nothing is printed, and the process never ended.
// Throws ConfigError (options, terminals, sizes, cycles that have passed), which leaves the object as it was;
// std::runtime_error for a network that is not safe (prove), and for run() after a deadlock.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>

#include "models/base/ids.hpp"
#include "traffic/schedules/cycle_time.hpp"

namespace dateline {

class CompiledNetwork;

struct Event {
  enum Kind : std::uint32_t {
    arrived,  // the last of a message's packets
    sent,     // the last flit of a message has crossed the injection channel; of messages that ask for it
    timer,    // of wake()
    lost,     // a fault took a part of the message; it will not arrive
    deadlock  // `packets` wait for each other in a cycle: deadlock() says which; once, and run() goes no further
  };
  Kind kind = arrived;
  std::uint32_t hops = 0;  // the most of any packet
  std::uint64_t user = 0;  // of send() or wake()
  std::uint64_t bytes = 0;
  Cycle at = 0;
  Cycle offered = 0;   // of send()
  Cycle injected = 0;  // in which the first head flit crossed the injection channel; of messages that arrived
  TerminalId source, destination;
  std::uint64_t packets = 0;
};

struct SendOptions {
  bool report_sent = false;
};

class Network {
 public:
  static constexpr Cycle kNever = ~Cycle{0};
  static constexpr std::uint64_t kMostBytes = 1'000'000'000'000'000;  // of a message
  static constexpr Cycle kLast = 1'000'000'000'000'000;               // in which anything may be sent or wake

  // "topology=torus:8x8 routing=dor vcs=4 workload.flit-bytes=16 packet-length=64": the options of simulate that say
  // what the machine is, with their defaults, checks and errors; and header-flits
  // (sim/options/network/embed_settings.hpp).
  explicit Network(std::string_view options);
  ~Network();
  Network(Network&&) noexcept;
  Network& operator=(Network&&) noexcept;

  [[nodiscard]] std::uint32_t terminals() const;
  [[nodiscard]] Cycle now() const;
  // In cycle `at`, now() or later, `from` begins to send 0..kMostBytes. Messages of one source leave in the order of
  // (at, order of send).
  void send(Cycle at, TerminalId from, TerminalId to, std::uint64_t bytes, std::uint64_t user, SendOptions options = {});
  // An event of kind timer in cycle `at`, now() or later.
  void wake(Cycle at, std::uint64_t user);
  // Executes cycles before `until`; returns now(). With nothing under way or to come, run(kNever) returns at once.
  Cycle run(Cycle until);
  // Takes at most `room` events; returns how many.
  std::size_t take(Event* out, std::size_t room);
  // Nothing is under way, to come or to be taken.
  [[nodiscard]] bool idle() const;
  // Packets of `from` whose head flit has not crossed the injection channel: for clients that hold messages back.
  [[nodiscard]] std::uint64_t queued(TerminalId from) const;

  // All of it as bytes: restored in a network of the same options, which may have gone elsewhere, it goes on from
  // there. Throws ConfigError, and changes nothing: no checkpoint, a damaged one, one of another version or other
  // options.
  void save(std::ostream& out) const;
  void restore(std::istream& in);

  // workload.cycle-time, which turns times into cycles, exactly.
  [[nodiscard]] const CycleTime& cycle_time() const;
  // What prove found.
  [[nodiscard]] const std::string& proof() const;
  // Empty while there is none.
  [[nodiscard]] const std::string& deadlock() const;
  // To look at; what is sent there behind the network's back is not its own.
  [[nodiscard]] CompiledNetwork& machine();

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace dateline
