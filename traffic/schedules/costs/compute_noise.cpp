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
constexpr std::size_t kLongestLine = 1000;

bool begins(std::string_view text, std::string_view with) { return text.substr(0, with.size()) == with; }

}  // namespace

ComputeNoise::ComputeNoise(const ValueSource& source, const std::string& text, const CycleTime& cycle_time, std::uint64_t seed)
    : source_(source), text_(text), seed_(mix_seed(seed ^ kNoiseSeed)) {
  if (begins(text, kTrace)) {
    read(text.substr(kTrace.size()), cycle_time);
    return;
  }
  if (!begins(text, kExponential)) fail(text, fmt::format("is unknown; allowed: {}", kValues));
  const Rational mean = cycle_time.exact_cycles(source, std::string_view(text).substr(kExponential.size()));
  if (mean > kLongest) fail(text, kTooLong);
  if (mean == 0) fail(text, "is no noise; allowed: a mean above 0");
  mean_ = to_double(mean);
}

void ComputeNoise::fail(const std::string& text, std::string_view rule) const {
  throw ConfigError(source_.component, source_.key, text, std::string(rule));
}

void ComputeNoise::read(const std::string& path, const CycleTime& cycle_time) {
  LineReader lines(source_.component, source_.key, path, kLongestLine);
  while (const auto words = lines.next()) {
    const std::optional<std::uint64_t> time = words->size() == 1 ? cycle_time.cycles(words->front()) : std::nullopt;
    if (!time) lines.fail(fmt::format("is not one time; {}", CycleTime::kTimesAllowed));
    if (*time > kLongest) lines.fail(std::string(kTooLong));
    times_.push_back(*time);
  }
  if (times_.empty()) fail(path, "holds no line");
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
