// Random configurations and loads for differential and property tests; a case is a function of its seed alone.
// Left out because it can deadlock by definition: vc-policy shared with vc-reuse place or tail on a torus (a worm
// queued behind another in an adaptive VC has no escape channel).
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "models/base/numbers/random.hpp"
#include "tests/support/harness.hpp"
#include "tests/support/shape.hpp"

namespace dateline::test {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(mix(seed)) {}
  [[nodiscard]] std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(scale_bits(mix(state_++), bound)); }
  [[nodiscard]] int between(int low, int high) { return low + static_cast<int>(below(static_cast<std::uint32_t>(high - low + 1))); }
  [[nodiscard]] bool one_in(std::uint32_t bound) { return below(bound) == 0; }
  template <typename T>
  [[nodiscard]] T pick(std::initializer_list<T> values) {
    return values.begin()[below(static_cast<std::uint32_t>(values.size()))];
  }

 private:
  std::uint64_t state_;
};

enum class Choices { deterministic, random_too };  // random_too: also tie split and selection random

struct RandomCase {
  Shape shape;
  TieRule tie_rule = TieRule::plus;
  VcPolicy policy = VcPolicy::split;
  RouterConfig machine;
  // Of the channels of each dimension, where they are not all alike.
  std::vector<int> latencies = {};
  std::vector<Bandwidth> bandwidths = {};
};

[[nodiscard]] const std::vector<Shape>& small_shapes();               // at most 32 nodes, of up to 5 dimensions
[[nodiscard]] const std::vector<Shape>& shapes_of_many_dimensions();  // 8 and 9, at most 768 nodes

// A rule of reuse that cannot deadlock where packets come back from escapes to other VCs.
[[nodiscard]] VcReuse beside_free_escapes(VcReuse drawn);
[[nodiscard]] RandomCase draw_case(Dice& dice, Choices choices, const std::vector<Shape>& shapes = small_shapes());
[[nodiscard]] std::string describe(const RandomCase& c);
// One tile in a half of the cases, else up to seven, on one thread; from dice of its own.
void draw_tiles(RouterConfig& machine);
// Latencies 1 to 12, bandwidths of 1 and below, or both, by dimension; buffers of 1 to 14 flits.
void draw_channels(Dice& dice, RandomCase& c);
// The network of the case: the topology's, with those latencies and bandwidths.
[[nodiscard]] Wiring wiring_of(const RandomCase& c, const Topology& topology);

// At most `most` messages in order of generation: all at once or staggered; to anybody (the own node included), a hot
// spot, or a neighbour; from all nodes or one; lengths 1, mixed 1..8, or mixed 1..40.
[[nodiscard]] std::vector<Send> draw_sends(Dice& dice, const Shape& shape, std::uint32_t most);
[[nodiscard]] std::string describe(const std::vector<Send>& sends);

}  // namespace dateline::test
