#include "models/proof/header_graph.hpp"

namespace dateline {
namespace {

using Progress = HeaderPlaceRecord::Progress;
constexpr std::uint32_t kNone = 0xffffffffU;

}  // namespace

HeaderGraph::HeaderGraph(const Topology& topology, const RoutingRelation& relation)
    : topology_(topology), ends_(topology, relation), reader_(topology, relation) {}

void HeaderGraph::walk(TerminalId destination) {
  destination_ = topology_.router_of(destination);
  places_.clear();
  hops_.clear();
  arrivals_.clear();
  journeys_.clear();
  reader_.clear();
  goes_round_ = false;
  const std::uint32_t own = ends_.of(destination);
  const std::uint64_t receivers = ends_.terminals(own).size();
  for (std::uint32_t end = 0; end < ends_.count(); ++end) {
    const TerminalRange senders = ends_.terminals(end);
    const std::uint64_t pairs = senders.size() * (end == own ? receivers - 1 : receivers);  // of different terminals
    const std::uint64_t self_pairs = end == own ? receivers : 0;
    if (pairs + self_pairs > 0)
      reader_.absorbs() ? take_source<true>(senders.front(), destination, pairs, self_pairs)
                        : take_source<false>(senders.front(), destination, pairs, self_pairs);
  }
}

template <bool kAbsorbs>
void HeaderGraph::take_source(TerminalId source, TerminalId destination, std::uint64_t pairs, std::uint64_t self_pairs) {
  const NodeId from = topology_.router_of(source);
  if (reader_.relation().starts_plain()) {
    const Onward onward = start<kAbsorbs>(from, HeaderState{});
    arrivals_.add_start(onward, pairs, 1);
    if (kAbsorbs && journeys_.add_start(start_hops_, pairs, 1, 1)) journeys_.add_last_resort(pairs);
    if (onward.arrives) arrivals_.add_pairs(pairs, self_pairs);
    return;
  }
  const StartStates states = reader_.relation().start_between({source, destination, from, destination_});
  std::uint64_t total = 0;
  for (const StartState& s : states) total += s.weight;
  bool arrives = !states.empty(), last_resort = false;
  for (const StartState& s : states) {
    const Onward onward = start<kAbsorbs>(from, s.state);
    arrives = arrives && onward.arrives;
    if (kAbsorbs && journeys_.add_start(start_hops_, pairs, s.weight, total)) last_resort = true;
    if (s.weight == total) {
      arrivals_.add_start(onward, pairs, 1);
    } else {
      arrivals_.add_start(onward, pairs * s.weight, total);
    }
  }
  if (arrives) arrivals_.add_pairs(pairs, self_pairs);
  if (last_resort) journeys_.add_last_resort(pairs);
}

// What follows from a start, all that lies behind it walked.
template <bool kAbsorbs>
inline Onward HeaderGraph::start(NodeId source, HeaderState state) {
  start_hops_.clear();
  reader_.read<kAbsorbs>({source, kNoChannel, state}, SoftwareHeaders::kEmpty, destination_, places_, start_hops_);
  for (const PlaceHop& hop : start_hops_) {
    if (hop.to < places_.size() && places_[hop.to].progress == Progress::fresh) visit<kAbsorbs>(hop.to);
  }
  return arrivals_.after(places_.all(), start_hops_.data(), start_hops_.data() + start_hops_.size());
}

// Opens a place and all that lies behind it, depth first.
template <bool kAbsorbs>
void HeaderGraph::visit(std::uint32_t place) {
  for (std::uint32_t next = place; next != kNone; next = next_to_open<kAbsorbs>()) {
    const HeaderPlaceRecord& fresh = places_[next];
    const auto first = static_cast<std::uint32_t>(hops_.size());
    reader_.read<kAbsorbs>(reader_.place<kAbsorbs>(fresh), fresh.header, destination_, places_, hops_);
    HeaderPlaceRecord& opened = places_[next];  // it may have moved
    opened.first_hop = first;
    opened.hops = static_cast<std::uint32_t>(hops_.size()) - first;
    opened.progress = Progress::open;
    path_.push_back({next, first});
  }
}

// Leaves the places on the path that have no way left to look at; a fresh place that the last of the others leads to,
// kNone if the path is empty.
template <bool kAbsorbs>
inline std::uint32_t HeaderGraph::next_to_open() {
  const auto known = static_cast<std::uint32_t>(places_.size());
  while (!path_.empty()) {
    Step& step = path_.back();
    HeaderPlaceRecord& at = places_[step.place];
    const Span<PlaceHop> hops = this->hops(at);
    for (const PlaceHop* hop = hops_.data() + step.hop; hop != hops.end(); ++hop) {
      if (hop->to >= known || places_[hop->to].progress == Progress::done) continue;
      if (places_[hop->to].progress == Progress::fresh) {
        step.hop = static_cast<std::uint32_t>(hop - hops_.data()) + 1;
        return hop->to;
      }
      goes_round_ = true;
      arrivals_.stop_counting_hops();
    }
    at.onward = arrivals_.after(places_.all(), hops.begin(), hops.end());
    if (kAbsorbs) journeys_.fold(step.place, hops.begin(), hops.end());
    at.progress = Progress::done;
    path_.pop_back();
  }
  return kNone;
}

}  // namespace dateline
