// Random cases in the reference machine's own terms.
#pragma once

#include <vector>

#include "tests/reference/reference_machine.hpp"
#include "tests/support/cases/random_case.hpp"

namespace dateline::test {

// Of a case that draws no random numbers (Choices::deterministic), but for those that a relation draws for it.
[[nodiscard]] reference::ReferenceConfig as_reference(const RandomCase& c);
[[nodiscard]] std::vector<reference::ReferencePacket> as_reference(const std::vector<Send>& sends);

}  // namespace dateline::test
