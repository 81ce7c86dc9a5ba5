// What is added to the time of every compute of a schedule: --workload.noise exponential:MEAN, an exponential time of
// that mean, to the nearest cycle; trace:FILE, one of the times of the file, a line each, all as likely. The draw
// depends on the seed, the rank, the number of the operation among its rank's, and the repetition: on nothing that
// happens in the run. Throws ConfigError: another name, a malformed time, a file without a time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/base/ids.hpp"
#include "traffic/schedules/cycle_time.hpp"

namespace dateline {

class ComputeNoise {
 public:
  static constexpr std::string_view kValues = "exponential:MEAN | trace:FILE";

  ComputeNoise(const ValueSource& source, const std::string& text, const CycleTime& cycle_time, std::uint64_t seed);

  [[nodiscard]] Cycle cycles(std::uint32_t rank, std::uint32_t operation, std::uint64_t repetition) const;
  // The last cycle of a compute with its noise, which is drawn in the run and in no bound. Throws ConfigError: it is
  // beyond the longest run.
  void check_end(Cycle last) const {
    if (last >= kLongest) fail(text_, kTooLong);
  }

 private:
  static constexpr Cycle kLongest = 1'000'000'000'000'000;  // as a run
  static constexpr std::string_view kTooLong = "makes a run longer than 1e+15 cycles";

  void read(const std::string& path, const CycleTime& cycle_time);
  [[noreturn]] void fail(const std::string& text, std::string_view rule) const;

  ValueSource source_;
  std::string text_;
  std::uint64_t seed_;
  double mean_ = 0;           // cycles; of `exponential`
  std::vector<Cycle> times_;  // of `trace`
};

}  // namespace dateline
