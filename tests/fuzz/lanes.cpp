// Links that have lost lanes. The first line chooses a network, the second says which links: no bandwidth rises, none
// falls to 0, and both directions of a link A-B fall alike.
#include <iterator>

#include "models/network/topology/topologies.hpp"
#include "sim/options/network/lane_options.hpp"
#include "tests/fuzz/input.hpp"

using namespace dateline;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static constexpr const char* kNames[] = {"torus:4", "mesh:3x3", "hypercube:3", "hyperx:3x2:t2", "fattree:2,2"};
  fuzz::Input input(data, size);
  const std::string choice = input.line(), text = input.line();
  const std::string name = kNames[choice.empty() ? 0 : static_cast<unsigned char>(choice.front()) % std::size(kNames)];
  const auto topology = make_topology(name), whole = make_topology(name);
  if (!fuzz::accepted([&] { set_lanes(*topology, {"simulate", "lanes"}, text); })) return 0;
  for (std::uint32_t c = 0; c < topology->channels(); ++c) {
    const Rational now = to_rational(topology->channel(ChannelId(c)).bandwidth), before = to_rational(whole->channel(ChannelId(c)).bandwidth);
    if (now <= 0 || now > before) fuzz::broken("links lose lanes, and keep some", text);
  }
  return 0;
}
