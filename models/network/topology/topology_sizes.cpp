#include "models/network/topology/topology_sizes.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"
#include "models/base/text/name_table.hpp"
#include "models/base/text/parse.hpp"
#include "models/network/topology/topology.hpp"

namespace dateline {
namespace {

[[noreturn]] void refuse(std::string_view text, const std::string& rule) { throw ConfigError("topology", "topology", text, rule); }

}  // namespace

void check_sizes(std::string_view text, const TopologySizes& sizes) {
  if (sizes.routers > kMaxRouters || sizes.channels > kMaxChannels) {
    constexpr double kGiB = 1U << 30U;
    const double bytes = sizes.channels * sizeof(Channel) + sizes.routers * sizes.ports * 2 * sizeof(ChannelId);
    refuse(text, fmt::format(
                     "has {:.0f} routers and {:.0f} channels, which alone need {:.1f} GiB of memory; at most {} routers and {} channels are allowed",
                     sizes.routers, sizes.channels, bytes / kGiB, kMaxRouters, kMaxChannels));
  }
  if (sizes.ports + sizes.terminals > static_cast<std::uint32_t>(kMaxPorts)) {
    refuse(text, fmt::format("has routers of {} ports, {} to routers and {} to terminals; at most {} are allowed", sizes.ports + sizes.terminals,
                             sizes.ports, sizes.terminals, kMaxPorts));
  }
  if (sizes.all_terminals > kMaxTerminals) {
    refuse(text, fmt::format("has {:.0f} terminals; at most {} are allowed", sizes.all_terminals, kMaxTerminals));
  }
}

std::vector<std::string> fields_of(std::string_view text, std::size_t most) {
  std::vector<std::string> fields = split(argument_of(text), ':');
  if (fields.size() > most) refuse(text, fmt::format("has '{}' behind its sizes, which says nothing there", printable(":" + fields[most])));
  return fields;
}

std::vector<std::uint32_t> read_terminals(std::string_view text, const std::string& field, std::size_t dimensions) {
  const auto parts = split(field.substr(field.empty() ? 0 : 1), 'x');
  if (field.empty() || field.front() != 't' || (parts.size() != 1 && parts.size() != dimensions)) {
    refuse(text, fmt::format("has '{}' behind its sizes; allowed: :tT (terminals of a router){}", printable(":" + field),
                             dimensions == 1 ? "" : fmt::format(" or :tAxB... (a grid, {} factors)", dimensions)));
  }
  std::vector<std::uint32_t> numbers;
  double product = 1;
  for (const std::string& part : parts) {
    numbers.push_back(static_cast<std::uint32_t>(
        parse_whole({"topology", fmt::format("{} terminals of a router", kind_of(text))}, part, 1, static_cast<std::uint64_t>(kMaxRouterTerminals))));
    product *= numbers.back();
  }
  if (product > kMaxRouterTerminals)
    refuse(text, fmt::format("has {:.0f} terminals at a router; at most {} are allowed", product, kMaxRouterTerminals));
  return numbers;
}

std::vector<NodeId> terminals_at_each(std::uint32_t routers, std::uint32_t count) {
  std::vector<NodeId> router_of;
  router_of.reserve(std::size_t{routers} * count);
  for (std::uint32_t r = 0; r < routers; ++r) router_of.insert(router_of.end(), count, NodeId(r));
  return router_of;
}

}  // namespace dateline
