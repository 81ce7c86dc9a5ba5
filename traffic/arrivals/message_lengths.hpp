// How long messages are, in flits, header included:
//  8             every message has 8
//  4..32         4, 5, ..., 32 with the same probability
//  1@0.8,17@0.2  shares of messages, which sum to 1 exactly
// A length is drawn from a stream of the source's own (Purpose::length), with exactly these probabilities; where all
// messages have one length nothing is drawn. Moments are exact. O(log lengths named) a draw.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "models/base/numbers/random.hpp"
#include "models/base/numbers/rational.hpp"
#include "models/base/text/parse.hpp"

namespace dateline {

class PacketLengths {
 public:
  PacketLengths(std::uint32_t length);  // not explicit: every message has this one
  // Throws ConfigError: no such form, a length not in 1..longest, a range that is empty, a length named twice, shares
  // that do not sum to 1 or have a common denominator above 2^62.
  [[nodiscard]] static PacketLengths parse(const ValueSource& source, std::string_view text, std::uint32_t longest);

  [[nodiscard]] bool one() const { return parts_.size() == 1 && parts_[0].low == parts_[0].high; }
  [[nodiscard]] std::uint32_t shortest() const;
  [[nodiscard]] std::uint32_t longest() const;
  [[nodiscard]] Rational mean() const;
  [[nodiscard]] Rational mean_square() const;
  [[nodiscard]] Rational variance() const { return mean_square() - mean() * mean(); }
  [[nodiscard]] std::uint32_t sample(RandomStream& random) const;

 private:
  // The lengths low..high, each as likely as the other.
  struct Part {
    std::uint32_t low, high;
    std::uint64_t up_to;  // of its weight and of those before it, the sum
  };
  explicit PacketLengths(std::vector<Part> parts) : parts_(std::move(parts)) {}
  [[nodiscard]] static PacketLengths parse_shares(const ValueSource& source, std::string_view text, std::uint32_t longest);
  template <typename Moment>
  [[nodiscard]] Rational mean_of(Moment moment) const;

  std::vector<Part> parts_;
};

}  // namespace dateline
