#include "routing/networks/hyperx/hyperx_hops.hpp"

namespace dateline {

// 2^20 routers at most, so all coordinates fit: a side of S > 1 takes fewer than 2 log2 S bits, or one.
HyperXHops::HyperXHops(const HyperXTopology& topology) : topology_(topology), dimensions_(topology.grid()->dimensions()) {
  unsigned shift = 0;
  for (int d = 0; d < dimensions_; ++d) {
    unsigned bits = 1;
    while ((1U << bits) < side(d)) ++bits;
    fields_.push_back({shift, (1U << bits) - 1});
    for (unsigned b = 0; b < bits; ++b) dimension_of_bit_[shift + b] = static_cast<std::uint8_t>(d);
    shift += bits;
  }
  packed_.reserve(topology.nodes());
  for (std::uint32_t r = 0; r < topology.nodes(); ++r) {
    const Grid::Coordinates x = topology.grid()->coordinates(r);
    std::uint64_t word = 0;
    for (std::size_t d = 0; d < x.size(); ++d) word |= std::uint64_t{x[d]} << fields_[d].shift;
    packed_.push_back(word);
  }
}

}  // namespace dateline
