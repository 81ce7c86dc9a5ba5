// A workload as a graph: every rank has operations, and edges by which an operation waits for the end, or the start, of
// others of its rank; a send is matched with one recv of another rank (or of its own). Immutable; made by a
// ScheduleBuilder, which has checked that it can finish. What the operations mean, cycle by cycle:
// docs/guide/workloads/schedules.md. Operations are numbered through all ranks, those of a rank one after the other in
// the order of their file: what is first there is served first. Memory: 16 bytes an operation, 12 more for its edges'
// index and count, 4 an edge; where NICs are named a byte an operation.
#pragma once

#include <bitset>
#include <cstdint>
#include <string>
#include <vector>

namespace dateline {

enum class OperationKind : std::uint8_t { compute, send, recv };

struct Operation {
  static constexpr std::uint64_t kMaxAmount = (std::uint64_t{1} << 54) - 1;

  std::uint64_t amount : 54;  // compute: cycles; send, recv: bytes
  std::uint64_t kind_bits : 2;
  std::uint64_t cpu : 8;
  std::uint32_t partner;  // of a send its recv, of a recv its send
  std::uint32_t rank : 29;
  std::uint32_t reduces : 1;       // a recv whose bytes are added to what the rank has
  std::uint32_t marked : 1;        // with it a collective begins or ends on its rank; a compute of no time
  std::uint32_t start_counts : 1;  // some operation waits for its start
  [[nodiscard]] OperationKind kind() const { return static_cast<OperationKind>(kind_bits); }
};
static_assert(sizeof(Operation) == 16, "millions of them");

// An operation that waits for another one.
struct Follower {
  std::uint32_t operation : 31;
  std::uint32_t on_start : 1;  // for its start; else for its end
};

// Operations of several ranks that are reported as one; bytes: of its buffer, or of the parts of all ranks together.
struct NamedCollective {
  std::string name, type, group;
  std::uint64_t bytes;
};

struct CollectiveMark {
  std::uint32_t operation, collective;
  bool begins;  // else ends
};

class Schedule {
 public:
  static constexpr std::uint32_t kMaxOperations = 1U << 30;
  static constexpr std::size_t kCpus = 256;  // of a rank

  struct Followers {
    const Follower *first, *last;
    [[nodiscard]] const Follower* begin() const { return first; }
    [[nodiscard]] const Follower* end() const { return last; }
    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(last - first); }
    [[nodiscard]] bool empty() const { return first == last; }
  };

  [[nodiscard]] std::uint32_t ranks() const { return static_cast<std::uint32_t>(rank_begin_.size()) - 1; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(operations_.size()); }
  [[nodiscard]] const Operation& operator[](std::uint32_t operation) const { return operations_[operation]; }
  // The operations of a rank are begin(rank) .. begin(rank + 1) - 1.
  [[nodiscard]] std::uint32_t begin(std::uint32_t rank) const { return rank_begin_[rank]; }
  [[nodiscard]] Followers followers(std::uint32_t operation) const {
    return {followers_.data() + follower_begin_[operation], followers_.data() + follower_begin_[operation + 1]};
  }
  // How many edges each operation waits for; 0: ready when its rank begins.
  [[nodiscard]] const std::vector<std::uint32_t>& waits() const { return waits_; }
  // By which NIC of its rank each send leaves, per operation; empty: all by NIC 0, as none names another.
  [[nodiscard]] const std::vector<std::uint8_t>& nics() const { return nics_; }
  // How often every rank does all of its operations: again as soon as all of them have ended.
  [[nodiscard]] std::uint64_t repeat() const { return repeat_; }
  // Of all ranks, repetitions included.
  [[nodiscard]] std::uint64_t messages() const { return sends_ * repeat_; }
  [[nodiscard]] const std::vector<NamedCollective>& collectives() const { return collectives_; }
  // By operation, ascending.
  [[nodiscard]] const std::vector<CollectiveMark>& marks() const { return marks_; }
  // Which cpus are GPUs.
  [[nodiscard]] const std::bitset<kCpus>& gpus() const { return gpus_; }

 private:
  friend class ScheduleBuilder;
  std::vector<Operation> operations_;
  std::vector<std::uint32_t> rank_begin_;      // one more than ranks
  std::vector<std::uint32_t> follower_begin_;  // one more than operations
  std::vector<Follower> followers_;
  std::vector<std::uint32_t> waits_;
  std::vector<std::uint8_t> nics_;  // per operation; empty: all are 0
  std::uint64_t repeat_ = 1, sends_ = 0;
  std::vector<NamedCollective> collectives_;
  std::vector<CollectiveMark> marks_;
  std::bitset<kCpus> gpus_;
};

}  // namespace dateline
