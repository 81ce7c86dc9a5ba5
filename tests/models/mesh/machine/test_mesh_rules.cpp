// What the machine lets no algorithm do, what it lets it do, and what an algorithm has: phases, a counter, wake-ups.
// Each algorithm here does one thing wrong, or the same within the rules. Meshes of side 3: nodes 0 1 2 / 3 4 5 / 6 7
// 8.
#include <catch2/catch.hpp>
#include <functional>

#include "models/base/error.hpp"
#include "tests/support/cases/mesh_runs.hpp"

using namespace dateline;
using namespace dateline::test;
using Catch::Contains;

namespace {

Side dimension_order(MeshPosition at, MeshPosition to) {
  if (at.column != to.column) return at.column < to.column ? Side::right : Side::left;
  return at.row < to.row ? Side::bottom : Side::top;
}

// What an algorithm does: row first, one phase, unless a part is replaced.
struct Script {
  std::function<void(MeshInputs&)> accept = [](MeshInputs& processor) {
    processor.move_each([&](Side, MeshPacketId, const MeshPacket& packet) {
      return processor.hop_if_place(dimension_order(processor.position(), packet.destination));
    });
  };
  std::function<void(MeshLinks&)> send = [](MeshLinks& processor) { processor.for_each_sendable([&](Side side) { processor.send_oldest(side); }); };
  std::vector<std::uint32_t> lengths = {0};
  std::function<std::uint32_t(MeshPosition)> phase = [](MeshPosition) { return 0; };
};

class Scripted final : public LocalMeshAlgorithm<Scripted> {
 public:
  explicit Scripted(Script script) : script_(std::move(script)) {}
  [[nodiscard]] std::vector<std::uint32_t> phase_lengths() const override { return script_.lengths; }
  [[nodiscard]] MeshPlan plan(MeshPosition source, MeshPosition destination) const override {
    return {script_.phase(source), dimension_order(source, destination), true};
  }
  void accept(MeshInputs& processor) const { script_.accept(processor); }
  void send(MeshLinks& processor) const { script_.send(processor); }

 private:
  Script script_;
};

constexpr MeshPosition kCentre{1, 1};

// 3 and 4 go right along the middle row.
const std::vector<NodeId>& two_in_a_row() {
  static const std::vector<NodeId> list = packets_of(3, {{3, 5}, {4, 8}});
  return list;
}

void check_breaks(std::uint32_t queue, const Script& algorithm, const std::vector<NodeId>& destination, const std::string& where,
                  const std::string& what) {
  CHECK_THROWS_AS(record({3, queue, false}, destination, Scripted(algorithm)), InvariantError);
  CHECK_THROWS_WITH(record({3, queue, false}, destination, Scripted(algorithm)), Contains(where) && Contains(what));
}

MeshResult run(std::uint32_t queue, const Script& algorithm, const std::vector<NodeId>& destination) {
  return record({3, queue, false}, destination, Scripted(algorithm), Recorded::audited).result;
}

}  // namespace

TEST_CASE("a packet that is moved into a full output queue breaks the rules of the mesh machine") {
  Script algorithm;  // the centre keeps what is in its output queue
  algorithm.send = [](MeshLinks& processor) {
    if (processor.position() != kCentre) processor.for_each_sendable([&](Side side) { processor.send_oldest(side); });
  };
  const MeshResult lawful = run(1, algorithm, two_in_a_row());
  CHECK((lawful.deadlock && lawful.moves == 1 && lawful.delivered == 0));
  algorithm.accept = [](MeshInputs& processor) { processor.move_each([&](Side, MeshPacketId, const MeshPacket&) { return Hop::right; }); };
  check_breaks(1, algorithm, two_in_a_row(), "step 2, processor (1, 1), right output queue", "full");
  const MeshResult room = run(2, algorithm, two_in_a_row());
  CHECK((room.deadlock && room.max_output[1] == 2));
}

TEST_CASE("a packet that is not there cannot be moved on the mesh machine") {
  const auto moving = [](Side input, std::uint32_t packet) {
    Script algorithm;
    algorithm.accept = [=](MeshInputs& processor) {
      if (processor.position() == kCentre && processor.clock().step == 1) processor.move(input, MeshPacketId(packet), Side::right);
    };
    return algorithm;
  };
  check_breaks(2, moving(Side::left, 3), two_in_a_row(), "step 1, processor (1, 1), left input queue", "not there");
  check_breaks(2, moving(Side::top, 4), two_in_a_row(), "step 1, processor (1, 1), top input queue", "not there");
  const MeshResult lawful = run(2, moving(Side::left, 4), two_in_a_row());
  CHECK(lawful.moves == 1);
}

