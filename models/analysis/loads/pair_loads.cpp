#include "models/analysis/loads/pair_loads.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "models/analysis/loads/offset_flows.hpp"
#include "models/analysis/loads/path_sampler.hpp"
#include "models/analysis/loads/propagation.hpp"
#include "models/base/error.hpp"
#include "models/base/numbers/random.hpp"

namespace dateline {
namespace {

// Numbers the distinct values.
class Interner {
 public:
  explicit Interner(std::vector<Rational>& values) : values_(values) {}
  std::uint32_t number(const ExactFraction& f) {
    if (f.is_wide()) return add(wide_, f.value(), f);
    return add(small_, std::make_pair(f.numerator(), f.denominator()), f);
  }

 private:
  struct Hash {
    std::size_t operator()(const std::pair<std::uint64_t, std::uint64_t>& p) const noexcept {
      return static_cast<std::size_t>(mix(p.first + mix(p.second)));
    }
  };
  template <typename Map, typename Key>
  std::uint32_t add(Map& map, const Key& key, const ExactFraction& f) {
    const auto [it, added] = map.try_emplace(key, static_cast<std::uint32_t>(values_.size()));
    if (added) values_.push_back(f.value());
    return it->second;
  }

  std::vector<Rational>& values_;
  std::unordered_map<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t, Hash> small_;
  std::map<Rational, std::uint32_t> wide_;
};

// Rows of (column, value), columns ascending.
ValueRows joined(const std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>>& row) {
  ValueRows rows;
  for (const auto& own : row) {
    rows.begin.push_back(rows.column.size());
    for (const auto& [column, value] : own) {
      rows.column.push_back(column);
      rows.value.push_back(value);
    }
  }
  rows.begin.push_back(rows.column.size());
  return rows;
}

// The flows of sampled paths, in the form of Propagation.
class Sampling {
 public:
  Sampling(const Topology& topology, const RoutingRelation& relation, PathSample sample)
      : sampler_(topology, relation, sample.seed), paths_(sample.paths), crossings_(topology.channels(), 0) {}

  const std::vector<ChannelFlow>& flow(TerminalId source, TerminalId destination) {
    touched_.clear();
    for (std::uint64_t i = 0; i < paths_; ++i) {
      for (const ChannelId c : sampler_.path(source, destination, i)) {
        if (crossings_[c.value()]++ == 0) touched_.push_back(c);
      }
    }
    flows_.clear();
    for (const ChannelId c : touched_) flows_.push_back({c, ExactFraction(std::exchange(crossings_[c.value()], 0), paths_)});
    return flows_;
  }

