// The order of dimensions of least contention for one communication (Hou et al., Theorems 2-4): the largest T_i is 0 of
// the identity, else 2^max(0, n - 1 - rank A), and no order has less. O(n) eliminations of O(n^2) word operations.
// Rule: from the last place to the first, S being what is left: a dimension of the support of the kernel of A[S, S] if
// there is one, else any. With d = n - rank A, the nullity of A[S, S] never exceeds max(1, d): without a column that
// depends on the others it keeps its rank, and without the row it loses 1 at most. So each exponent is at most
// max(0, d - 1). A scatter takes the reverse order of the gather with the same matrix.
// Where nothing is gained, the order stays ascending.
#pragma once

#include "models/lcc/lcc.hpp"

namespace dateline {

[[nodiscard]] BitOrder best_order(const Lcc& lcc);

}  // namespace dateline
