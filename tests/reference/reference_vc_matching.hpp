// Phase 2 of a router of the reference machine with the islip VC allocator: which head flit gets which VC.
// Source: docs/reference/router-cycle.md section 4; N. McKeown, iSLIP (1999), one pass.
// Units: a head flit is named by the input port and VC where it waits, a VC by its channel and number.
// Cost: O(requests x (head flits + VCs)).
#pragma once

#include <map>
#include <set>
#include <utility>

namespace dateline::reference {

using VcName = std::pair<int, int>;

struct VcMatchPointers {
  std::map<VcName, VcName> grants_from;   // by VC: a head flit; where nothing stands (0, 0)
  std::map<VcName, VcName> accepts_from;  // by head flit: a VC
};

// Of (head flit, VC) asked for those that are matched, by head flit. Moves the pointers.
[[nodiscard]] std::map<VcName, VcName> match_vcs(const std::set<std::pair<VcName, VcName>>& asked, VcMatchPointers& pointers);

}  // namespace dateline::reference
