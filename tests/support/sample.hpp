// How much of its draws a test does: all of them where DATELINE_WHOLE is set (tests/run --long), else a fixed part, the
// first ones, so that the default tests end in minutes. The part never depends on the machine.
#pragma once

#include <cstdlib>

namespace dateline::test {

[[nodiscard]] inline bool whole() { return std::getenv("DATELINE_WHOLE") != nullptr; }

// `all` of them, or `part` (default: a tenth, at least one).
template <typename Number>
[[nodiscard]] Number sample(Number all, Number part) {
  return whole() ? all : part;
}
template <typename Number>
[[nodiscard]] Number sample(Number all) {
  return sample<Number>(all, all < 10 ? Number{1} : all / 10);
}

}  // namespace dateline::test
