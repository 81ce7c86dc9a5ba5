#include "traffic/patterns/permutation.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"
#include "models/base/text/line_reader.hpp"
#include "models/base/text/parse.hpp"

namespace dateline {
namespace {

void check_permutation(const std::string& name, const std::vector<TerminalId>& destination) {
  std::vector<std::uint32_t> sender(destination.size(), 0xffffffffU);
  for (std::uint32_t i = 0; i < destination.size(); ++i) {
    const std::uint32_t to = destination[i].value();
    if (to >= destination.size()) {
      throw ConfigError("traffic", "permutation", name, fmt::format("sends node {} to {}; nodes are 0..{}", i, to, destination.size() - 1));
    }
    if (sender[to] != 0xffffffffU) {
      throw ConfigError("traffic", "permutation", name, fmt::format("is no permutation: nodes {} and {} both send to {}", sender[to], i, to));
    }
    sender[to] = i;
  }
}

}  // namespace

PermutationTraffic::PermutationTraffic(std::string name, std::vector<TerminalId> destination, FixedPoints fixed_points)
    : destination_(std::move(destination)), fixed_points_(fixed_points) {
  check_permutation(name, destination_);
}

std::vector<Demand> PermutationTraffic::row(TerminalId source) const {
  if (silent(source)) return {};
  return {{destination_[source.value()], 1}};
}

TerminalId PermutationTraffic::sample(TerminalId source, RandomStream& /*random*/) const { return destination_[source.value()]; }

Rational PermutationTraffic::share(TerminalId source) const { return silent(source) ? 0 : 1; }

PermutationTraffic read_permutation(const std::string& path, std::uint32_t terminals, FixedPoints fixed_points) {
  constexpr std::size_t kLongestLine = 1000;
  LineReader reader("traffic", "permutation", path, kLongestLine);
  std::vector<TerminalId> destination;
  std::vector<bool> taken(terminals, false);
  while (const auto words = reader.next()) {
    if (destination.size() == terminals) reader.fail(fmt::format("is one too many: the network has {} terminals", terminals));
    if (words->size() != 1) reader.fail("holds more than one word; one destination per line is allowed");
    const std::string& word = words->front();
    const bool digits = word.size() <= 9 && word.find_first_not_of("0123456789") == std::string::npos;
    const std::uint64_t to = digits ? std::stoull(word) : terminals;
    if (to >= terminals) reader.fail(fmt::format("'{}' is no terminal; allowed 0..{}", printable(word), terminals - 1));
    if (taken[to]) reader.fail(fmt::format("destination {} stands on an earlier line too: no permutation", to));
    taken[to] = true;
    destination.emplace_back(static_cast<std::uint32_t>(to));
  }
  if (destination.size() != terminals) {
    throw ConfigError("traffic", "permutation", path,
                      fmt::format("ends after {} destinations; the network has {} terminals", destination.size(), terminals));
  }
  return PermutationTraffic(path, std::move(destination), fixed_points);
}

}  // namespace dateline
