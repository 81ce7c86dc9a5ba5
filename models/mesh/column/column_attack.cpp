#include "models/mesh/column/column_attack.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/mesh/inverse_sort/inverse_sort.hpp"

namespace dateline {
namespace {

constexpr int kSpacing = 4;  // steps between two packets of a row

[[noreturn]] void refuse(const char* key, int value, const std::string& rule) {
  throw ConfigError("column attack", key, std::to_string(value), rule);
}

void check_range(const char* key, int value, int low, int high) {
  if (value < low || value > high) refuse(key, value, fmt::format("not in {}..{}", low, high));
}

bool power_of_two(int x) { return x > 0 && (x & (x - 1)) == 0; }

void check(const ColumnAttack& attack) {
  const int n = attack.length;
  check_range("length", n, kShortestColumn, kLongestColumn);
  check_range("upper rows", attack.upper_rows, 0, n - 1);
  check_range("upper packets", attack.upper_packets, 1, n);
  check_range("victim packets", attack.victim_packets, 0, n);
  check_range("train step", attack.train_step, 1, kSpacing * n);
  if (n % attack.upper_packets != 0 || !power_of_two(n / attack.upper_packets)) {
    refuse("upper packets", attack.upper_packets, fmt::format("does not divide the length {} into a power of two of blocks", n));
  }
  const long long fixed = static_cast<long long>(attack.upper_rows) * attack.upper_packets + attack.victim_packets;
  if (fixed > n)
    refuse("victim packets", attack.victim_packets, fmt::format("makes {} packets with the upper rows; a column receives at most {}", fixed, n));
}

}  // namespace

std::vector<ColumnArrival> attack_arrivals(const ColumnAttack& attack) {
  check(attack);
  const int n = attack.length, ku = attack.upper_packets, period = n / ku;
  const std::vector<int> positions = inverse_sort_positions(n);
  const auto place = [&](int rank) { return n - positions[static_cast<std::size_t>(rank)]; };  // in the row, 0 next to the column
  std::vector<int> block_of(static_cast<std::size_t>(period), 0);                              // by the place modulo the period
  for (int b = 0; b < period; ++b) block_of[static_cast<std::size_t>(place(b * ku + 1) % period)] = b;
  std::vector<ColumnArrival> arrivals;
  for (int row = 0; row < attack.upper_rows; ++row) {
    const int block = block_of[static_cast<std::size_t>(row / kSpacing % period)];
    for (int i = 1; i <= ku; ++i) arrivals.push_back({row, kSpacing * place(block * ku + i)});
  }
  for (int rank = 1; rank <= attack.victim_packets; ++rank) arrivals.push_back({attack.upper_rows, kSpacing * place(rank)});
  const int train_step = kSpacing * ((attack.train_step - 1) / kSpacing);
  for (int row = attack.upper_rows + 1; row < n && static_cast<int>(arrivals.size()) < n; ++row) arrivals.push_back({row, train_step});
  return arrivals;
}

}  // namespace dateline
