// The table of topologies by name, as every command takes them. A new one costs its file, one line in topologies.cpp,
// and a test: lists, help, errors and experiments read the table.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/network/topology/topology.hpp"

namespace dateline {

struct TopologyEntry {
  std::string name;  // with its grammar: "torus:K0xK1x..."; see name_table.hpp
  std::vector<std::string> aliases;
  std::string summary;  // one line
  // `text` is the whole name as given; it becomes the topology's name.
  std::unique_ptr<Topology> (*make)(std::string_view text);
  // The least number of channels from one part of the routers to the other, each with half of the terminals, of one
  // that this row made; none where no closed form is known, or the halves are not even.
  std::optional<std::uint64_t> (*bisection)(const Topology&) = nullptr;
};
[[nodiscard]] const std::vector<TopologyEntry>& topology_table();

// Throws ConfigError: unknown kind, a size that is wrong, a file that is no graph.
[[nodiscard]] std::unique_ptr<Topology> make_topology(std::string_view text);

}  // namespace dateline
