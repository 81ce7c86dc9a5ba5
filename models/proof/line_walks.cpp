#include "models/proof/line_walks.hpp"

#include <fmt/format.h>

#include <array>
#include <deque>
#include <vector>

#include "models/base/error.hpp"
#include "models/base/numbers/random.hpp"
#include "models/network/topology/cube.hpp"
#include "models/proof/header_graph.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kDrawnWalks = 256;

// A network of that line alone.
CubeTopology line_of(const Grid& grid, int d) {
  using Kind = CubeTopology::Kind;
  const Kind kind = grid.bits() ? Kind::hypercube : grid.lines() == Grid::Lines::rings ? Kind::torus : Kind::mesh;
  return {kind, {grid.radix(d)}};
}

[[noreturn]] void refuse(const RoutingRelation& relation) {
  throw InvariantError(fmt::format("{}: a hop depends on more than the coordinates of its dimension, against its claim", relation.name()));
}

// A lattice and its coordinates.
struct Whole {
  explicit Whole(const Topology& of) : topology(of), grid(*of.grid()) {}
  [[nodiscard]] std::uint32_t nodes() const { return topology.nodes(); }
  [[nodiscard]] const Channel& channel(ChannelId c) const { return topology.channel(c); }
  [[nodiscard]] std::uint32_t coordinate(NodeId node, int d) const { return grid.coordinate(node.value(), d); }
  [[nodiscard]] std::uint32_t ports() const { return grid.ports_a_dimension(); }

  const Topology& topology;
  const Grid& grid;
};

// The relation on a line of dimension d whose other coordinates are 0.
class OnLine final : public RoutingRelation {
 public:
  OnLine(const Whole& whole, const RoutingRelation& relation, const CubeTopology& line, int d)
      : whole_(whole), relation_(relation), line_(line), d_(d) {}

  [[nodiscard]] StartStates start(NodeId /*src*/, NodeId /*dst*/) const override { return {StartState{}}; }
  [[nodiscard]] bool starts_plain() const override { return true; }
  [[nodiscard]] int classes() const override { return relation_.classes(); }
  void next(NodeId node, ChannelId /*in*/, NodeId dst, HeaderState state, Candidates& out) const override {
    relation_.next(whole_node(node), kNoChannel, whole_node(dst), state, out);
    for (Candidate& c : out) {
      if (c.exit != Exit::channel) continue;
      const std::uint32_t port = whole_.channel(c.channel).from_port.value();
      if (port / whole_.ports() != static_cast<std::uint32_t>(d_)) refuse(relation_);
      c.channel = line_.out(node, Port(static_cast<std::uint16_t>(port % whole_.ports())));
    }
  }

 private:
  [[nodiscard]] NodeId whole_node(NodeId on_line) const { return NodeId(on_line.value() * step_); }
  // Node numbers between neighbours of the line.
  [[nodiscard]] std::uint32_t step() const {
    Grid::Coordinates second(static_cast<std::size_t>(whole_.grid.dimensions()), 0);
    second[static_cast<std::size_t>(d_)] = 1;
    return whole_.grid.place_at(second);
  }

  const Whole& whole_;
  const RoutingRelation& relation_;
  const CubeTopology& line_;
  int d_;
  std::uint32_t step_ = step();
};

// A line of one dimension: what headers hold and ask for at each coordinate.
class Line {
 public:
  Line(const Whole& whole, const RoutingRelation& relation, int d)
      : line_(line_of(whole.grid, d)), relation_(whole, relation, line_, d), at_(line_.nodes()), first_(line_.nodes()) {}

