// The fixed schedule of the new algorithm for the reference mesh: inverse sort, zones, rounds and budgets.
// Source: sections 3 and 4 of the specification of the mesh machine.
// Shapes: subplanes are (row, column), 0-based, 4 by 4, of n by n processors, n = side / 4; places and ranks count from
// 1. Units: steps.
#pragma once

#include <vector>

#include "reference_mesh.hpp"

namespace dateline::test {

struct MeshSubplane {
  int row = 0;
  int column = 0;
};

[[nodiscard]] inline bool operator==(MeshSubplane a, MeshSubplane b) { return a.row == b.row && a.column == b.column; }

struct MeshZones {
  MeshSubplane temporary;
  MeshSubplane second;  // where the inverse-sorted rows end
  MeshSubplane critical;
};

struct MeshRound {
  struct Pair {
    MeshSubplane source;
    MeshSubplane destination;
  };
  std::vector<Pair> pairs;
  int vertical = 0;    // subplanes, the longest shift of its pairs
  int horizontal = 0;  // likewise
};

[[nodiscard]] MeshZones reference_mesh_zones(MeshSubplane destination);
[[nodiscard]] std::vector<int> reference_inverse_sort(const std::vector<int>& x);
[[nodiscard]] std::vector<int> reference_positions(int n);               // [r - 1] = pos(r)
[[nodiscard]] std::vector<int> reference_stops(int n, MeshOrder order);  // [r - 1]: of the n places of T'; empty if rows stay unsorted
[[nodiscard]] int reference_t2(int n, MeshOrder order = MeshOrder::inverse_sort);
[[nodiscard]] int reference_t34(int n);
[[nodiscard]] std::vector<MeshRound> reference_rounds(bool merged);

}  // namespace dateline::test
