// With one VC, depth 2, one injection VC, ejection channels, selection lowest and headers first come first served the
// machine is the rigid one-flit worm of tests/reference/rigid_worm.hpp, message by message, for permutations under
// e-cube and the routings by turn rules (exactly when M >= 2 n - 3, see that model's test).
// Completion times of the FFT's bit permutations on 256 nodes: Hou, Wang, Ku and Hsu (TPDS 2001), micro-model M1;
// those of the turn rules, all 84, are of tests/data/hypercube-mapping.json.
#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <string>

#include "tests/reference/rigid_worm.hpp"
#include "tests/support/cases/random_case.hpp"
#include "tests/support/oracles/cube_turn_oracle.hpp"
#include "tests/support/published.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// The completion of every message on the machine; by source, 0 for a fixed point.
std::vector<long long> machine_completions(int dimensions, const std::vector<int>& permutation, int length, const std::string& routing,
                                           bool general_path = false) {
  RouterConfig config;
  config.vcs = 1;
  config.injection_vcs = 1;
  config.ejection = Ejection::channel;
  config.selection = Selection::lowest;
  config.execution.general_path = general_path;
  std::vector<Send> sends;
  for (std::size_t x = 0; x < permutation.size(); ++x) {
    if (permutation[x] == static_cast<int>(x)) continue;
    sends.push_back(
        {0, TerminalId(static_cast<std::uint32_t>(x)), TerminalId(static_cast<std::uint32_t>(permutation[x])), static_cast<std::uint32_t>(length)});
  }
  const auto cube = make_cube("hypercube:" + std::to_string(dimensions));
  const auto deliveries = deliver_all(*cube, *make_relation(routing, *cube, {}), config, sends, 1'000'000);
  std::vector<long long> completions(permutation.size(), 0);
  for (const Delivery& d : deliveries) completions[d.packet.source.value()] = static_cast<long long>(d.ejected) + 1;
  return completions;
}

// Compares every message and returns the completion time of the whole permutation.
long long compare(int dimensions, const std::vector<int>& permutation, int length, bool general_path,
                  const NamedTurns& rule = cube_turn_rules().front()) {
  CAPTURE(dimensions, length, general_path, rule.routing);
  const std::vector<long long> completions = machine_completions(dimensions, permutation, length, rule.routing, general_path);
  CHECK(completions == reference::rigid_packet_completions(dimensions, permutation, length, rule.may));
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

std::vector<int> named_permutation(const std::string& name) {
  if (name == "transpose") return permutation_of(256, [](int x) { return x / 16 + x % 16 * 16; });
  const bool flip = name == "reverse-flip";
  return permutation_of(256, [&](int x) { return flip ? 255 - reversed(x, 8) : reversed(x, 8); });
}

// y = A x + b over GF(2), A nonsingular: rows are drawn until they are independent.
std::vector<int> random_linear_permutation(int dimensions, Dice& dice) {
  const std::uint32_t nodes = 1U << static_cast<unsigned>(dimensions);
  std::vector<std::uint32_t> rows;
  std::vector<bool> spanned(nodes, false);
  spanned[0] = true;
  while (static_cast<int>(rows.size()) < dimensions) {
    const std::uint32_t row = dice.below(nodes);
    if (spanned[row]) continue;
    rows.push_back(row);
    const std::vector<bool> before = spanned;
    for (std::uint32_t x = 0; x < nodes; ++x) spanned[x] = before[x] || before[x ^ row];
  }
  const int b = static_cast<int>(dice.below(nodes));
  return permutation_of(static_cast<int>(nodes), [&](int x) {
    int y = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) y |= __builtin_parity(rows[i] & static_cast<std::uint32_t>(x)) << i;
    return y ^ b;
  });
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

TEST_CASE("isolated communications under every turn rule complete as published, all 84 of them") {
  const auto published = read_published("hypercube-mapping.json")["isolated_cycles"];
  const std::vector<int> bytes = published["B"];
  int compared = 0;
  for (const NamedTurns& rule : cube_turn_rules()) {
    for (const auto& [name, cycles] : published["cycles"][rule.routing].items()) {
      for (std::size_t i = 0; i < sample(bytes.size()); ++i, ++compared) {
        CAPTURE(rule.routing, name, bytes[i]);
        const std::vector<long long> completions = machine_completions(8, named_permutation(name), bytes[i] + 1, rule.routing);
        CHECK(*std::max_element(completions.begin(), completions.end()) == cycles[i].get<long long>());
        if (bytes[i] <= 64) CHECK(completions == reference::rigid_packet_completions(8, named_permutation(name), bytes[i] + 1, rule.may));
      }
    }
  }
  CHECK(compared == sample(84, 84 / static_cast<int>(bytes.size())));
}

TEST_CASE("a neighbour exchange of B bytes completes after B + 3 cycles under every turn rule") {
  for (const NamedTurns& rule : cube_turn_rules()) {
    for (const int d : {0, 3, 7})
      for (const int bytes : {16, 64, 1024})
        CHECK(compare(8, permutation_of(256, [&](int x) { return x ^ 1 << d; }), bytes + 1, false, rule) == bytes + 3);
  }
}

TEST_CASE("random linear permutations under every turn rule complete like the rigid worm, message by message") {
  Dice dice(2026);
  for (const NamedTurns& rule : cube_turn_rules()) {
    for (int i = 0; i < 60; ++i) {
      const int dimensions = dice.between(3, 6);
      compare(dimensions, random_linear_permutation(dimensions, dice), dice.between(2 * dimensions - 3, 40), i % 2 == 0, rule);
    }
  }
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
