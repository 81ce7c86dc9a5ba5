#include "traffic/schedules/label_table.hpp"

#include <algorithm>
#include <functional>

namespace dateline {
namespace {

constexpr std::size_t kFewestSlots = 64;

bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

bool LabelTable::well_formed(std::string_view label, std::string_view others) {
  if (label.empty() || label.size() > kLongest || !letter(label[0])) return false;
  return std::all_of(label.begin(), label.end(),
                     [&](char c) { return letter(c) || (c >= '0' && c <= '9') || others.find(c) != std::string_view::npos; });
}

std::string_view LabelTable::text(std::uint32_t number) const {
  return std::string_view(characters_).substr(entries_[number].begin, entries_[number].length);
}

std::size_t LabelTable::slot(std::uint32_t rank, std::string_view label) const {
  const std::uint64_t hash = (std::hash<std::string_view>{}(label) + rank) * 0x9e3779b97f4a7c15U;
  std::size_t at = (hash >> 32U) & (slots_.size() - 1);
  while (slots_[at] != kNone && (entries_[slots_[at]].rank != rank || text(slots_[at]) != label)) at = (at + 1) & (slots_.size() - 1);
  return at;
}

std::uint32_t LabelTable::find(std::uint32_t rank, std::string_view label) const { return slots_.empty() ? kNone : slots_[slot(rank, label)]; }

std::uint32_t LabelTable::mention(std::uint32_t rank, std::string_view label) {
  if (2 * (entries_.size() + 1) > slots_.size()) grow();
  std::uint32_t& number = slots_[slot(rank, label)];
  if (number != kNone) return number;
  number = static_cast<std::uint32_t>(entries_.size());
  Entry entry{};
  entry.begin = characters_.size() & 0xffffffffffffffU;
  entry.length = label.size() & 0xffU;
  entry.rank = rank;
  entry.operation = kNone;
  entries_.push_back(entry);
  characters_ += label;
  return number;
}

void LabelTable::grow() {
  slots_.assign(std::max(kFewestSlots, 2 * slots_.size()), kNone);
  for (std::uint32_t number = 0; number < entries_.size(); ++number) slots_[slot(entries_[number].rank, text(number))] = number;
}

// Costs what the labels did: a table that was little used is made anew.
void LabelTable::clear() {
  if (slots_.size() > 8 * entries_.size() + kFewestSlots) slots_ = std::vector<std::uint32_t>();
  std::fill(slots_.begin(), slots_.end(), kNone);
  entries_.clear();
  characters_.clear();
}

}  // namespace dateline
