// Matchings of head flits and VCs worked out by hand. Head flits A and B wait in VC 0 of input ports 0 and 1; x, y and
// z are VC 0 of channel 4, VC 1 of it, and VC 0 of channel 9.
#include <catch2/catch.hpp>

#include "reference_vc_matching.hpp"

using namespace dateline::reference;

namespace {

const VcName kA{0, 0}, kB{1, 0}, kX{4, 0}, kY{4, 1}, kZ{9, 0};
using Matched = std::map<VcName, VcName>;

}  // namespace

TEST_CASE("reference VC matching: a head flit that is granted several VCs takes one, the others stay free in this cycle") {
  VcMatchPointers pointers;
  // x, y and z all grant A, the first of those that ask; A accepts x. B, which could have had y or z, waits.
  CHECK(match_vcs({{kA, kX}, {kA, kY}, {kA, kZ}, {kB, kY}, {kB, kZ}}, pointers) == Matched{{kA, kX}});
  CHECK(match_vcs({{kB, kY}, {kB, kZ}}, pointers) == Matched{{kB, kY}});
}

TEST_CASE("reference VC matching: pointers move only behind what was accepted") {
  VcMatchPointers pointers;
  CHECK(match_vcs({{kA, kX}, {kA, kY}, {kB, kY}}, pointers) == Matched{{kA, kX}});
  // y granted A and was not accepted: it still begins at port 0. A begins behind x: of x and y it takes y.
  CHECK(match_vcs({{kA, kX}, {kA, kY}, {kB, kY}}, pointers) == Matched{{kA, kY}});
  // x begins behind A and grants B, y behind A too; B takes x, the first.
  CHECK(match_vcs({{kA, kX}, {kA, kY}, {kB, kX}, {kB, kY}}, pointers) == Matched{{kB, kX}});
  // x begins behind B and grants A, y still behind A and grants B.
  CHECK(match_vcs({{kA, kX}, {kA, kY}, {kB, kX}, {kB, kY}}, pointers) == Matched{{kA, kX}, {kB, kY}});
}

TEST_CASE("reference VC matching: behind the last head flit and the last VC both begin again at the first") {
  VcMatchPointers pointers;
  CHECK(match_vcs({{kB, kZ}}, pointers) == Matched{{kB, kZ}});
  CHECK(match_vcs({{kA, kZ}, {kB, kX}, {kB, kZ}}, pointers) == Matched{{kA, kZ}, {kB, kX}});
}
