#include "models/proof/reflection/reflected_escapes.hpp"

namespace dateline {

ReflectedEscapes::ReflectedEscapes(const Reflections& reflections, std::uint16_t escapes, int classes)
    : reflections_(reflections),
      classes_(static_cast<std::uint32_t>(classes)),
      words_((std::size_t{reflections.topology().channels()} * classes_ + 63) / 64),
      fold_(std::vector<std::uint16_t>(reflections.topology().channels(), escapes), classes),
      row_number_(std::size_t{reflections.topology().channels()} * classes_, kNone),
      images_(std::size_t{1} << static_cast<unsigned>(reflections.dimensions())) {}

std::uint32_t ReflectedEscapes::image(std::uint32_t vertex, Mask mask) const {
  return reflections_.image(channel_of(vertex), mask).value() * classes_ + vertex % classes_;
}

std::uint64_t* ReflectedEscapes::row_of(std::uint32_t first) {
  std::uint32_t& number = row_number_[first];
  if (number == kNone) {
    number = static_cast<std::uint32_t>(holders_.size());
    holders_.push_back(first);
    rows_.resize(rows_.size() + words_, 0);
  }
  return rows_.data() + number * words_;
}

// Each from that with one dimension less.
const std::vector<std::uint32_t>& ReflectedEscapes::wanted_images(Mask mask) {
  if (mask == 0) return fold_.wanted();
  std::vector<std::uint32_t>& images = images_[mask];
  if (!images.empty()) return images;
  const auto& less = wanted_images(mask & (mask - 1));
  const int d = __builtin_ctz(mask);
  images.reserve(less.size());
  for (const std::uint32_t v : less) images.push_back(reflections_.image(channel_of(v), d).value() * classes_ + v % classes_);
  made_.push_back(mask);
  return images;
}

bool ReflectedEscapes::add(const HeaderGraph& graph) {
  if (!fold_.fold(graph)) return false;
  for (const Mask mask : made_) images_[mask].clear();
  made_.clear();
  fold_.for_each_holder(graph, [&](std::uint32_t held, const std::uint64_t* reached, std::size_t words) {
    const Mask mask = reflections_.to_first(channel_of(held));
    const std::vector<std::uint32_t>& wanted = wanted_images(mask);
    std::uint64_t* const row = row_of(image(held, mask));
    for (std::size_t w = 0; w < words; ++w) {
      for (std::uint64_t rest = reached[w]; rest != 0; rest &= rest - 1) {
        const std::uint32_t vertex = wanted[w * 64 + static_cast<std::uint32_t>(__builtin_ctzll(rest))];
        row[vertex / 64] |= std::uint64_t{1} << (vertex % 64);
      }
    }
  });
  return true;
}

template <typename Visit>
void ReflectedEscapes::for_each_of(const std::uint64_t* row, Visit visit) const {
  for (std::size_t w = 0; w < words_; ++w) {
    const auto first = static_cast<std::uint32_t>(w * 64);
    for (std::uint64_t rest = row[w]; rest != 0; rest &= rest - 1) visit(first + static_cast<std::uint32_t>(__builtin_ctzll(rest)));
  }
}

// What reflections that fix the vertex make of its dependencies are dependencies of it too.
void ReflectedEscapes::close_row(std::uint32_t vertex, std::uint64_t* row) {
  for (Mask fixing = reflections_.fixing(channel_of(vertex)); fixing != 0; fixing &= fixing - 1) {
    const std::vector<std::uint64_t> before(row, row + words_);
    for_each_of(before.data(), [&](std::uint32_t v) {
      const std::uint32_t to = image(v, fixing & ~(fixing - 1));
      row[to / 64] |= std::uint64_t{1} << (to % 64);
    });
  }
}

// Rows are taken out when no other leads to them any more.
std::optional<std::uint64_t> ReflectedEscapes::acyclic() {
  std::vector<std::uint32_t> first(row_number_.size());
  for (std::uint32_t v = 0; v < first.size(); ++v) first[v] = row_number_[first_of(v)];
  std::vector<std::uint32_t> before(holders_.size(), 0), ready;
  std::uint64_t dependencies = 0;
  for (std::size_t i = 0; i < holders_.size(); ++i) {
    std::uint64_t* const row = rows_.data() + i * words_;
    close_row(holders_[i], row);
    std::uint64_t own = 0;
    for_each_of(row, [&](std::uint32_t v) {
      ++own;
      if (first[v] != kNone) ++before[first[v]];
    });
    dependencies += own * reflections_.orbit(reflections_.fixing(channel_of(holders_[i])));
  }
  for (std::uint32_t i = 0; i < holders_.size(); ++i) {
    if (before[i] == 0) ready.push_back(i);
  }
  for (std::size_t next = 0; next < ready.size(); ++next) {
    for_each_of(rows_.data() + ready[next] * words_, [&](std::uint32_t v) {
      if (first[v] != kNone && --before[first[v]] == 0) ready.push_back(first[v]);
    });
  }
  return ready.size() == holders_.size() ? std::optional<std::uint64_t>(dependencies) : std::nullopt;
}

}  // namespace dateline