TEST_CASE("a processor of the mesh machine can release its own packets only") {
  const auto releasing = [](std::uint32_t packet) {
    Script algorithm;
    algorithm.accept = [=, move = algorithm.accept](MeshInputs& processor) {
      if (processor.position() == kCentre && processor.clock().step == 1) processor.release(MeshPacketId(packet));
      move(processor);
    };
    return algorithm;
  };
  check_breaks(2, releasing(3), two_in_a_row(), "step 1, processor (1, 1)", "released");
  CHECK(run(2, releasing(4), two_in_a_row()).delivered == 2);
}

TEST_CASE("a packet cannot be led off the mesh machine at any of its edges") {
  for (const auto& [node, side] : std::vector<std::pair<std::uint32_t, Side>>{{0, Side::left},
                                                                              {0, Side::top},
                                                                              {8, Side::right},
                                                                              {8, Side::bottom},
                                                                              {3, Side::left},
                                                                              {1, Side::top},
                                                                              {5, Side::right},
                                                                              {7, Side::bottom}}) {
    const auto leading = [](Side towards) {
      Script algorithm;
      algorithm.accept = [=](MeshInputs& processor) {
        processor.move_each([&](Side, MeshPacketId, const MeshPacket&) { return processor.clock().step == 1 ? hop_to(towards) : Hop::stay; });
      };
      return algorithm;
    };
    const auto packet = packets_of(3, {{node, 4}});
    check_breaks(kUnboundedQueue, leading(side), packet,
                 "step 1, processor (" + std::to_string(node / 3) + ", " + std::to_string(node % 3) + "), " + name_of(side) + " output queue",
                 "off the mesh");
    CHECK(run(kUnboundedQueue, leading(opposite(side)), packet).moves == 1);
  }
}

// The centre sends in step 2 only, when it has two packets for the right.
TEST_CASE("a second packet on a channel breaks the rules of the mesh machine") {
  const auto sending = [](int packets, bool largest) {
    Script algorithm;
    algorithm.send = [=](MeshLinks& processor) {
      if (processor.position() != kCentre) return processor.for_each_sendable([&](Side side) { processor.send_oldest(side); });
      if (processor.clock().step != 2) return;
      for (int i = 0; i < packets; ++i) {
        if (largest) {
          processor.send_largest(Side::right, [](const MeshPacket& packet) { return packet.destination.row; });
        } else {
          processor.send_oldest(Side::right);
        }
      }
    };
    return algorithm;
  };
  for (const bool largest : {false, true}) {
    check_breaks(3, sending(2, largest), two_in_a_row(), "step 2, processor (1, 1), right output queue", "second");
    CHECK(run(3, sending(1, largest), two_in_a_row()).moves == 3);
  }
}

TEST_CASE("an output queue that is empty cannot send on the mesh machine") {
  const auto sending = [](Side side) {
    Script algorithm;
    algorithm.send = [=](MeshLinks& processor) {
      if (processor.position() == kCentre && processor.clock().step == 1) processor.send_oldest(side);
    };
    return algorithm;
  };
  for (const Side side : {Side::left, Side::top, Side::bottom}) {
    check_breaks(2, sending(side), two_in_a_row(), "step 1, processor (1, 1), " + std::string(name_of(side)) + " output queue", "empty");
  }
  CHECK(run(2, sending(Side::right), two_in_a_row()).moves == 1);
}

// The centre's own packet stays in the left input queue, which 3 faces.
TEST_CASE("a packet that is sent into a full input queue breaks the rules of the mesh machine") {
  Script algorithm;
  algorithm.accept = [](MeshInputs& processor) {
    if (processor.position() == kCentre) return;
    processor.move_each([&](Side, MeshPacketId, const MeshPacket&) { return Hop::right; });
  };
  const MeshResult lawful = run(1, algorithm, two_in_a_row());
  CHECK((lawful.deadlock && lawful.moves == 0));
  algorithm.send = [](MeshLinks& processor) { processor.send_oldest(Side::right); };
  check_breaks(1, algorithm, two_in_a_row(), "step 1, processor (1, 0), right output queue", "full input queue");
  const MeshResult room = run(2, algorithm, two_in_a_row());
  CHECK((room.moves == 1 && room.max_input[0] == 2));
}

TEST_CASE("a processor of the mesh machine is woken within the longest phase, and not now") {
  const auto asking = [](std::uint32_t steps, std::vector<std::uint32_t> lengths) {
    Script algorithm;
    algorithm.lengths = std::move(lengths);
    algorithm.accept = [=](MeshInputs& processor) {
      if (processor.clock().step == 1) processor.wake_after(steps);
    };
    return algorithm;
  };
  const auto packet = packets_of(3, {{3, 5}});
  for (const std::uint32_t horizon : {1U, 5U, 6U, 7U, 8U, 9U}) {
    CAPTURE(horizon);
    check_breaks(2, asking(0, {horizon}), packet, "step 1, processor 3", "woken at step 1");
    check_breaks(2, asking(horizon + 1, {horizon}), packet, "step 1, processor 3", "woken");
    check_breaks(2, asking(0xffffffffU, {horizon}), packet, "step 1, processor 3", "woken");
    CHECK(run(2, asking(horizon, {horizon}), packet).deadlock);
    CHECK(run(2, asking(horizon, {1, horizon, 0}), packet).deadlock);
  }
  check_breaks(2, asking(1, {0}), packet, "step 1, processor 3", "woken");
}

