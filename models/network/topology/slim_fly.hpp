// Slim Fly: routers of diameter 2 near the Moore bound, the graphs of McKay, Miller and Siran. Source: M. Besta and T.
// Hoefler, "Slim Fly: a cost effective low-diameter network topology", SC 2014; P. R. Hafner, "Geometric realisation of
// the graphs of McKay-Miller-Siran", Journal of Combinatorial Theory B 2004.
// Q = 4w + d is a power of a prime, d in {-1, 0, 1}; xi the primitive element of GF(Q) (galois_field.hpp). X is the set
// of powers of xi with exponents
//   d = 1: 0, 2, ..., Q-3    d = 0: 0, 2, ..., Q-2    d = -1: 0, 2, ..., 2w-2, 2w-1, 2w+1, ..., 4w-3
// and X' = xi X. Router s Q^2 + x Q + y is (s, x, y). Local links: (0,x,y) - (0,x,y') where y - y' is in X, and
// (1,m,c) - (1,m,c') where c - c' is in X'; global ones: (0,x,y) - (1,m,c) where y = m x + c. Ports: local, then
// global, each ascending by neighbour. Kinds local, global. Degree (3Q - d) / 2; half of it, rounded up, are the
// terminals of a router where no number is given.
// Sizes: Q 3..169, as topology_sizes.hpp has them; else ConfigError.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/numbers/galois_field.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {

class SlimFlyTopology final : public Topology {
 public:
  // Throws InvariantError where Q has none.
  SlimFlyTopology(const std::string& name, std::uint32_t q, std::uint32_t terminals_a_router);

  [[nodiscard]] static bool exists(std::uint32_t q) { return q > 2 && q % 4 != 2 && GaloisField::exists(q); }
  [[nodiscard]] static std::uint32_t degree(std::uint32_t q);

  [[nodiscard]] std::vector<std::string> kinds() const override { return {"local", "global"}; }
  // Shifts of y, of x, of y by multiples of x; x multiplied; y multiplied by what keeps X and X'; where d = 1 the two
  // halves exchanged, so that all routers are alike.
  [[nodiscard]] std::vector<Symmetry> automorphisms() const override;

 private:
  enum Kind : std::uint16_t { local, global };
  struct Place {
    std::uint32_t half, x, y;
  };
  [[nodiscard]] NodeId router_at(const Place& p) const { return NodeId((p.half * field_.order() + p.x) * field_.order() + p.y); }
  [[nodiscard]] Place place_of(std::uint32_t router) const;
  // Local ones, then global ones, each ascending.
  [[nodiscard]] std::vector<std::uint32_t> neighbours(std::uint32_t router) const;
  // A factor that takes X to `of_0` and X' to `of_1`.
  [[nodiscard]] bool takes(std::uint32_t factor, const std::vector<bool>& of_0, const std::vector<bool>& of_1) const;
  template <typename Rule>
  [[nodiscard]] Symmetry by_places(std::string name, Rule rule) const;

  GaloisField field_;
  std::vector<bool> generates_[2];  // X and X': whether an element is in it
};

// "slimfly:5", "slimfly:5:t4".
[[nodiscard]] std::unique_ptr<Topology> make_slim_fly(std::string_view text);

}  // namespace dateline
