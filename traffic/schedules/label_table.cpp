#include "traffic/schedules/label_table.hpp"

#include <algorithm>
#include <functional>

namespace dateline {
namespace {

constexpr std::size_t kFewestSlots = 64;

bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::uint32_t hash_of(std::uint32_t rank, std::string_view label) {
  return static_cast<std::uint32_t>(((std::hash<std::string_view>{}(label) + rank) * 0x9e3779b97f4a7c15U) >> 32U);
}

}  // namespace

bool LabelTable::well_formed(std::string_view label, std::string_view others) {
  if (label.empty() || label.size() > kLongest || !letter(label[0])) return false;
  return std::all_of(label.begin(), label.end(),
                     [&](char c) { return letter(c) || (c >= '0' && c <= '9') || others.find(c) != std::string_view::npos; });
}

std::string_view LabelTable::text(std::uint32_t number) const {
  return std::string_view(characters_).substr(entries_[number].begin, entries_[number].length);
}

std::size_t LabelTable::place(std::uint32_t rank, std::string_view label, std::uint32_t hash) const {
  const auto same = [&](const Slot& slot) { return slot.hash == hash && entries_[slot.number].rank == rank && text(slot.number) == label; };
  std::size_t at = hash & (slots_.size() - 1);
  while (slots_[at].number != kNone && !same(slots_[at])) at = (at + 1) & (slots_.size() - 1);
  return at;
}

std::uint32_t LabelTable::find(std::uint32_t rank, std::string_view label) const {
  return slots_.empty() ? kNone : slots_[place(rank, label, hash_of(rank, label))].number;
}

std::uint32_t LabelTable::mention(std::uint32_t rank, std::string_view label) {
  if (3 * (entries_.size() + 1) > 2 * slots_.size()) grow();
  const std::uint32_t hash = hash_of(rank, label);
  Slot& slot = slots_[place(rank, label, hash)];
  if (slot.number != kNone) return slot.number;
  slot = {static_cast<std::uint32_t>(entries_.size()), hash};
  Entry entry{};
  entry.begin = characters_.size() & 0xffffffffffffffU;
  entry.length = label.size() & 0xffU;
  entry.rank = rank;
  entry.operation = kNone;
  entries_.push_back(entry);
  characters_ += label;
  return slot.number;
}

void LabelTable::grow() {
  const std::vector<Slot> before = std::move(slots_);
  slots_ = std::vector<Slot>(std::max(kFewestSlots, 2 * before.size()));
  for (const Slot& slot : before) {
    if (slot.number == kNone) continue;
    std::size_t at = slot.hash & (slots_.size() - 1);
    while (slots_[at].number != kNone) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = slot;
  }
}

// Costs what the labels did: a table that was little used is made anew.
void LabelTable::clear() {
  if (slots_.size() > 8 * entries_.size() + kFewestSlots) slots_ = std::vector<Slot>();
  std::fill(slots_.begin(), slots_.end(), Slot{});
  entries_.clear();
  characters_.clear();
}

}  // namespace dateline
