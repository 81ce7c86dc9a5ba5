// Matchings of a 3x3 crossbar worked out by hand. "I1->O2" is a claim of input port 1 on output 2.
#include <catch2/catch.hpp>
#include <utility>
#include <vector>

#include "reference_allocation.hpp"

using namespace dateline::reference;
using SwitchAllocation = ReferenceConfig::SwitchAllocation;
using Kind = SwitchAllocation::Kind;

namespace {

using Pairs = std::vector<std::pair<int, int>>;  // input port, output; in order of input port

const RouterPointers kStart{{0, 0, 0}, {0, 0, 0}};

Pairs granted(const SwitchAllocation& allocation, const std::vector<Claim>& claims, long long t, RouterPointers& pointers, bool oldest = false) {
  Pairs result(pointers.inputs.size(), {-1, -1});
  for (const Claim& c : allocate(allocation, oldest ? Arbitration::oldest : Arbitration::round_robin, claims, t, pointers)) {
    REQUIRE(result[static_cast<std::size_t>(c.input)].first == -1);
    result[static_cast<std::size_t>(c.input)] = {c.input, c.output};
  }
  Pairs matched;
  for (const auto& pair : result)
    if (pair.first != -1) matched.push_back(pair);
  return matched;
}

Pairs granted(const SwitchAllocation& allocation, const std::vector<Claim>& claims, long long t = 0, bool oldest = false) {
  RouterPointers pointers = kStart;
  return granted(allocation, claims, t, pointers, oldest);
}

// I0->O0, I0->O1, I1->O1. Both outputs see I0 first.
std::vector<Claim> one_lost() { return {{0, 0, 0, 0, {5, 0, 0}}, {0, 1, 1, 0, {5, 0, 1}}, {1, 0, 1, 1, {9, 1, 0}}}; }

// Input i claims the outputs i..2, from its VCs 0, 1, ..; every output sees the lower inputs first.
std::vector<Claim> staircase() {
  std::vector<Claim> claims;
  for (int input = 0; input < 3; ++input)
    for (int output = input; output < 3; ++output) claims.push_back({input, output - input, output, input, {10 - input, 0, output}});
  return claims;
}

}  // namespace

TEST_CASE("reference allocation: one pass loses an output whose pick is refused, a second pass finds it another port") {
  // Pass 1: O0 and O1 pick I0, which grants VC 0: O0. Pass 2: O1 picks I1.
  CHECK(granted({Kind::one_pass, 1}, one_lost()) == Pairs{{0, 0}});
  CHECK(granted({Kind::iterate, 1}, one_lost()) == Pairs{{0, 0}});
  CHECK(granted({Kind::iterate, 2}, one_lost()) == Pairs{{0, 0}, {1, 1}});
  CHECK(granted({Kind::iterate, 8}, one_lost()) == Pairs{{0, 0}, {1, 1}});
}

TEST_CASE("reference allocation: every pass of a staircase finds one pair more") {
  // All pick I0, it grants O0; O1 and O2 pick I1, it grants O1; O2 picks I2.
  CHECK(granted({Kind::one_pass, 1}, staircase()) == Pairs{{0, 0}});
  CHECK(granted({Kind::iterate, 2}, staircase()) == Pairs{{0, 0}, {1, 1}});
  CHECK(granted({Kind::iterate, 3}, staircase()) == Pairs{{0, 0}, {1, 1}, {2, 2}});
}

TEST_CASE("reference allocation: only the first pass moves pointers, behind what it granted") {
  RouterPointers pointers = kStart;
  (void)granted({Kind::iterate, 3}, staircase(), 0, pointers);
  CHECK(pointers.outputs == std::vector<int>{1, 0, 0});
  CHECK(pointers.inputs == std::vector<int>{1, 0, 0});
  // The same claims again. Pass 1: O0 has only I0 (VC 0), O1 and O2 pick I0 too (VCs 1 and 2); its pointer 1 grants O1.
  // Pass 2: O2 picks I1 (VC 1), which grants it; O0 has nobody left, and I2 found O2 taken.
  CHECK(granted({Kind::iterate, 3}, staircase(), 1, pointers) == Pairs{{0, 1}, {1, 2}});
  CHECK(pointers.outputs == std::vector<int>{1, 1, 0});
  CHECK(pointers.inputs == std::vector<int>{2, 0, 0});
}

TEST_CASE("reference allocation: the oldest goes first in every pass, at outputs and at ports") {
  // Of the staircase, I2's message is the oldest, then those of I1, then those of I0; of one input, the lower output's.
  // O0 picks I0, O1 picks I1, O2 picks I2: nobody loses.
  CHECK(granted({Kind::one_pass, 1}, staircase(), 0, true) == Pairs{{0, 0}, {1, 1}, {2, 2}});
  // I1's claim on O1 is younger than I0's, and I0's on O1 is the older of I0's: O0 and O1 pick I0, it grants O1, O0
  // stays idle.
  std::vector<Claim> claims = one_lost();
  claims[0].age = {6, 0, 0};
  CHECK(granted({Kind::iterate, 8}, claims, 0, true) == Pairs{{0, 1}});
}

