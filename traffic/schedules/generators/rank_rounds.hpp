// One rank's operations, round after round: what is sent and received in a round waits until all that the rank sent and
// received in its round before has ended. The operations of one round do not wait for each other.
// A time to compute precedes the sends of a round, once for all of them: in rounds that wait for a recv, or in all. The
// recvs of the round do not wait for it. A rank may have several lines of rounds, none of which waits for another, and
// parts, each with lines of its own, that begin when others have ended. Cost: O(1) an operation.
#pragma once

#include <vector>

#include "traffic/schedules/schedule_builder.hpp"

namespace dateline {

// Whether what is received is added to what the rank has (--workload.reduce-cost).
enum class Received : std::uint8_t { kept, added };
enum class ComputesBefore : std::uint8_t { nothing, sends_that_wait, every_send };

class RankRounds {
 public:
  using Handle = ScheduleBuilder::Handle;
  using Handles = std::vector<Handle>;

  // `cycles` 0: nothing to compute.
  RankRounds(ScheduleBuilder& builder, std::uint32_t rank, std::uint64_t cycles, ComputesBefore before)
      : builder_(builder), rank_(rank), cycles_(before == ComputesBefore::nothing ? 0 : cycles), before_(before), now_(builder.size()) {}

  [[nodiscard]] std::uint32_t rank() const { return rank_; }
  void send(std::uint32_t to, std::uint64_t bytes);
  void recv(std::uint32_t from, std::uint64_t bytes, Received what = Received::kept);
  // A round of its own: computes for so long, if any.
  void compute(std::uint64_t cycles);
  // Ends the round, unless it is empty.
  void next();
  // A round of its own.
  void exchange(std::uint32_t to, std::uint64_t sent, std::uint32_t from, std::uint64_t received, Received what = Received::kept);
  void exchange(std::uint32_t partner, std::uint64_t bytes, Received what = Received::kept) { exchange(partner, bytes, partner, bytes, what); }
  // Begins a line: its first round waits for what the part waits for, and for nothing else.
  void begin_line();
  // Begins a part that waits for these operations of the rank; end_part gives those that a later part has to wait for.
  void begin_part(Handles after) { after_ = std::move(after); }
  [[nodiscard]] Handles end_part();

 private:
  void wait(Handle operation);

  ScheduleBuilder& builder_;
  std::uint32_t rank_;
  std::uint64_t cycles_;
  ComputesBefore before_;
  Handle now_;                                       // where this round's operations begin
  Handle last_ = 0, last_end_ = 0;                   // those of the round before
  Handle computed_ = kNone, last_computed_ = kNone;  // the compute of this round and of the one before
  bool receives_ = false, last_receives_ = false;
  Handles after_, ends_;  // what the part waits for; the last rounds of its lines
  static constexpr Handle kNone = Schedule::kMaxOperations;
};

}  // namespace dateline
