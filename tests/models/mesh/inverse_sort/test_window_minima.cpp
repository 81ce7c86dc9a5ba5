// Lemma 1: windows of the inverse-sorted sequence, by brute force on small n, against the published minima and the two
// bounds.
#include <algorithm>
#include <catch2/catch.hpp>

#include "models/base/error.hpp"
#include "models/mesh/inverse_sort/inverse_sort.hpp"
#include "models/mesh/inverse_sort/window_minima.hpp"
#include "tests/support/published.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Every window of length k, its positions in order, neighbours `apart` from one another.
int brute_minimum(int n, int k, std::size_t apart) {
  const std::vector<int> positions = inverse_sort_positions(n);
  int minimum = n;
  for (int first = 1; first + k - 1 <= n; ++first) {
    std::vector<int> window(positions.begin() + first, positions.begin() + first + k);
    std::sort(window.begin(), window.end());
    for (std::size_t i = 0; i + apart < window.size(); ++i) minimum = std::min(minimum, window[i + apart] - window[i]);
  }
  return minimum;
}

// Windows for which a bound fails, and windows that meet the weaker one exactly.
struct Verdict {
  int violations = 0, stronger_violations = 0, equalities = 0;
  int first_stronger = 0;  // the shortest window that violates ceil(n/k)
};

Verdict judge(int n) {
  const WindowMinima minima = window_minima(n);
  Verdict verdict;
  for (int k = 3; k <= n; ++k) {
    const int distance = minima.first_to_third[at(k)];
    if (distance < first_to_third_bound(n, k)) ++verdict.violations;
    if (distance == first_to_third_bound(n, k)) ++verdict.equalities;
    if (distance < stronger_bound(n, k) && ++verdict.stronger_violations == 1) verdict.first_stronger = k;
  }
  return verdict;
}

// The smallest distance * k / n, and the window.
std::pair<Rational, int> smallest_ratio(int n) {
  const WindowMinima minima = window_minima(n);
  std::pair<Rational, int> smallest{Rational(n), 0};
  for (int k = 3; k <= n; ++k) smallest = std::min(smallest, {Rational(static_cast<long long>(minima.first_to_third[at(k)]) * k, n), k});
  return smallest;
}

}  // namespace

TEST_CASE("minima of all windows are those of brute force") {
  for (int n = 3; n <= 70; ++n) {
    const WindowMinima minima = window_minima(n);
    REQUIRE(minima.length == n);
    for (int k = 2; k <= n; ++k) {
      INFO("n = " << n << ", k = " << k);
      if (k >= 3) REQUIRE(minima.first_to_third[at(k)] == brute_minimum(n, k, 2));
      REQUIRE(minima.first_to_second[at(k)] == brute_minimum(n, k, 1));
    }
  }
}

TEST_CASE("minima of some windows of longer sequences are those of brute force") {
  for (const int n : {255, 256, 257, 350, 1000}) {
    const WindowMinima minima = window_minima(n);
    for (int k = 3; k <= n; k += 1 + k / 3) {
      INFO("n = " << n << ", k = " << k);
      REQUIRE(minima.first_to_third[at(k)] == brute_minimum(n, k, 2));
      REQUIRE(minima.first_to_second[at(k)] == brute_minimum(n, k, 1));
    }
  }
}

TEST_CASE("published minima and bounds of single windows") {
  const auto published = read_published("mesh-routing.json")["lemma1_small"];
  REQUIRE(published.size() == 9);
  for (const auto& entry : published) {
    INFO(entry.dump());
    const int n = entry["n"], k = entry["k"];
    CHECK(window_minima(n).first_to_third[at(k)] == entry["min_first_to_third"].get<int>());
    CHECK(first_to_third_bound(n, k) == entry["bound"].get<int>());
  }
}

TEST_CASE("no window up to n = 128 violates ceil(n/2k), none up to 64 meets it, ceil(n/k) fails first at n = 78") {
  for (int n = 3; n <= 128; ++n) {
    INFO("n = " << n);
    const Verdict verdict = judge(n);
    CHECK(verdict.violations == 0);
    if (n <= 64) CHECK(verdict.equalities == 0);
    if (n < 78) CHECK(verdict.stronger_violations == 0);
  }
  CHECK(judge(78).first_stronger == 7);
  CHECK(window_minima(78).first_to_third[7] == 11);
  CHECK(stronger_bound(78, 7) == 12);
}

TEST_CASE("among powers of two ceil(n/k) fails first at n = 256, k = 12") {
  for (int n = 4; n <= 128; n *= 2) CHECK(judge(n).stronger_violations == 0);
  CHECK(judge(256).first_stronger == 12);
}

TEST_CASE("no window up to n = 512 and of the sampled lengths up to 5600 violates ceil(n/2k)") {
  std::vector<int> lengths = {1024, 1365, 1366, 1400, 2048, 2800, 4096, 5461, 5600};
  for (int n = 129; n <= 512; ++n) lengths.push_back(n);
  for (int n = 520; n <= 1200; n += 17) lengths.push_back(n);
  for (const int n : lengths) {
    INFO("n = " << n);
    REQUIRE(judge(n).violations == 0);
  }
}

