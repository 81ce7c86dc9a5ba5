// The short answers of a routing relation on a cube (HeaderStep), worked out beforehand, where they depend on the
// lowest dimension in which a node and the destination differ, on eight states, and on two coordinates, of the node and
// of the destination. Where those are equal, it says deliver: so it is asked of the highest dimension for a header that
// differs from its destination in none.
// 8 bytes an entry, 8 k^2 of them for a dimension of radix k.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "models/network/relation/relation.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

class StepTable {
 public:
  static constexpr std::uint32_t kDimensions = 8, kStates = 8;
  static constexpr unsigned kStateShift = 4;          // the state's number: three bits of the header's state from this one on
  static constexpr std::size_t kLargest = 1U << 15U;  // entries

  struct Entry {  // one way, and the other of a tie
    std::uint8_t next[2];
    std::uint16_t classes;
    std::uint8_t port[2];
    HeaderStep::Kind kind;
  };
  static constexpr Entry kDeliver{{0, 0}, 0, {0, 0}, HeaderStep::Kind::deliver};

  // No table yet. `topology` must outlive it. `coordinates`: of every node, 8 bits a dimension from the lowest; none if
  // they do not fit.
  StepTable(const Topology& topology, std::vector<std::uint64_t> coordinates) : topology_(topology), coordinates_(std::move(coordinates)) {
    rows_.fill({&kDeliver, 0});
  }
  StepTable(const StepTable&) = delete;
  StepTable& operator=(const StepTable&) = delete;

  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] const std::vector<std::uint64_t>& coordinates() const { return coordinates_; }
  [[nodiscard]] static constexpr std::size_t entries_of(std::uint32_t radix) { return kStates * std::size_t{radix} * radix; }
  // `entry(state, at, target)` of coordinates that differ; each dimension once.
  template <typename MakeEntry>
  void add(std::uint32_t dimension, std::uint32_t radix, MakeEntry entry);

  // There must be entries.
  [[nodiscard]] const Entry& entry(NodeId node, NodeId destination, HeaderState state) const {
    const std::uint64_t here = coordinates_[node.value()], there = coordinates_[destination.value()];
    const unsigned shift = static_cast<unsigned>(__builtin_ctzll((here ^ there) | std::uint64_t{1} << 63U)) & ~7U;
    const Row& row = rows_[shift + (static_cast<std::uint32_t>(state.word >> kStateShift) & 7U)];  // of no dimension: then all entries say deliver
    const std::uint32_t at = static_cast<std::uint32_t>(here >> shift) & 255U, target = static_cast<std::uint32_t>(there >> shift) & 255U;
    return row.entries[at * row.radix + target];
  }
  // Kind, classes, and a way with the state after it: what an answer of these kinds has.
  void answer(NodeId node, const Entry& entry, HeaderStep& step) const {
    step.classes = entry.classes;
    step.kind = entry.kind;
    way(node, entry, 0, step);
  }
  // The other way of a tie.
  void answer_other(NodeId node, const Entry& entry, HeaderStep& step) const { way(node, entry, 1, step); }

 private:
  static_assert(kStates == 8, "a dimension's place among the coordinates is that of its rows");
  struct Row {  // of a state in a dimension
    const Entry* entries;
    std::uint64_t radix;
  };
  void way(NodeId node, const Entry& entry, std::size_t side, HeaderStep& step) const {
    step.channel[side] = topology_.out(node, Port(entry.port[side]));
    step.next[side].word = entry.next[side];
  }

  const Topology& topology_;
  const std::vector<std::uint64_t> coordinates_;
  std::array<Row, kDimensions * kStates> rows_;
  std::vector<std::vector<Entry>> entries_;  // of each dimension
};

// A routing relation that is made of this claims: what steps() answers is what the table says, if there is one. The
// machine then reads it itself. A relation that forwards to another one claims nothing of it.
class AnswersByTable {
 public:
  // Null: none.
  [[nodiscard]] virtual const StepTable* step_table() const = 0;

 protected:
  AnswersByTable() = default;
  ~AnswersByTable() = default;
};

[[nodiscard]] inline const StepTable* step_table_of(const RoutingRelation& relation) {
  const auto* const answers = dynamic_cast<const AnswersByTable*>(&relation);
  return answers == nullptr ? nullptr : answers->step_table();
}

template <typename MakeEntry>
void StepTable::add(std::uint32_t dimension, std::uint32_t radix, MakeEntry entry) {
  std::vector<Entry>& entries = entries_.emplace_back();
  for (std::uint32_t state = 0; state < kStates; ++state) {
    for (std::uint32_t at = 0; at < radix; ++at) {
      for (std::uint32_t target = 0; target < radix; ++target) entries.push_back(at == target ? kDeliver : entry(state, at, target));
    }
  }
  for (std::uint32_t state = 0; state < kStates; ++state)
    rows_[dimension * kStates + state] = {entries.data() + std::size_t{state} * radix * radix, radix};
}

}  // namespace dateline
