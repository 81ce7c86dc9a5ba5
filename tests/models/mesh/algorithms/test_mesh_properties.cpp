// What the table of mesh algorithms says of each: oblivious, source-oblivious, pure (E. Miyano and K. Iwama, section
// 2). Each flag is measured from outside, from crossings and queues, over many instances, and has to equal the table's;
// the measures are tried on algorithms that lack a property.
#include <catch2/catch.hpp>
#include <set>

#include "models/mesh/algorithms/dimension_order.hpp"
#include "models/mesh/permutations/permutation_rules.hpp"
#include "tests/support/cases/mesh_runs.hpp"
#include "tests/support/sample.hpp"

using namespace dateline;
using namespace dateline::test;

namespace {

constexpr std::uint32_t kMeshSide = 8, kNodes = kMeshSide * kMeshSide;

// Some packets of `base` as they are; the others, and who has none, drawn anew.
std::vector<NodeId> with_other_packets(Dice& dice, const std::vector<NodeId>& base, const std::set<std::uint32_t>& kept) {
  std::vector<std::uint32_t> sources, free;
  std::vector<bool> taken(base.size(), false);
  for (const std::uint32_t source : kept) taken[base[source].value()] = true;
  for (std::uint32_t i = 0; i < base.size(); ++i) {
    if (kept.count(i) == 0) sources.push_back(i);
    if (!taken[i]) free.push_back(i);
  }
  std::vector<NodeId> destination = base;
  for (const std::uint32_t source : sources) {
    const std::uint32_t k = dice.below(static_cast<std::uint32_t>(free.size()));
    destination[source] = dice.one_in(6) ? kAbsent : NodeId(free[k]);
    free.erase(free.begin() + k);
  }
  return destination;
}

// Instances in families that have eight packets in common, and one full of lumps, where packets meet.
std::vector<std::vector<NodeId>> instances() {
  std::vector<std::vector<NodeId>> list = {mesh_permutation("lump:2,2,2", kMeshSide), mesh_permutation("lump:4,1,1", kMeshSide)};
  for (std::uint64_t seed = 1; seed <= sample(10U, 4U); ++seed) {
    Dice dice(seed);
    const std::vector<NodeId> base = random_packets(dice, kMeshSide, 0);
    std::set<std::uint32_t> kept;
    while (kept.size() < 8) kept.insert(dice.below(kNodes));
    list.push_back(base);
    for (int variant = 0; variant < 5; ++variant) list.push_back(with_other_packets(dice, base, kept));
  }
  return list;
}

struct Repeated {
  bool same = true;
  std::size_t seen = 0;  // again
};

// The path of a packet is the same whenever its source and destination are.
Repeated same_paths(const std::vector<MeshRecord>& records) {
  std::map<std::pair<std::uint32_t, NodeId>, std::vector<std::uint32_t>> known;
  Repeated result;
  for (const MeshRecord& run : records) {
    for (const auto& [packet, path] : run.paths()) {
      const auto [at, is_new] = known.try_emplace({packet, run.destination[packet]}, path);
      if (is_new) continue;
      ++result.seen;
      if (at->second != path) result.same = false;
    }
  }
  return result;
}

// A packet leaves a processor by the same side whenever its destination is the same, wherever it comes from.
Repeated same_directions(const std::vector<MeshRecord>& records) {
  std::map<std::pair<std::uint32_t, NodeId>, std::pair<Side, std::uint32_t>> known;  // the side, and the source first seen
  Repeated result;
  for (const MeshRecord& run : records) {
    for (const MeshMove& move : run.moves) {
      const Side side = move.side(run.config.side);
      const auto [at, is_new] = known.try_emplace({move.from, run.destination[move.packet]}, side, move.packet);
      if (is_new) continue;
      if (at->second.second != move.packet) ++result.seen;
      if (at->second.first != side) result.same = false;
    }
  }
  return result;
}

// The processors where in some step a packet stays that could advance: in an input queue though its output queue has a
// place after (i), or in an output queue whose link is idle though the input queue it faces has a place after (i).
struct Purity {
  std::size_t needless_in = 0, needless_out = 0, waits = 0;  // waits: of packets that could not
  [[nodiscard]] bool pure() const { return needless_in + needless_out == 0; }
};
void add_purity(Purity& total, const MeshRecord& run) {
  const auto frames = run.every_frame();
  std::map<std::uint32_t, std::vector<const MeshMove*>> ways;
  for (const MeshMove& move : run.moves) ways[move.packet].push_back(&move);
  std::map<std::uint32_t, std::size_t> done;
  for (std::uint32_t step = 1; step <= run.result.steps; ++step) {
    std::map<std::pair<std::uint32_t, Side>, std::pair<std::uint32_t, std::uint32_t>> wanted;  // packets that want there, and cross now
    for (const auto& [packet, way] : ways) {
      std::size_t& next = done[packet];
      if (next == way.size()) continue;
      auto& [want, cross] = wanted[{way[next]->from, way[next]->side(run.config.side)}];
      ++want;
      if (way[next]->step != step) continue;
      ++cross;
      ++next;
    }
    for (const auto& [where, packets] : wanted) {
      const auto [node, side] = where;
      const auto [want, crossed] = packets;
      const std::uint32_t output = frames[step].at(node * 8 + ProcessorQueues::output(side)) + crossed;  // after (i)
      const std::uint32_t to = neighbour_of(NodeId(node), side, run.config.side).value();
      const std::uint32_t faced = frames[step].at(to * 8 + ProcessorQueues::input(opposite(side))) - crossed;
      if (want > output && output < run.config.queue) ++total.needless_in;
      if (crossed == 0 && output > 0 && faced < run.config.queue) ++total.needless_out;
      total.waits += want - crossed;
    }
  }
}

MeshRequest request_of(std::optional<std::uint32_t> queue) {
  MeshRequest request;
  request.side = kMeshSide;
  request.queue = queue;
  return request;
}

// The three flags, measured; every measure has to rest on many observations.
struct Measured {
  bool oblivious, source_oblivious, pure;
};
template <typename Run>
Measured measure(const Run& run) {
  std::vector<MeshRecord> records;
  Purity purity;
  for (const std::vector<NodeId>& destination : instances()) {
    records.push_back(run(destination));
    REQUIRE(records.back().result.delivered == records.back().result.moving);
    add_purity(purity, records.back());
  }
  const Repeated paths = same_paths(records), directions = same_directions(records);
  CHECK(paths.seen > sample(400U, 160U));
  CHECK(directions.seen > sample(5000U, 2000U));
  CHECK(purity.waits > sample(50U, 20U));
  return {paths.same, directions.same, purity.pure()};
}

}  // namespace