  // False if some header may go round, or comes to its coordinate in a state that says more.
  [[nodiscard]] bool walk() {
    HeaderGraph graph(line_, relation_);
    Candidates candidates;
    for (std::uint32_t target = 0; target < line_.nodes(); ++target) {
      graph.walk(TerminalId(target));
      if (graph.goes_round() || graph.arrivals().pairs() != line_.nodes() - 1 || graph.arrivals().self_pairs() != 1) return false;
      for (const HeaderPlaceRecord& place : graph.places()) {
        if (!take(graph, place, target)) return false;
      }
      hops_ += graph.arrivals().expected_hops();
      for (std::uint32_t entry = 0; entry < line_.nodes(); ++entry) {
        candidates.clear();
        relation_.next(NodeId(entry), kNoChannel, NodeId(target), {}, candidates);
        for (const Candidate& c : candidates) {
          if (c.exit == Exit::channel) first_[entry][line_.channel(c.channel).from_port.value()] |= c.classes;
        }
      }
    }
    adaptive_ = graph.adaptive();
    return true;
  }
  [[nodiscard]] const OnLine& relation() const { return relation_; }
  [[nodiscard]] const CubeTopology& topology() const { return line_; }
  [[nodiscard]] bool adaptive() const { return adaptive_; }
  [[nodiscard]] const Rational& hops() const { return hops_; }

  // Of a channel over `port` to coordinate x: classes that a header may hold; those of a header that is at its
  // coordinate; and of one that holds `held` and goes on over `next`.
  [[nodiscard]] std::uint16_t held(std::uint32_t x, std::uint32_t port) const { return at_[x][port].held; }
  [[nodiscard]] std::uint16_t last(std::uint32_t x, std::uint32_t port) const { return at_[x][port].last; }
  [[nodiscard]] std::uint16_t wanted(std::uint32_t x, std::uint32_t port, unsigned held, std::uint32_t next) const {
    return at_[x][port].wanted[held][next];
  }
  // What a header asks for over `port` that enters at x.
  [[nodiscard]] std::uint16_t first(std::uint32_t x, std::uint32_t port) const { return first_[x][port]; }

 private:
  struct Arrived {
    std::uint16_t held = 0, last = 0;
    std::array<std::array<std::uint16_t, 2>, kMaxVcs> wanted{};
  };

  [[nodiscard]] bool take(const HeaderGraph& graph, const HeaderPlaceRecord& place, std::uint32_t target) {
    const auto& channel = line_.channel(place.in);
    Arrived& at = at_[channel.to.value()][channel.from_port.value()];
    at.held |= place.held;
    if (channel.to.value() == target) {
      at.last |= place.held;
      return place.state == HeaderState{};
    }
    for (const PlaceHop& hop : graph.hops(place)) {
      for (unsigned c = 0; c < kMaxVcs; ++c) {
        if ((place.held >> c & 1U) != 0) at.wanted[c][hop.port.value()] |= hop.classes;
      }
    }
    return true;
  }

  CubeTopology line_;
  OnLine relation_;
  std::vector<std::array<Arrived, 2>> at_;
  std::vector<std::array<std::uint16_t, 2>> first_;
  bool adaptive_ = false;
  Rational hops_ = 0;
};

int first_difference(const Whole& whole, NodeId a, NodeId b) {
  int d = 0;
  while (d < whole.grid.dimensions() && whole.coordinate(a, d) == whole.coordinate(b, d)) ++d;
  return d;
}

bool same_hop(const Candidate& a, const Candidate& b) {
  return a.exit == b.exit && a.classes == b.classes && a.next == b.next && a.weight == b.weight && a.rank == b.rank && a.escape == b.escape &&
         a.route == b.route;
}

// Walks of drawn headers: every offer is that of the line.
void try_claim(const Whole& whole, const RoutingRelation& relation, const std::deque<Line>& lines) {
  Candidates offers, on_line;
  for (std::uint64_t i = 0; i < kDrawnWalks; ++i) {
    NodeId node(static_cast<std::uint32_t>(scale_bits(mix(2 * i), whole.nodes())));
    const NodeId target(static_cast<std::uint32_t>(scale_bits(mix(2 * i + 1), whole.nodes())));
    ChannelId in = kNoChannel;
    HeaderState state;
    for (std::uint32_t hop = 0; node != target; ++hop) {
      const int d = first_difference(whole, node, target);
      const OnLine& line = lines[static_cast<std::size_t>(d)].relation();
      offers.clear();
      on_line.clear();
      relation.next(node, in, target, state, offers);
      line.next(NodeId(whole.coordinate(node, d)), kNoChannel, NodeId(whole.coordinate(target, d)), state, on_line);
      if (offers.size() != on_line.size() || offers.empty() || hop > whole.nodes()) refuse(relation);
      for (std::size_t c = 0; c < offers.size(); ++c) {
        const bool channels = offers[c].exit == Exit::channel && on_line[c].exit == Exit::channel;
        const std::uint32_t port = channels ? whole.channel(offers[c].channel).from_port.value() : 0;
        const std::uint32_t own = channels ? lines[static_cast<std::size_t>(d)].topology().channel(on_line[c].channel).from_port.value() : 0;
        if (!channels || !same_hop(offers[c], on_line[c]) || port != static_cast<std::uint32_t>(d) * whole.ports() + own) refuse(relation);
      }
      const Candidate& taken = offers[scale_bits(mix(~(i << 32U | hop)), offers.size())];
      in = taken.channel;
      state = taken.next;
      node = whole.channel(taken.channel).to;
    }
  }
}

