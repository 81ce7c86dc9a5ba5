#include "reference_mesh_schedule.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace dateline::test {

MeshZones reference_mesh_zones(MeshSubplane destination) {
  const int row = destination.row < 2 ? destination.row + 2 : destination.row - 2;
  const int column = destination.column < 2 ? destination.column + 2 : destination.column - 2;
  return {{row, column}, {row, (column + destination.column) / 2}, {row, destination.column}};
}

std::vector<int> reference_inverse_sort(const std::vector<int>& x) {
  if (x.size() <= 1) return x;
  const auto middle = x.begin() + static_cast<std::ptrdiff_t>((x.size() + 1) / 2);
  const std::vector<int> a = reference_inverse_sort({x.begin(), middle});
  const std::vector<int> b = reference_inverse_sort({middle, x.end()});
  std::vector<int> shuffled;
  for (std::size_t i = 0; i < a.size(); ++i) {
    shuffled.push_back(a[i]);
    if (i < b.size()) shuffled.push_back(b[i]);
  }
  return shuffled;
}

std::vector<int> reference_positions(int n) {
  std::vector<int> ranks(static_cast<std::size_t>(n));
  std::iota(ranks.begin(), ranks.end(), 1);
  const std::vector<int> sorted = reference_inverse_sort(ranks);
  std::vector<int> positions(ranks.size());
  for (int place = 1; place <= n; ++place) positions[sorted[place - 1] - 1] = place;
  return positions;
}

std::vector<int> reference_stops(int n, MeshOrder order) {
  if (order == MeshOrder::unsorted) return {};
  std::vector<int> stops = reference_positions(n);
  if (order == MeshOrder::sorted) std::iota(stops.begin(), stops.end(), 1);
  return stops;
}

int reference_t2(int n, MeshOrder order) {
  if (order == MeshOrder::unsorted) return n;
  const std::vector<int> stops = reference_stops(n, order);
  int t2 = 0;
  for (int r = 1; r <= n; ++r) t2 = std::max(t2, 2 * n - r + stops[r - 1] - 1);
  return t2;
}

int reference_t34(int n) { return 3 * (n - 1) + (2 * n - 1) + (3 * n - 1); }

namespace {

constexpr int kSubplanes = 4;  // in a row and in a column

void add_pair(MeshRound& round, MeshSubplane source, MeshSubplane destination) {
  const MeshSubplane temporary = reference_mesh_zones(destination).temporary;
  round.pairs.push_back({source, destination});
  round.vertical = std::max(round.vertical, std::abs(temporary.row - source.row));
  round.horizontal = std::max(round.horizontal, std::abs(temporary.column - source.column));
}

// Sources in row-major order, for each the destinations in row-major order.
std::vector<MeshRound> sequential_rounds() {
  std::vector<MeshRound> rounds;
  for (int pair = 0; pair < 256; ++pair) {
    const int s = pair / 16, d = pair % 16;
    MeshRound round;
    add_pair(round, {s / kSubplanes, s % kSubplanes}, {d / kSubplanes, d % kSubplanes});
    rounds.push_back(round);
  }
  return rounds;
}

// The four destinations whose row and column have these parities, each from the source a shift before its temporary
// subplane.
MeshRound merged_round(MeshSubplane shift, MeshSubplane parity) {
  MeshRound round;
  for (int row = parity.row; row < kSubplanes; row += 2) {
    for (int column = parity.column; column < kSubplanes; column += 2) {
      const MeshSubplane temporary = reference_mesh_zones({row, column}).temporary;
      const MeshSubplane source{(temporary.row - shift.row + kSubplanes) % kSubplanes, (temporary.column - shift.column + kSubplanes) % kSubplanes};
      add_pair(round, source, {row, column});
    }
  }
  return round;
}

std::vector<MeshRound> merged_rounds() {
  std::vector<MeshRound> rounds;
  for (int shift = 0; shift < 16; ++shift) {
    for (int parity = 0; parity < 4; ++parity) {
      rounds.push_back(merged_round({shift / kSubplanes, shift % kSubplanes}, {parity / 2, parity % 2}));
    }
  }
  return rounds;
}

}  // namespace

std::vector<MeshRound> reference_rounds(bool merged) { return merged ? merged_rounds() : sequential_rounds(); }

}  // namespace dateline::test
