// With one VC, depth 2, one injection VC, ejection channels and headers first come first served the machine is the
// rigid one-flit worm of tests/reference/rigid_worm.hpp, message by message, on e-cube (exactly when M >= 2 n - 3, see
// that model's test).
// Completion times of the FFT's bit permutations on 256 nodes: Hou, Wang, Ku and Hsu (TPDS 2001), micro-model M1.
#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <string>

#include "tests/reference/rigid_worm.hpp"
#include "tests/support/random_case.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// Compares every message and returns the completion time of the whole permutation.
long long compare(int dimensions, const std::vector<int>& permutation, int length, bool general_path) {
  CAPTURE(dimensions, length, general_path);
  const std::vector<long long> expected = reference::rigid_worm_completions(dimensions, permutation, length);
  MachineConfig config;
  config.vcs = 1;
  config.injection_vcs = 1;
  config.ejection = Ejection::channel;
  config.general_path = general_path;
  std::vector<Send> sends;
  for (std::size_t x = 0; x < permutation.size(); ++x) {
    if (permutation[x] == static_cast<int>(x)) continue;
    sends.push_back(
        {0, TerminalId(static_cast<std::uint32_t>(x)), TerminalId(static_cast<std::uint32_t>(permutation[x])), static_cast<std::uint32_t>(length)});
  }
  const TestNetwork network("hypercube:" + std::to_string(dimensions), 1);
  const auto deliveries = deliver_all(*network.topology, *network.relation, config, sends, 1'000'000);
  std::vector<long long> completions(permutation.size(), 0);
  for (const Delivery& d : deliveries) completions[d.message.source.value()] = static_cast<long long>(d.ejected) + 1;
  CHECK(completions == expected);
  return *std::max_element(completions.begin(), completions.end());
}

int reversed(int x, int bits) {
  int y = 0;
  for (int b = 0; b < bits; ++b) y |= (x >> b & 1) << (bits - 1 - b);
  return y;
}

template <typename Rule>
std::vector<int> permutation_of(int nodes, Rule rule) {
  std::vector<int> permutation;
  for (int x = 0; x < nodes; ++x) permutation.push_back(rule(x));
  return permutation;
}

void check_completions(const std::vector<int>& permutation, const std::vector<long long>& expected) {
  const std::vector<int> bytes = {16, 64, 256};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    CHECK(compare(8, permutation, bytes[i] + 1, false) == expected[i]);
    CHECK(compare(8, permutation, bytes[i] + 1, true) == expected[i]);
  }
}

}  // namespace

TEST_CASE("bit reversal on 256 nodes completes like the rigid worm, after 149, 533 and 2069 cycles") {
  check_completions(permutation_of(256, [](int x) { return reversed(x, 8); }), {149, 533, 2069});
}

TEST_CASE("reverse-flip on 256 nodes completes like the rigid worm, after 149, 533 and 2069 cycles") {
  check_completions(permutation_of(256, [](int x) { return 255 - reversed(x, 8); }), {149, 533, 2069});
}

TEST_CASE("transpose on 256 nodes completes like the rigid worm, after 185, 665 and 2585 cycles") {
  check_completions(permutation_of(256, [](int x) { return x / 16 + x % 16 * 16; }), {185, 665, 2585});
}

TEST_CASE("random permutations complete like the rigid worm, message by message") {
  Dice dice(2001);
  for (int dimensions = 5; dimensions <= 7; ++dimensions) {
    for (int i = 0; i < 30; ++i) {
      std::vector<int> permutation(std::size_t{1} << static_cast<unsigned>(dimensions));
      std::iota(permutation.begin(), permutation.end(), 0);
      for (std::size_t j = permutation.size() - 1; j > 0; --j) std::swap(permutation[j], permutation[dice.below(static_cast<std::uint32_t>(j) + 1)]);
      compare(dimensions, permutation, dice.between(2 * dimensions - 3, 40), i % 2 == 0);
    }
  }
}