TEST_CASE("reference allocation: the wavefront begins on the diagonal of the cycle") {
  // Diagonals of one_lost: (0,0) is on 0, (0,1) on 1, (1,1) on 2.
  CHECK(granted({Kind::wavefront, 1}, one_lost(), 0) == Pairs{{0, 0}, {1, 1}});
  CHECK(granted({Kind::wavefront, 1}, one_lost(), 1) == Pairs{{0, 1}});
  CHECK(granted({Kind::wavefront, 1}, one_lost(), 2) == Pairs{{0, 0}, {1, 1}});
  CHECK(granted({Kind::wavefront, 1}, one_lost(), 4) == Pairs{{0, 1}});
  // Of the staircase: 0 holds (0,0) and (1,2), 1 holds (0,1) and (2,2), 2 holds (0,2) and (1,1).
  CHECK(granted({Kind::wavefront, 1}, staircase(), 0) == Pairs{{0, 0}, {1, 2}});
  CHECK(granted({Kind::wavefront, 1}, staircase(), 1) == Pairs{{0, 1}, {2, 2}});
  CHECK(granted({Kind::wavefront, 1}, staircase(), 2) == Pairs{{0, 2}, {1, 1}});
}

TEST_CASE("reference allocation: the larger side of the crossbar counts the diagonals") {
  // Two inputs, three outputs: in cycle 2 diagonal 2 is first, with (0,2) and (1,1); with 2 diagonals it would be 0,
  // with (0,0).
  RouterPointers pointers{{0, 0, 0}, {0, 0}};
  const std::vector<Claim> claims{{0, 0, 0, 0, {}}, {0, 1, 2, 0, {}}};
  CHECK(granted({Kind::wavefront, 1}, claims, 2, pointers) == Pairs{{0, 2}});
}

TEST_CASE("reference allocation: in a cell of the wavefront the pointer of the output chooses, and moves behind the one granted") {
  // O1 is claimed by VCs 1 and 3, both from I2; port pointers stay.
  const std::vector<Claim> claims{{2, 0, 1, 1, {7, 0, 0}}, {2, 1, 1, 3, {3, 0, 0}}};
  RouterPointers pointers{{0, 2, 0}, {0, 0, 1}};
  CHECK(allocate({Kind::wavefront, 1}, Arbitration::round_robin, claims, 0, pointers).front().output_vc == 3);
  CHECK(pointers.outputs == std::vector<int>{0, 4, 0});
  CHECK(allocate({Kind::wavefront, 1}, Arbitration::round_robin, claims, 1, pointers).front().output_vc == 1);
  CHECK(pointers.outputs == std::vector<int>{0, 2, 0});
  CHECK(pointers.inputs == std::vector<int>{0, 0, 1});
  CHECK(allocate({Kind::wavefront, 1}, Arbitration::oldest, claims, 2, pointers).front().output_vc == 3);
}

TEST_CASE("reference allocation: islip's outputs grant input ports, which accept one; what was matched first begins behind it") {
  // All grant I0, which accepts O0; in a second pass O1 and O2 grant I1, in a third O2 grants I2.
  CHECK(granted({Kind::islip, 2}, staircase()) == Pairs{{0, 0}, {1, 1}});
  CHECK(granted({Kind::islip, 3}, staircase()) == Pairs{{0, 0}, {1, 1}, {2, 2}});
  RouterPointers pointers = kStart;
  CHECK(granted({Kind::islip, 1}, staircase(), 0, pointers) == Pairs{{0, 0}});
  CHECK(pointers.grants_from == std::vector<int>{1, 0, 0});
  CHECK(pointers.accepts_from == std::vector<int>{1, 0, 0});
  // I0 is granted all three again, and accepts from O1 on.
  CHECK(granted({Kind::islip, 1}, staircase(), 1, pointers) == Pairs{{0, 1}});
  // O1 begins at I1 now: O0 and O2 grant I0, which accepts O2.
  CHECK(granted({Kind::islip, 1}, staircase(), 2, pointers) == Pairs{{0, 2}, {1, 1}});
  // I0 begins behind O2, with O0; O1, behind I1, comes round to I0; O2 is behind I0.
  CHECK(granted({Kind::islip, 1}, staircase(), 3, pointers) == Pairs{{0, 0}, {1, 2}});
  CHECK(pointers.grants_from == std::vector<int>{1, 2, 2});
  CHECK(pointers.accepts_from == std::vector<int>{1, 3, 0});
}

TEST_CASE("reference allocation: of a pair of islip the input port's pointer chooses the VC, and moves behind it") {
  const std::vector<Claim> claims{{2, 0, 1, 1, {7, 0, 0}}, {2, 1, 1, 3, {3, 0, 0}}};
  RouterPointers pointers{{0, 0, 0}, {0, 0, 1}};
  CHECK(allocate({Kind::islip, 1}, Arbitration::round_robin, claims, 0, pointers).front().output_vc == 3);
  CHECK(pointers.inputs == std::vector<int>{0, 0, 2});
  CHECK(allocate({Kind::islip, 1}, Arbitration::round_robin, claims, 1, pointers).front().output_vc == 1);
  CHECK(pointers.inputs == std::vector<int>{0, 0, 1});
}
