#include "tests/support/shape.hpp"

#include <algorithm>

namespace dateline::test {

using Kind = CubeTopology::Kind;

std::string Shape::name() const {
  if (kind == Kind::hypercube) return "hypercube:" + std::to_string(radices.size());
  std::string text = kind == Kind::torus ? "torus:" : "mesh:";
  for (std::size_t d = 0; d < radices.size(); ++d) text += (d == 0 ? "" : "x") + std::to_string(radices[d]);
  return text;
}

std::uint32_t Shape::nodes() const {
  std::uint32_t product = 1;
  for (const std::uint32_t k : radices) product *= k;
  return product;
}

std::uint32_t Shape::hops(std::uint32_t from, std::uint32_t to) const {
  std::uint32_t sum = 0;
  for (const std::uint32_t k : radices) {
    const std::uint32_t a = from % k;
    const std::uint32_t b = to % k;
    const std::uint32_t gap = a > b ? a - b : b - a;
    sum += kind == Kind::torus ? std::min(gap, k - gap) : gap;
    from /= k;
    to /= k;
  }
  return sum;
}

Shape torus(std::vector<std::uint32_t> radices) { return {Kind::torus, std::move(radices)}; }
Shape mesh(std::vector<std::uint32_t> radices) { return {Kind::mesh, std::move(radices)}; }
Shape hypercube(std::size_t dimensions) { return {Kind::hypercube, std::vector<std::uint32_t>(dimensions, 2)}; }

}  // namespace dateline::test
