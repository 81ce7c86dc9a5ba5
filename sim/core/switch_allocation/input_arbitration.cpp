#include "sim/core/switch_allocation/input_arbitration.hpp"

#include "sim/core/switch_allocation/output_arbitration.hpp"

namespace dateline {

InputArbitration::InputArbitration(SwitchAllocationView tile)
    : p_(tile), records_(tile.store().view().records), nominations_(tile.switches().words()), ports_(tile.switches().ports()) {}

std::size_t InputArbitration::run(std::size_t words) {
  claim(leave_out_injection(words));
  with_rule(p_.config().output_arbitration, [&](auto rule) { grant_in_turn(rule); });
  take_out_losers();
  return emptied_ ? leave_out_empty(words) : words;
}

// What no port feeds is granted as it is. Returns how many words have other nominations.
std::size_t InputArbitration::leave_out_injection(std::size_t words) {
  const std::uint64_t* const fed = ports_.fed.data();
  std::uint32_t* const place = ports_.room.place.data();
  std::uint64_t* const vcs = ports_.room.vcs.data();
  std::uint32_t* const first = ports_.room.first.data();
  std::size_t left = 0;
  for (std::size_t i = 0; i < words; ++i) {
    const std::uint32_t w = nominations_.first[i] / 64;
    place[w] = static_cast<std::uint32_t>(i);
    first[left] = nominations_.first[i];
    vcs[left] = nominations_.vcs[i] & fed[w];
    left += vcs[left] != 0 ? 1 : 0;
  }
  vcs[left] = 0;
  return left;
}

void InputArbitration::claim(std::size_t words) {
  const VcState* const records = records_;
  std::uint64_t* const claims = ports_.claims.data();
  ports_.claimed.clear();
  ports_.claimed.reserve_more(ports_.claims.size() + 1);
  std::uint32_t* const claimed = ports_.claimed.begin();
  std::size_t count = 0;
  for_each_vc(ports_.room.vcs.data(), ports_.room.first.data(), words, [&](std::uint32_t vc) {
    const std::uint32_t feed = records[vc].sender.feed.value();
    const std::uint32_t word = feed / 64;
    const std::uint64_t before = claims[word];
    claims[word] = before | vc_bit(feed);
    claimed[count] = word;
    count += before == 0 ? 1 : 0;
  });
  ports_.claimed.end_at(claimed + count);
}

// A port grants in turn among the claims that the rule of arbitration puts first, and searches behind the granted VC
// next time. Claims that are not granted are left.
template <typename Rule>
void InputArbitration::grant_in_turn(Rule rule) {
  const Fields fields = p_.numbering().fields();
  const auto packet_of = [&](VcId vc) { return p_.store().packets(vc).front; };
  std::uint64_t* const claimed = ports_.claims.data();
  std::uint64_t* const granted = ports_.granted.data();
  std::uint64_t* const at_or_after = ports_.at_or_after.data();
  ports_.room.losing.reserve_more(ports_.claimed.size() + 1);
  std::uint32_t* const losing = ports_.room.losing.begin();
  std::size_t count = 0;
  for (const std::uint32_t w : ports_.claimed) {
    const std::uint64_t claims = claimed[w];
    const FieldTurn turn = take_turn(rule, fields, foremost(rule, claims, w * 64, fields, packet_of, p_.packets()), at_or_after[w]);
    claimed[w] = claims - turn.picked;
    granted[w] = turn.picked;
    at_or_after[w] = turn.at_or_after;
    losing[count] = w;
    count += turn.picked != claims ? 1 : 0;
  }
  ports_.room.losing.end_at(losing + count);
}

void InputArbitration::take_out_losers() {
  p_.switches().losers().clear();
  for (const std::uint32_t w : ports_.room.losing) {
    for (std::uint64_t lost = ports_.claims[w]; lost != 0; lost &= lost - 1) take_out(records_[w * 64 + lowest_bit(lost)].receiver.onward);
    ports_.claims[w] = 0;
  }
  ports_.room.losing.clear();
}

// The channel of a nomination that is not granted has the pointer that it had before phase 3.
void InputArbitration::take_out(VcId nominated) {
  const std::uint32_t w = nominated.value() / 64;
  std::uint64_t& left = nominations_.vcs[ports_.room.place[w]];
  left &= ~vc_bit(nominated.value());
  emptied_ |= left == 0;
  const std::uint64_t field = p_.numbering().field_of(nominated);
  std::uint64_t& pointers = p_.store().words()[w].at_or_after;
  pointers = (pointers & ~field) | (nominations_.pointers_before[w] & field);
  p_.switches().losers().push(nominated.value());
}

std::size_t InputArbitration::leave_out_empty(std::size_t words) {
  std::size_t left = 0;
  for (std::size_t i = 0; i < words; ++i) {
    nominations_.vcs[left] = nominations_.vcs[i];
    nominations_.first[left] = nominations_.first[i];
    left += nominations_.vcs[left] != 0 ? 1 : 0;
  }
  nominations_.vcs[left] = 0;
  return left;
}

}  // namespace dateline
