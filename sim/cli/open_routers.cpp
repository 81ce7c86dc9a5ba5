#include "sim/cli/open_routers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/network/parse.hpp"
#include "models/network/random.hpp"
#include "sim/core/open_nodes.hpp"

namespace dateline {

std::vector<std::uint8_t> open_routers(const Options& options, const Topology& topology) {
  if (!options.has("open")) return {};
  const std::string& text = options.text("open");
  std::vector<std::uint8_t> open(topology.nodes(), 0);
  if (text == "all") {
    std::fill(open.begin(), open.end(), 1);
    return open;
  }
  const std::string half = "half:";
  const ValueSource source = {options.command(), "open"};
  if (text.rfind(half, 0) == 0) {
    const std::uint64_t seed = parse_whole(source, text.substr(half.size()), 0, ~std::uint64_t{0});
    for (std::size_t v = 0; v < open.size(); ++v) open[v] = static_cast<std::uint8_t>(mix(mix(seed) + v) >> 63U);
    return open;
  }
  for (const std::string& node : split(text, ',')) open[parse_whole(source, node, 0, topology.nodes() - 1)] = 1;
  return open;
}

std::string open_line(const Machine& machine) {
  const OpenNodes* const open = machine.parts().open.get();
  if (open == nullptr) return {};
  return fmt::format("{:<18}{} of {} forwarded {} flits\n", "open routers", open->count(), machine.parts().headers.nodes(), open->forwarded());
}

}  // namespace dateline