 private:
  PathSampler sampler_;
  std::uint64_t paths_;
  std::vector<std::uint64_t> crossings_;
  std::vector<ChannelId> touched_;
  std::vector<ChannelFlow> flows_;
};

struct FoundFlow {
  std::uint32_t channel;
  PairLoads::Entry entry;
};

// Appends what one source sends, sorted by channel by counting, and where the entries of every channel begin. `place`:
// memory to work in, of one number a channel and one more.
void append_by_channel(const std::vector<FoundFlow>& found, std::vector<std::size_t>& place, std::vector<std::size_t>& begin,
                       std::vector<PairLoads::Entry>& entries) {
  std::fill(place.begin(), place.end(), 0);
  for (const FoundFlow& f : found) ++place[f.channel + 1];
  const std::size_t base = entries.size();
  for (std::size_t c = 0; c + 1 < place.size(); ++c) {
    place[c + 1] += place[c];
    begin.push_back(base + place[c]);
  }
  entries.resize(base + found.size());
  for (const FoundFlow& f : found) entries[base + place[f.channel]++] = f.entry;
}

}  // namespace

PairLoads::PairLoads(const Topology& topology, const RoutingRelation& relation, const std::vector<Symmetry>& symmetries, PathSample sample)
    : topology_(topology), ends_(topology, relation), walk_(topology.nodes(), symmetries), images_(topology) {
  if (ends_.by_terminal() && !symmetries.empty()) throw InvariantError("symmetries of routers, for a relation that distinguishes terminals");
  for (const NodeId router : walk_.representatives()) {
    first_representative_.push_back(static_cast<std::uint32_t>(representatives_.size()));
    ends_.for_ends_at(router, [&](std::uint32_t end) { representatives_.push_back(ends_.terminals(end).front()); });
  }
  if (relation.absorbs() && !symmetries.empty()) throw InvariantError("symmetries of a relation that absorbs packets are not made use of");
  if (relation.absorbs()) again_.resize(topology.nodes());
  Propagation exact(topology, relation);
  Sampling sampling(topology, relation, sample);
  Interner interner(values_);
  const auto channels = topology.channels();
  begin_.reserve(representatives_.size() * channels + 1);
  std::vector<FoundFlow> found;  // of one source, destinations ascending
  std::vector<std::size_t> place(channels + 1);
  OffsetFlows by_offset(topology);
  const bool moves = sample.paths == 0 && OffsetFlows::apply(topology, relation);
  std::vector<NumberedFlow> walked;
  const auto walk = [&](TerminalId source, TerminalId to) -> const std::vector<NumberedFlow>& {
    walked.clear();
    for (const ChannelFlow& f : sample.paths > 0 ? sampling.flow(source, to) : exact.flow(source, to)) {
      walked.push_back({f.channel, interner.number(f.amount)});
    }
    return walked;
  };
  for (const TerminalId source : representatives_) {
    found.clear();
    for (std::uint32_t t = 0; t < ends_.count(); ++t) {
      if (ends_.terminals(t).empty()) continue;
      const TerminalId to = ends_.terminals(t).front();
      const auto walk_pair = [&]() -> const std::vector<NumberedFlow>& { return walk(source, to); };
      const auto& flows = moves ? by_offset.flows(topology.router_of(source), topology.router_of(to), walk_pair) : walk_pair();
      for (const NumberedFlow& f : flows) found.push_back({f.channel.value(), {t, f.value}});
      for (const NodeFlow& f : exact.reinjections()) again_[f.node.value()].push_back({ends_.of(source), t, interner.number(f.amount)});
    }
    append_by_channel(found, place, begin_, entries_);
  }
  begin_.push_back(entries_.size());
  for (const Rational& v : values_) scale_ = lcm(scale_, denominator(v));
}

ValueRows PairLoads::rows(ChannelId channel) const {
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> row(terminals());  // (column, value)
  for_all([&](std::uint32_t end, std::uint32_t representative, const OrbitWalk::Automorphism& map) {
    const ChannelId origin = image(channel, map.inverse);
    const TerminalRange sources = ends_.terminals(end);
    auto& own = row[sources.front().value()];
    for (const Entry& e : flows(representative, origin)) {
      for (const TerminalId to : ends_.terminals(ends_.image(e.destination, map.image))) own.emplace_back(to.value(), e.value);
    }
    std::sort(own.begin(), own.end());
    for (const TerminalId other : sources) {
      if (other != sources.front()) row[other.value()] = own;
    }
  });
  return joined(row);
}

std::vector<NodeId> PairLoads::reinjecting() const {
  std::vector<NodeId> nodes;
  for (std::uint32_t v = 0; v < again_.size(); ++v) {
    if (!again_[v].empty()) nodes.emplace_back(v);
  }
  return nodes;
}

ValueRows PairLoads::reinjections(NodeId node) const {
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> row(terminals());  // (column, value)
  for (const Again& a : again_[node.value()]) {
    for (const TerminalId from : ends_.terminals(a.source)) {
      for (const TerminalId to : ends_.terminals(a.destination)) row[from.value()].emplace_back(to.value(), a.value);
    }
  }
  return joined(row);
}

bool PairLoads::self_pairs_cross() const {
  for (std::uint32_t r = 0; r < representatives_.size(); ++r) {
    const std::uint32_t own = ends_.of(representatives_[r]);
    const Entry* const first = entries_.data() + begin_[r * std::size_t{topology_.channels()}];
    const Entry* const last = entries_.data() + begin_[(r + std::size_t{1}) * topology_.channels()];
    if (std::any_of(first, last, [own](const Entry& e) { return e.destination == own; })) return true;
  }
  return false;
}

Rational PairLoads::mean_hops() const {
  std::vector<std::uint64_t> sources(representatives_.size(), 0);  // terminals that a representative stands for
  for_all([&](std::uint32_t end, std::uint32_t representative, const OrbitWalk::Automorphism&) {
    sources[representative] += ends_.terminals(end).size();
  });
  std::vector<std::uint64_t> uses(values_.size(), 0);
  for (std::uint32_t r = 0; r < sources.size(); ++r) {
    for (std::size_t e = begin_[std::size_t{r} * topology_.channels()]; e < begin_[(r + std::size_t{1}) * topology_.channels()]; ++e) {
      uses[entries_[e].value] += sources[r] * ends_.terminals(entries_[e].destination).size();
    }
  }
  Integer total = 0;  // over scale_
  for (std::size_t v = 0; v < values_.size(); ++v) total += numerator(Rational(values_[v] * scale_)) * uses[v];
  std::uint64_t ends = 0;  // terminals that live
  for (std::uint32_t end = 0; end < ends_.count(); ++end) ends += ends_.terminals(end).size();
  return Rational(total, scale_ * ends * ends);
}

double pair_loads_cost(const Topology& topology, const RoutingRelation& relation, const std::vector<Symmetry>& symmetries, PathSample sample) {
  const std::uint32_t ends = WalkEnds(topology, relation).used();
  const std::size_t sources = relation.by_terminal() ? ends : OrbitWalk(topology.nodes(), symmetries).representatives().size();
  const double a_pair =
      sample.paths > 0 ? static_cast<double>(sample.paths) * (1 + mean_path_hops(topology, relation)) : mean_places(topology, relation);
  return static_cast<double>(sources) * ends * a_pair;
}

}  // namespace dateline
