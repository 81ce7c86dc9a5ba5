// The extended dependencies among escape channels (escape_dependencies.hpp) of a network that reflections take to
// itself: kept from the first of every orbit of escapes only, as the walks to the first destinations give them and
// their images. The graph that merges the vertices of each orbit is acyclic only if the whole one is.
// Size: escapes^2 / 2^dimensions bits. Cost: O(dependencies of the walks / 2^dimensions of their orbits).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/proof/escape_fold.hpp"
#include "models/proof/reflection/reflections.hpp"

namespace dateline {

class ReflectedEscapes {
 public:
  // `escapes`: the classes that are escapes, of whatever channel. The reflections must outlive it.
  ReflectedEscapes(const Reflections& reflections, std::uint16_t escapes, int classes);

  // Of the headers to one destination. False if headers can go round over other channels: then nothing is known.
  [[nodiscard]] bool add(const HeaderGraph& graph);
  // How many dependencies the whole graph has; none if the merged one has a cycle. Call once.
  [[nodiscard]] std::optional<std::uint64_t> acyclic();

 private:
  using Mask = Reflections::Mask;
  static constexpr std::uint32_t kNone = 0xffffffffU;

  [[nodiscard]] std::uint32_t image(std::uint32_t vertex, Mask mask) const;
  [[nodiscard]] std::uint32_t first_of(std::uint32_t vertex) const { return image(vertex, reflections_.to_first(channel_of(vertex))); }
  [[nodiscard]] ChannelId channel_of(std::uint32_t vertex) const { return ChannelId(vertex / classes_); }
  [[nodiscard]] std::uint64_t* row_of(std::uint32_t first);
  [[nodiscard]] const std::vector<std::uint32_t>& wanted_images(Mask mask);
  void close_row(std::uint32_t vertex, std::uint64_t* row);
  template <typename Visit>
  void for_each_of(const std::uint64_t* row, Visit visit) const;

  const Reflections& reflections_;
  std::uint32_t classes_;
  std::size_t words_;  // of a row
  EscapeFold fold_;
  std::vector<std::uint32_t> row_number_, holders_;  // by vertex, else kNone; the vertex of each row
  std::vector<std::uint64_t> rows_;
  std::vector<std::vector<std::uint32_t>> images_;  // by mask: those of what the walk wants, if made
  std::vector<Mask> made_;
};

}  // namespace dateline
