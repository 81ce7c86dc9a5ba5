// A directed graph on dense vertices, built edge by edge, and the search for a shortest cycle in it.
#pragma once

#include <cstdint>
#include <vector>

namespace dateline {

class Digraph {
 public:
  explicit Digraph(std::uint32_t vertices) : next_(vertices) {}
  void add(std::uint32_t from, std::uint32_t to) { next_[from].push_back(to); }
  // Drops repeated edges; call before the queries.
  void normalise();
  [[nodiscard]] std::uint64_t edges() const;
  [[nodiscard]] bool acyclic() const;
  // The vertices of a shortest cycle (of those through vertices of the smallest strong component that has one); empty
  // if there is none.
  [[nodiscard]] std::vector<std::uint32_t> shortest_cycle() const { return shortest_cycle_through(std::vector<bool>(next_.size(), true)); }
  // The same of cycles through one of the vertices `chosen`.
  [[nodiscard]] std::vector<std::uint32_t> shortest_cycle_through(const std::vector<bool>& chosen) const;
  // Pairs (a, b) of vertices `ends`, a and b the same or not, with a way from a to b over none of them.
  [[nodiscard]] std::uint64_t ways_between(const std::vector<bool>& ends) const;

 private:
  std::vector<std::vector<std::uint32_t>> next_;
};

}  // namespace dateline
