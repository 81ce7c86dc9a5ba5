// Dragonfly: groups of fully linked routers, and groups linked with one another. Source: J. Kim, W. J. Dally, S. Scott,
// D. Abts, "Technology-driven, highly-scalable dragonfly topology", ISCA 2008. P terminals a router, A routers a group,
// H global channels a router, G groups; between any two groups W = A H / (G - 1) links.
// Router gA + r is router r of group g. Ports: the A - 1 others of the group ascending, then H global ones. Global
// channel k = rH + j = w (G - 1) + o of group g, 0 <= o < G - 1, leads to a group by the arrangement:
//   palmtree   g - o - 1 mod G           (as in CAMINOS)
//   relative   g + o + 1 mod G           (as in SuperSim)
//   absolute   o if o < g, else o + 1    (as in BookSim)
// and arrives there at the channel of the same w whose o leads back. Kinds local, global.
// Sizes: P, A, H 1..255, G - 1 divides A H, as topology_sizes.hpp has them; else ConfigError.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/enum_names.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

class DragonflyTopology final : public Topology {
 public:
  enum class Arrangement { palmtree, absolute, relative };
  enum Kind : std::uint16_t { local, global };  // of channels
  struct Shape {
    std::uint32_t terminals;     // P, of a router
    std::uint32_t group_size;    // A
    std::uint32_t global_ports;  // H, of a router
    std::uint32_t groups;        // G, at least 2
    Arrangement arrangement = Arrangement::palmtree;
    [[nodiscard]] std::uint32_t global_channels() const { return group_size * global_ports; }              // of a group
    [[nodiscard]] std::uint32_t links_between_groups() const { return global_channels() / (groups - 1); }  // W
  };

  // Throws InvariantError unless G - 1 divides A H.
  DragonflyTopology(const std::string& name, const Shape& shape);

  [[nodiscard]] std::vector<std::string> kinds() const override { return {"local", "global"}; }
  // Rotation of the groups, where the arrangement is the same from each; and the network from its other end.
  [[nodiscard]] std::vector<Symmetry> automorphisms() const override;
  [[nodiscard]] std::uint32_t group_of(TerminalId t) const override { return group_of(router_of(t)); }

  [[nodiscard]] const Shape& shape() const { return shape_; }
  [[nodiscard]] std::uint32_t group_of(NodeId router) const { return router.value() / shape_.group_size; }
  // The o of a group's global channels that lead to the group `to`.
  [[nodiscard]] std::uint32_t offset(std::uint32_t group, std::uint32_t to) const;
  // The router that has global channel k of a group, and its port.
  [[nodiscard]] NodeId global_router(std::uint32_t group, std::uint32_t k) const {
    return NodeId(group * shape_.group_size + k / shape_.global_ports);
  }
  [[nodiscard]] Port global_port(std::uint32_t k) const { return Port(static_cast<std::uint16_t>(shape_.group_size - 1 + k % shape_.global_ports)); }

 private:
  [[nodiscard]] std::uint32_t target(std::uint32_t group, std::uint32_t o) const;
  void link_within(std::uint32_t router);
  void link_groups(std::uint32_t router);

  Shape shape_;
};

constexpr std::array<EnumName<DragonflyTopology::Arrangement>, 3> enum_names(DragonflyTopology::Arrangement) {
  return {{{DragonflyTopology::Arrangement::palmtree, "palmtree"},
           {DragonflyTopology::Arrangement::absolute, "absolute"},
           {DragonflyTopology::Arrangement::relative, "relative"}}};
}

// "dragonfly:4,8,4", "dragonfly:2,4,2,5:absolute".
[[nodiscard]] std::unique_ptr<Topology> make_dragonfly(std::string_view text);

}  // namespace dateline
