#include "traffic/schedules/costs/compute_noise.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"
#include "models/base/numbers/natural_log.hpp"
#include "models/base/numbers/random.hpp"
#include "models/base/text/line_reader.hpp"

namespace dateline {
namespace {

constexpr std::string_view kExponential = "exponential:", kTrace = "trace:";
constexpr std::uint64_t kNoiseSeed = 0x636f6d707574650aULL;
constexpr std::uint64_t kLongest = 1'000'000'000'000'000;  // cycles
constexpr std::size_t kLongestLine = 1000;

bool begins(std::string_view text, std::string_view with) { return text.substr(0, with.size()) == with; }

}  // namespace

ComputeNoise::ComputeNoise(const ValueSource& source, const std::string& text, const CycleTime& cycle_time, std::uint64_t seed)
    : seed_(mix_seed(seed ^ kNoiseSeed)) {
  if (begins(text, kTrace)) {
    read(source, text.substr(kTrace.size()), cycle_time);
    return;
  }
  if (!begins(text, kExponential)) throw ConfigError(source.component, source.key, text, fmt::format("is unknown; allowed: {}", kValues));
  const Rational mean = cycle_time.exact_cycles(source, std::string_view(text).substr(kExponential.size()));
  if (mean > kLongest) throw ConfigError(source.component, source.key, text, fmt::format("is longer than {:.0e} cycles", 1.0 * kLongest));
  if (mean == 0) throw ConfigError(source.component, source.key, text, "is no noise; allowed: a mean above 0");
  mean_ = to_double(mean);
}

void ComputeNoise::read(const ValueSource& source, const std::string& path, const CycleTime& cycle_time) {
  LineReader lines(source.component, source.key, path, kLongestLine);
  while (const auto words = lines.next()) {
    const std::optional<std::uint64_t> time = words->size() == 1 ? cycle_time.cycles(words->front()) : std::nullopt;
    if (!time) lines.fail(fmt::format("is not one time; {}", CycleTime::kTimesAllowed));
    if (*time > kLongest) lines.fail(fmt::format("is longer than {:.0e} cycles", 1.0 * kLongest));
    times_.push_back(*time);
  }
  if (times_.empty()) throw ConfigError(source.component, source.key, path, "holds no line");
}

Cycle ComputeNoise::cycles(std::uint32_t rank, std::uint32_t operation, std::uint64_t repetition) const {
  const std::uint64_t bits = mix(packet_key(seed_, rank, operation) + repetition);
  if (!times_.empty()) return times_[scale_bits(bits, times_.size())];
  const double part = (static_cast<double>(bits >> 12U) + 0.5) * 0x1p-52;  // in (0, 1)
  // Rounded up as often as is left over: the mean stays.
  const double chance = (static_cast<double>(bits & 0xfffU) + 0.5) * 0x1p-12;
  return static_cast<Cycle>(mean_ * log_of_rest(part) + chance);
}

}  // namespace dateline
