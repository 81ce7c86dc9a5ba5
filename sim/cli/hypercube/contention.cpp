// dateline lcc contention: messages per channel of linear-complement communications under e-cube, dimension by
// dimension, and those that another routing forces through one channel.
#include "models/lcc/contention.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "models/analysis/adaptive/forced_messages.hpp"
#include "models/base/error.hpp"
#include "models/network/topology/topologies.hpp"
#include "routing/registry/registry.hpp"
#include "sim/cli/command_line/command.hpp"
#include "sim/cli/command_line/commands.hpp"
#include "sim/cli/hypercube/lcc_report.hpp"
#include "sim/cli/output/load_report.hpp"
#include "sim/cli/output/result_file.hpp"
#include "sim/options/lcc_settings.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

Contention checked(const NamedLcc& named, const Contention& formula) {
  const Contention counted = counted_contention(named.lcc);
  if (counted != formula) throw InvariantError("contention of " + printable(named.name) + " is not what its paths show");
  return counted;
}

constexpr double kMostSteps = 3e8;  // places and hops: a minute

struct Forced {
  std::uint64_t messages = 0;
  ChannelId channel = kNoChannel;  // the first of those with most
};

// A routing on the hypercube that the communications are for.
class ForcedCounter {
 public:
  ForcedCounter(const ContentionSettings& settings, int dimensions) {
    if (dimensions > kMaxDimensions) settings.routing.refuse(fmt::format("is for up to {} dimensions; there are {}", kMaxDimensions, dimensions));
    topology_ = make_topology(fmt::format("hypercube:{}", dimensions));
    relation_ = make_relation(settings.routing.text(), *topology_, RoutingOptions{});
  }

  [[nodiscard]] const Topology& topology() const { return *topology_; }
  [[nodiscard]] Forced most(const Lcc& lcc) const {
    std::vector<MessageEnds> messages;
    for (Bits end = 0; end < bit(lcc.dimensions()); ++end) {
      const TerminalId one(static_cast<std::uint32_t>(end)), image(static_cast<std::uint32_t>(lcc.image(end)));
      if (one != image) messages.push_back(lcc.scatter ? MessageEnds{image, one} : MessageEnds{one, image});
    }
    const std::vector<std::uint64_t> forced = forced_packets(*topology_, *relation_, std::move(messages), kMostSteps);
    const auto largest = std::max_element(forced.begin(), forced.end());
    if (largest == forced.end() || *largest == 0) return {};
    return {*largest, ChannelId(static_cast<std::uint32_t>(largest - forced.begin()))};
  }
  [[nodiscard]] Json json(const Forced& forced) const {
    return {{"messages", forced.messages}, {"channel", forced.messages == 0 ? Json(nullptr) : channel_json(topology_->channel(forced.channel))}};
  }

 private:
  std::unique_ptr<Topology> topology_;
  std::unique_ptr<RoutingRelation> relation_;
};

std::string forced_text(const Topology& topology, const Forced& forced) {
  return forced.messages == 0 ? "0" : fmt::format("{} through {}", forced.messages, channel_text(topology.channel(forced.channel)));
}

}  // namespace

int run_lcc_contention(const ContentionSettings& settings) {
  const std::vector<NamedLcc> set = chosen_set(settings.command, settings.set);
  const int n = set.front().lcc.dimensions();
  const bool count = *settings.count;
  if (count && n > kMostCountedDimensions) {
    settings.count.refuse(fmt::format("is for up to {} dimensions; there are {}", kMostCountedDimensions, n));
  }
  std::optional<ForcedCounter> routing;
  if (settings.routing.has()) routing.emplace(settings, n);
  JsonOutput json(settings);
  std::vector<Contention> contentions, counted;
  std::vector<Forced> forced;
  Json communications = Json::array();
  for (const NamedLcc& named : set) {
    contentions.push_back(contention(named.lcc));
    if (count) counted.push_back(checked(named, contentions.back()));
    Json entry = lcc_json(named);
    entry.update(contention_json(contentions.back()));
    if (routing) forced.push_back(routing->most(named.lcc));
    entry["forced"] = routing ? routing->json(forced.back()) : Json(nullptr);
    communications.push_back(std::move(entry));
  }
  const Contention most = largest_of(contentions);
  Json result = result_header("dateline.lcc-contention/2", settings);
  result["dimensions"] = n;
  result.update(contention_json(most));
  result["counted"] = count ? contention_json(largest_of(counted)) : Json(nullptr);
  result["forced"] = routing
                         ? Json(std::max_element(forced.begin(), forced.end(), [](Forced a, Forced b) { return a.messages < b.messages; })->messages)
                         : Json(nullptr);
  result["communications"] = communications;
  json.commit(result);
  if (json.wants_stdout()) return 0;
  fmt::print("hypercube of {} dimensions, e-cube: messages per channel (dimension 0 first){}\n", n, count ? "; the same by counting paths" : "");
  for (std::size_t r = 0; r < set.size(); ++r) {
    fmt::print("{:<28}{:<13}{}\n", name_text(set[r]), name_of(set[r].lcc.kind()), contention_text(contentions[r]));
  }
  if (set.size() > 1) fmt::print("{:<41}{}\n", "largest", contention_text(most));
  if (!routing) return 0;
  fmt::print("{}: messages that it forces through one channel, all their paths leading over it\n", settings.routing.text());
  for (std::size_t r = 0; r < set.size(); ++r) fmt::print("{:<41}{}\n", name_text(set[r]), forced_text(routing->topology(), forced[r]));
  return 0;
}

}  // namespace dateline
