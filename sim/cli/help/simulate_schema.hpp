// The schema of simulate's result as text: docs/schemas/simulate.json, written into the build by CMake.
#pragma once

namespace dateline {

extern const char* const kSimulateSchema;

}  // namespace dateline
