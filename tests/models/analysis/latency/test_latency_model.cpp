// The M/G/1 latency curve: a second reading of the formula for uniform traffic, published latencies within the error
// that is claimed, and its limits.
#include <catch2/catch.hpp>
#include <cmath>

#include "models/analysis/latency/bounds.hpp"
#include "models/analysis/latency/latency_model.hpp"
#include "models/analysis/latency/light_traffic.hpp"
#include "routing/registry/registry.hpp"
#include "tests/support/published.hpp"
#include "traffic/registry.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

// A torus under dimension order, split classes, uniform traffic unless said otherwise.
struct Network {
  Network(const std::string& name, int vcs, std::uint32_t packet_length, const std::string& traffic = "uniform")
      : topology(make_cube(name)), relation(make_relation("dor", *topology, {TieRule::split, VcPolicy::split, vcs})) {
    const auto pattern = make_traffic(traffic, *topology);
    const Bounds bounds = compute_bounds(*topology, *relation, *pattern, {1, 0, 2, packet_length}, 1e9);
    loads = *bounds.loads;
    zero_load = bounds.zero_load_latency ? to_double(*bounds.zero_load_latency) : packet_length + 1;
    model = std::make_unique<LatencyModel>(loads, LatencyModelInput{zero_load, packet_length, vcs, vcs / 2, kFirstClassShare});
  }
  std::unique_ptr<CubeTopology> topology;
  std::unique_ptr<RoutingRelation> relation;
  ChannelLoads loads;
  double zero_load = 0;
  std::unique_ptr<LatencyModel> model;
};

std::string torus_name(int k, int n) {
  std::string name = "torus:" + std::to_string(k);
  for (int d = 1; d < n; ++d) name += "x" + std::to_string(k);
  return name;
}

double wait(double rate, double service, double length) {
  return rate * service * service * (1 + (service - length) * (service - length) / (service * service)) / (2 * (1 - rate * service));
}

// Probabilities of 0..vcs busy VCs.
std::vector<double> chain(int vcs, double r) {
  std::vector<double> p;
  double sum = 0;
  for (int v = 0; v <= vcs; ++v) sum += p.emplace_back(std::pow(r, v) / (v == vcs ? 1 - r : 1));
  for (double& x : p) x /= sum;
  return p;
}

double multiplexing(int vcs, double r) {
  const auto p = chain(vcs, r);
  double first = 0, second = 0;
  for (int v = 0; v <= vcs; ++v) {
    first += v * p[static_cast<std::size_t>(v)];
    second += v * v * p[static_cast<std::size_t>(v)];
  }
  return second / first;
}

// The formulas of the k-ary n-cube as printed: lambda hbar / (2 n) on every channel, hbar blockings a message.
double printed_formula(int k, int n, int vcs, double length, double load) {
  double nodes = 1;
  for (int d = 0; d < n; ++d) nodes *= k;
  const double hbar = n * (k / 4.0) * nodes / (nodes - 1);
  const double rate = load / length, channel = rate * hbar / (2 * n);
  double s = length + hbar + 1;
  for (int i = 0; i < 2000; ++i) s = length + hbar + 1 + hbar * chain(vcs / 2, 0.89 * channel * s).back() * wait(channel, s, length);
  return (s + wait(rate / vcs, s, length)) * multiplexing(vcs, channel * s);
}

// The general form, channel by channel, with one VC class.
double channel_by_channel(const ChannelLoads& loads, int vcs, double length, double load) {
  const double hbar = to_double(loads.mean_hops), demand = to_double(loads.demand), rate = load / length;
  double s = length + hbar + 1;
  for (int i = 0; i < 2000; ++i) {
    double next = length + hbar + 1;
    for (const Rational& gamma : loads.load) {
      const double g = to_double(gamma);
      next += g / demand * chain(vcs, rate * g * s).back() * wait(rate * g, s, length);
    }
    s = next;
  }
  double sum = 0;
  for (const Rational& gamma : loads.load) {
    if (gamma > 0) sum += to_double(gamma) / demand * multiplexing(vcs, rate * to_double(gamma) * s);
  }
  return (s + wait(rate / vcs, s, length)) * sum / hbar;
}

}  // namespace

