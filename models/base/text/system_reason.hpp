// What the system says of a call that failed, for the end of an error line. The caller sets errno to 0 before the call,
// since a stream need not set it.
#pragma once

#include <cctype>
#include <string>
#include <system_error>

namespace dateline {

// ": no such file or directory" of a number of errno; nothing of 0.
[[nodiscard]] inline std::string because_of(int error) {
  if (error == 0) return {};
  std::string text = std::generic_category().message(error);
  const bool word = text.size() > 1 && std::islower(static_cast<unsigned char>(text[1])) != 0;  // and no abbreviation
  if (word) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return ": " + text;
}

}  // namespace dateline
