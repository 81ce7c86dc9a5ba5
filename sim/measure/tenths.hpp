// Which tenths of long work have passed, for a line each in a log or a pipe. Of work that will have been short nothing
// is said: that is judged at each tenth, by the time that the work took until then.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>

namespace dateline {

class Tenths {
 public:
  static constexpr double kLongWork = 10.0;  // seconds, of all of it

  // Whether another tenth has passed than when line() was called last. `done` of all the work: 0..1.
  [[nodiscard]] bool passed(double done) const { return of(done) != last_; }
  // "30%, cycle 600, 14 s left" where tenths have passed in `seconds` of work that takes long, else nothing. Work that
  // begins anew has another object.
  [[nodiscard]] std::optional<std::string> line(double done, const std::string& what, double seconds) {
    const int tenths = of(done);
    if (tenths <= last_) return std::nullopt;
    const bool said = seconds >= kLongWork * done;
    last_ = said || tenths < kAll ? tenths : kAll - 1;  // behind the last tenth a run that drains may go on for long
    if (!said) return std::nullopt;
    const std::string left = done < 1.0 ? fmt::format(", {:.0f} s left", seconds / done * (1.0 - done)) : "";
    return fmt::format("{}0%, {}{}", tenths, what, left);
  }

 private:
  [[nodiscard]] static int of(double done) { return static_cast<int>(kAll * done); }
  static constexpr int kAll = 10;
  int last_ = 0;
};

}  // namespace dateline
