// An embedded network that is saved and restored goes on as the one that was not: in a fresh network, and in one that
// had gone elsewhere. What is damaged, or of something else, is refused by name and changes nothing.
#include <catch2/catch.hpp>
#include <sstream>

#include "models/base/error.hpp"
#include "models/base/numbers/digest.hpp"
#include "sim/core/compiled_network.hpp"
#include "tests/sim/embed/script.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;
using Catch::Matchers::Contains;

namespace {

// Every part of the machine that holds state is in one of them.
const std::vector<std::string> kNetworks = {
    "topology=torus:4x4 vcs=2 workload.flit-bytes=16 packet-length=9",
    "topology=torus:4x4 routing=duato vcs=3 workload.flit-bytes=4 packet-length=33 router.channel-latency=3",
    "topology=mesh:5x3 routing=romm vcs=4 workload.flit-bytes=8 packet-length=17 router.vc-reuse=whole router.pipeline=2 buffer-depth=20",
    "topology=torus:4x4 workload.flit-bytes=16 packet-length=9 router.vc-reuse=tail router.channel-latency=3 router.pipeline=2 buffer-depth=12",
    "topology=mesh:4x4 workload.flit-bytes=16 packet-length=9 router=booksim",
    "topology=mesh:4x4 workload.flit-bytes=16 packet-length=9 router.crossbar=per-port router.switch-allocator=wavefront router.ejection=channel",
    "topology=hypercube:4 routing=e-cube vcs=1 header-flits=0 workload.flit-bytes=32 router=onchip nic-ports=2",
    "topology=torus:4x4 routing=sw-adaptive workload.flit-bytes=8 packet-length=17 faults=links:0-1 absorption.delay=20",
    "topology=torus:4x4 routing=sw-adaptive workload.flit-bytes=8 packet-length=17 fault-events=fail@150:5,repair@900:5",
};

std::string saved(const Network& network) {
  std::ostringstream out;
  network.save(out);
  return out.str();
}

void restore(Network& network, const std::string& bytes) {
  std::istringstream in(bytes);
  network.restore(in);
}

// What is left of a run from where the network is, without anything more from a client.
std::string rest_of(Network& network) {
  std::string text;
  while (!network.idle()) {
    network.run(network.now() + 5000);
    for (const Event& event : take_all(network)) text += text_of(event);
  }
  return text + fmt::format("end {}\n", network.now());
}

}  // namespace

TEST_CASE("what is restored at every 97th cycle goes on to the same events") {
  const std::size_t part = sample<std::size_t>(kNetworks.size(), kNetworks.size());
  for (std::size_t i = 0; i < part; ++i) {
    const std::string& options = kNetworks[i];
    INFO(options);
    Network network(options), elsewhere(options);
    Script script(11 + i), other(99 + i);
    script.begin(network);
    other.begin(elsewhere);
    (void)other.play(elsewhere, 777, 0);
    std::size_t under_way = 0;  // checkpoints with something still to come
    for (Cycle at = 97; at <= sample<Cycle>(1940, 679); at += 97) {
      (void)script.play(network, at, 0);
      const std::string bytes = saved(network);
      CHECK(saved(network) == bytes);
      Network fresh(options), going_on(options);
      restore(fresh, bytes);
      restore(elsewhere, bytes);
      restore(going_on, bytes);
      CHECK(fresh.now() == at);
      CHECK(saved(fresh) == bytes);
      const std::string rest = rest_of(going_on);
      under_way += rest.find(" user ") == std::string::npos ? 0U : 1U;
      CHECK(rest_of(fresh) == rest);
      CHECK(rest_of(elsewhere) == rest);
      fresh.machine().audit();
    }
    CHECK(under_way > 2);
    Network alone(options);
    Script same(11 + i);
    same.begin(alone);
    (void)same.play(alone, network.now(), 0);
    CHECK(rest_of(alone) == rest_of(network));  // saving changes nothing
  }
}

TEST_CASE("several networks are saved in one stream, with what their client has behind them") {
  Network first(kNetworks[0]), second(kNetworks[0]);
  Script one(3), other(4);
  one.begin(first);
  other.begin(second);
  (void)one.play(first, 300, 0);
  (void)other.play(second, 200, 0);
  std::stringstream all;
  first.save(all);
  second.save(all);
  all << "its own";
  Network again(kNetworks[0]), another(kNetworks[0]);
  again.restore(all);
  another.restore(all);
  CHECK(saved(again) == saved(first));
  CHECK(saved(another) == saved(second));
  std::string own;
  std::getline(all, own);
  CHECK(own == "its own");
}

TEST_CASE("events that wait, timers and sends to come are saved too") {
  Network network(kNetworks[0]), other(kNetworks[0]);
  network.send(500, TerminalId(0), TerminalId(5), 3000, 1, {true});
  network.wake(400, 2);
  network.wake(0, 3);
  restore(other, saved(network));
  CHECK(rest_of(other) == rest_of(network));
}

TEST_CASE("a checkpoint that is damaged, or of something else, is refused and changes nothing") {
  Network network(kNetworks[0]);
  Script script(3);
  script.begin(network);
  (void)script.play(network, 300, 0);
  const std::string bytes = saved(network);
  const auto refused = [&](const std::string& wrong, const std::string& text) {
    INFO(text << ", " << wrong.size() << " of " << bytes.size() << " bytes");
    CHECK_THROWS_WITH(restore(network, wrong), Contains(text));
    CHECK(saved(network) == bytes);
  };
  refused("", "network: restore=checkpoint is no checkpoint");
  refused("something else\n", "is no checkpoint");
  for (const std::size_t length : {bytes.size() - 1, bytes.size() / 2, std::size_t{40}}) refused(bytes.substr(0, length), "checkpoint");
  for (std::size_t at = 60; at < bytes.size(); at += bytes.size() / sample<std::size_t>(200, 20)) {
    std::string flipped = bytes;
    flipped[at] = static_cast<char>(flipped[at] ^ 4);
    refused(flipped, "is damaged");
  }
  // Of a program with other fields: whole by its sum, but shorter or longer.
  const std::size_t state = bytes.rfind("\nstate ") + 7, first = bytes.find('\n', state) + 1;
  const std::string fields = bytes.substr(first, bytes.size() - 21 - first);
  for (const std::string& changed : {fields.substr(0, fields.size() - 9), fields + std::string(8, '\0'), fields.substr(0, fields.size() / 2)}) {
    std::string forged = bytes.substr(0, state) + std::to_string(changed.size()) + "\n" + changed;
    forged += fmt::format("sum {:016x}\n", digest(forged));
    refused(forged, "does not fit this network");
  }
  Network other("topology=torus:4x4 vcs=3 workload.flit-bytes=16 packet-length=9");
  std::string of_others = saved(other);
  refused(of_others, "is of a run with other options: option vcs=3 there, option vcs=2 here");
  const std::size_t version = bytes.find("result version ");
  std::string older = bytes;
  older[version + 15] = '2';
  refused(older, "is a checkpoint of network of result version 2");
  std::string format = bytes;
  format[bytes.find('\n') - 1] = '2';
  refused(format, "is a checkpoint of another format; this is dateline checkpoint 3");
}
