// The commit that the program was built from. Its value is written at every build (cmake/commit.cmake) and belongs to
// the program, not to the library of commands, so that a commit makes no other binary be linked again.
#pragma once

namespace dateline {

extern const char* const kCommit;  // "0123456789ab", with "+" behind it where files were changed, or "unknown"

}  // namespace dateline
