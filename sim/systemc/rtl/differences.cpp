#include "sim/systemc/rtl/differences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "sim/core/state/tile.hpp"

namespace dateline {
namespace {

using PacketName = std::pair<std::uint32_t, std::uint64_t>;  // source, sequence number

// A channel that a packet crosses: when, flit by flit.
struct Crossed {
  ChannelId channel;
  std::vector<Cycle> flits;
};

// Packets with the channels that they cross, in their order. Memory: 8 bytes an event, and what a packet's path takes.
class Paths {
 public:
  Paths(const std::vector<CrossingEvent>& events, Cycle until, const VcNumbering& numbering) {
    for (const CrossingEvent& e : events) {
      if (e.cycle < until) crossed(e, numbering.channel_of(e.vc)).flits.push_back(e.cycle);
    }
  }
  [[nodiscard]] const std::map<PacketName, std::vector<Crossed>>& packets() const { return packets_; }
  // When flit number `flit` of the packet of `e` left the router to which that channel leads; nothing if it did not.
  [[nodiscard]] std::optional<Cycle> onward(const CrossingEvent& e, ChannelId channel, std::size_t flit) const {
    const std::vector<Crossed>& path = packets_.at({e.source, e.sequence});
    const auto here = std::find_if(path.begin(), path.end(), [&](const Crossed& c) { return c.channel == channel; });
    if (path.end() - here < 2 || (here + 1)->flits.size() <= flit) return std::nullopt;
    return (here + 1)->flits[flit];
  }

 private:
  Crossed& crossed(const CrossingEvent& e, ChannelId channel) {
    std::vector<Crossed>& path = packets_[{e.source, e.sequence}];
    const auto at = std::find_if(path.rbegin(), path.rend(), [&](const Crossed& c) { return c.channel == channel; });
    return at != path.rend() ? *at : path.emplace_back(Crossed{channel, {}});
  }
  std::map<PacketName, std::vector<Crossed>> packets_;
};

std::uint32_t router_behind(const Tile& tile, ChannelId channel) { return tile.store.channel(channel).to.value(); }

std::string cycles_later(std::int64_t shift) {
  return shift == 0 ? "in the same cycle" : fmt::format("{} {}", std::abs(shift), shift > 0 ? "later" : "earlier");
}

std::string row(const std::string& what, const std::string& compiled, const std::string& external) {
  return fmt::format("{:<42}{:>12}{:>12}", what, compiled, external);
}

std::uint64_t before(const std::vector<Cycle>& cycles, Cycle until) {
  return static_cast<std::uint64_t>(std::count_if(cycles.begin(), cycles.end(), [&](Cycle c) { return c < until; }));
}

RouterTimes::Hops all_hops(const RouterTimes& times) {
  RouterTimes::Hops all;
  for (const auto& [node, hops] : times.hops) {
    all.heads += hops.heads;
    all.sum += hops.sum;
    all.least = std::min(all.least, hops.least);
  }
  return all;
}

template <typename Times>
std::string least_of(const Times& times) {
  return times.least == ~std::uint64_t{0} ? "-" : std::to_string(times.least);
}

std::string after(const RouterTimes::Loops& loops) {
  return loops.soonest == loops.latest ? std::to_string(loops.soonest) : fmt::format("{} to {}", loops.soonest, loops.latest);
}

void describe_routers(const RouterTimes& compiled, const RouterTimes& external, std::vector<std::string>& lines) {
  constexpr std::size_t kMost = 16;
  std::vector<std::string> routers;
  for (const auto& [node, found] : external.hops) {
    const auto expected = compiled.hops.find(node);
    if (expected == compiled.hops.end() || (expected->second.least == found.least && expected->second.sum == found.sum)) continue;
    const auto text = [](const RouterTimes::Hops& hops) { return fmt::format("{}, {:.3f}", least_of(hops), hops.mean()); };
    routers.push_back(row(fmt::format("  router {}", node), text(expected->second), text(found)));
  }
  if (routers.empty()) return;
  lines.push_back("cycles a hop by router, least and mean:");
  lines.insert(lines.end(), routers.begin(), routers.begin() + static_cast<std::ptrdiff_t>(std::min(kMost, routers.size())));
  if (routers.size() > kMost) lines.push_back(fmt::format("  and {} more", routers.size() - kMost));
}

}  // namespace

void RouterTimes::Hops::add(Cycle cycles) {
  ++heads;
  sum += cycles;
  least = std::min<std::uint64_t>(least, cycles);
}

void RouterTimes::Loops::add(Cycle loop, std::int64_t after) {
  soonest = flits == 0 ? after : std::min(soonest, after);
  latest = flits == 0 ? after : std::max(latest, after);
  ++flits;
  sum += loop;
  least = std::min<std::uint64_t>(least, loop);
}

RouterTimes times_of(const std::vector<CrossingEvent>& events, const std::vector<CreditEvent>& credits, Cycle until, const Tile& tile) {
  const Paths paths(events, until, tile.numbering);
  RouterTimes times;
  for (const auto& [packet, path] : paths.packets()) {
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
      times.hops[router_behind(tile, path[i].channel)].add(path[i + 1].flits.front() - path[i].flits.front());
    }
  }
  // Credits of a VC come in the order of its flits.
  std::unordered_map<std::uint32_t, std::vector<Cycle>> given;  // by VC
  std::unordered_set<std::uint32_t> external;                   // routers
  for (const CreditEvent& credit : credits) {
    given[credit.vc.value()].push_back(credit.cycle);
    external.insert(router_behind(tile, tile.numbering.channel_of(credit.vc)));
  }
  std::unordered_map<std::uint32_t, std::size_t> flits;  // by VC
  std::map<std::pair<PacketName, std::uint32_t>, std::size_t> flit_of_packet;
  for (const CrossingEvent& e : events) {
    if (e.cycle >= until || tile.numbering.is_ejection(e.vc)) continue;
    const ChannelId channel = tile.numbering.channel_of(e.vc);
    const std::size_t of_vc = flits[e.vc.value()]++;
    const std::optional<Cycle> left = paths.onward(e, channel, flit_of_packet[{{e.source, e.sequence}, channel.value()}]++);
    if (!left) continue;
    Cycle credit = *left;
    if (external.count(router_behind(tile, channel)) != 0) {
      const std::vector<Cycle>& of_flits = given[e.vc.value()];
      if (of_flits.size() <= of_vc || of_flits[of_vc] >= until) continue;  // it is still owed
      credit = of_flits[of_vc];
    }
    const auto latency = static_cast<Cycle>(std::max(tile.store.delay_of(channel).credit, 1));
    times.loops.add(credit + latency - e.cycle, static_cast<std::int64_t>(credit) - static_cast<std::int64_t>(*left));
  }
  return times;
}

