// Events of VCs, and lists of them that are filled without a branch.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/core/state/layout/vc_numbering.hpp"

namespace dateline {

// A VC number and one mark beside it.
struct MarkedVc {
  std::uint32_t bits = 0;
  MarkedVc() = default;
  MarkedVc(VcId vc, bool mark) : bits(vc.value() << 1U | static_cast<std::uint32_t>(mark)) {}
  [[nodiscard]] VcId vc() const { return VcId(bits >> 1U); }
  [[nodiscard]] bool marked() const { return (bits & 1U) != 0; }
};

// The ends of lists that events are added to, each to that of its channel's delay. Valid within a cycle.
template <typename Event>
class ListEnds {
 public:
  ListEnds(const std::uint8_t* list_of, Event** ends) : list_of_(list_of), ends_(ends) {}
  // Nothing if `really` is 0; written it is in either case.
  void add(VcId vc, Event event, std::size_t really = 1) const {
    Event** const end = ends_ + list_of_[vc.value()];
    **end = event;
    *end += really;
  }

 private:
  const std::uint8_t* list_of_;  // per VC
  Event** ends_;
};

}  // namespace dateline
