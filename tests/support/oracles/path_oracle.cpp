#include "tests/support/oracles/path_oracle.hpp"

#include <algorithm>
#include <stdexcept>

namespace dateline::test {
namespace {

constexpr std::uint32_t kNone = 0xffffffffU;

}  // namespace

PathOracle::PathOracle(const CubeTopology& topology, TieRule tie_rule) : kind_(topology.kind()), tie_rule_(tie_rule), nodes_(topology.nodes()) {
  for (int d = 0; d < topology.dimensions(); ++d) radices_.push_back(topology.radix(d));
  number_.assign(std::size_t{nodes_} * radices_.size() * 2, kNone);
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    const Channel& channel = topology.channel(ChannelId(c));
    number_[(channel.from.value() * radices_.size() + static_cast<std::size_t>(channel.dimension)) * 2 + (channel.sign < 0 ? 1 : 0)] = c;
  }
}

std::vector<std::uint32_t> PathOracle::digits(std::uint32_t node) const {
  std::vector<std::uint32_t> x;
  for (const std::uint32_t k : radices_) {
    x.push_back(node % k);
    node /= k;
  }
  return x;
}

ChannelId PathOracle::channel(std::uint32_t from, std::size_t dimension, int sign) const {
  const std::uint32_t c = number_[(from * radices_.size() + dimension) * 2 + (sign < 0 ? 1 : 0)];
  if (c == kNone) throw std::logic_error("the oracle wants a channel that does not exist");
  return ChannelId(c);
}

std::vector<PathOracle::Turn> PathOracle::turns(std::size_t dimension, std::uint32_t from, std::uint32_t to) const {
  if (from == to) return {{+1, 0, 1}};
  if (kind_ == CubeTopology::Kind::hypercube) return {{0, 1, 1}};
  if (kind_ == CubeTopology::Kind::mesh) return {to > from ? Turn{+1, to - from, 1} : Turn{-1, from - to, 1}};
  const std::uint32_t k = radices_[dimension];
  const std::uint32_t up = (to + k - from) % k;
  const std::uint32_t down = k - up;
  if (up < down) return {{+1, up, 1}};
  if (down < up) return {{-1, down, 1}};
  switch (tie_rule_) {
    case TieRule::plus:
      return {{+1, up, 1}};
    case TieRule::parity:
      return {from % 2 == 0 ? Turn{+1, up, 1} : Turn{-1, down, 1}};
    case TieRule::split:
    case TieRule::union_:
      return {{+1, up, Rational(1, 2)}, {-1, down, Rational(1, 2)}};
  }
  throw std::logic_error("unknown tie rule");
}

std::vector<OraclePath> PathOracle::dor_paths(std::uint32_t source, std::uint32_t destination) const {
  const auto to = digits(destination);
  const auto from = digits(source);
  std::vector<OraclePath> paths = {{1, {}, {NodeId(source)}}};
  std::uint32_t stride = 1;
  for (std::size_t d = 0; d < radices_.size(); ++d) {
    std::vector<OraclePath> longer;
    for (const OraclePath& path : paths) {
      for (const Turn& turn : turns(d, from[d], to[d])) {
        OraclePath next = path;
        next.probability *= turn.probability;
        for (std::uint32_t h = 0; h < turn.hops; ++h) {
          const std::uint32_t at = next.nodes.back().value();
          const std::uint32_t x = at / stride % radices_[d];
          const std::uint32_t y = turn.sign < 0 ? (x + radices_[d] - 1) % radices_[d] : (x + 1) % radices_[d];
          next.channels.push_back(channel(at, d, turn.sign));
          next.nodes.emplace_back(at - x * stride + y * stride);
        }
        longer.push_back(std::move(next));
      }
    }
    paths = std::move(longer);
    stride *= radices_[d];
  }
  return paths;
}

std::uint32_t PathOracle::distance(std::uint32_t source, std::uint32_t destination) const {
  const auto a = digits(source);
  const auto b = digits(destination);
  std::uint32_t sum = 0;
  for (std::size_t d = 0; d < radices_.size(); ++d) {
    const std::uint32_t gap = a[d] > b[d] ? a[d] - b[d] : b[d] - a[d];
    sum += kind_ == CubeTopology::Kind::torus ? std::min(gap, radices_[d] - gap) : gap;
  }
  return sum;
}

void PathOracle::add_dor(std::uint32_t source, std::uint32_t destination, const Rational& share, std::vector<Rational>& load) const {
  for (const OraclePath& path : dor_paths(source, destination)) {
    for (const ChannelId c : path.channels) load[c.value()] += share * path.probability;
  }
}

}  // namespace dateline::test
