// Swing: D. De Sensi, T. Bonato, D. Saam, T. Hoefler: Swing: short-cutting rings for higher bandwidth allreduce, 2024.
// On a torus of n dimensions with radices k = 2^m, steps s = 0 .. nm - 1: in dimension s mod n even coordinates c
// exchange with c + rho, odd ones with c - rho, rho = 1, -1, 3, -5, 11, ... = (1 - (-2)^(q+1)) / 3, q = floor(s / n).
// In step s of the reduce-scatter a rank sends the chunks of the ranks that its peer reaches by the steps after s, the
// peer itself included; the all-gather goes back. `swing-latency` exchanges everything in every step. Without a grid
// the ranks are one ring.
#include "models/network/topology/grid.hpp"
#include "traffic/schedules/generators/generator.hpp"

namespace dateline {
namespace {

std::uint32_t steps(const GeneratorInput& in) { return static_cast<std::uint32_t>(in.radices.size()) * floor_log2(in.radices.front()); }

std::uint32_t peer(const GeneratorInput& in, std::uint32_t rank, std::uint32_t step) {
  const auto dimensions = static_cast<std::uint32_t>(in.radices.size());
  const std::uint32_t k = in.radices.front();
  std::int64_t rho = 1;
  for (std::uint32_t q = 0; q < step / dimensions; ++q) rho = 1 - 2 * rho;
  std::uint32_t stride = 1;
  for (std::uint32_t d = 0; d < step % dimensions; ++d) stride *= k;
  const std::uint32_t c = rank / stride % k;
  const auto other = static_cast<std::uint32_t>((c % 2 == 0 ? c + rho : c - rho) & (std::int64_t{k} - 1));
  return rank - c * stride + other * stride;
}

// Bytes of the chunks of the ranks that a rank reaches by the steps from `step` on.
std::uint64_t reached(const GeneratorInput& in, std::uint32_t rank, std::uint32_t step) {
  const std::uint64_t longer = in.counts.empty() ? 0 : in.counts[std::size_t{step} * in.ranks + rank];
  return (in.bytes / in.ranks << (steps(in) - step)) + longer;
}

void swing(const GeneratorInput& in, RankRounds& rounds) {
  const std::uint32_t x = rounds.rank(), n = steps(in);
  for (std::uint32_t s = 0; s < n; ++s) {
    const std::uint32_t y = peer(in, x, s);
    rounds.exchange(y, reached(in, y, s + 1), y, reached(in, x, s + 1), Received::added);
  }
  for (std::uint32_t s = n; s-- > 0;) {
    const std::uint32_t y = peer(in, x, s);
    rounds.exchange(y, reached(in, x, s + 1), y, reached(in, y, s + 1));
  }
}

void swing_latency(const GeneratorInput& in, RankRounds& rounds) {
  for (std::uint32_t s = 0; s < steps(in); ++s) rounds.exchange(peer(in, rounds.rank(), s), in.bytes, Received::added);
}

void equal_radices(GeneratorInput& in, const GeneratorCall& call) {
  const Grid* const grid = call.topology == nullptr ? nullptr : call.topology->terminal_grid();
  in.radices = grid != nullptr && grid->size() == in.ranks ? grid->radices() : std::vector<std::uint32_t>{in.ranks};
  std::string text;
  bool allowed = true;
  for (const std::uint32_t k : in.radices) {
    allowed = allowed && k == in.radices.front() && (k & (k - 1)) == 0;
    text += (text.empty() ? "" : "x") + std::to_string(k);
  }
  if (!allowed) call.refuse("has ranks in a grid of " + text + "; allowed: equal sides that are powers of two");
}

// Of each step and rank how many of the ranks it reaches have a chunk of one byte more; none where all are equal.
void with_longer_chunks(GeneratorInput& in, const GeneratorCall& call) {
  equal_radices(in, call);
  const std::uint64_t longer = in.bytes % in.ranks;
  if (longer == 0) return;
  const std::uint32_t n = steps(in);
  in.counts.assign((n + std::size_t{1}) * in.ranks, 0);
  const auto row = [&](std::uint32_t step) { return in.counts.begin() + static_cast<std::ptrdiff_t>(std::size_t{step} * in.ranks); };
  for (std::uint32_t x = 0; x < longer; ++x) row(n)[x] = 1;
  for (std::uint32_t s = n; s-- > 0;) {
    for (std::uint32_t x = 0; x < in.ranks; ++x) row(s)[x] = row(s + 1)[x] + row(s + 1)[peer(in, x, s)];
  }
}

std::uint64_t once(const GeneratorInput& in) { return std::uint64_t{in.ranks} * steps(in); }
std::uint64_t twice(const GeneratorInput& in) { return 2 * once(in); }

}  // namespace

std::vector<ScheduleGenerator> swing_generators() {
  constexpr auto kWaiting = ComputesBefore::sends_that_wait;
  return {
      {"all-reduce:swing", "exchanges of halves with ranks 1, 1, 3, 5, 11, ... away, by dimensions in turn; sides that are one power of two",
       Takes::bytes_in_chunks, kWaiting, twice, swing, with_longer_chunks},
      {"all-reduce:swing-latency", "the same exchanges of everything, once", Takes::bytes_in_chunks, kWaiting, once, swing_latency, equal_radices}};
}

}  // namespace dateline
