// Whole numbers in results.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "models/base/numbers/integer.hpp"

namespace dateline {

// Integers above 2^53 as strings: not every reader of JSON keeps them.
[[nodiscard]] inline nlohmann::ordered_json integer_json(const Integer& x) {
  const Integer exact = Integer(1) << 53U;
  return x <= exact && x >= -exact ? nlohmann::ordered_json(static_cast<std::int64_t>(x)) : nlohmann::ordered_json(x.str());
}

[[nodiscard]] inline nlohmann::ordered_json integers_json(const std::vector<Integer>& list) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const Integer& x : list) json.push_back(integer_json(x));
  return json;
}

}  // namespace dateline
