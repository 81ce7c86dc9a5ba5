#include "models/analysis/reliability/delivery.hpp"

#include <algorithm>

#include "models/network/relation/lone_choice.hpp"
#include "models/network/relation/walk_ends.hpp"
#include "models/proof/hop_reader.hpp"

namespace dateline {
namespace {

using Progress = HeaderPlaceRecord::Progress;
constexpr std::uint32_t kNone = 0xffffffffU;
constexpr double kSettled = 1e-15;  // of a chance

struct Fate {
  bool arrives = true;
  double absorptions = 0;
  double expected = 1, aware = 1;  // chances to arrive
};

template <bool kAbsorbs>
class DeliveryWalk {
 public:
  DeliveryWalk(const Topology& topology, const RoutingRelation& relation, bool local)
      : topology_(topology), relation_(relation), ends_(topology, relation), reader_(topology, relation), local_(local) {}

  [[nodiscard]] DeliveredPairs run() {
    for (std::uint32_t end = 0; end < ends_.count(); ++end) {
      if (!ends_.terminals(end).empty()) walk(end);
    }
    return sum_;
  }

 private:
  struct Step {  // of the walk's path
    std::uint32_t place, hop;
  };

  void walk(std::uint32_t to) {
    places_.clear();
    hops_.clear();
    fates_.clear();
    left_.clear();
    goes_round_ = false;
    reader_.clear();
    const TerminalRange receivers = ends_.terminals(to);
    for (std::uint32_t end = 0; end < ends_.count(); ++end) {
      const TerminalRange senders = ends_.terminals(end);
      const std::uint64_t pairs = std::uint64_t{senders.size()} * (end == to ? receivers.size() - 1 : receivers.size());
      if (senders.empty() || pairs == 0) continue;
      const Fate fate = from_source(senders.front(), receivers.front());
      sum_.pairs += pairs;
      sum_.expected += fate.expected * static_cast<double>(pairs);
      sum_.aware += fate.aware * static_cast<double>(pairs);
      if (!fate.arrives) continue;
      sum_.certain += pairs;
      sum_.absorptions += fate.absorptions * static_cast<double>(pairs);
    }
  }

  [[nodiscard]] Fate from_source(TerminalId source, TerminalId destination) {
    const Ends ends{source, destination, topology_.router_of(source), topology_.router_of(destination)};
    destination_ = ends.to;
    const StartStates states = relation_.start_between(ends);
    Fate sum{!states.empty(), 0, 0, 0};
    double total = 0;
    for (const StartState& s : states) {
      start_hops_.clear();
      reader_.template read<kAbsorbs>({ends.from, kNoChannel, s.state}, SoftwareHeaders::kEmpty, ends.to, places_, start_hops_);
      fates_.resize(places_.size());
      for (const PlaceHop& hop : start_hops_) {
        if (leads_on(hop) && places_[hop.to].progress == Progress::fresh) visit(hop.to);
      }
      if (goes_round_) settle();
      const Fate fate = fate_after(start_hops_.data(), start_hops_.data() + start_hops_.size());
      const auto weight = static_cast<double>(s.weight);
      sum.arrives = sum.arrives && fate.arrives;
      sum.absorptions += weight * fate.absorptions;
      sum.expected += weight * fate.expected;
      sum.aware += weight * fate.aware;
      total += weight;
    }
    for (double* part : {&sum.absorptions, &sum.expected, &sum.aware}) *part /= total;
    return sum;
  }

  // Neither a failed channel nor an end.
  [[nodiscard]] bool leads_on(const PlaceHop& hop) const { return hop.to < PlaceHop::kAbsorbed && !stops(hop); }
  [[nodiscard]] bool stops(const PlaceHop& hop) const {
    if (hop.channel != kNoChannel) return relation_.faults() != nullptr && relation_.faults()->failed(hop.channel);
    return hop.to == PlaceHop::kAbsorbed || (local_ && hop.is_absorption() && hop.rule == AbsorptionRule::last_resort);
  }

  // All that the hops lead to has its fate, or is on the path: then messages can go round.
  [[nodiscard]] Fate fate_after(const PlaceHop* first, const PlaceHop* last) {
    Fate fate = certain_after(first, last);
    fate.expected = first->free ? expected_of_free(first, last) : of_draw(first, last, &Fate::expected);
    fate.aware = first->free ? best(first, last, &Fate::aware) : of_draw(first, last, &Fate::aware);
    return fate;
  }

  // Of the place that a hop leads to; of those on the path nothing is known.
  [[nodiscard]] Fate next_after(const PlaceHop& hop) {
    if (hop.to == PlaceHop::kDelivered) return {};
    if (places_[hop.to].progress == Progress::done) return fates_[hop.to];
    goes_round_ = true;
    return {false, 0, 0, 0};
  }