TEST_CASE("every mesh algorithm is oblivious, source-oblivious and pure if and only if the table says so") {
  REQUIRE(mesh_algorithms().size() == 5);
  for (const MeshAlgorithmEntry& entry : mesh_algorithms()) {
    CAPTURE(entry.name);
    const Measured measured = measure([&](const auto& destination) {
      return record({entry.name, request_of(std::nullopt), destination}, Recorded::moves_and_frames);
    });
    CHECK(measured.oblivious == entry.oblivious);
    CHECK(measured.source_oblivious == entry.source_oblivious);
    CHECK(measured.pure == entry.pure);
  }
}

TEST_CASE("the flags of the mesh algorithms are those of the paper") {
  const auto flags = [](const char* name) {
    const MeshAlgorithmEntry& e = mesh_algorithm(name);
    return std::vector<bool>{e.oblivious, e.source_oblivious, e.pure};
  };
  CHECK(flags("a0") == std::vector<bool>{true, true, true});
  CHECK(flags("farthest-first") == std::vector<bool>{true, true, true});
  CHECK(flags("lumps") == std::vector<bool>{true, true, false});
  CHECK(flags("new") == std::vector<bool>{true, false, false});
  CHECK(flags("new-merged") == std::vector<bool>{true, false, false});
  CHECK(mesh_algorithm("ff").name == "farthest-first");
  CHECK(mesh_algorithm("ikm").name == "lumps");
}

TEST_CASE("a0 is pure with any queue") {
  for (const std::uint32_t queue : {1U, 2U, 3U, kUnboundedQueue}) {
    CAPTURE(queue);
    const Measured measured = measure([&](const auto& destination) {
      return record({"a0", request_of(queue), destination}, Recorded::moves_and_frames);
    });
    CHECK((measured.pure && measured.oblivious && measured.source_oblivious));
  }
}

namespace {

// Row first, in unbounded queues; what it does besides is wrong in one way each.
class Flawed final : public LocalMeshAlgorithm<Flawed> {
 public:
  enum class Flaw { none, dodges, alternates, lingers, holds_links };
  explicit Flawed(Flaw flaw) : flaw_(flaw) {}
  [[nodiscard]] std::vector<std::uint32_t> phase_lengths() const override { return {5000}; }
  [[nodiscard]] MeshPlan plan(MeshPosition source, MeshPosition destination) const override {
    return {0, way(source, source, destination, false), true};
  }
  void accept(MeshInputs& processor) const {
    const MeshPosition at = processor.position();
    const bool odd = processor.clock().step % 2 == 1;
    processor.move_each([&](Side, MeshPacketId id, const MeshPacket& packet) {
      if (flaw_ == Flaw::lingers && odd && processor.clock().step > 1) {
        processor.wake_after(1);
        return Hop::stay;
      }
      return processor.hop_if_place(way(processor.source(id), at, packet.destination, flaw_ == Flaw::dodges && odd));
    });
    if (flaw_ == Flaw::holds_links && processor.clock().step == 1) processor.wake_after(1);
  }
  void send(MeshLinks& processor) const {
    if (flaw_ == Flaw::holds_links && processor.clock().step == 1) return;
    processor.for_each_sendable([&](Side side) { processor.send_oldest(side); });
  }

 private:
  // Alternates: packets from odd columns go column first; dodges: all packets, in odd steps.
  [[nodiscard]] Side way(MeshPosition source, MeshPosition at, MeshPosition to, bool column_first) const {
    column_first |= flaw_ == Flaw::alternates && source.column % 2 == 1;
    if (column_first && at.row != to.row) return at.row < to.row ? Side::bottom : Side::top;
    return dimension_order_hop(at, to);
  }
  Flaw flaw_;
};

Measured measure(Flawed::Flaw flaw) {
  const Flawed algorithm(flaw);
  return measure([&](const auto& destination) {
    return record({kMeshSide, kUnboundedQueue, false}, destination, algorithm, Recorded::moves_and_frames);
  });
}

}  // namespace

TEST_CASE("the measures of the mesh algorithms' properties find each flaw, and that alone") {
  const Measured none = measure(Flawed::Flaw::none);
  CHECK((none.oblivious && none.source_oblivious && none.pure));
  const Measured dodges = measure(Flawed::Flaw::dodges);
  CHECK((!dodges.oblivious && !dodges.source_oblivious));
  const Measured alternates = measure(Flawed::Flaw::alternates);
  CHECK((alternates.oblivious && !alternates.source_oblivious && alternates.pure));
  const Measured lingers = measure(Flawed::Flaw::lingers);
  CHECK((lingers.oblivious && lingers.source_oblivious && !lingers.pure));
  const Measured holds = measure(Flawed::Flaw::holds_links);
  CHECK((holds.oblivious && holds.source_oblivious && !holds.pure));
}
