#include "traffic/arrivals/injection.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"

namespace dateline {
namespace {

double gap_scale(Injection kind, double rate) { return kind == Injection::poisson ? 1.0 / rate : geometric_scale(rate); }

std::unique_ptr<ArrivalTimes> arrival_times(const InjectionRule& rule, const Rational& rate, RandomStream& random) {
  if (rule.kind == Injection::on_off) return std::make_unique<OnOffTimes>(rule.burst, rule.peak, rate);
  if (rule.kind == Injection::periodic) return std::make_unique<PeriodicTimes>(rate, random);
  return nullptr;
}

// How the line on bad values writes what is allowed.
std::vector<std::string> forms() {
  std::vector<std::string> names = choices_of<Injection>();
  for (std::string& name : names) name += name == name_of(Injection::on_off) ? ":B,P" : "";
  return names;
}

}  // namespace

InjectionRule parse_injection(const ValueSource& source, std::string_view text, const Rational& length) {
  const auto refuse = [&](const std::string& rule) { throw ConfigError(source.component, source.key, text, rule); };
  for (const auto& [kind, name] : enum_names(Injection{})) {
    if (text == name && kind != Injection::on_off) return kind;
  }
  const std::string on_off = std::string(name_of(Injection::on_off)) + ":";
  if (text.substr(0, on_off.size()) != on_off) refuse(unknown_name(text, forms()));
  const std::vector<std::string> numbers = split(text.substr(on_off.size()), ',');
  InjectionRule rule(Injection::on_off);
  const auto burst = numbers.size() == 2 ? read_rational(numbers[0]) : std::nullopt;
  const auto peak = numbers.size() == 2 ? read_rational(numbers[1]) : std::nullopt;
  if (!burst || !peak) refuse("needs two numbers: on-off:B,P, mean burst B in packets and peak load P in flits/terminal/cycle");
  if (*burst < 1) refuse("has a mean burst B below 1 packet; allowed: 1 or more");
  if (*peak <= 0 || *peak > length) {
    refuse(fmt::format("has a peak load P that no source can offer; allowed: above 0, at most {} flits/terminal/cycle (a packet in every cycle)",
                       to_string(length)));
  }
  rule.burst = *burst;
  rule.peak = *peak / length;
  return rule;
}

void check_injection(const ValueSource& source, std::string_view text, const InjectionRule& rule, const Rational& load, const Rational& length) {
  if (rule.kind != Injection::on_off) return;
  const Rational peak = rule.peak * length;
  if (load >= peak) {
    throw ConfigError(source.component, source.key, text,
                      fmt::format("has a peak load P that is not above the load; allowed: P above {} flits/terminal/cycle", to_string(load)));
  }
  if (off_end(rule.burst, rule.peak, load / length) <= 1) return;
  throw ConfigError(source.component, source.key, text,
                    fmt::format("would need times off shorter than a cycle; allowed with this B and P: loads of at most {} flits/terminal/cycle",
                                to_string(Rational(rule.burst * peak / (rule.burst + rule.peak)))));
}

ArrivalProcess::ArrivalProcess(Injection kind, double rate, RandomStream random)
    : clock_(kind == Injection::poisson ? 0.0 : -1.0), scale_(gap_scale(kind, rate)), kind_(kind), random_(random) {}

ArrivalProcess::ArrivalProcess(const InjectionRule& rule, const Rational& rate, RandomStream random)
    : ArrivalProcess(rule.kind, to_double(rate), random) {
  times_ = arrival_times(rule, rate, random_);
}

Cycle ArrivalProcess::next_other() {
  if (times_) return times_->next(random_);
  const double gap = exponential();
  clock_ += 1.0 + static_cast<double>(static_cast<Cycle>(gap < kNever ? gap : kNever));
  return static_cast<Cycle>(clock_ < kNever ? clock_ : kNever);
}

}  // namespace dateline
