// The rules by which software leads messages around faults: a slow second implementation on coordinates and sets,
// written from the text of the rules alone, used as a test oracle. Shares no code with the simulator.
// Source: F. Safaei et al. (IPDPS 2006), section 3, with the tables T1 (opposite direction), T2 (orthogonal dimension)
// and the last resort (fewest fault-free segments, then fewest hops) as docs/guide/rerouting.md has them.
// A header is at rest at a node: it is offered ways on, or it is in the memory of the node and its message is resumed.
// On a mesh and a hypercube a channel that does not exist counts as faulty; a hypercube is a mesh of radix 2 here.
// Cost: the last resort O(N^2 prod(2 k_d - 1)) once per destination; everything else O(n^2) a call.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace dateline::reference {

using Coordinates = std::vector<int>;

// A direction out of a node, +1 or -1.
struct Way {
  int dimension = 0, sign = 0;
  friend bool operator==(Way a, Way b) { return a.dimension == b.dimension && a.sign == b.sign; }
  friend bool operator<(Way a, Way b) { return std::pair(a.dimension, a.sign) < std::pair(b.dimension, b.sign); }
};

struct FaultyNetwork {
  bool torus = true;  // else mesh or hypercube
  std::vector<int> radices;
  std::set<Coordinates> nodes;                  // failed
  std::set<std::pair<Coordinates, Way>> links;  // failed, by either end or both
};

struct ReroutingHeader {
  Coordinates destination, target;  // D, T
  bool deterministic = true;        // mode
  std::vector<int> df, rev, od;     // DF, Rev, Od
  std::vector<int> crossed;         // X, since the last injection
  int absorptions = 0, stops = 0;   // A, I
  bool last_resort = false;         // C
};

enum class ReroutingRule { reverse, orthogonal, last_resort, intermediate };

// What a header may do. Nothing at all: it is delivered.
struct ReroutingOffer {
  std::set<Way> adaptive;     // rank 0 of adaptive routing, on adaptive VCs
  std::optional<Way> escape;  // of adaptive routing; the only way of deterministic routing
  int escape_class = 0;       // dateline class
  bool absorbed = false;      // it may be absorbed: at once, if there is no way, else when no VC is free
};

class ReferenceRerouting {
 public:
  explicit ReferenceRerouting(FaultyNetwork network) : network_(std::move(network)) {}

  static constexpr int kMostAbsorptions = 12;

  [[nodiscard]] bool connected() const;
  [[nodiscard]] std::vector<Coordinates> healthy_nodes() const;
  [[nodiscard]] bool healthy(const Coordinates& node, Way way) const;
  [[nodiscard]] Coordinates moved(Coordinates node, Way way) const;  // the channel must exist

  [[nodiscard]] ReroutingHeader start(const Coordinates& destination, bool deterministic) const;
  // In a network of deterministic routing, where no VC is adaptive; or of adaptive routing.
  [[nodiscard]] ReroutingOffer offer_deterministic(const Coordinates& node, const ReroutingHeader& header) const;
  [[nodiscard]] ReroutingOffer offer_adaptive(const Coordinates& node, const ReroutingHeader& header) const;
  // The header after the hop.
  [[nodiscard]] ReroutingHeader crossed(const Coordinates& from, Way way, ReroutingHeader header) const;
  // What software does with a message absorbed at `node`.
  ReroutingRule resume(const Coordinates& node, ReroutingHeader& header);

  // Segments and hops of the last resort.
  [[nodiscard]] std::pair<int, int> last_resort_cost(const Coordinates& node, const Coordinates& destination);

 private:
  struct Segment {
    Coordinates end;
    std::vector<int> directions;
    int hops = 0;
  };
  using Costs = std::map<Coordinates, std::pair<int, int>>;

  [[nodiscard]] int dimensions() const { return static_cast<int>(network_.radices.size()); }
  [[nodiscard]] bool exists(const Coordinates& node, Way way) const;
  [[nodiscard]] int lowest_unresolved(const Coordinates& node, const Coordinates& target) const;
  [[nodiscard]] std::vector<int> minimal_signs(int dimension, int from, int to) const;
  [[nodiscard]] int resolve(int dimension, int from, int to) const;
  [[nodiscard]] int direction(const Coordinates& node, const ReroutingHeader& header, int dimension) const;
  [[nodiscard]] std::vector<int> orthogonal_candidates(const Coordinates& node, const ReroutingHeader& header, Way blocked) const;
  [[nodiscard]] bool reverse(const Coordinates& node, ReroutingHeader& header, Way blocked) const;
  [[nodiscard]] bool orthogonal(const Coordinates& node, ReroutingHeader& header, Way blocked) const;
  void take_last_resort(const Coordinates& node, ReroutingHeader& header);
  const std::vector<Segment>& segments_from(const Coordinates& node);
  void extend(const Segment& so_far, int dimension, std::vector<Segment>& all) const;
  const Costs& costs_to(const Coordinates& destination);

  FaultyNetwork network_;
  std::map<Coordinates, std::vector<Segment>> segments_;
  std::map<Coordinates, Costs> costs_;  // by destination
};

}  // namespace dateline::reference
