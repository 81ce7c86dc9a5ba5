// The messages in the network: numbered slots, used again. A slot's number never influences a result.
#pragma once

#include <vector>

#include "sim/core/layout/id_vector.hpp"
#include "sim/core/packet/packet.hpp"

namespace dateline {

class MessagePool {
 public:
  // A slot for one more message; its contents are those of an earlier one.
  [[nodiscard]] MessageId take() {
    ++in_use_;
    if (free_.empty()) {
      slots_.push_back({});
      return MessageId(static_cast<std::uint32_t>(slots_.size() - 1));
    }
    const MessageId id = free_.back();
    free_.pop_back();
    return id;
  }
  void give_back(MessageId id) {
    --in_use_;
    free_.push_back(id);
  }
  [[nodiscard]] Message& operator[](MessageId id) { return slots_[id].message; }
  [[nodiscard]] const Message& operator[](MessageId id) const { return slots_[id].message; }
  [[nodiscard]] Delivery* slots() { return slots_.data(); }  // valid until the next take()
  [[nodiscard]] Delivery& delivery(MessageId id) { return slots_[id]; }
  [[nodiscard]] std::uint64_t in_use() const { return in_use_; }
  [[nodiscard]] bool has_slot(MessageId id) const { return id.value() < slots_.size(); }
  // In the order of (generated, source, sequence).
  [[nodiscard]] bool older(MessageId a, MessageId b) const;

  // Visits the messages in use; O(slots).
  template <typename Visit>
  void for_each(Visit visit) const {
    std::vector<bool> is_free(slots_.size(), false);
    for (const MessageId id : free_) is_free[id.value()] = true;
    for (std::uint32_t i = 0; i < slots_.size(); ++i) {
      if (!is_free[i]) visit(MessageId(i), slots_[MessageId(i)].message);
    }
  }

 private:
  IdVector<MessageId, Delivery> slots_;
  std::vector<MessageId> free_;
  std::uint64_t in_use_ = 0;
};

inline bool MessagePool::older(MessageId a, MessageId b) const {
  const Message& x = (*this)[a];
  const Message& y = (*this)[b];
  if (x.order.generated != y.order.generated) return x.order.generated < y.order.generated;
  if (x.source != y.source) return x.source < y.source;
  return x.sequence < y.sequence;
}

}  // namespace dateline
