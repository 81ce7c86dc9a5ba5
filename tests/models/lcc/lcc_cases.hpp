// Communications for the tests: expected values, random ones of any rank, and the paths of e-cube, hop by hop.
#pragma once

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>

#include "models/lcc/set_mapping.hpp"

namespace dateline::test {

using Json = nlohmann::json;

inline const Json& expected_mappings() {
  static const Json json = Json::parse(std::ifstream(DATELINE_TEST_DATA "/hypercube-mapping.json"));
  return json;
}

inline Bits bits_of(const std::string& text) {
  Bits bits = 0;
  for (std::size_t i = 0; i < text.size(); ++i) bits |= static_cast<Bits>(text[i] == '1') << i;
  return bits;
}

inline Lcc lcc_of(const Json& json) {
  Lcc lcc;
  for (const Json& row : json["A"]) lcc.a.push_back(bits_of(row));
  lcc.b = bits_of(json["b"]);
  lcc.scatter = json["kind"] == "lcs";
  return lcc;
}

inline LccSet set_of(const Json& json) {
  LccSet set;
  for (const Json& lcc : json["lccs"]) set.push_back({lcc_of(lcc)});
  return set;
}

using Draw = std::mt19937_64;

// A row is random, of the identity, empty, or another's again, so that all ranks and idle dimensions occur.
inline Lcc random_lcc(Draw& draw, int n, bool scatter) {
  Lcc lcc;
  lcc.scatter = scatter;
  const auto dense = draw() % 4;  // 0: only random rows
  for (int i = 0; i < n; ++i) {
    const auto kind = dense == 0 ? 3 : draw() % 6;
    if (kind == 0) {
      lcc.a.push_back(bit(i));
    } else if (kind == 1) {
      lcc.a.push_back(0);
    } else if (kind == 2 && i > 0) {
      lcc.a.push_back(lcc.a[draw() % static_cast<std::uint64_t>(i)]);
    } else {
      lcc.a.push_back(draw() & first_bits(n));
    }
  }
  lcc.b = draw() % 2 == 0 ? 0 : draw() & first_bits(n);
  return lcc;
}

inline Lcc random_permutation_lcc(Draw& draw, int n) {
  while (true) {
    Lcc lcc = random_lcc(draw, n, false);
    if (lcc.rank() == n) return lcc;
  }
}

// The most messages of a channel, dimension by dimension, by e-cube's paths.
inline Contention walked_contention(const Lcc& lcc) {
  const int n = lcc.dimensions();
  std::map<std::pair<Bits, int>, std::uint64_t> users;
  for (Bits end = 0; end < bit(n); ++end) {
    Bits other = 0;
    for (int i = 0; i < n; ++i) {
      bool sum = has(lcc.b, i);
      for (int j = 0; j < n; ++j) sum ^= has(lcc.a[static_cast<std::size_t>(i)], j) && has(end, j);
      if (sum) other += Bits{1} << static_cast<unsigned>(i);
    }
    Bits at = lcc.scatter ? other : end;
    const Bits to = lcc.scatter ? end : other;
    for (int i = 0; i < n; ++i) {
      if (has(at, i) == has(to, i)) continue;
      ++users[{at, i}];
      at ^= bit(i);
    }
  }
  Contention t(static_cast<std::size_t>(n), 0);
  for (const auto& [channel, count] : users)
    t[static_cast<std::size_t>(channel.second)] = std::max(t[static_cast<std::size_t>(channel.second)], count);
  return t;
}

}  // namespace dateline::test
