#include "models/network/topology/terminal_placement.hpp"

#include <fmt/format.h>

#include <utility>

#include "models/base/error.hpp"

namespace dateline {

TerminalPlacement::TerminalPlacement(std::uint32_t routers, std::vector<NodeId> router_of) : routers_(routers) {
  if (router_of.empty()) throw InvariantError("a topology without terminals");
  std::vector<std::uint32_t> first(std::size_t{routers} + 1, 0);
  bool identity = router_of.size() == routers;
  for (std::uint32_t t = 0; t < router_of.size(); ++t) {
    const std::uint32_t router = router_of[t].value();
    if (router >= routers) throw InvariantError(fmt::format("terminal {} is at router {} of {}", t, router, routers));
    if (++first[router + 1] > static_cast<std::uint32_t>(kMaxRouterTerminals))
      throw InvariantError(fmt::format("router {} has too many terminals", router));
    identity = identity && router == t;
  }
  if (identity) return;
  for (std::uint32_t v = 0; v < routers; ++v) first[v + 1] += first[v];
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
  terminal_.resize(router_of.size());
  for (std::uint32_t t = 0; t < router_of.size(); ++t) terminal_[next[router_of[t].value()]++] = TerminalId(t);
  first_terminal_ = std::move(first);
  router_of_ = std::move(router_of);
}

}  // namespace dateline
