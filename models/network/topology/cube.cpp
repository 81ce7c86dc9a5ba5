#include "models/network/topology/cube.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"
#include "models/base/join.hpp"
#include "models/base/text/parse.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kMaxRadix = 32768;
constexpr std::uint64_t kMaxNodes = 1ULL << 18;  // beyond it SystemC would elaborate for minutes

const char* kind_name(CubeTopology::Kind kind) {
  switch (kind) {
    case CubeTopology::Kind::torus:
      return "torus";
    case CubeTopology::Kind::mesh:
      return "mesh";
    case CubeTopology::Kind::hypercube:
      return "hypercube";
  }
  throw InvariantError("unknown kind of cube");
}

std::string cube_name(CubeTopology::Kind kind, const std::vector<std::uint32_t>& radices) {
  if (kind == CubeTopology::Kind::hypercube) return fmt::format("hypercube:{}", radices.size());
  return fmt::format("{}:{}", kind_name(kind), join(radices, "x"));
}

// The number of nodes, after checking every size.
std::uint32_t checked_nodes(CubeTopology::Kind kind, const std::vector<std::uint32_t>& radices) {
  const std::string name = cube_name(kind, radices);
  if (radices.empty() || radices.size() > kMaxDimensions) {
    throw ConfigError("topology", "topology", name, fmt::format("must have 1..{} dimensions", kMaxDimensions));
  }
  std::uint64_t nodes = 1;
  for (const std::uint32_t k : radices) {
    if (k < 2 || k > kMaxRadix || (kind == CubeTopology::Kind::hypercube && k != 2)) {
      throw ConfigError("topology", "topology", name,
                        kind == CubeTopology::Kind::hypercube ? "has a radix other than 2" : fmt::format("has a radix not in 2..{}", kMaxRadix));
    }
    nodes *= k;
    if (nodes > kMaxNodes) {
      throw ConfigError("topology", "topology", name, fmt::format("is too large: more than {} nodes", kMaxNodes));
    }
  }
  return static_cast<std::uint32_t>(nodes);
}

}  // namespace

CubeTopology::CubeTopology(Kind kind, std::vector<std::uint32_t> radices)
    : Topology(cube_name(kind, radices), checked_nodes(kind, radices), static_cast<int>(radices.size()) * (kind == Kind::hypercube ? 1 : 2)),
      kind_(kind),
      radices_(std::move(radices)),
      dimensions_(static_cast<std::uint32_t>(radices_.size())) {
  coordinates_.reserve(nodes() * radices_.size());
  for (std::uint32_t v = 0; v < nodes(); ++v) {
    std::uint32_t rest = v;
    for (const std::uint32_t k : radices_) {
      coordinates_.push_back(static_cast<std::uint16_t>(rest % k));
      rest /= k;
    }
  }
  for (std::uint32_t v = 0; v < nodes(); ++v) {
    std::uint32_t stride = 1;
    for (int d = 0; d < dimensions(); ++d) {
      const std::uint32_t k = radix(d);
      const std::uint32_t x = coordinate(NodeId(v), d);
      const std::uint32_t base = v - x * stride;
      const auto connect = [&](std::uint32_t to, int sign) {
        const int shown_sign = kind_ == Kind::hypercube ? 0 : sign;
        add_channel({NodeId(v), port(d, sign), NodeId(base + to * stride), port(d, -sign), d, shown_sign, 1, static_cast<std::uint16_t>(d)});
      };
      if (kind_ == Kind::hypercube) {
        connect(1 - x, +1);
      } else {
        if (kind_ == Kind::torus || x + 1 < k) connect((x + 1) % k, +1);
        if (kind_ == Kind::torus || x > 0) connect((x + k - 1) % k, -1);
      }
      stride *= k;
    }
  }
  check_links(*this);
}

std::vector<std::string> CubeTopology::kinds() const {
  std::vector<std::string> names;
  for (int d = 0; d < dimensions(); ++d) names.push_back(fmt::format("dim{}", d));
  return names;
}

NodeId CubeTopology::node_at(const std::vector<std::uint32_t>& coordinates) const {
  std::uint32_t index = 0;
  for (std::size_t d = radices_.size(); d-- > 0;) index = index * radices_[d] + coordinates[d];
  return NodeId(index);
}

NodeId CubeTopology::translate(NodeId node, NodeId offset) const {
  std::uint32_t index = 0;
  for (int d = dimensions(); d-- > 0;) {
    index = index * radix(d) + (coordinate(node, d) + coordinate(offset, d)) % radix(d);
  }
  return NodeId(index);
}

NodeId CubeTopology::offset(NodeId from, NodeId to) const {
  std::uint32_t index = 0;
  for (int d = dimensions(); d-- > 0;) {
    index = index * radix(d) + (coordinate(to, d) + radix(d) - coordinate(from, d)) % radix(d);
  }
  return NodeId(index);
}

std::unique_ptr<CubeTopology> make_cube(std::string_view text) {
  const auto colon = text.find(':');
  const std::string_view kind = text.substr(0, colon);
  const std::string_view sizes = colon == std::string_view::npos ? std::string_view{} : text.substr(colon + 1);
  const ValueSource source{"topology", "topology"};
  if (kind == "hypercube") {
    const auto n = parse_whole({"topology", "hypercube dimensions"}, sizes, 1, kMaxDimensions);
    return std::make_unique<CubeTopology>(CubeTopology::Kind::hypercube, std::vector<std::uint32_t>(n, 2));
  }
  if (kind != "torus" && kind != "mesh") {
    throw ConfigError("topology", "topology", text, "is no cube; allowed: torus:K0xK1x..., mesh:K0xK1x..., hypercube:N");
  }
  const auto parts = split(sizes, 'x');
  if (parts.size() > kMaxDimensions) {
    throw ConfigError("topology", "topology", text, fmt::format("must have 1..{} dimensions", kMaxDimensions));
  }
  std::vector<std::uint32_t> radices;
  for (const std::string& part : parts) {
    radices.push_back(static_cast<std::uint32_t>(parse_whole({"topology", std::string(kind) + " radix"}, part, 2, kMaxRadix)));
  }
  return std::make_unique<CubeTopology>(kind == "torus" ? CubeTopology::Kind::torus : CubeTopology::Kind::mesh, std::move(radices));
}

}  // namespace dateline
