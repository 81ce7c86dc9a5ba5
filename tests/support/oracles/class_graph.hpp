// A dependency graph among (channel, VC class) by bits, for small networks: what a header that holds one may ask for.
#pragma once

#include <cstdint>
#include <vector>

#include "models/base/ids.hpp"

namespace dateline::test {

class ClassGraph {
 public:
  ClassGraph(std::uint32_t channels, std::uint32_t classes)
      : classes_(classes), words_((channels * classes + 63) / 64), row_(channels * classes, Bits(words_)) {}
  using Bits = std::vector<std::uint64_t>;

  [[nodiscard]] std::uint32_t vertex(ChannelId channel, std::uint32_t vc_class) const { return channel.value() * classes_ + vc_class; }
  [[nodiscard]] Bits none() const { return Bits(words_); }
  static void set(Bits& bits, std::uint32_t vertex) { bits[vertex / 64] |= std::uint64_t{1} << vertex % 64; }
  static void add(Bits& bits, const Bits& more) {
    for (std::size_t i = 0; i < bits.size(); ++i) bits[i] |= more[i];
  }
  void add_edge(std::uint32_t from, std::uint32_t to) { set(row_[from], to); }
  void add_edges(std::uint32_t from, const Bits& to) { add(row_[from], to); }

  [[nodiscard]] bool acyclic() const {
    const auto size = static_cast<std::uint32_t>(row_.size());
    std::vector<std::uint32_t> before(size, 0), free;
    for (std::uint32_t v = 0; v < size; ++v) for_successors(v, [&](std::uint32_t w) { ++before[w]; });
    for (std::uint32_t v = 0; v < size; ++v) {
      if (before[v] == 0) free.push_back(v);
    }
    std::uint32_t done = 0;
    for (; !free.empty(); ++done) {
      const std::uint32_t v = free.back();
      free.pop_back();
      for_successors(v, [&](std::uint32_t w) {
        if (--before[w] == 0) free.push_back(w);
      });
    }
    return done == size;
  }

 private:
  template <typename Visit>
  void for_successors(std::uint32_t v, Visit visit) const {
    for (std::uint32_t i = 0; i < words_; ++i) {
      for (std::uint64_t rest = row_[v][i]; rest != 0; rest &= rest - 1) visit(64 * i + static_cast<std::uint32_t>(__builtin_ctzll(rest)));
    }
  }

  std::uint32_t classes_, words_;
  std::vector<Bits> row_;
};

}  // namespace dateline::test
