// For tests of the files of schedules: errors as text, and what makes two schedules the same.
#pragma once

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "models/base/error.hpp"
#include "tests/support/scratch_file.hpp"
#include "traffic/schedules/schedule_file.hpp"

namespace dateline::test {

inline const ValueSource kWorkload{"simulate", "workload"};

inline Schedule schedule_of(const std::string& text, const CycleTime& cycle_time = {}) {
  const ScratchFile file(text);
  return read_schedule_file(kWorkload, file.path(), cycle_time);
}

inline std::string text_of(const Schedule& schedule) {
  std::ostringstream out;
  write_schedule(out, schedule);
  return out.str();
}

// What `read` says of a file, without the part that names the file; "accepted" if it takes it.
template <typename Read>
std::string error_of(const std::string& text, Read read) {
  const ScratchFile file(text);
  try {
    read(file.path());
  } catch (const ConfigError& e) {
    const std::string what = e.what(), start = "simulate: workload=" + file.path() + " ";
    return what.rfind(start, 0) == 0 && what.find('\n') == std::string::npos ? what.substr(start.size())
                                                                             : "the error does not name its file: " + what;
  }
  return "accepted";
}

// A damaged file, the beginning of what is said of it ("line 7: ..."), and what must be said besides.
struct Damaged {
  std::string text, start, says;
};

}  // namespace dateline::test
