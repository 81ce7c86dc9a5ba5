// Transactions on their way through the network. A packet carries 32 bits for its sender: the number of its
// transaction, and whether it is the answer. Payloads stay where their initiators have them.
#pragma once

#include <tlm>
#include <vector>

#include "sim/systemc/tlm/address_map.hpp"

namespace dateline {

struct Transaction {
  tlm::tlm_generic_payload* payload = nullptr;
  const Region* region = nullptr;  // where it goes
};

class Transactions {
 public:
  static constexpr std::uint32_t kAnswer = 1U << 31U;  // the bit of a tag that distinguishes an answer from its request

  std::uint32_t add(const Transaction& transaction) {
    if (free_.empty()) {
      free_.push_back(static_cast<std::uint32_t>(all_.size()));
      all_.emplace_back();
    }
    const std::uint32_t number = free_.back();
    free_.pop_back();
    all_[number] = transaction;
    return number;
  }
  [[nodiscard]] const Transaction& operator[](std::uint32_t number) const { return all_[number]; }
  void remove(std::uint32_t number) { free_.push_back(number); }
  [[nodiscard]] std::size_t under_way() const { return all_.size() - free_.size(); }

 private:
  std::vector<Transaction> all_;
  std::vector<std::uint32_t> free_;
};

}  // namespace dateline
