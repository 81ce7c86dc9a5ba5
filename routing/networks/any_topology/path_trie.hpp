// A path table for routing: every path as the ports it leaves its nodes by, equal ends of paths stored once, so that
// headers with the same way before them are in the same state. It holds for relative tables as well: a translated path
// takes the same ports.
// A step says which port to take, in which VC class if the table names them, and which step comes after it; step 0 is
// the end. Size: one entry per different end of a path; cost O(hops) to build. Throws ConfigError beyond 2^32 entries.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/network/relation/path_table.hpp"

namespace dateline {

class PathTrie {
 public:
  static constexpr std::uint32_t kEnd = 0;
  struct Step {
    std::uint32_t next;
    Port port;
    std::uint8_t vc_class;  // 0 if the table names none
  };
  struct Path {
    std::uint64_t weight;
    std::uint32_t first;  // step
    std::uint32_t hops;
    NodeId source;  // node 0 if relative
  };

  // `name` stands for the table in errors.
  PathTrie(const Topology& topology, const PathTable& table, const std::string& name);

  [[nodiscard]] const Step& step(std::uint32_t index) const { return steps_[index]; }
  [[nodiscard]] std::size_t steps() const { return steps_.size(); }
  // All paths, pair by pair in the order of the table; those of one pair are first_of(pair) .. first_of(pair + 1) - 1.
  [[nodiscard]] const std::vector<Path>& paths() const { return paths_; }
  [[nodiscard]] std::size_t first_of(std::size_t pair) const { return first_of_pair_[pair]; }
  // The number of sources of each path: all nodes if relative, else one.
  [[nodiscard]] std::uint32_t sources() const { return sources_; }
  [[nodiscard]] bool relative() const { return relative_; }
  // Hops of all paths from all their sources.
  [[nodiscard]] double all_hops() const;

 private:
  std::vector<Step> steps_ = {{kEnd, Port(), 0}};
  std::vector<Path> paths_;
  std::vector<std::size_t> first_of_pair_;
  std::uint32_t sources_;
  bool relative_;
};

}  // namespace dateline
