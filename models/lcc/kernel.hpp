// The kernel of A[S, S], the part of a matrix in the rows and columns S, as S grows: all that contention depends on.
// A map whose dimensions S come first in an order, j last of them, has T = 2^(d - 1) at j if j is in the kernel's
// support (column j depends on the others of S), else 2^d, d the nullity of A[S, S]: |S| - 1 - rank A[S, S - j].
// A scatter has the same with S = j and the dimensions behind it.
// Adding a dimension keeps what was there: O(|S|) word operations. Dimensions are added in descending order.
#pragma once

#include "models/lcc/bits.hpp"

namespace dateline {

struct Kernel {
  int nullity = 0;
  Bits support = 0;  // dimensions where some vector of the kernel is 1
  // log2 T at j of S.
  [[nodiscard]] int exponent(int j) const { return nullity - static_cast<int>(support >> static_cast<unsigned>(j) & 1U); }
};

// Visits kernels of sets that grow by one dimension a level: push(j), below all that are in, and pop().
class KernelStack {
 public:
  explicit KernelStack(const BitMatrix& a);
  void push(int j);
  void pop() { --top_; }
  [[nodiscard]] Kernel kernel() const;

 private:
  struct Vector {
    Bits vector, image;  // v and A v
  };
  struct Level {
    Bits rows = 0;    // S
    Bits pivots = 0;  // rows that have a pivot
    std::vector<Vector> kernel;
    std::size_t size = 0;
  };

  BitMatrix columns_;
  // Of row i: image 1 at i and 0 at the rows of S above. Written where no level below has it among its pivots.
  std::vector<Vector> pivot_;
  std::vector<Level> levels_;
  std::size_t top_ = 0;
};

// Of A[S, S].
[[nodiscard]] Kernel kernel_of(const BitMatrix& a, Bits s);

}  // namespace dateline
