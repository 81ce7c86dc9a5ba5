// Makes a schedule out of operations as a file or a generator names them, in any order of ranks; then matches sends and
// recvs and checks that it can finish. The k-th send of (source, destination, tag) matches the k-th recv, in the order
// in which they were added.
// Throws ConfigError(component, key, value, rule), naming the operations by rank, kind and line: too many ranks or
// operations, a send or recv without its partner, a pair of different sizes, operations that wait for each other.
// Cost: O(n log n); beside the schedule 8 bytes an operation and 8 an edge while it is made.
#pragma once

#include <string>
#include <vector>

#include "models/base/text/parse.hpp"
#include "traffic/schedules/schedule.hpp"

namespace dateline {

inline constexpr std::uint32_t kMaxRanks = 1U << 24;
inline constexpr std::uint64_t kMaxRepeat = 1'000'000'000;  // of all operations of a rank

// What the user gave for the key of a schedule, a file or a generator's name; for error lines.
struct ScheduleName {
  ValueSource source;
  std::string value;
  [[noreturn]] void fail(const std::string& rule) const;
};

class ScheduleBuilder {
 public:
  using Handle = std::uint32_t;  // of an operation: how many were added before it

  // `value`: as ScheduleName has it.
  ScheduleBuilder(ValueSource source, std::string value, std::uint32_t ranks);

  // `line` of the file, 0 if there is none. Ranks below ranks(), cpus below 256, amounts at most kMaxAmount.
  Handle compute(std::uint32_t rank, std::uint64_t cycles, std::uint32_t cpu = 0, std::uint32_t line = 0);
  Handle send(std::uint32_t rank, std::uint32_t to, std::uint64_t bytes, std::uint32_t tag = 0, std::uint32_t cpu = 0, std::uint32_t line = 0,
              std::uint8_t nic = 0);
  Handle recv(std::uint32_t rank, std::uint32_t from, std::uint64_t bytes, std::uint32_t tag = 0, std::uint32_t cpu = 0, std::uint32_t line = 0);
  // `operation` waits for the end, or the start, of `before`; both of one rank.
  void after(Handle operation, Handle before) { edges_.push_back({before, operation, false}); }
  void after_start(Handle operation, Handle before) { edges_.push_back({before, operation, true}); }
  // The bytes of that recv are added to what its rank has.
  void reduce(Handle recv) { schedule_.operations_[recv].reduces = 1; }
  // With `operation`, a compute of no time, the collective begins, or ends, on its rank.
  void mark(Handle operation, std::uint32_t collective, bool begins);
  // Its number.
  std::uint32_t add_collective(NamedCollective collective);
  void gpu(std::uint32_t cpu) { schedule_.gpus_.set(cpu); }
  void repeat(std::uint64_t times) { schedule_.repeat_ = times; }

  [[nodiscard]] std::uint32_t ranks() const { return ranks_; }
  [[nodiscard]] Handle size() const { return static_cast<Handle>(schedule_.operations_.size()); }
  [[nodiscard]] std::uint32_t rank_of(Handle operation) const { return schedule_.operations_[operation].rank; }
  // To be called once, last.
  [[nodiscard]] Schedule build();

 private:
  struct Edge {
    Handle before;
    std::uint32_t operation : 31;
    std::uint32_t on_start : 1;
    Edge(Handle b, Handle o, bool s) : before(b), operation(o & 0x7fffffffU), on_start(s ? 1U : 0U) {}
  };
  Handle add(OperationKind kind, std::uint32_t rank, std::uint64_t amount, std::uint32_t peer, std::uint32_t tag, std::uint32_t cpu,
             std::uint32_t line);
  void order_by_rank();
  void match();
  void link();

  ScheduleName name_;
  std::uint32_t ranks_;
  Schedule schedule_;                        // until match(), an operation's partner is the peer's rank
  std::vector<std::uint32_t> tags_, lines_;  // per operation; lines_ empty if none has one
  std::vector<Edge> edges_;
};

}  // namespace dateline