  [[nodiscard]] Fate certain_after(const PlaceHop* first, const PlaceHop* last) {
    Fate sum;
    double total = 0;
    for (const PlaceHop* hop = first; hop != last; ++hop) {
      if (stops(*hop)) return {false, 0};
      Fate next = next_after(*hop);
      if (!next.arrives) return {false, 0};
      if (!hop->counts) continue;
      if (hop->is_absorption() && hop->rule != AbsorptionRule::intermediate) ++next.absorptions;
      const double weight = weight_of(*hop);
      sum.absorptions += weight * next.absorptions;
      total += weight;
    }
    if (total > 0) sum.absorptions /= total;
    return sum;
  }

  [[nodiscard]] static double weight_of(const PlaceHop& hop) {
    return static_cast<double>(std::max<std::uint64_t>(hop.weight, 1));  // one way alone may have no weight
  }
  // The largest chance after the hops that work.
  [[nodiscard]] double best(const PlaceHop* first, const PlaceHop* last, double Fate::*chance) {
    double most = 0;
    for (const PlaceHop* hop = first; hop != last; ++hop) {
      if (!stops(*hop)) most = std::max(most, next_after(*hop).*chance);
    }
    return most;
  }
  // The mean over routes, whose hops stand together, the first of each counting: VC classes of one channel. Of a
  // message that is aware the best of them.
  [[nodiscard]] double of_draw(const PlaceHop* first, const PlaceHop* last, double Fate::*chance) {
    double sum = 0, total = 0;
    while (first != last) {
      const PlaceHop* end = first + 1;
      while (end != last && !end->counts) ++end;
      sum += weight_of(*first) * best(first, chance == &Fate::expected ? first + 1 : end, chance);
      total += weight_of(*first);
      first = end;
    }
    return sum / total;
  }
  // The mean over the channels of the lowest rank that has some that work.
  [[nodiscard]] double expected_of_free(const PlaceHop* first, const PlaceHop* last) {
    working_.clear();
    for (const PlaceHop* hop = first; hop != last; ++hop) {
      if (!stops(*hop)) working_.push_back(hop);
    }
    if (working_.empty()) return 0;
    double sum = 0, total = 0;
    choose_alone(
        working_.size(), [&](std::size_t i) -> const PlaceHop& { return *working_[i]; },
        [&](std::size_t i, bool taken) {
          sum += taken ? next_after(*working_[i]).expected : 0;
          total += taken ? 1 : 0;
        });
    return sum / total;
  }
  // Chances where messages can go round: all left places again, until nothing changes.
  void settle() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const std::uint32_t place : left_) {
        const PlaceHop* const first = hops_.data() + places_[place].first_hop;
        const Fate fate = fate_after(first, first + places_[place].hops);
        for (const auto chance : {&Fate::expected, &Fate::aware}) {
          changed = changed || fate.*chance > fates_[place].*chance + kSettled;
          fates_[place].*chance = fate.*chance;
        }
      }
    }
  }

  // Opens a place and all that lies behind it, depth first.
  void visit(std::uint32_t place) {
    for (std::uint32_t next = place; next != kNone; next = next_to_open()) {
      const auto first = static_cast<std::uint32_t>(hops_.size());
      const HeaderPlaceRecord& fresh = places_[next];
      reader_.template read<kAbsorbs>(reader_.template place<kAbsorbs>(fresh), fresh.header, destination_, places_, hops_);
      fates_.resize(places_.size());
      HeaderPlaceRecord& opened = places_[next];  // it may have moved
      opened.first_hop = first;
      opened.hops = static_cast<std::uint32_t>(hops_.size()) - first;
      opened.progress = Progress::open;
      path_.push_back({next, first});
    }
  }

  // Leaves the places on the path that have no way left to look at; a fresh place that the last of the others leads to,
  // kNone if the path is empty.
  [[nodiscard]] std::uint32_t next_to_open() {
    while (!path_.empty()) {
      Step& step = path_.back();
      HeaderPlaceRecord& at = places_[step.place];
      const std::uint32_t last = at.first_hop + at.hops;
      for (; step.hop < last; ++step.hop) {
        const PlaceHop& hop = hops_[step.hop];
        if (leads_on(hop) && places_[hop.to].progress == Progress::fresh) return hop.to;
      }
      fates_[step.place] = fate_after(hops_.data() + at.first_hop, hops_.data() + last);
      at.progress = Progress::done;
      left_.push_back(step.place);
      path_.pop_back();
    }
    return kNone;
  }

  const Topology& topology_;
  const RoutingRelation& relation_;
  WalkEnds ends_;
  HopReader reader_;
  bool local_;
  NodeId destination_;
  PlaceTable places_;
  std::vector<Fate> fates_;  // by place
  std::vector<PlaceHop> hops_, start_hops_;
  std::vector<const PlaceHop*> working_;
  std::vector<std::uint32_t> left_;  // places, each after all that it leads to but for those it can go round with
  bool goes_round_ = false;
  std::vector<Step> path_;
  DeliveredPairs sum_;
};

}  // namespace

DeliveredPairs delivered_pairs(const Topology& topology, const RoutingRelation& relation, bool local) {
  return relation.absorbs() ? DeliveryWalk<true>(topology, relation, local).run() : DeliveryWalk<false>(topology, relation, local).run();
}

}  // namespace dateline
