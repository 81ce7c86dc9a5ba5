#include "sim/cli/run/run_tiles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

namespace dateline {
namespace {

// Below so many VCs a tile waits for the others longer than it works.
constexpr std::uint64_t kVcsOfTile = 2'000;

// The option of what runs in one tile only; empty: none does.
std::string in_one_tile(const SimulateSettings& s) {
  if (s.external.has()) return "external";
  if (s.out.vcd.has()) return "out=vcd";
  return {};
}

int threads_that_pay(const NetworkObjects& network, int vcs) {
  const std::uint64_t all = (std::uint64_t{network.topology->channels()} + network.topology->terminals()) * static_cast<std::uint64_t>(vcs);
  const std::uint64_t cores = std::max(std::thread::hardware_concurrency(), 1U);
  return static_cast<int>(std::clamp<std::uint64_t>(all / kVcsOfTile, 1, std::min<std::uint64_t>(cores, kMaxTiles)));
}

}  // namespace

void take_tiles(const SimulateSettings& s, const NetworkObjects& network, RouterConfig& machine) {
  const std::string alone = in_one_tile(s);
  const auto routers = static_cast<std::uint64_t>(network.topology->nodes());
  std::uint64_t threads = s.threads->number.value_or(1);
  // A checkpoint is of as many tiles as go on from it, and the next machine may have other cores.
  const bool as_asked = !alone.empty() || ((s.checkpoint.file.has() || s.checkpoint.resume.has()) && !s.tiles->number);
  if (!s.threads->number && !as_asked) threads = std::min<std::uint64_t>(static_cast<std::uint64_t>(threads_that_pay(network, machine.vcs)), routers);
  const std::uint64_t tiles = s.tiles->number.value_or(threads);
  if (!s.threads->number) threads = std::min(threads, tiles);
  const AnySetting& cut = s.tiles->number ? static_cast<const AnySetting&>(s.tiles) : s.threads;
  if (tiles > routers) cut.refuse(fmt::format("not in 1..{}, the routers", routers));
  if (threads > tiles) s.threads.refuse(fmt::format("not in 1..{}, the tiles", tiles));
  if (tiles > 1 && !alone.empty()) cut.refuse(fmt::format("has no meaning beside {}, which needs the network in one tile; allowed: 1", alone));
  machine.execution.tiles = static_cast<int>(tiles);
  machine.execution.threads = static_cast<int>(threads);
}

std::string tiling_line(const CompiledNetwork& network) {
  const std::optional<TilingReport> report = network.tiling();
  if (!report) return {};
  const std::string threads = report->threads == 1 ? "1 thread" : fmt::format("{} threads", report->threads);
  const std::string meet = report->stretch == 1 ? "every cycle" : fmt::format("every {:.2f} cycles", report->stretch);
  return fmt::format(
      "{:<18}{} on {}; {:.1f}% of the channels are between tiles, synchronised {}, the busiest works {:.1f}% above the mean, {:.1f}% waited\n",
      "tiles", report->tiles, threads, 100 * report->border, meet, 100 * report->imbalance(), 100 * report->waited());
}

}  // namespace dateline
