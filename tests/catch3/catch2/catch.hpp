// The one header of Catch2 2.13, and the names that our tests use of it, for Catch2 3.
#pragma once

#include <catch2/catch_all.hpp>

namespace Catch {

using Matchers::EndsWith;
using Matchers::Equals;
using Matchers::StartsWith;
inline auto Contains(const std::string& text) { return Matchers::ContainsSubstring(text); }

}  // namespace Catch

using Catch::Approx;