TEST_CASE("no window of any length up to n = 4096 violates ceil(n/2k)", "[long]") {
  for (int n = 513; n <= 4096; ++n) {
    INFO("n = " << n);
    REQUIRE(judge(n).violations == 0);
  }
}

TEST_CASE("the smallest distance over n/k falls towards one half as published") {
  for (const auto& [n, k, ratio] :
       std::vector<std::tuple<int, int, double>>{{350, 13, 0.706}, {1024, 36, 0.668}, {2048, 36, 0.615}, {4096, 68, 0.581}, {5600, 46, 0.550}}) {
    INFO("n = " << n);
    const auto [smallest, window] = smallest_ratio(n);
    CHECK(window == k);
    CHECK(rounded(smallest, 3) == ratio);
    CHECK(smallest > Rational(1, 2));
  }
}

TEST_CASE("two symbols of a window may stand side by side") {
  CHECK(window_minima(16).first_to_second[16] == 1);
  // Ranks 1 and 5 of 1 5 3 7 2 6 4 8: a window of five holds them at distance 1, where ceil(n/2k) would still be 1 and
  // ceil(n/k) 2.
  CHECK(window_minima(8).first_to_second[5] == 1);
  CHECK(window_minima(1024).first_to_second[36] < first_to_third_bound(1024, 36));
}

TEST_CASE("the symbols shown reach the minimum within one window") {
  for (const auto& [n, k] : std::vector<std::pair<int, int>>{{3, 3}, {8, 4}, {78, 7}, {256, 12}, {1000, 3}, {5600, 46}, {5600, 5600}}) {
    INFO("n = " << n << ", k = " << k);
    const int distance = window_minima(n).first_to_third[at(k)];
    const auto ranks = closest_ranks(n, k, distance);
    const std::vector<int> positions = inverse_sort_positions(n);
    const auto [low, high] = std::minmax_element(ranks.begin(), ranks.end());
    CHECK(*high - *low < k);
    CHECK(positions[at(ranks[0])] < positions[at(ranks[1])]);
    CHECK(positions[at(ranks[1])] < positions[at(ranks[2])]);
    CHECK(positions[at(ranks[2])] - positions[at(ranks[0])] == distance);
  }
  CHECK(closest_ranks(8, 4, 3) == std::array<int, 3>{5, 3, 2});  // of 1 5 3 7 2 6 4 8
  CHECK_THROWS_AS(closest_ranks(8, 4, 2), InvariantError);
}

TEST_CASE("no window of steps brings more packets of a row than Lemma 1 allows") {
  for (int n = 1; n <= 40; ++n) {
    const std::vector<int> positions = inverse_sort_positions(n);
    for (int k = 1; k <= n; ++k) {
      for (int steps = 1; steps <= 4 * n; steps += 1 + steps / 7) {
        int most = 0;
        for (int rank = 1; rank + k - 1 <= n; ++rank) {
          for (int begin = 0; begin < 4 * n; begin += 4) {  // a window may as well begin with a packet
            const auto inside = [&](int position) { return 4 * (n - position) >= begin && 4 * (n - position) < begin + steps; };
            most = std::max(most, static_cast<int>(std::count_if(positions.begin() + rank, positions.begin() + rank + k, inside)));
          }
        }
        INFO("n = " << n << ", k = " << k << ", steps = " << steps);
        REQUIRE(most <= most_arrivals(n, k, steps));
      }
    }
  }
}

TEST_CASE("eight rows with one packet each bring eight within four steps where the mean rate allows two") {
  const auto gap = read_published("mesh-routing.json")["time_analysis_gap"];
  const int n = gap["n"], window = gap["window"], rows = gap["rows_above"], each = gap["k_l_each"];
  CHECK(window == (2 * n + gap["k_i"].get<int>() - 1) / gap["k_i"].get<int>());
  // (window / ceil(2n/k_l)) * 2 a row, without its ceiling.
  CHECK(Rational(window, 2 * n / each) * 2 * rows == gap["paper_bound_on_alphas_from_above_in_window"].get<int>());
  // Each row may give its one packet any rank, so all may stand at the same place and be due in the same step.
  CHECK(rows * most_arrivals(n, each, window) == gap["actual_possible"].get<int>());
}

TEST_CASE("lengths and windows without a first and a third are refused") {
  CHECK_THROWS_WITH(window_minima(2), "lemma 1: length=2 not in 3..1048576");
  CHECK_THROWS_AS(window_minima((1 << 20) + 1), ConfigError);
  CHECK_THROWS_WITH(closest_ranks(8, 2, 3), "lemma 1: window=2 not in 3..8");
  CHECK_THROWS_AS(closest_ranks(8, 9, 2), ConfigError);
}
