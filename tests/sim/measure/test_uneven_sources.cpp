// Sources that offer only a share of the load, as rows of a matrix that sum to less than 1 say: each generates load x
// share, and no more.
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/logged_run.hpp"
#include "tests/support/scratch_file.hpp"
#include "traffic/registry.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// Rows that sum to 1, 1/2, 1/5 and 0.
constexpr const char* kMatrix = "0 0.5 0.25 0.25\n0.5 0 0 0\n0.1 0.1 0 0\n0 0 0 0\n";
const std::vector<Rational> kShares = {1, Rational(1, 2), Rational(1, 5), 0};

}  // namespace

TEST_CASE("a source whose row is below 1 offers load x share, itself and in the report") {
  constexpr Cycle kWarmup = 1000, kCycles = 400000;
  constexpr double kRate = 0.04;
  constexpr std::uint32_t kLength = 5;
  const ScratchFile matrix(kMatrix, "matrix");
  const auto mesh = make_cube("mesh:4");
  const auto pattern = make_traffic("matrix:" + matrix.path(), *mesh);
  const Injection injection = GENERATE(Injection::poisson, Injection::bernoulli);
  RunConfig settings = window(kRate, kLength, kWarmup, kCycles);
  settings.injection = injection;
  LoggedRun run("mesh:4", {}, settings, *pattern);
  const RunResult r = run.go();
  std::vector<std::uint64_t> generated(4, 0);
  for (const auto& [cycle, source] : run.log.generated) generated[source] += within(cycle, kWarmup, kWarmup + kCycles);
  double offered = 0;
  for (std::uint32_t source = 0; source < 4; ++source) {
    CAPTURE(source, generated[source]);
    REQUIRE(pattern->share(TerminalId(source)) == kShares[source]);
    const double expected = kRate * to_double(kShares[source]) * kCycles;  // messages; its variance is at most as large
    CHECK(std::abs(static_cast<double>(generated[source]) - expected) <= 5 * std::sqrt(expected));
    CHECK(r.per_source[source].offered == Approx(static_cast<double>(generated[source]) * kLength / kCycles));
    CHECK(r.per_source[source].offered == Approx(kRate * kLength * to_double(kShares[source])).epsilon(0.1));
    CHECK(r.per_source[source].accepted == Approx(r.per_source[source].offered).epsilon(0.01));
    offered += r.per_source[source].offered;
  }
  CHECK(r.offered == Approx(offered / 4));  // silent ones too
  CHECK_FALSE(r.saturated());
}