TEST_CASE("an algorithm that declines to move anything ends in a deadlock of the mesh machine") {
  for (const std::vector<std::uint32_t>& lengths : std::vector<std::vector<std::uint32_t>>{{0}, {100}}) {
    Script idle;
    idle.lengths = lengths;
    idle.accept = [](MeshInputs&) {};
    Script silent;
    silent.lengths = lengths;
    silent.send = [](MeshLinks&) {};
    for (const Script* algorithm : {&idle, &silent}) {
      const MeshResult r = run(2, *algorithm, two_in_a_row());
      CHECK(r.deadlock);
      CHECK((r.steps == 0 && r.moves == 0 && r.delivered == 0 && r.moving == 2));
    }
    const MeshResult nothing = run(2, idle, packets_of(3, {{4, 4}}));
    CHECK((!nothing.deadlock && nothing.steps == 0 && nothing.moving == 0));
  }
}

namespace {

// At every processor a packet waits for some steps, counted by the processor's own counter.
Script waiting(std::uint32_t steps, std::uint32_t length) {
  Script algorithm;
  algorithm.lengths = {length};
  const auto go = algorithm.accept;
  algorithm.accept = [=](MeshInputs& processor) {
    std::uint32_t& since = processor.counter();
    const std::uint32_t now = processor.clock().step;
    if (since == 0) {
      since = now;
      if (steps > 0) processor.wake_after(steps);
    }
    if (now < since + steps) return;
    since = 0;
    go(processor);
  };
  return algorithm;
}

}  // namespace

TEST_CASE("a packet that waits w steps at each processor crosses its i-th channel in step i (w + 1)") {
  for (const std::uint32_t w : {0U, 1U, 2U, 7U, 64U, 1000U}) {
    CAPTURE(w);
    const auto destination = packets_of(5, {{20, 4}, {0, 1}, {24, 23}});
    const MeshRecord run = record({5, 1, false}, destination, Scripted(waiting(w, 5000)), Recorded::audited);
    std::vector<std::uint32_t> expected;
    for (std::uint32_t i = 1; i <= 8; ++i) expected.push_back(i * (w + 1));
    CHECK(run.times() == std::map<std::uint32_t, std::vector<std::uint32_t>>{{20, expected}, {0, {w + 1}}, {24, {w + 1}}});
    CHECK(run.result.steps == 8 * (w + 1));
    CHECK(run.result.overruns == (8 * (w + 1) > 5000 ? 1U : 0U));
    CHECK(run.result.waits.row == 4 * w + 2 * w);
    CHECK(run.result.waits.turn == w);
    CHECK(run.result.waits.column == 3 * w);
    CHECK(run.result.waits.max_row == w);
    CHECK(run.frames.size() <= 1 + 3 * 8);  // steps without anything to do are left out
  }
}

namespace {

// Row 0 moves in phase 0 (two steps), row 2 in phase 1 (two steps).
Script two_phases(std::vector<std::uint32_t> lengths) {
  Script algorithm;
  algorithm.lengths = std::move(lengths);
  algorithm.phase = [](MeshPosition at) { return at.row == 2 ? 1U : 0U; };
  algorithm.accept = [](MeshInputs& processor) {
    processor.move_each([&](Side, MeshPacketId, const MeshPacket& packet) {
      return packet.phase == processor.clock().phase ? processor.hop_if_place(Side::right) : Hop::stay;
    });
  };
  return algorithm;
}

}  // namespace

