#include "models/lcc/kernel.hpp"

namespace dateline {

KernelStack::KernelStack(const BitMatrix& a) : columns_(transposed(a)), pivot_(a.size()), levels_(a.size() + 1) {
  for (Level& level : levels_) level.kernel.resize(a.size());
}

void KernelStack::push(int j) {
  const Level& below = levels_[top_];
  Level& level = levels_[++top_];
  level.rows = below.rows | bit(j);
  level.pivots = below.pivots;
  // The new column, until some row without a pivot holds it back.
  Vector v{bit(j), columns_[static_cast<std::size_t>(j)]};
  Bits left = v.image & below.rows;
  while (left != 0) {
    const int i = highest(left);
    Vector& pivot = pivot_[static_cast<std::size_t>(i)];
    if (!has(level.pivots, i)) {
      pivot = v;
      level.pivots |= bit(i);
      break;
    }
    v.vector ^= pivot.vector;
    v.image ^= pivot.image;
    left = v.image & below.rows;
  }
  // The new row takes at most one vector of the kernel.
  level.size = 0;
  Vector& pivot = pivot_[static_cast<std::size_t>(j)];
  const auto keep = [&](Vector w) {
    if (has(w.image, j)) {
      if (!has(level.pivots, j)) {
        level.pivots |= bit(j);
        pivot = w;
        return;
      }
      w.vector ^= pivot.vector;
      w.image ^= pivot.image;
    }
    level.kernel[level.size++] = w;
  };
  for (std::size_t k = 0; k < below.size; ++k) keep(below.kernel[k]);
  if (left == 0) keep(v);
}

Kernel KernelStack::kernel() const {
  const Level& level = levels_[top_];
  Kernel kernel{static_cast<int>(level.size), 0};
  for (std::size_t k = 0; k < level.size; ++k) kernel.support |= level.kernel[k].vector;
  return kernel;
}

Kernel kernel_of(const BitMatrix& a, Bits s) {
  KernelStack stack(a);
  for (Bits left = s; left != 0; left ^= bit(highest(left))) stack.push(highest(left));
  return stack.kernel();
}

}  // namespace dateline
