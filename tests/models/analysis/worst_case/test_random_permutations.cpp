// The largest loads of many permutations against each permutation by itself.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "models/analysis/loads/channel_load.hpp"
#include "models/analysis/worst_case/random_permutations.hpp"
#include "models/base/numbers/random.hpp"
#include "tests/support/cases/toy_network.hpp"
#include "tests/support/oracles/pair_table.hpp"
#include "tests/support/routings.hpp"
#include "traffic/registry.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

using Permutations = std::vector<std::vector<TerminalId>>;

// random:1, random:2, ..., then the identity and a turn that moves every node.
Permutations permutations_of(const Topology& t, std::uint32_t count) {
  Permutations list;
  for (std::uint32_t i = 1; i <= count; ++i) list.push_back(named_permutation("random:" + std::to_string(i), t).destinations());
  std::vector<TerminalId> identity, turn;
  for (std::uint32_t v = 0; v < t.nodes(); ++v) {
    identity.emplace_back(v);
    turn.emplace_back((v + 1) % t.nodes());
  }
  list.push_back(identity);
  list.push_back(turn);
  return list;
}

PermutationSample sample_of(const Topology& t, const PairLoads& loads, const Permutations& list) {
  std::uint64_t expected = 0;
  const PermutationSample sample = sample_permutations(t, loads, {list.size()}, [&](std::uint64_t i) {
    CHECK(i == expected++);  // each once, ascending
    return list.at(i);
  });
  CHECK(expected == list.size());
  return sample;
}

// Against the largest loads of the permutations one by one.
void check_sample(const PermutationSample& sample, const std::vector<Rational>& gammas) {
  CHECK(sample.count == gammas.size());
  std::map<Rational, std::uint64_t> histogram;
  Rational total = 0, worst = 0;
  for (const Rational& g : gammas) {
    ++histogram[g];
    total += g;
    worst = std::max(worst, g);
  }
  CHECK(sample.histogram == histogram);
  CHECK(sample.worst == worst);
  CHECK(sample.mean == Rational(total / gammas.size()));
  CHECK(sample.worst_index == static_cast<std::uint64_t>(std::find(gammas.begin(), gammas.end(), worst) - gammas.begin()));
}

}  // namespace

TEST_CASE("the largest load of each permutation is the one its pattern has, fixed points silent") {
  const std::string name = GENERATE("torus:2x2", "torus:4x4", "torus:5x3", "mesh:3x3", "hypercube:4");
  const auto t = make_cube(name);
  const Permutations list = permutations_of(*t, 60);
  for (const std::string& routing : oblivious_routings(*t)) {
    for (const bool by_symmetry : {true, false}) {
      CAPTURE(name, routing, by_symmetry);
      const auto relation = relation_of(*t, routing);
      const PairLoads loads(*t, *relation, by_symmetry ? relation->symmetries() : std::vector<Symmetry>{});
      std::vector<Rational> gammas;
      for (const auto& p : list) gammas.push_back(channel_load(*t, *relation, PermutationTraffic("p", p)).gamma_max);
      check_sample(sample_of(*t, loads, list), gammas);
    }
  }
}

TEST_CASE("loads count relative to the bandwidth of their channel") {
  const ToyNetwork t("five nodes, uneven links", 5,
                     {{0, 1, Bandwidth(1, 3), 2}, {1, 2}, {2, 3, 5, Bandwidth(7, 4)}, {3, 4}, {4, 0, 1, Bandwidth(1, 2)}});
  WeightedPaths relation(t);
  relation.draw(3, 9);
  const PairTable table = enumerated(t, relation);
  const Permutations list = permutations_of(t, 40);
  std::vector<Rational> gammas;
  for (const auto& p : list) {
    auto& most = gammas.emplace_back(0);
    const auto load = table.of_permutation(p);
    for (std::uint32_t c = 0; c < t.channels(); ++c) most = std::max(most, Rational(load[c] / to_rational(t.channel(ChannelId(c)).bandwidth)));
  }
  check_sample(sample_of(t, PairLoads(t, relation, {}), list), gammas);
}

TEST_CASE("many permutations give the same as the same permutations in two parts") {
  // So many channels that the sums of all permutations are not kept at once.
  const auto t = make_cube("torus:32x32");
  const auto dor = relation_of(*t, "dor");
  const PairLoads loads(*t, *dor, dor->symmetries());
  constexpr std::uint64_t count = 1100, first_part = 577;
  constexpr std::uint64_t heavy = count - 7;
  const auto draw_from = [&](std::uint64_t begin) {
    return [&t, begin](std::uint64_t i) {
      return named_permutation(begin + i == heavy ? "tornado" : "random:" + std::to_string(begin + i), *t).destinations();
    };
  };
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ticks;
  const PermutationSample all =
      sample_permutations(*t, loads, {count}, draw_from(0), [&](std::uint64_t done, std::uint64_t of) { ticks.emplace_back(done, of); });
  const PermutationSample first = sample_permutations(*t, loads, {first_part}, draw_from(0));
  const PermutationSample second = sample_permutations(*t, loads, {count - first_part}, draw_from(first_part));
  std::map<Rational, std::uint64_t> histogram = first.histogram;
  for (const auto& [gamma, number] : second.histogram) histogram[gamma] += number;
  CHECK(all.histogram == histogram);
  std::uint64_t sum = 0;
  for (const auto& [gamma, number] : all.histogram) sum += number;
  CHECK(sum == count);
  CHECK(all.worst == std::max(first.worst, second.worst));
  CHECK(all.worst == all.histogram.rbegin()->first);
  CHECK(all.worst == 15);  // every ring of 32 is filled by 15 hops from everywhere
  CHECK(all.worst_index == heavy);
  CHECK(second.worst_index == heavy - first_part);
  CHECK(all.mean * count == first.mean * first_part + second.mean * (count - first_part));
  REQUIRE(ticks.size() >= 2);
  for (std::size_t i = 1; i < ticks.size(); ++i) CHECK(ticks[i - 1].first < ticks[i].first);
  CHECK(ticks.back() == std::make_pair(count, count));
}

TEST_CASE("where nobody sends the largest load is nothing") {
  const auto t = make_cube("torus:4");
  const auto dor = relation_of(*t, "dor");
  const PairLoads loads(*t, *dor, dor->symmetries());
  const PermutationSample sample = sample_of(*t, loads, {{TerminalId(0), TerminalId(1), TerminalId(2), TerminalId(3)}});
  CHECK(sample.worst == 0);
  CHECK(sample.mean == 0);
  CHECK(sample.histogram == std::map<Rational, std::uint64_t>{{0, 1}});
  CHECK(sample_permutations(*t, loads, {0}, [](std::uint64_t) { return std::vector<TerminalId>(); }).count == 0);
}
