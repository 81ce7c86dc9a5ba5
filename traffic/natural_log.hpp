// ln x from additions, multiplications and divisions only: the same bits on every machine (libm picks code by processor).
// Method: x = 2^e m with m in [1/sqrt 2, sqrt 2), ln m = 2 atanh((m-1)/(m+1)) by its series; relative error below 1e-15.
#pragma once

namespace dateline {

// x must be positive, finite and normal.
[[nodiscard]] double natural_log(double x);

}  // namespace dateline
