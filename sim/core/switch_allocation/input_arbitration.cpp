#include "sim/core/switch_allocation/input_arbitration.hpp"

#include <algorithm>

#include "sim/core/switch_allocation/arbitration.hpp"

namespace dateline {

InputArbitration::InputArbitration(SwitchAllocationView tile) : p_(tile), records_(tile.store().view().records), ports_(tile.switches().ports()) {}

std::size_t InputArbitration::run(std::size_t count) {
  std::uint32_t* const granted_vcs = p_.switches().granted_vcs();
  const std::uint32_t injection = p_.numbering().first_injection(), ejection = p_.numbering().first_ejection();
  p_.switches().losers().clear();
  p_.switches().losers().reserve_more(count + 1);
  ports_.claimed.clear();
  ports_.claimed.reserve_more(count + 1);
  const std::uint32_t* injected = claim(granted_vcs, injection);
  const std::uint32_t* ejected = injected;
  while (*ejected < ejection) ++ejected;
  claim(ejected, SwitchState::kEnd);

  with_rule(p_.config().output_arbitration, [&](auto rule) { grant_in_turn(rule); });
  std::uint32_t* out = keep_granted(granted_vcs, injection, granted_vcs);
  out = std::copy(injected, ejected, out);
  out = keep_granted(ejected, SwitchState::kEnd, out);
  *out = SwitchState::kEnd;
  restore_pointers();
  return static_cast<std::size_t>(out - granted_vcs);
}

const std::uint32_t* InputArbitration::claim(const std::uint32_t* from, std::uint32_t border) {
  const VcState* const records = records_;
  std::uint64_t* const claims = ports_.claims.data();
  std::uint32_t* claimed = ports_.claimed.end();
  for (; *from < border; ++from) {
    const std::uint32_t feed = records[*from].sender.feed.value();
    const std::uint32_t word = feed / 64;
    const std::uint64_t before = claims[word];
    claims[word] = before | vc_bit(feed);
    *claimed = word;
    claimed += before == 0 ? 1 : 0;
  }
  ports_.claimed.end_at(claimed);
  return from;
}

// A port grants in turn among the claims that the rule of arbitration puts first, and searches behind the granted VC
// next time.
template <typename Rule>
void InputArbitration::grant_in_turn(Rule rule) {
  const Fields fields = p_.numbering().fields();
  const auto packet_of = [&](VcId vc) { return p_.store().packets(vc).front; };
  for (const std::uint32_t w : ports_.claimed) {
    const std::uint64_t claims = foremost(rule, ports_.claims[w], w * 64, fields, packet_of, p_.packets());
    const FieldTurn turn = take_turn(rule, fields, claims, ports_.at_or_after[w]);
    ports_.claims[w] = 0;
    ports_.granted[w] = turn.picked;
    ports_.at_or_after[w] = turn.at_or_after;
  }
}

std::uint32_t* InputArbitration::keep_granted(const std::uint32_t* from, std::uint32_t border, std::uint32_t* out) {
  const VcState* const records = records_;
  const std::uint64_t* const granted = ports_.granted.data();
  std::uint32_t* lost = p_.switches().losers().end();
  for (; *from < border; ++from) {
    const std::uint32_t vc = *from;
    const std::uint32_t feed = records[vc].sender.feed.value();
    const std::size_t wins = granted[feed / 64] >> (feed % 64) & 1U;
    *out = *lost = vc;
    out += wins;
    lost += 1 - wins;
  }
  p_.switches().losers().end_at(lost);
  return out;
}

// The pointers of channels whose nomination was not granted are again what they were before phase 3.
void InputArbitration::restore_pointers() {
  const SwitchState::Words words = p_.switches().words();
  std::size_t word = 0;
  for (const std::uint32_t vc : p_.switches().losers()) {
    while (words.first[word] != (vc & ~63U)) ++word;
    const std::uint64_t mask = p_.numbering().field_of(VcId(vc));
    std::uint64_t& pointers = p_.store().words()[vc / 64].at_or_after;
    pointers = (pointers & ~mask) | (words.pointers_before[word] & mask);
  }
}

}  // namespace dateline