TEST_CASE("a phase of the mesh machine lasts as long as it was planned, or until its packets are delivered") {
  using Times = std::map<std::uint32_t, std::vector<std::uint32_t>>;
  struct Case {
    std::vector<std::uint32_t> lengths;
    std::uint32_t start, overruns;  // start: of phase 1
  };
  for (const Case& c :
       std::vector<Case>{{{0, 0}, 3, 0}, {{2, 2}, 3, 0}, {{5, 9}, 6, 0}, {{1, 0}, 3, 1}, {{7, 1}, 8, 1}, {{1, 1}, 3, 2}, {{0, 1}, 3, 1}}) {
    for (const bool home_register : {false, true}) {
      CAPTURE(c.lengths, home_register);
      const MeshRecord run = record({3, 1, home_register}, packets_of(3, {{0, 2}, {6, 8}}), Scripted(two_phases(c.lengths)), Recorded::audited);
      CHECK(run.times() == Times{{0, {1, 2}}, {6, {c.start, c.start + 1}}});
      CHECK(run.result.overruns == c.overruns);
      CHECK(run.result.phase_finished == std::vector<std::uint32_t>{2, 2});
      CHECK(run.result.waits.row == 0);  // before its phase a packet does not wait
      const auto frames = run.every_frame();
      for (std::uint32_t step = 0; step < c.start; ++step) {
        const int held = frames.at(step).at(6 * 8 + ProcessorQueues::input(Side::left));
        CHECK(held == (home_register ? 0 : 1));
      }
      // What arrived in step 2 is gone at the end of step 3, whether or not another phase has begun.
      CHECK(frames.at(2).at(2 * 8 + ProcessorQueues::input(Side::left)) == 1);
      CHECK(frames.at(3).at(2 * 8 + ProcessorQueues::input(Side::left)) == 0);
      CHECK((c.start <= 3 || run.frames.count(3) == 1));
    }
  }
}

// Row 0 is done in step 2, before the wake-up it asked for; row 2 goes on in step 92.
TEST_CASE("a wake-up ends with its phase") {
  Script algorithm = two_phases({2, 100});
  algorithm.accept = [](MeshInputs& processor) {
    const MeshClock clock = processor.clock();
    if (clock.step == 1) processor.wake_after(60);
    if (clock.phase == 1 && clock.since == 1) return processor.wake_after(89);
    processor.move_each([&](Side, MeshPacketId, const MeshPacket& packet) { return packet.phase == clock.phase ? Hop::right : Hop::stay; });
  };
  const MeshRecord run = record({3, 1, false}, packets_of(3, {{0, 2}, {6, 8}}), Scripted(algorithm), Recorded::audited);
  CHECK(run.times().at(6) == std::vector<std::uint32_t>{92, 93});
  std::vector<std::uint32_t> steps;
  for (const auto& [step, frame] : run.frames) steps.push_back(step);
  CHECK(steps == std::vector<std::uint32_t>{0, 1, 2, 3, 92, 93});
}

// Every input queue is full, and every processor has something to do and is told of a place, in a step that does not
// follow the one before.
TEST_CASE("all packets of a mesh with one place a queue set out together after idle steps") {
  const std::uint32_t side = 24;
  std::vector<NodeId> destination(side * side, kAbsent);
  destination[0] = NodeId(1);
  for (std::uint32_t x = side; x < side * side; ++x) destination[x] = NodeId(x % side + 1 < side ? x + 1 : x + 1 - side);
  Script algorithm;
  algorithm.lengths = {50, 0};
  algorithm.phase = [](MeshPosition at) { return at.row == 0 ? 0U : 1U; };
  algorithm.accept = [](MeshInputs& processor) {
    processor.move_each([&](Side, MeshPacketId, const MeshPacket& packet) {
      return packet.phase == processor.clock().phase ? processor.hop_if_place(dimension_order(processor.position(), packet.destination)) : Hop::stay;
    });
  };
  for (const bool home_register : {false, true}) {
    const MeshRecord run = record({side, 1, home_register}, destination, Scripted(algorithm), Recorded::audited);
    CHECK(run.result.delivered == side * (side - 1) + 1);
    CHECK(run.times().at(side + 1) == std::vector<std::uint32_t>{51});
    CHECK(run.result.steps == 50 + side - 1);  // the packets that return to column 0
  }
}

TEST_CASE("the mesh machine refuses sides, queues and destinations that are none") {
  const Scripted algorithm{Script{}};
  const auto made = [&](const MeshConfig& config, const std::vector<NodeId>& destination) { MeshMachine machine(config, destination, algorithm); };
  const auto three = packets_of(3, {{0, 8}});
  made({3, 1, false}, three);
  made({3, kUnboundedQueue, true}, three);
  CHECK_THROWS_AS(made({1, 1, false}, {NodeId(0)}), ConfigError);
  CHECK_THROWS_AS(made({0, 1, false}, {}), ConfigError);
  CHECK_THROWS_AS(made({4097, 1, false}, three), ConfigError);
  CHECK_THROWS_AS(made({3, 0, false}, three), ConfigError);
  CHECK_THROWS_AS(made({3, 65536, false}, three), ConfigError);
  CHECK_THROWS_AS(made({4, 1, false}, three), ConfigError);
  CHECK_THROWS_AS(made({3, 1, false}, packets_of(3, {{0, 9}})), ConfigError);
  CHECK_THROWS_AS(made({3, 1, false}, packets_of(3, {{0, 8}, {1, 8}})), ConfigError);
  CHECK_THROWS_AS(made({3, 1, false}, packets_of(3, {{0, 8}, {8, 8}})), ConfigError);
}
