#include "traffic/arrivals/message_lengths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "models/base/error.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kMostWeight = std::uint64_t{1} << 62U;

[[noreturn]] void refuse(const ValueSource& source, std::string_view text, const std::string& rule) {
  throw ConfigError(source.component, source.key, text, rule);
}

// A length inside a longer value, which the error shows whole.
std::uint32_t length_in(const ValueSource& source, std::string_view whole, std::string_view text, std::uint32_t longest) {
  const bool digits = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!digits) {
    refuse(source, whole, fmt::format("is no length; allowed: 1..{0} flits, A..B, or LENGTH@SHARE,... like 1@0.8,17@0.2", longest));
  }
  constexpr std::size_t kDigits = 9;
  if (text == whole || text.size() > kDigits) return static_cast<std::uint32_t>(parse_whole(source, text, 1, longest));
  const std::uint64_t length = parse_whole(source, text, 0, ~std::uint64_t{0});
  if (length < 1 || length > longest) refuse(source, whole, fmt::format("has a length not in 1..{}", longest));
  return static_cast<std::uint32_t>(length);
}

}  // namespace

PacketLengths::PacketLengths(std::uint32_t length) : parts_{{length, length, 1}} {}

PacketLengths PacketLengths::parse(const ValueSource& source, std::string_view text, std::uint32_t longest) {
  if (text.find_first_of("@,") != std::string_view::npos) return parse_shares(source, text, longest);
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return length_in(source, text, text, longest);
  const std::uint32_t low = length_in(source, text, text.substr(0, dots), longest);
  const std::uint32_t high = length_in(source, text, text.substr(dots + 2), longest);
  if (high < low) refuse(source, text, "is empty: A..B needs A of at most B");
  return PacketLengths(std::vector<Part>{{low, high, 1}});
}

PacketLengths PacketLengths::parse_shares(const ValueSource& source, std::string_view text, std::uint32_t longest) {
  std::vector<std::uint32_t> lengths;
  std::vector<Rational> shares;
  Rational sum = 0;
  Integer common = 1;
  for (const std::string& item : split(text, ',')) {
    const std::size_t at = item.find('@');
    if (at == std::string::npos) refuse(source, text, "has a length without a share; write LENGTH@SHARE,... like 1@0.8,17@0.2");
    lengths.push_back(length_in(source, text, std::string_view(item).substr(0, at), longest));
    if (std::count(lengths.begin(), lengths.end(), lengths.back()) > 1) refuse(source, text, fmt::format("names {} flits twice", lengths.back()));
    const auto share = read_rational(item.substr(at + 1));
    if (!share || *share <= 0) refuse(source, text, "has a share that is not a number above 0, like 0.2 or 1/5");
    shares.push_back(*share);
    sum += *share;
    common = lcm(common, denominator(*share));
    if (common > Integer(kMostWeight)) refuse(source, text, "has shares whose common denominator is above 2^62");
  }
  if (sum != 1) refuse(source, text, fmt::format("has shares that sum to {}, not to 1", to_string(sum)));
  std::vector<Part> parts;
  std::uint64_t weight = 0;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    weight += static_cast<std::uint64_t>(numerator(Rational(shares[i] * common)));
    parts.push_back({lengths[i], lengths[i], weight});
  }
  return PacketLengths(std::move(parts));
}

std::uint32_t PacketLengths::shortest() const {
  return std::min_element(parts_.begin(), parts_.end(), [](const Part& a, const Part& b) { return a.low < b.low; })->low;
}

std::uint32_t PacketLengths::longest() const {
  return std::max_element(parts_.begin(), parts_.end(), [](const Part& a, const Part& b) { return a.high < b.high; })->high;
}

// moment(n): the sum of the moment over 1..n.
template <typename Moment>
Rational PacketLengths::mean_of(Moment moment) const {
  Rational sum = 0;
  std::uint64_t before = 0;
  for (const Part& part : parts_) {
    const Rational of_part(moment(part.high) - moment(part.low - 1), Integer(part.high - part.low + 1));
    sum += of_part * Rational(part.up_to - before);
    before = part.up_to;
  }
  return sum / Rational(before);
}

Rational PacketLengths::mean() const {
  return mean_of([](Integer n) { return n * (n + 1) / 2; });
}

Rational PacketLengths::mean_square() const {
  return mean_of([](Integer n) { return n * (n + 1) * (2 * n + 1) / 6; });
}

std::uint32_t PacketLengths::sample(RandomStream& random) const {
  const Part* part = parts_.data();
  if (parts_.size() > 1) {
    const std::uint64_t drawn = random.below64(parts_.back().up_to);
    part = &*std::upper_bound(parts_.begin(), parts_.end(), drawn, [](std::uint64_t x, const Part& p) { return x < p.up_to; });
  }
  return part->low == part->high ? part->low : part->low + random.below(part->high - part->low + 1);
}

}  // namespace dateline