Shifts shifts_of(const std::vector<CrossingEvent>& compiled, const std::vector<CrossingEvent>& external, Cycle until, const VcNumbering& numbering) {
  const Paths expected(compiled, until, numbering), found(external, until, numbering);
  Shifts shifts;
  std::uint64_t pairs = 0, all = 0;
  const auto count = [&](const Paths& paths) {
    for (const auto& [packet, path] : paths.packets()) {
      for (const Crossed& c : path) all += c.flits.size();
    }
  };
  count(expected);
  count(found);
  for (const auto& [packet, path] : expected.packets()) {
    const auto same = found.packets().find(packet);
    if (same == found.packets().end()) continue;
    for (const Crossed& a : path) {
      for (const Crossed& b : same->second) {
        if (a.channel != b.channel) continue;
        for (std::size_t k = 0; k < std::min(a.flits.size(), b.flits.size()); ++k, ++pairs) {
          ++shifts.later[static_cast<std::int64_t>(b.flits[k]) - static_cast<std::int64_t>(a.flits[k])];
        }
      }
    }
  }
  shifts.in_one_run = all - 2 * pairs;
  return shifts;
}

std::string text_of(const Shifts& shifts) {
  constexpr std::size_t kMost = 4;
  std::vector<std::pair<std::int64_t, std::uint64_t>> by_count(shifts.later.begin(), shifts.later.end());
  std::stable_sort(by_count.begin(), by_count.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  const std::size_t named = std::min(kMost, by_count.size());
  std::sort(by_count.begin(), by_count.begin() + static_cast<std::ptrdiff_t>(named));
  std::sort(by_count.begin() + static_cast<std::ptrdiff_t>(named), by_count.end());
  std::vector<std::string> parts;
  std::uint64_t others = 0;
  for (std::size_t i = 0; i < by_count.size(); ++i) {
    if (i >= named) {
      others += by_count[i].second;
    } else {
      parts.push_back(fmt::format("{} {}", cycles_later(by_count[i].first), by_count[i].second));
    }
  }
  if (others > 0)
    parts.push_back(fmt::format("others {} ({} to {})", others, cycles_later(by_count[named].first), cycles_later(by_count.back().first)));
  if (shifts.in_one_run > 0) parts.push_back(fmt::format("in one run only {}", shifts.in_one_run));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::vector<std::string> differences(const ComparedRun& compiled, const ComparedRun& external, Cycle until, const Tile& tile) {
  const RouterTimes expected = times_of(compiled.record.events(), compiled.record.credits(), until, tile);
  const RouterTimes found = times_of(external.record.events(), external.record.credits(), until, tile);
  const RouterTimes::Hops expected_hops = all_hops(expected), found_hops = all_hops(found);
  std::vector<std::string> lines;
  const auto add = [&](const std::string& what, const auto& text, const auto& a, const auto& b) { lines.push_back(row(what, text(a), text(b))); };
  const auto of_result = [](const auto& what) {
    return [what](const ComparedRun& run) -> std::string { return run.result == nullptr ? "refused" : what(*run.result); };
  };
  const auto mean = [](const auto& times) { return fmt::format("{:.3f}", times.mean()); };
  lines.push_back(row("", "compiled", "external"));
  add(
      "packets delivered", [&](const ComparedRun& run) { return std::to_string(before(run.record.deliveries(), until)); }, compiled, external);
  add("saturated", of_result([](const RunResult& r) { return std::string(r.saturated() ? "yes" : "no"); }), compiled, external);
  add("mean latency, cycles", of_result([](const RunResult& r) { return fmt::format("{:.3f}", r.latency.mean); }), compiled, external);
  add("a hop of a head flit, cycles: least", least_of<RouterTimes::Hops>, expected_hops, found_hops);
  add("  mean", mean, expected_hops, found_hops);
  add("credit loop, cycles: least", least_of<RouterTimes::Loops>, expected.loops, found.loops);
  add("  mean", mean, expected.loops, found.loops);
  add("  credit after its flit", after, expected.loops, found.loops);
  lines.push_back("crossings of the same flits: " + text_of(shifts_of(compiled.record.events(), external.record.events(), until, tile.numbering)));
  describe_routers(expected, found, lines);
  return lines;
}

}  // namespace dateline
