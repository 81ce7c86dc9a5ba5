// What an embedded network costs, for tests/bench/embed.py:
//   bench_embed save OPTIONS LOAD   of a network under uniform traffic of 32-flit messages: the bytes of a checkpoint,
//                                   and processor time of a save, a restore and a cycle in seconds, the least of many
//   bench_embed start OPTIONS       the same from the options to the end of the first cycle
//   bench_embed network CYCLES      messages of a flit through a network: how many; callgrind counts the instructions
//   bench_embed machine CYCLES      the same packets in the same cycles through the machine alone
//   bench_embed all-reduce TIMES    ring all-reduces of 64 KiB, one after another, by a client of a network: the cycle
//                                   in which the last is done; as simulate has them in a workload
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <limits>
#include <sstream>
#include <streambuf>
#include <string>
#include <vector>

#include "models/base/numbers/random.hpp"
#include "sim/core/compiled_network.hpp"
#include "sim/embed/embedded_machine.hpp"
#include "sim/embed/network.hpp"

using namespace dateline;

namespace {

constexpr const char* kTorus = "topology=torus:8x8 workload.flit-bytes=16 header-flits=0";
constexpr double kLoad = 0.2;  // messages of a flit a terminal and cycle

// Calls send(from, to) for each terminal that draws a message, `rate` of them in the mean.
template <typename Send>
void draw(Cycle now, std::uint32_t terminals, double rate, Send send) {
  const auto below = static_cast<std::uint64_t>(rate * static_cast<double>(std::numeric_limits<std::uint64_t>::max()));
  for (std::uint32_t t = 0; t < terminals; ++t) {
    const std::uint64_t drawn = mix(now * terminals + t);
    if (drawn < below) send(TerminalId(t), TerminalId(static_cast<std::uint32_t>(mix(drawn) % terminals)));
  }
}

// The cycle that is next; returns how many messages came.
std::uint64_t tick(Network& network, double rate, std::uint64_t bytes) {
  const Cycle now = network.now();
  draw(now, network.terminals(), rate, [&](TerminalId from, TerminalId to) { network.send(now, from, to, bytes, 0); });
  network.run(now + 1);
  std::array<Event, 16> events;
  std::uint64_t came = 0;
  for (std::size_t count = events.size(); count == events.size(); came += count) count = network.take(events.data(), events.size());
  return came;
}

std::uint64_t through_network(Cycle cycles) {
  Network network(kTorus);
  std::uint64_t came = 0;
  while (network.now() < cycles) came += tick(network, kLoad, 16);
  return came;
}

std::uint64_t through_machine(Cycle cycles) {
  struct Counted final : DeliveryObserver {
    std::uint64_t came = 0;
    void delivered(const Delivery& /*delivery*/) override { ++came; }
  } counted;
  EmbeddedMachine parts(kTorus);
  parts.config.execution.report_sent = false;
  const Wiring wiring = Wiring::of(*parts.network.topology);
  CompiledNetwork machine(parts.config, wiring, *parts.network.relation, counted);
  for (Cycle now = 0; now < cycles; ++now) {
    draw(now, wiring.terminals(), kLoad, [&](TerminalId from, TerminalId to) {
      PacketRequest packet;
      packet.generated = now;
      packet.destination = to;
      packet.length = 1;
      machine.send(from, packet);
    });
    machine.step(now);
  }
  return counted.came;
}

// Each of 64 ranks sends a part to the next, and the next part when one has come.
Cycle all_reduces(std::uint64_t times) {
  constexpr std::uint64_t kRanks = 64, kBytes = 65536, kSteps = 2 * (kRanks - 1);
  Network network("topology=torus:8x8 workload.flit-bytes=16 packet-length=128");
  const auto send = [&](std::uint64_t rank) {
    const std::uint64_t next = (rank + 1) % kRanks;
    network.send(network.now(), TerminalId(static_cast<std::uint32_t>(rank)), TerminalId(static_cast<std::uint32_t>(next)), kBytes / kRanks, next);
  };
  for (std::uint64_t rank = 0; rank < kRanks; ++rank) send(rank);
  std::vector<std::uint64_t> came(kRanks, 0);
  std::array<Event, 16> events;
  Cycle end = 0;
  while (!network.idle()) {
    network.run(Network::kNever);
    for (std::size_t count = network.take(events.data(), events.size()), i = 0; i < count; ++i) {
      end = events.at(i).at;
      if (++came[events.at(i).user] < times * kSteps) send(events.at(i).user);
    }
  }
  return end;
}

// The least processor time in seconds of one of `times`, taken in `rounds`.
template <typename Work>
double least(int rounds, int times, Work work) {
  double found = std::numeric_limits<double>::max();
  for (int round = 0; round < rounds; ++round) {
    const std::clock_t begin = std::clock();
    for (int i = 0; i < times; ++i) work();
    found = std::min(found, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC / times);
  }
  return found;
}

// A stream into memory that is there, as what the client does with the bytes is its own.
class Memory final : public std::streambuf {
 public:
  explicit Memory(std::size_t bytes) : room_(bytes, '\0') { begin(); }
  void begin() { setp(room_.data(), room_.data() + room_.size()); }
  [[nodiscard]] std::string written() const { return {pbase(), pptr()}; }

 private:
  std::vector<char> room_;
};

void show_save(const std::string& options, double load) {
  constexpr int kFlits = 32, kRounds = 25;
  constexpr Cycle kWarmup = 2000;
  Network network(options + " workload.flit-bytes=1 header-flits=0");
  while (network.now() < kWarmup) tick(network, load / kFlits, kFlits);
  std::ostringstream first;
  network.save(first);
  Memory memory(first.str().size());
  std::ostream out(&memory);
  const double save = least(kRounds, 8, [&] {
    memory.begin();
    network.save(out);
  });
  const std::string bytes = memory.written();
  Network other(options + " workload.flit-bytes=1 header-flits=0");
  const double restore = least(kRounds, 8, [&] {
    std::istringstream in(bytes);
    other.restore(in);
  });
  const double cycle = least(kRounds, 100, [&] { tick(network, load / kFlits, kFlits); });
  fmt::print("{} {:.9f} {:.9f} {:.9f}\n", bytes.size(), save, restore, cycle);
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 3 && words[0] == "save") {
    show_save(words[1], std::stod(words[2]));
  } else if (words.size() == 2 && words[0] == "start") {
    fmt::print("{:.9f}\n", least(25, 1, [&] {
                 Network network(words[1]);
                 network.send(0, TerminalId(0), TerminalId(1), 1, 0);
                 network.run(1);
               }));
  } else if (words.size() == 2 && words[0] == "network") {
    fmt::print("{}\n", through_network(std::stoull(words[1])));
  } else if (words.size() == 2 && words[0] == "machine") {
    fmt::print("{}\n", through_machine(std::stoull(words[1])));
  } else if (words.size() == 2 && words[0] == "all-reduce") {
    fmt::print("{}\n", all_reduces(std::stoull(words[1])));
  } else {
    fmt::print(stderr, "usage: bench_embed save OPTIONS LOAD | start OPTIONS | network CYCLES | machine CYCLES | all-reduce TIMES\n");
    return 2;
  }
  return 0;
}
