#include "models/network/topology/slim_fly.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/base/error.hpp"
#include "models/base/join.hpp"
#include "models/base/text/parse.hpp"
#include "models/network/topology/topology_sizes.hpp"

namespace dateline {
namespace {

constexpr std::uint32_t kMaxQ = 169;  // 253 ports to routers

// d of Q = 4w + d.
int rest_of(std::uint32_t q) { return q % 4 == 3 ? -1 : static_cast<int>(q % 4); }

// Of the powers of xi in X.
std::vector<std::uint32_t> exponents_of_x(std::uint32_t q) {
  std::vector<std::uint32_t> exponents;
  if (rest_of(q) >= 0) {
    for (std::uint32_t e = 0; e + 2 <= q; e += 2) exponents.push_back(e);
    return exponents;
  }
  const std::uint32_t w = (q + 1) / 4;
  for (std::uint32_t e = 0; e + 2 <= 2 * w; e += 2) exponents.push_back(e);
  for (std::uint32_t e = 2 * w - 1; e + 3 <= 4 * w; e += 2) exponents.push_back(e);
  return exponents;
}

std::uint32_t routers_of(std::uint32_t q) {
  if (!SlimFlyTopology::exists(q)) throw InvariantError("a slim fly that does not exist");
  return 2 * q * q;
}

}  // namespace

std::uint32_t SlimFlyTopology::degree(std::uint32_t q) { return static_cast<std::uint32_t>(static_cast<int>(3 * q) - rest_of(q)) / 2; }

SlimFlyTopology::SlimFlyTopology(const std::string& name, std::uint32_t q, std::uint32_t terminals_a_router)
    : Topology(name, routers_of(q), static_cast<int>(degree(q))), field_(q) {
  for (std::uint32_t half = 0; half < 2; ++half) {
    generates_[half].assign(q, false);
    for (const std::uint32_t e : exponents_of_x(q)) generates_[half][field_.power(e + half)] = true;
  }
  std::vector<std::vector<std::uint32_t>> all;
  all.reserve(nodes());
  for (std::uint32_t r = 0; r < nodes(); ++r) all.push_back(neighbours(r));
  for (std::uint32_t r = 0; r < nodes(); ++r) {
    const auto& mine = all[r];
    for (std::size_t p = 0; p < mine.size(); ++p) {
      const auto& theirs = all[mine[p]];
      const auto back = std::find(theirs.begin(), theirs.end(), r) - theirs.begin();
      add_channel({NodeId(r), Port(static_cast<std::uint16_t>(p)), NodeId(mine[p]), Port(static_cast<std::uint16_t>(back)), -1, 0, 1,
                   mine[p] / (q * q) == r / (q * q) ? local : global});
    }
  }
  check_links(*this);
  place_terminals(terminals_at_each(nodes(), terminals_a_router));
}

SlimFlyTopology::Place SlimFlyTopology::place_of(std::uint32_t router) const {
  const std::uint32_t q = field_.order();
  return {router / (q * q), router / q % q, router % q};
}

std::vector<std::uint32_t> SlimFlyTopology::neighbours(std::uint32_t router) const {
  const Place p = place_of(router);
  std::vector<std::uint32_t> list;
  for (std::uint32_t y = 0; y < field_.order(); ++y) {
    if (generates_[p.half][field_.subtract(p.y, y)]) list.push_back(router_at({p.half, p.x, y}).value());
  }
  for (std::uint32_t x = 0; x < field_.order(); ++x) {
    const std::uint32_t product = field_.multiply(p.x, x);
    list.push_back(router_at({1 - p.half, x, p.half == 0 ? field_.subtract(p.y, product) : field_.add(p.y, product)}).value());
  }
  return list;
}

bool SlimFlyTopology::takes(std::uint32_t factor, const std::vector<bool>& of_0, const std::vector<bool>& of_1) const {
  for (std::uint32_t a = 0; a < field_.order(); ++a) {
    const std::uint32_t image = field_.multiply(a, factor);
    if (generates_[0][a] != of_0[image] || generates_[1][a] != of_1[image]) return false;
  }
  return true;
}

template <typename Rule>
Symmetry SlimFlyTopology::by_places(std::string name, Rule rule) const {
  Symmetry map{Symmetry::Kind::automorphism, std::move(name), {}};
  map.image.reserve(nodes());
  for (std::uint32_t r = 0; r < nodes(); ++r) map.image.push_back(router_at(rule(place_of(r))));
  return map;
}

std::vector<Symmetry> SlimFlyTopology::automorphisms() const {
  const GaloisField& f = field_;
  const std::uint32_t xi = f.power(1);
  std::vector<Symmetry> generators;
  for (const std::uint32_t b : f.basis()) {
    generators.push_back(by_places(fmt::format("y + {}", b), [&](const Place& p) { return Place{p.half, p.x, f.add(p.y, b)}; }));
    generators.push_back(by_places(fmt::format("x + {}", b), [&](const Place& p) {
      return p.half == 0 ? Place{0, f.add(p.x, b), p.y} : Place{1, p.x, f.subtract(p.y, f.multiply(p.x, b))};
    }));
    generators.push_back(by_places(fmt::format("y + {} x", b), [&](const Place& p) {
      return p.half == 0 ? Place{0, p.x, f.add(p.y, f.multiply(p.x, b))} : Place{1, f.add(p.x, b), p.y};
    }));
  }
  generators.push_back(by_places("x times xi", [&](const Place& p) {
    return Place{p.half, f.multiply(p.x, p.half == 0 ? xi : f.power(f.order() - 2)), p.y};
  }));
  for (std::uint32_t e = 1; e + 1 < f.order(); ++e) {
    const std::uint32_t factor = f.power(e);
    if (!takes(factor, generates_[0], generates_[1])) continue;
    generators.push_back(by_places(fmt::format("y times xi^{}", e), [&](const Place& p) {
      return Place{p.half, p.half == 0 ? p.x : f.multiply(p.x, factor), f.multiply(p.y, factor)};
    }));
    break;
  }
  if (takes(xi, generates_[1], generates_[0])) {
    generators.push_back(by_places("the halves exchanged", [&](const Place& p) {
      return Place{1 - p.half, p.half == 0 ? p.x : f.subtract(0, f.multiply(p.x, xi)), f.multiply(p.y, xi)};
    }));
  }
  return generators;
}

std::unique_ptr<Topology> make_slim_fly(std::string_view text) {
  const std::vector<std::string> fields = fields_of(text, 2);
  const auto q = static_cast<std::uint32_t>(parse_whole({"topology", "slimfly Q"}, fields[0], 1, kMaxQ));
  if (!SlimFlyTopology::exists(q)) {
    std::vector<std::uint32_t> allowed;
    for (std::uint32_t other = 3; other <= kMaxQ; ++other) {
      if (SlimFlyTopology::exists(other)) allowed.push_back(other);
    }
    throw ConfigError("topology", "slimfly Q", fields[0],
                      "is no power of a prime 4w - 1, 4w or 4w + 1; allowed: " + join(allowed, ", ") + "; above 113 with :tT");
  }
  const std::uint32_t degree = SlimFlyTopology::degree(q), terminals = fields.size() > 1 ? read_terminals(text, fields[1]).front() : (degree + 1) / 2;
  const double routers = 2.0 * q * q;
  check_sizes(text, {routers, routers * degree, degree, terminals, routers * terminals});
  return std::make_unique<SlimFlyTopology>(std::string(text), q, terminals);
}

}  // namespace dateline
