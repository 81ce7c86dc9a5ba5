#include "sim/options/network/link_error_options.hpp"

#include <limits>

#include "models/base/error.hpp"
#include "models/base/text/parse.hpp"
#include "models/network/faults/channel_names.hpp"

namespace dateline {
namespace {

// P 2^64, rounded down.
std::uint64_t threshold(const Rational& p) { return static_cast<std::uint64_t>((numerator(p) << 64U) / denominator(p)); }

}  // namespace

std::shared_ptr<const LinkErrors> read_link_errors(const LinkErrorSettings& settings, const Topology& topology) {
  const Setting<std::string>& option = settings.flit_error;
  if (!option.has()) return nullptr;
  auto errors = std::make_shared<LinkErrors>();
  errors->errs.assign(topology.channels(), 0);
  errors->below.assign(topology.channels(), 0);
  std::optional<std::uint64_t> others;
  for (const std::string& entry : split(option.text(), ',')) {
    const std::size_t colon = entry.find(':');
    const Rational p = Number::read(option.source(), entry.substr(0, colon), option.text());
    if (p >= 1) option.refuse("has a probability that is not below 1: such a link passes nothing");
    if ((1 - p) * 1'000'000 < 1) option.refuse("has a probability above 0.999999: a flit would be tried more than 10^6 times in the mean");
    if (colon == std::string::npos) {
      if (others) option.refuse("has two entries without channels");
      others = threshold(p);
      continue;
    }
    for (const ChannelId channel : channels_named(topology, option.source(), entry.substr(colon + 1))) {
      if (errors->errs[channel.value()] != 0) option.refuse("names a channel twice");
      errors->errs[channel.value()] = 1;
      errors->below[channel.value()] = threshold(p);
    }
  }
  for (std::uint32_t c = 0; others && c < topology.channels(); ++c) {
    if (errors->errs[c] != 0) continue;
    errors->errs[c] = 1;
    errors->below[c] = *others;
  }
  errors->detection = settings.detection.value_or(ErrorDetection::link);
  errors->window = static_cast<int>(settings.window.value_or(0));
  errors->replay = static_cast<int>(settings.replay.value_or(0));
  if (settings.replay.has() && settings.window.has() && errors->replay < errors->window) {
    settings.replay.refuse("is smaller than router.retry-window: no more flits than it holds are ever unacknowledged");
  }
  return errors;
}

}  // namespace dateline