TEST_CASE("the model of a torus is the formula printed for it") {
  const auto [k, n, vcs, length] = GENERATE(table<int, int, int, std::uint32_t>({{8, 2, 4, 32}, {8, 2, 10, 64}, {4, 3, 6, 16}, {16, 2, 10, 32}}));
  const Network network(torus_name(k, n), vcs, length);
  for (const double part : {0.02, 0.1, 0.2}) {
    const double load = part * 8 / k;
    CAPTURE(k, n, vcs, length, load);
    const auto latency = network.model->latency(load);
    REQUIRE(latency);
    CHECK(*latency == Approx(printed_formula(k, n, vcs, length, load)).epsilon(1e-7));
  }
}

TEST_CASE("published latencies are met within the error that is claimed, up to the load it is claimed for") {
  auto points = read_published("fault-free.json")["curves"];
  // Of the same source: a load of 0.2, which the file leaves out.
  points.push_back({{"k", 8}, {"n", 2}, {"vcs", 4}, {"message_length", 32}, {"load", 0.2}, {"mean_latency", 61.2}});
  points.push_back({{"k", 8}, {"n", 2}, {"vcs", 10}, {"message_length", 32}, {"load", 0.2}, {"mean_latency", 63.5}});
  points.push_back({{"k", 8}, {"n", 3}, {"vcs", 4}, {"message_length", 32}, {"load", 0.1}, {"mean_latency", 53.9}});
  int compared = 0;
  for (const auto& point : points) {
    const int vcs = point["vcs"];
    const std::uint32_t length = point["message_length"];
    const Network network(torus_name(point["k"], point["n"]), vcs, length);
    const auto validity = model_validity(*network.topology, vcs, length);
    const double load = point["load"];
    if (!validity || load > to_double(validity->valid_to)) continue;
    ++compared;
    INFO(point.dump());
    CHECK(network.model->latency(load).value() == Approx(point["mean_latency"].get<double>()).epsilon(validity->expected_error));
  }
  CHECK(compared == 6);
}

TEST_CASE("the errors claimed are the published ones: 5% in two dimensions, about 10% in three, up to 20% of capacity") {
  const auto of = [](const std::string& name, int vcs) { return model_validity(*make_cube(name), vcs, 32); };
  CHECK(of("torus:8x8", 10)->expected_error == 0.05);
  CHECK(of("torus:8x8x8", 10)->expected_error == Approx(0.10).margin(0.011));
  CHECK(of("torus:8x8", 4)->valid_to == Rational(1, 5));
  CHECK(of("torus:9x9", 10)->valid_to == Rational(9, 50));
  CHECK(of("torus:16x16", 10)->valid_to == Rational(1, 10));
  // With fewer than 10 VCs 10% of capacity from the 10-ary cube on.
  CHECK(of("torus:16x16", 4)->valid_to == Rational(1, 20));
  CHECK(of("torus:10x10", 9)->valid_to == Rational(2, 25));
  CHECK(of("torus:10x10", 10)->valid_to == Rational(4, 25));
  CHECK(of("torus:9x9", 9)->valid_to == Rational(9, 50));
  for (const char* name : {"torus:8", "torus:4x4", "torus:32x32", "torus:8x9", "torus:6x6x6", "torus:8x8x8x8", "mesh:8x8", "hypercube:6"}) {
    CAPTURE(name);
    CHECK_FALSE(of(name, 10));
  }
  CHECK_FALSE(of("torus:8x8", 3));
  CHECK_FALSE(model_validity(*make_cube("torus:8x8"), 10, 16));
  CHECK_FALSE(model_validity(*make_cube("torus:8x8"), 10, 64));
}

TEST_CASE("without load the latency is that of a message alone") {
  for (const char* name : {"torus:8x8", "torus:4x4x4", "mesh:5x4", "hypercube:5"}) {
    const Network network(name, 4, 16);
    CHECK(*network.model->latency(0) == Approx(to_double(network.loads.mean_hops) + 17).epsilon(1e-12));
    CHECK(*network.model->latency(1e-9) == Approx(network.zero_load).epsilon(1e-6));
  }
}

