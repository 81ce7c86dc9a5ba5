#include "reference_allocation.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace dateline::reference {
namespace {

// What is granted so far.
class Matching {
 public:
  Matching(std::size_t inputs, std::size_t outputs) : input_taken_(inputs, false), output_taken_(outputs, false) {}
  [[nodiscard]] bool open(const Claim& claim) const { return !input_taken_[index(claim.input)] && !output_taken_[index(claim.output)]; }
  void grant(const Claim& claim) {
    input_taken_[index(claim.input)] = output_taken_[index(claim.output)] = true;
    granted.push_back(claim);
  }
  std::vector<Claim> granted;

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  std::vector<bool> input_taken_, output_taken_;
};

// What the outputs without a grant pick among the claims of input ports without one.
std::vector<Claim> pick(const std::vector<Claim>& claims, const Matching& matching, Arbitration arbitration, const RouterPointers& pointers) {
  std::vector<Claim> picks;
  for (std::size_t output = 0; output < pointers.outputs.size(); ++output) {
    std::vector<Claim> contenders;
    for (const Claim& claim : claims)
      if (claim.output == static_cast<int>(output) && matching.open(claim)) contenders.push_back(claim);
    if (!contenders.empty()) picks.push_back(arbitrate(contenders, arbitration, &Claim::output_vc, pointers.outputs[output]));
  }
  return picks;
}

// `passes` times pick and grant; what the first pass grants moves pointers, when all passes are over: until then they
// stay as they were.
std::vector<Claim> iterate(int passes, Arbitration arbitration, const std::vector<Claim>& claims, RouterPointers& pointers) {
  Matching matching(pointers.inputs.size(), pointers.outputs.size());
  RouterPointers moved = pointers;
  for (int pass = 0; pass < passes; ++pass) {
    const std::vector<Claim> picks = pick(claims, matching, arbitration, pointers);
    for (std::size_t input = 0; input < pointers.inputs.size(); ++input) {
      std::vector<Claim> rivals;
      for (const Claim& claim : picks)
        if (claim.input == static_cast<int>(input)) rivals.push_back(claim);
      if (rivals.empty()) continue;
      const Claim winner = arbitrate(rivals, arbitration, &Claim::input_vc, pointers.inputs[input]);
      matching.grant(winner);
      if (pass > 0) continue;
      moved.inputs[input] = winner.input_vc + 1;
      moved.outputs[static_cast<std::size_t>(winner.output)] = winner.output_vc + 1;
    }
  }
  pointers = moved;
  return matching.granted;
}

std::vector<Claim> wavefront(Arbitration arbitration, const std::vector<Claim>& claims, long long t, RouterPointers& pointers) {
  const auto n = static_cast<long long>(std::max(pointers.inputs.size(), pointers.outputs.size()));
  Matching matching(pointers.inputs.size(), pointers.outputs.size());
  for (long long step = 0; step < n; ++step) {
    const long long diagonal = (t + step) % n;
    for (std::size_t output = 0; output < pointers.outputs.size(); ++output) {  // one cell of the diagonal in every column
      std::vector<Claim> cell;
      for (const Claim& claim : claims)
        if (claim.output == static_cast<int>(output) && (claim.input + claim.output) % n == diagonal && matching.open(claim)) cell.push_back(claim);
      if (cell.empty()) continue;
      const Claim winner = arbitrate(cell, arbitration, &Claim::output_vc, pointers.outputs[output]);
      matching.grant(winner);
      pointers.outputs[output] = winner.output_vc + 1;
    }
  }
  return matching.granted;
}

}  // namespace

Claim arbitrate(const std::vector<Claim>& claims, Arbitration arbitration, int Claim::*vc, int pointer) {
  return *std::min_element(claims.begin(), claims.end(), [&](const Claim& a, const Claim& b) {
    if (arbitration == Arbitration::oldest) return a.age < b.age;
    if (arbitration == Arbitration::priority && a.priority != b.priority) return a.priority > b.priority;
    return std::pair(a.*vc < pointer, a.*vc) < std::pair(b.*vc < pointer, b.*vc);
  });
}

std::vector<Claim> allocate(const ReferenceConfig::SwitchAllocation& allocation, Arbitration arbitration, const std::vector<Claim>& claims,
                            long long t, RouterPointers& pointers) {
  using Kind = ReferenceConfig::SwitchAllocation::Kind;
  switch (allocation.kind) {
    case Kind::one_pass:
      return iterate(1, arbitration, claims, pointers);
    case Kind::iterate:
      return iterate(allocation.passes, arbitration, claims, pointers);
    case Kind::wavefront:
      return wavefront(arbitration, claims, t, pointers);
  }
  return {};
}

}  // namespace dateline::reference
