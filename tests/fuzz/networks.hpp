// The small networks of the targets `routing`, `traffic` and `faults`, one for each first character of an input.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>

#include "models/network/topology/topologies.hpp"

namespace dateline::fuzz {

inline const Topology& small_network(const std::string& choice) {
  static constexpr std::array<const char*, 8> kNames = {"torus:4x4",   "mesh:4x4",   "hypercube:4", "torus:5x3",
                                                        "torus:2x2x2", "mesh:3x2x2", "torus:8",     "torus:2"};
  static std::map<std::size_t, std::unique_ptr<Topology>> made;
  const std::size_t i = choice.empty() ? 0 : static_cast<unsigned char>(choice.front()) % kNames.size();
  std::unique_ptr<Topology>& topology = made[i];
  if (topology == nullptr) topology = make_topology(kNames.at(i));
  return *topology;
}

}  // namespace dateline::fuzz
