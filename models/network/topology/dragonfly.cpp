#include "models/network/topology/dragonfly.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/base/error.hpp"
#include "models/base/join.hpp"
#include "models/base/text/parse.hpp"
#include "models/network/topology/topology_sizes.hpp"

namespace dateline {
namespace {

using Shape = DragonflyTopology::Shape;
using Arrangement = DragonflyTopology::Arrangement;

std::uint32_t routers_of(const Shape& shape) {
  if (shape.groups < 2 || shape.global_channels() % (shape.groups - 1) != 0) throw InvariantError("a dragonfly whose groups share no links evenly");
  return shape.groups * shape.group_size;
}

int ports_of(const Shape& shape) { return static_cast<int>(shape.group_size - 1 + shape.global_ports); }

Arrangement arrangement_of(const std::string& word) {
  for (const auto& entry : enum_names(Arrangement{})) {
    if (word == entry.name) return entry.value;
  }
  throw ConfigError("topology", "dragonfly arrangement", word, "is unknown; allowed: " + join(choices_of<Arrangement>(), ", "));
}

// A map of routers by a rule on group and place in it.
template <typename Rule>
Symmetry by_groups(const Shape& shape, std::string name, Rule rule) {
  Symmetry map{Symmetry::Kind::automorphism, std::move(name), {}};
  for (std::uint32_t g = 0; g < shape.groups; ++g) {
    for (std::uint32_t r = 0; r < shape.group_size; ++r) {
      const auto [group, place] = rule(g, r);
      map.image.emplace_back(group * shape.group_size + place);
    }
  }
  return map;
}

}  // namespace

DragonflyTopology::DragonflyTopology(const std::string& name, const Shape& shape)
    : Topology(name, routers_of(shape), ports_of(shape)), shape_(shape) {
  for (std::uint32_t router = 0; router < nodes(); ++router) {
    link_within(router);
    link_groups(router);
  }
  check_links(*this);
  place_terminals(terminals_at_each(nodes(), shape.terminals));
}

void DragonflyTopology::link_within(std::uint32_t router) {
  const std::uint32_t a = shape_.group_size, r = router % a;
  const auto port = [](std::uint32_t from, std::uint32_t to) { return Port(static_cast<std::uint16_t>(to < from ? to : to - 1)); };
  for (std::uint32_t to = 0; to < a; ++to) {
    if (to != r) add_channel({NodeId(router), port(r, to), NodeId(router - r + to), port(to, r), -1, 0, 1, local});
  }
}

void DragonflyTopology::link_groups(std::uint32_t router) {
  const std::uint32_t h = shape_.global_ports, group = group_of(NodeId(router));
  for (std::uint32_t j = 0; j < h; ++j) {
    const std::uint32_t k = router % shape_.group_size * h + j, o = k % (shape_.groups - 1);
    const std::uint32_t to = target(group, o), back = k - o + offset(to, group);
    add_channel({NodeId(router), global_port(k), global_router(to, back), global_port(back), -1, 0, 1, global});
  }
}

std::uint32_t DragonflyTopology::target(std::uint32_t group, std::uint32_t o) const {
  const std::uint32_t groups = shape_.groups;
  switch (shape_.arrangement) {
    case Arrangement::palmtree:
      return (group + groups - o - 1) % groups;
    case Arrangement::relative:
      return (group + o + 1) % groups;
    case Arrangement::absolute:
      return o < group ? o : o + 1;
  }
  throw InvariantError("unknown arrangement of a dragonfly");
}

std::uint32_t DragonflyTopology::offset(std::uint32_t group, std::uint32_t to) const {
  const std::uint32_t groups = shape_.groups;
  switch (shape_.arrangement) {
    case Arrangement::palmtree:
      return (group + groups - to - 1) % groups;
    case Arrangement::relative:
      return (to + groups - group - 1) % groups;
    case Arrangement::absolute:
      return to < group ? to : to - 1;
  }
  throw InvariantError("unknown arrangement of a dragonfly");
}

std::vector<Symmetry> DragonflyTopology::automorphisms() const {
  const std::uint32_t a = shape_.group_size, groups = shape_.groups;
  const bool around = shape_.arrangement != Arrangement::absolute;
  std::vector<Symmetry> generators;
  if (around) {
    generators.push_back(by_groups(shape_, "rotation by a group", [&](std::uint32_t g, std::uint32_t r) { return std::pair((g + 1) % groups, r); }));
  }
  // Global channel k of a group becomes A H - 1 - k, so o becomes G - 2 - o.
  generators.push_back(by_groups(shape_, "groups and their routers in reversed order", [&](std::uint32_t g, std::uint32_t r) {
    return std::pair(around ? (groups - g) % groups : groups - 1 - g, a - 1 - r);
  }));
  return generators;
}

std::unique_ptr<Topology> make_dragonfly(std::string_view text) {
  const std::vector<std::string> fields = fields_of(text, 2);
  const auto numbers = split(fields[0], ',');
  if (numbers.size() != 3 && numbers.size() != 4) {
    throw ConfigError("topology", "topology", text,
                      "is written dragonfly:P,A,H[,G]: terminals and routers, routers of a group, global channels, groups");
  }
  const auto read = [&](std::size_t i, const char* what, std::uint64_t low, std::uint64_t high) {
    return static_cast<std::uint32_t>(parse_whole({"topology", fmt::format("dragonfly {}", what)}, numbers[i], low, high));
  };
  Shape shape{read(0, "P", 1, kMaxRouterTerminals), read(1, "A", 1, kMaxPorts), read(2, "H", 1, kMaxPorts), 0};
  const std::uint32_t most = shape.global_channels() + 1;
  shape.groups = numbers.size() == 4 ? read(3, "G", 2, most) : most;
  if (fields.size() == 2) shape.arrangement = arrangement_of(fields[1]);
  if (shape.global_channels() % (shape.groups - 1) != 0) {
    throw ConfigError("topology", "dragonfly G", numbers[3],
                      fmt::format("is no number of groups: G - 1 must divide A H = {}, the global channels of a group", shape.global_channels()));
  }
  const double routers = static_cast<double>(shape.groups) * shape.group_size;
  const auto ports = static_cast<std::uint32_t>(ports_of(shape));
  check_sizes(text, {routers, routers * ports, ports, shape.terminals, routers * shape.terminals});
  return std::make_unique<DragonflyTopology>(std::string(text), shape);
}

}  // namespace dateline
