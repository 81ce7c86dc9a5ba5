#include "traffic/injection.hpp"

#include "traffic/natural_log.hpp"

namespace dateline {
namespace {

double gap_scale(Injection kind, double rate) {
  if (kind == Injection::poisson) return 1.0 / rate;
  if (rate >= 1.0) return 0.0;
  constexpr double kSmall = 1e-4;  // below it 1 - rate loses digits, and four terms of the series of -ln(1 - rate) are exact to 1e-17
  if (rate < kSmall) return 1.0 / (rate * (1.0 + rate * (1.0 / 2 + rate * (1.0 / 3 + rate / 4))));
  return -1.0 / natural_log(1.0 - rate);
}

}  // namespace

ArrivalProcess::ArrivalProcess(Injection kind, double rate, RandomStream random)
    : clock_(kind == Injection::poisson ? 0.0 : -1.0), scale_(gap_scale(kind, rate)), kind_(kind), random_(random) {}

}  // namespace dateline
