#include "reference_allocation.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
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

// Of `wanted` numbers (at least one) the first at or after `from`, cyclic.
int first_from(const std::set<int>& wanted, int from) {
  const auto it = wanted.lower_bound(from);
  return it == wanted.end() ? *wanted.begin() : *it;
}

// Outputs grant input ports, input ports accept outputs; then the VC of each pair.
std::vector<Claim> islip(int passes, const std::vector<Claim>& claims, RouterPointers& pointers) {
  Matching matching(pointers.inputs.size(), pointers.outputs.size());
  pointers.grants_from.resize(pointers.outputs.size());
  pointers.accepts_from.resize(pointers.inputs.size());
  RouterPointers moved = pointers;
  for (int pass = 0; pass < passes; ++pass) {
    std::map<int, std::set<int>> asking, granting;  // output -> input ports that ask; input port -> outputs that grant
    for (const Claim& claim : claims)
      if (matching.open(claim)) asking[claim.output].insert(claim.input);
    for (const auto& [output, inputs] : asking) granting[first_from(inputs, pointers.grants_from[static_cast<std::size_t>(output)])].insert(output);
    for (const auto& [input, outputs] : granting) {
      const int output = first_from(outputs, pointers.accepts_from[static_cast<std::size_t>(input)]);
      Claim pair;
      pair.input = input;
      pair.output = output;
      matching.grant(pair);
      if (pass > 0) continue;
      moved.grants_from[static_cast<std::size_t>(output)] = input + 1;
      moved.accepts_from[static_cast<std::size_t>(input)] = output + 1;
    }
  }
  std::vector<Claim> granted;
  for (const Claim& pair : matching.granted) {
    std::vector<Claim> cell;
    for (const Claim& claim : claims)
      if (claim.input == pair.input && claim.output == pair.output) cell.push_back(claim);
    granted.push_back(arbitrate(cell, Arbitration::round_robin, &Claim::input_vc, pointers.inputs[static_cast<std::size_t>(pair.input)]));
    moved.inputs[static_cast<std::size_t>(pair.input)] = granted.back().input_vc + 1;
  }
  pointers = moved;
  return granted;
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
    case Kind::islip:
      return islip(allocation.passes, claims, pointers);
  }
  return {};
}

}  // namespace dateline::reference
