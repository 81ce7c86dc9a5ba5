#include "sim/cli/analysis/split_report.hpp"

#include <fmt/format.h>

namespace dateline {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

std::optional<Rational> exact_gamma(const Bounds& bounds) {
  if (bounds.loads) return bounds.loads->gamma_max;
  if (bounds.split && bounds.split->exact()) return bounds.split->lower;
  return std::nullopt;
}

Rational known_gamma(const Bounds& bounds) {
  if (bounds.loads) return bounds.loads->gamma_max;
  return bounds.split ? bounds.split->upper.value_or(Rational(0)) : Rational(0);
}

Json split_json(const Bounds& bounds) {
  if (!bounds.split) return nullptr;
  const std::optional<Rational>& upper = bounds.split->upper;
  return {{"gamma_lower", to_string(bounds.split->lower)}, {"gamma_upper", upper ? Json(to_string(*upper)) : Json(nullptr)}};
}

std::string split_lines(const Bounds& bounds) {
  if (!bounds.split) return {};
  const SplitBound& split = *bounds.split;
  if (split.exact()) return fmt::format("{:<22}{}, the least of any split of the packets over their paths\n", "largest load", to_string(split.lower));
  if (!split.upper) return fmt::format("{:<22}of any split of the packets at least {:.9g}\n", "largest load", to_double(split.lower));
  return fmt::format("{:<22}of the best split of the packets over their paths between {:.9g} and {:.9g}\n", "largest load", to_double(split.lower),
                     to_double(*split.upper));
}

std::vector<Rational> prices_of(const Topology& topology, const Bounds& bounds) {
  if (bounds.split) return bounds.split->prices;
  std::vector<Rational> prices(topology.channels());
  if (bounds.loads && bounds.loads->gamma_max > 0) {
    const ChannelId busiest = bounds.loads->busiest;
    prices[busiest.value()] = 1 / to_rational(topology.channel(busiest).bandwidth);
  }
  return prices;
}

std::string price_table(const Topology& topology, const std::vector<Rational>& prices) {
  std::string text = "channel,from,port,to,price\n";
  for (std::uint32_t c = 0; c < prices.size(); ++c) {
    if (prices[c] == 0) continue;
    if (c >= topology.channels()) {  // an injection channel, by its node
      text += fmt::format("{},{},injection,,{}\n", c, c - topology.channels(), to_string(prices[c]));
      continue;
    }
    const Channel& channel = topology.channel(ChannelId(c));
    text += fmt::format("{},{},{},{},{}\n", c, channel.from.value(), channel.from_port.value(), channel.to.value(), to_string(prices[c]));
  }
  return text;
}

}  // namespace dateline
