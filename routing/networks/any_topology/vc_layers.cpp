#include "routing/networks/any_topology/vc_layers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "models/base/error.hpp"
#include "models/proof/acyclic_digraph.hpp"

namespace dateline {
namespace {

enum class Order { most_used, shortest };

constexpr std::size_t kKeptLayers = kMaxVcs - 1;  // from the last class nothing can go up

struct Layers {
  int classes = 0;
  std::vector<std::vector<bool>> stays;
};

class Layering {
 public:
  Layering(const Topology& topology, const PathTrie& paths, Order order)
      : topology_(topology), paths_(paths), order_(order), ports_(static_cast<std::size_t>(topology.ports())) {
    sequence_.resize(paths.paths().size());
    std::iota(sequence_.begin(), sequence_.end(), std::size_t{0});
    if (order == Order::most_used) return;
    std::stable_sort(sequence_.begin(), sequence_.end(),
                     [&](std::size_t a, std::size_t b) { return paths_.paths()[a].hops < paths_.paths()[b].hops; });
  }

  [[nodiscard]] Layers build() {
    Layers layers;
    std::vector<Header> risen;
    do {
      AcyclicDigraph graph(topology_.channels());
      verdict_.assign(std::size_t{topology_.channels()} * ports_, Verdict::none);
      if (order_ == Order::most_used) take_most_used(graph, layers.classes == 0, risen);
      std::vector<Header> rising;
      for_each(layers.classes == 0, risen, [&](Header header) {
        if (rises(graph, header)) rising.push_back(header);
      });
      risen = std::move(rising);
      if (++layers.classes <= static_cast<int>(kKeptLayers)) {
        auto& stays = layers.stays.emplace_back(verdict_.size());
        for (std::size_t i = 0; i < verdict_.size(); ++i) stays[i] = verdict_[i] == Verdict::taken;
      }
    } while (!risen.empty());
    return layers;
  }

 private:
  enum class Verdict : std::uint8_t { none, taken, refused };
  struct Header {
    std::uint32_t step;  // its next hop
    ChannelId held;
  };

  [[nodiscard]] std::size_t dependency(const Header& header) const { return header.held.value() * ports_ + paths_.step(header.step).port.value(); }
  [[nodiscard]] ChannelId wanted(ChannelId held, Port port) const { return topology_.out(topology_.channel(held).to, port); }
  void advance(Header& header) const {
    const PathTrie::Step& step = paths_.step(header.step);
    header = {step.next, wanted(header.held, step.port)};
  }

  // The headers of all paths on their first channel, or, above the first layer, those that came up.
  template <typename Visit>
  void for_each(bool first_layer, const std::vector<Header>& risen, Visit visit) const {
    for (const Header& header : risen) visit(header);
    if (!first_layer) return;
    for (const std::size_t i : sequence_) {
      const PathTrie::Path& path = paths_.paths()[i];
      const PathTrie::Step& first = paths_.step(path.first);
      for (std::uint32_t s = 0; s < paths_.sources(); ++s) {
        visit(Header{first.next, topology_.out(NodeId(path.source.value() + s), first.port)});
      }
    }
  }

  [[nodiscard]] Verdict offered(AcyclicDigraph& graph, ChannelId held, Port port) const {
    return graph.add(held.value(), wanted(held, port).value()) ? Verdict::taken : Verdict::refused;
  }

  bool takes(AcyclicDigraph& graph, const Header& header) {
    Verdict& verdict = verdict_[dependency(header)];
    if (verdict == Verdict::none) verdict = offered(graph, header.held, paths_.step(header.step).port);
    return verdict == Verdict::taken;
  }

  // Follows a path through this layer; if it has to leave it, `header` has moved to the first channel above.
  bool rises(AcyclicDigraph& graph, Header& header) {
    while (header.step != PathTrie::kEnd) {
      const bool stays = takes(graph, header);
      advance(header);
      if (!stays) return true;
    }
    return false;
  }

  void take_most_used(AcyclicDigraph& graph, bool first_layer, const std::vector<Header>& risen) {
    std::vector<std::uint64_t> uses(verdict_.size(), 0);
    for_each(first_layer, risen, [&](Header header) {
      for (; header.step != PathTrie::kEnd; advance(header)) ++uses[dependency(header)];
    });
    std::vector<std::size_t> used;
    for (std::size_t i = 0; i < uses.size(); ++i) {
      if (uses[i] > 0) used.push_back(i);
    }
    std::stable_sort(used.begin(), used.end(), [&](std::size_t a, std::size_t b) { return uses[a] > uses[b]; });
    for (const std::size_t i : used) {
      verdict_[i] = offered(graph, ChannelId(static_cast<std::uint32_t>(i / ports_)), Port(static_cast<std::uint16_t>(i % ports_)));
    }
  }

  const Topology& topology_;
  const PathTrie& paths_;
  Order order_;
  std::size_t ports_;
  std::vector<std::size_t> sequence_;
  std::vector<Verdict> verdict_;  // channel x port
};

}  // namespace

VcLayers::VcLayers(const Topology& topology, const PathTrie& paths, const std::string& name) : ports_(static_cast<std::size_t>(topology.ports())) {
  constexpr double kMostHops = 4e9, kHopsForTwoOrders = 5e7;
  if (paths.all_hops() > kMostHops) {
    throw ConfigError("routing", "table", name,
                      fmt::format("has paths of {:.1e} hops from all sources; at most {:.0e}", paths.all_hops(), kMostHops));
  }
  Layers best = Layering(topology, paths, Order::most_used).build();
  if (best.classes > 1 && paths.all_hops() <= kHopsForTwoOrders) {
    Layers other = Layering(topology, paths, Order::shortest).build();
    if (other.classes < best.classes) best = std::move(other);
  }
  classes_ = best.classes;
  stays_ = std::move(best.stays);
}

}  // namespace dateline