// Of a header that is over a channel where the line of dimension d has come to its coordinate: all higher dimensions.
void add_turns(const Whole& whole, const std::deque<Line>& lines, ChannelId channel, int d, std::uint16_t last, DependencySets& dependencies) {
  const NodeId at = whole.channel(channel).to;
  for (int e = d + 1; last != 0 && e < whole.grid.dimensions(); ++e) {
    for (std::uint32_t port = 0; port < whole.ports(); ++port) {
      const std::uint16_t classes = lines[static_cast<std::size_t>(e)].first(whole.coordinate(at, e), port);
      if (classes != 0)
        dependencies.want(channel, last, Port(static_cast<std::uint16_t>(static_cast<std::uint32_t>(e) * whole.ports() + port)), classes);
    }
  }
}

void add_all(const Whole& whole, const std::deque<Line>& lines, DependencySets& dependencies) {
  const std::uint32_t ports = whole.ports();
  for (std::uint32_t c = 0; c < whole.topology.channels(); ++c) {
    const auto& channel = whole.channel(ChannelId(c));
    const std::uint32_t d = channel.from_port.value() / ports, port = channel.from_port.value() % ports;
    const Line& line = lines[d];
    const std::uint32_t x = whole.coordinate(channel.to, static_cast<int>(d));
    dependencies.hold(ChannelId(c), line.held(x, port));
    for (unsigned held = 0; held < kMaxVcs; ++held) {
      for (std::uint32_t next = 0; next < ports; ++next) {
        const std::uint16_t classes = line.wanted(x, port, held, next);
        if (classes != 0)
          dependencies.want(ChannelId(c), static_cast<std::uint16_t>(1U << held), Port(static_cast<std::uint16_t>(d * ports + next)), classes);
      }
    }
    add_turns(whole, lines, ChannelId(c), static_cast<int>(d), line.last(x, port), dependencies);
  }
}

}  // namespace

bool equal_terminals(const Topology& topology) {
  const std::uint32_t each = topology.terminals() / topology.nodes();
  for (std::uint32_t r = 0; r < topology.nodes(); ++r) {
    if (topology.terminals_of(NodeId(r)).size() != each) return false;
  }
  return each > 0;
}

bool goes_by_lines(const Topology& topology, const RoutingRelation& relation) {
  return topology.grid() != nullptr && topology.grid()->lattice() && equal_terminals(topology) && relation.by_dimension() &&
         relation.faults() == nullptr && !relation.absorbs() && !relation.by_terminal();
}

double lines_size(const Topology& topology, const RoutingRelation& relation) {
  return static_cast<double>(topology.channels()) * topology.ports() * relation.classes() * relation.classes();
}

std::optional<LineWalks> walk_lines(const Topology& topology, const RoutingRelation& relation, DependencySets& dependencies) {
  if (!goes_by_lines(topology, relation)) return {};
  const Whole whole(topology);
  std::deque<Line> lines;
  LineWalks found;
  for (int d = 0; d < whole.grid.dimensions(); ++d) {
    if (!lines.emplace_back(whole, relation, d).walk()) return {};
    const Rational lines_between = Rational(whole.nodes() / whole.grid.radix(d)) * Rational(whole.nodes() / whole.grid.radix(d));
    found.hops += lines.back().hops() * lines_between;
    found.adaptive = found.adaptive || lines.back().adaptive();
  }
  try_claim(whole, relation, lines);
  add_all(whole, lines, dependencies);
  return found;
}

}  // namespace dateline