TEST_CASE("latency rises with the load, up to where the model diverges, and there is none beyond") {
  const std::string name = GENERATE("torus:8x8", "torus:16x16", "mesh:6x6", "hypercube:6", "torus:4x4");
  const std::string traffic = GENERATE("uniform", "random:5");
  CAPTURE(name, traffic);
  const Network network(name, 6, 32, traffic);
  const double ideal = to_double(Rational(1 / network.loads.gamma_max));
  const double end = network.model->divergence(ideal);
  REQUIRE(end < ideal);  // an M/G/1 channel saturates before its bandwidth
  double previous = *network.model->latency(0);
  for (int i = 1; i <= 50; ++i) {
    const auto latency = network.model->latency(end * i / 50);
    REQUIRE(latency);
    CHECK(*latency > previous);
    previous = *latency;
  }
  for (const double part : {1.00001, 1.1, 2.0, 100.0}) CHECK_FALSE(network.model->latency(end * part));
  CHECK(network.model->divergence(end / 2) == end / 2);  // not within the range searched
}

TEST_CASE("more virtual channels never lower the load of divergence") {
  double previous = 0;
  for (const int vcs : {2, 4, 6, 10, 16}) {
    const double end = Network("torus:8x8", vcs, 32).model->divergence(1);
    CHECK(end > previous);
    previous = end;
  }
}

TEST_CASE("near zero load the model rises about as the exact slope where it is claimed to hold") {
  // Its own slope there is (hbar / n) L0^2 from multiplexing and L0^2 / 2V from the source, which only happens to be
  // near M^2 Kbar.
  const auto [name, vcs] = GENERATE(table<std::string, int>({{"torus:8x8", 4}, {"torus:8x8", 10}, {"torus:16x16", 10}, {"torus:8x8x8", 10}}));
  CAPTURE(name, vcs);
  const Network network(name, vcs, 32);
  LightTrafficOptions options;
  options.vcs = vcs;
  const auto uniform = make_traffic("uniform", *network.topology);
  const double exact = 32 * to_double(light_traffic_slope(*network.topology, *network.relation, *uniform, options));
  const double load = 1e-6;
  const double slope = (*network.model->latency(load) - network.zero_load) / load;
  const double hbar = to_double(network.loads.mean_hops);
  const double square = network.zero_load * network.zero_load / 32;
  const double deviation = 1 + (hbar + 1) * (hbar + 1) / (network.zero_load * network.zero_load);
  CHECK(slope == Approx(square * (hbar / network.topology->dimensions() + deviation / (2.0 * vcs))).epsilon(1e-3));
  CHECK(slope == Approx(exact).epsilon(0.35));
}

TEST_CASE("channels of unequal load are weighted by what crosses them") {
  const std::string name = GENERATE("mesh:4x4", "hypercube:4");
  const std::string traffic = GENERATE("transpose", "uniform", "random:2");
  CAPTURE(name, traffic);
  const Network network(name, 4, 16, traffic);
  const LatencyModel model(network.loads, {network.zero_load, 16, 4, 4, 1});
  const double end = model.divergence(to_double(Rational(1 / network.loads.gamma_max)));
  for (const double part : {0.1, 0.5, 0.9}) {
    CHECK(*model.latency(part * end) == Approx(channel_by_channel(network.loads, 4, 16, part * end)).epsilon(1e-7));
  }
}

TEST_CASE("where nothing is crossed only the source waits") {
  ChannelLoads none;
  none.load.assign(4, Rational(0));
  none.demand = 1;
  const LatencyModel model(none, {33, 32, 4, 4, 1});
  CHECK(*model.latency(0) == 33);
  // M/G/1 at rate load / (M V) with service 33 and deviation 1.
  const double rate = 0.5 / 32 / 4;
  CHECK(*model.latency(0.5) == Approx(33 + rate * (33.0 * 33 + 1) / (2 * (1 - rate * 33))).epsilon(1e-12));
}
