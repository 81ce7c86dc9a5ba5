#include "sim/options/mesh_settings.hpp"

#include "models/mesh/algorithms/algorithms.hpp"
#include "models/mesh/column/column_attack.hpp"
#include "models/mesh/column/column_model.hpp"
#include "models/mesh/inverse_sort/inverse_sort.hpp"
#include "models/mesh/permutations/permutation_rules.hpp"

namespace dateline {

void MeshRunSettings::declare(Declarations& d) {
  std::vector<std::string> algorithms;
  for (const MeshAlgorithmEntry& entry : mesh_algorithms()) {
    algorithms.push_back(entry.alias.empty() ? entry.name : fmt::format("{} ({})", entry.name, entry.alias));
  }
  d.group(OptionGroup::mesh);
  d.add("side", side, Whole{2, kLongestMeshSide}, "processors along a side, sqrt N; a multiple of 4 for lumps, new, new-merged");
  d.add("algorithm", algorithm, Text{fmt::format("{}", fmt::join(algorithms, " | "))}, "which packet moves when")
      .common("A", "new, a0, lumps, ...: help algorithm");
  d.add("permutation", permutation, Text{fmt::format("{} | permutation:FILE", fmt::join(mesh_permutation_names(), " | "))},
        "where the packets go (docs/guide/mesh.md)")
      .common("P", "random:SEED, transpose, ...: help permutation")
      .may_name_file();
  d.add("queue", queue, WholeOr{1, kUnboundedQueue - 1, {"auto", "unbounded"}, "auto | 1..65534 packets | unbounded"},
        "packets in each of the eight queues; auto: 2 for a0 and lumps, what new needs, unbounded for farthest-first");
  d.add("home", home, OneWord{{"queue", "register"}}, "where a packet waits for its phase: in an input queue, or outside the queues");
  d.add("order", order, Text{"inverse-sort | random:SEED | none"}, "what stage 2 of new does with a row");
  d.add("spacing", spacing, Whole{0, 64, "steps"}, "left empty between packets that enter the critical zone of new");
  d.add_out("frames", out.frames, "packets in the queues of each processor, step by step, as CSV; every=N: N steps between frames, 1..10^6",
            {"every"});
  d.add_out("trace", out.trace, "every crossing of a channel, as CSV: step, packet, from, to");
  declare_progress(d, *this);
  declare_result(d, *this);
}

void MeshRowSettings::declare(Declarations& d) {
  d.group(OptionGroup::mesh);
  d.add("length", length, Whole{1, kLongestSequence}, "ranks to sort; as many as the sequence has, if one is given");
  d.add("window", window, WholeOr{0, kLongestSequence, {"all"}, "3..length | all"},
        "the shortest distance from first to third symbol in windows of this length");
  d.add("sequence", sequence, Text{"NAME,NAME,..."},
        "the packets of a row, for stage 2: letter = destination column, a the farthest, then digits; - = null packet");
  declare_result(d, *this);
}

void MeshColumnSettings::declare(Declarations& d) {
  d.group(OptionGroup::mesh);
  d.add("length", length, Whole{kShortestColumn, kLongestColumn}, "rows of the column, packets at most");
  d.add("queue", queue, Whole{1, kLongestColumnQueue}, "packets in every queue");
  d.add("attack", attack, Text{"M,KU,KV,LO"},
        "M upper rows of KU aligned packets, a row of KV, and one-packet rows due in step LO-1, rounded down to a multiple of 4");
  declare_result(d, *this);
}

}  // namespace dateline
