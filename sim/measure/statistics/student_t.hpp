// What intervals take from analysis, from + - x / and square roots alone: the same bits on every machine.
// Cost: some thousand operations a quantile.
#pragma once

namespace dateline {

// The point that Student's t of `degrees` (real, at least 2) exceeds with chance 2.5%.
// With s = t / sqrt(degrees + t^2) the chance of [0, t] is the integral of (1 - s^2)^(degrees/2 - 1) from 0 to s over
// that from 0 to 1 (t = sqrt(degrees) tan(theta), s = sin(theta)).
[[nodiscard]] double student_t975(double degrees);

[[nodiscard]] double cube_root(double x);

}  // namespace dateline
