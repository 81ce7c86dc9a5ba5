// An oblivious routing given as paths: for every pair of nodes with terminals, weighted paths; a packet takes one with
// probability weight / sum of the pair. A relative table holds the paths of source 0 only; those of source s are the
// same moved along by the translation that takes node 0 to s (torus and hypercube): the same ports, from another node.
// Pairs of a node with itself have no paths.
// A path may pass a node, and a channel, more than once, also its source and its destination.
// A table may name the virtual-channel class of every hop; then the same channels in other classes are another path.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/network/topology/topology.hpp"

namespace dateline {

class FaultMap;

struct WeightedPath {
  std::uint64_t weight = 1;                // at least 1
  std::vector<ChannelId> channels;         // from source to destination, each beginning where the one before ends
  std::vector<std::uint8_t> classes = {};  // VC class of each hop, below kMaxVcs; empty: the table names none
  friend bool operator==(const WeightedPath& a, const WeightedPath& b) {
    return a.weight == b.weight && a.channels == b.channels && a.classes == b.classes;
  }
};

struct PathTable {
  bool relative = false;
  std::vector<std::vector<WeightedPath>> paths;  // [destination] if relative, else [source x N + destination]
  friend bool operator==(const PathTable& a, const PathTable& b) { return a.relative == b.relative && a.paths == b.paths; }
};

// An empty table of the right size. Throws ConfigError: relative and no torus or hypercube; not relative and more than
// 4096 nodes.
// `name` stands for the table in errors: a file, or what computed it.
[[nodiscard]] PathTable empty_path_table(const Topology& topology, bool relative, const std::string& name);

// Whether its paths name VC classes.
[[nodiscard]] bool names_classes(const PathTable& table);
// The same paths without classes; of those that differ in nothing else one is left, with their weights added.
[[nodiscard]] PathTable without_classes(const PathTable& table);

// The paths that cross nothing that has failed, with the weights that they had; one that is relative is spelled out.
// Pairs with a failed end keep theirs, which nothing takes. Throws ConfigError, naming a pair, where none is left.
// `name` as above. Cost O(hops).
[[nodiscard]] PathTable surviving_paths(const Topology& topology, const PathTable& table, const FaultMap& faults, const std::string& name);

// The longest path that a table may hold, in channels: 4 N + 64.
[[nodiscard]] inline std::size_t longest_path(const Topology& topology) { return 4 * std::size_t{topology.nodes()} + 64; }

// Throws ConfigError, naming a pair, unless every ordered pair of different nodes with terminals (relative: every
// destination but 0) has a path and no other pair has one, every path leads along channels from its source to its
// destination in at most longest_path hops, none stands twice, the weights of a pair sum to less than 2^63, and either
// every hop has a VC class in 0..kMaxVcs - 1 or none has.
// Cost O(hops + paths log paths).
void check_path_table(const Topology& topology, const PathTable& table, const std::string& name);

}  // namespace dateline
