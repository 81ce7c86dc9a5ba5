// The published and derived numbers of tests/data, read as exact rationals: worst-case.json (B. Towles, worst-case
// permutations), mesh-routing.json (E. Miyano and K. Iwama), fault-free.json (F. Safaei et al.).
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/base/numbers/rational.hpp"
#include "models/network/topology/cube.hpp"

namespace dateline::test {

// The file of that name in tests/data.
[[nodiscard]] nlohmann::json read_published(const std::string& name);
[[nodiscard]] Rational rational_of(const nlohmann::json& text);
[[nodiscard]] NodeId node_of(const CubeTopology& t, const nlohmann::json& x);
// The permutation of figure 9 on a 9-ary 2-cube; `swapped`: the roles of both coordinates exchanged on both sides.
[[nodiscard]] std::vector<TerminalId> figure_9(const CubeTopology& t, const nlohmann::json& published, bool swapped);
// To `digits` places after the point: rounded half up, or cut off.
[[nodiscard]] double rounded(const Rational& x, int digits, bool cut = false);

}  // namespace dateline::test
