#include "traffic/schedules/mapping.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"
#include "models/base/numbers/random_permutation.hpp"
#include "models/base/text/line_reader.hpp"
#include "models/network/faults/fault_map.hpp"

namespace dateline {
namespace {

constexpr std::string_view kRandom = "random:";
constexpr std::size_t kLongestLine = 1000;

}  // namespace

Mapping::Mapping(ValueSource source, const std::optional<std::string>& text, const Topology& topology, const FaultMap* faults)
    : source_(std::move(source)), value_(text.value_or("")), topology_(topology), faults_(faults) {
  if (!text || *text == kIdentity) {
    for (std::uint32_t t = 0; t < topology.terminals(); ++t) places_.emplace_back(t);
  } else if (text->rfind(kRandom, 0) == 0) {
    draw(std::string_view(value_).substr(kRandom.size()));
  } else {
    read(value_);
  }
}

void Mapping::draw(std::string_view seed) {
  for (const TerminalId t : random_permutation<TerminalId>(topology_.terminals(), parse_whole(source_, seed, 0, ~std::uint64_t{0}))) {
    if (faults_ == nullptr || !faults_->failed(topology_.router_of(t))) places_.push_back(t);
  }
}

void Mapping::read(const std::string& path) {
  LineReader lines(source_.component, source_.key, path, kLongestLine);
  while (const auto words = lines.next()) {
    if (words->size() != 1) lines.fail("holds several words; a line is the node of one rank");
    try {
      places_.emplace_back(static_cast<std::uint32_t>(parse_whole(source_, words->front(), 0, topology_.terminals() - 1)));
    } catch (const ConfigError&) {
      lines.fail(fmt::format("'{}' is no node; allowed: 0..{}", printable(words->front()), topology_.terminals() - 1));
    }
  }
  if (places_.empty()) throw ConfigError(source_.component, source_.key, path, "holds no line");
}

std::vector<TerminalId> Mapping::places(std::uint32_t ranks, const std::string& workload) const {
  if (ranks > places_.size()) {
    const std::string rule = fmt::format("has {} ranks, and there are places for {}", ranks, places_.size());
    throw ConfigError(source_.component, "workload", workload, value_.empty() ? rule : rule + " in mapping=" + printable(value_));
  }
  std::vector<TerminalId> places(places_.begin(), places_.begin() + ranks);
  check_alive(places);
  return places;
}

std::vector<TerminalId> Mapping::places(std::uint32_t ranks, const std::vector<std::uint32_t>& at, const std::string& workload) const {
  if (ranks > at.size()) {
    throw ConfigError(source_.component, "workload", workload, fmt::format("has {} ranks, and there are places for {}", ranks, at.size()));
  }
  std::vector<TerminalId> places;
  for (std::uint32_t rank = 0; rank < ranks; ++rank) places.push_back(places_[at[rank]]);
  check_alive(places);
  return places;
}

void Mapping::check_alive(const std::vector<TerminalId>& places) const {
  for (std::uint32_t rank = 0; rank < places.size(); ++rank) {
    if (faults_ == nullptr || !faults_->failed(topology_.router_of(places[rank]))) continue;
    const std::string where = fmt::format("rank {} sits at node {}, which has failed", rank, places[rank].value());
    if (value_.empty()) throw ConfigError(source_.component, "faults", where + "; a mapping can place it elsewhere");
    throw ConfigError(source_.component, source_.key, value_, where);
  }
}

std::vector<TerminalId> Mapping::bijection() const {
  const auto refuse = [&](const std::string& rule) { throw ConfigError(source_.component, source_.key, value_, rule); };
  if (places_.size() != topology_.terminals()) {
    refuse(fmt::format("has {} lines; a pattern's has one for each of the {} nodes", places_.size(), topology_.terminals()));
  }
  std::vector<std::uint32_t> taken(places_.size(), topology_.terminals());
  for (std::uint32_t v = 0; v < places_.size(); ++v) {
    std::uint32_t& other = taken[places_[v].value()];
    if (other < v) refuse(fmt::format("is no bijection: virtual nodes {} and {} both sit at node {}", other, v, places_[v].value()));
    other = v;
  }
  return places_;
}

}  // namespace dateline
