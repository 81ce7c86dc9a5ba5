#include "sim/core/external/external_steps.hpp"
#include "sim/core/external/progress_checks.hpp"

namespace dateline {

void return_credit(ExternalRouters& external, const VcNumbering& numbering, const VcStore& store, VcId vc, Cycle now) {
  const ChannelId channel = numbering.channel_of(vc);
  if (!external.sends(channel)) return;
  const int delay = store.delay_of(channel).credit;
  external.link(channel)->credits.push(now + static_cast<Cycle>(delay), static_cast<std::uint8_t>(numbering.vc_index(vc)));
}

namespace {

// A flit of the core's or of a module's goes onto the link to an external node.
void carry(ExternalView p, VcId vc) {
  ExternalLink& link = *p.external().link(p.numbering().channel_of(vc));
  const PacketId id = p.store().packets(vc).holder;
  const Packet& m = p.packets()[id];
  const std::uint16_t to_send = p.store().record(vc).sender.to_send;
  const auto vc_index = static_cast<std::uint8_t>(p.numbering().vc_index(vc));
  Cycle due = p.now() + static_cast<Cycle>(p.flit_delay(vc));
  if (p.store().delays().pipeline > 0) due = std::max(due, link.flits.last_due([&](const ExternalFlit& f) { return f.vc == vc_index; }));
  link.flits.push(
      due, {id, static_cast<std::uint16_t>(m.order.length - to_send), vc_index, to_send == m.order.length, to_send == 1, false, m.hops, m.state});
}

// A flit that moves goes onto the link to an external node, its slot onto the link back to one.
void notify_neighbours(ExternalView p, VcId vc) {
  if (p.external().receives(p.numbering().channel_of(vc))) carry(p, vc);
  if (p.numbering().is_injection(vc)) return;
  const VcId feed = p.store().record(vc).sender.feed;
  if (!p.external().receives(p.numbering().channel_of(feed))) return_credit(p.external(), p.numbering(), p.store(), feed, p.now());
}

// The modules' flits in ascending order, ended by SwitchState::kEnd.
void list_sends(ExternalCalls& calls) {
  std::vector<std::uint32_t>& own = calls.granted_vcs;
  own.clear();
  for (const ExternalCalls::Send& s : calls.sends) own.push_back(s.vc.value());
  if (!std::is_sorted(own.begin(), own.end())) std::sort(own.begin(), own.end());
  own.push_back(SwitchState::kEnd);
}

// The same among the `count` picks of the core.
void merge_sends(const std::vector<std::uint32_t>& own, std::uint32_t* granted_vcs, std::size_t count) {
  std::uint32_t* const end = std::copy(own.begin(), own.end() - 1, granted_vcs + count);
  if (count > 0) std::inplace_merge(granted_vcs, granted_vcs + count, end);
  *end = SwitchState::kEnd;
}

}  // namespace

std::size_t merge_external_flits(ExternalView p, std::size_t count, bool merge) {
  const std::uint32_t* const granted_vcs = p.switches().granted_vcs();
  if (p.config().crossbar == Crossbar::per_vc) {  // a word of picks at a time
    const SwitchState::Words words = p.switches().words();
    for (std::size_t word = 0; words.vcs[word] != 0; ++word) {
      const std::uint32_t first = words.first[word];
      for (std::uint64_t near = words.vcs[word] & p.external().near_vcs(first / 64); near != 0; near &= near - 1) {
        notify_neighbours(p, VcId(first + lowest_bit(near)));
      }
    }
  } else {
    for (std::size_t i = 0; i < count; ++i) notify_neighbours(p, VcId(granted_vcs[i]));
  }
  std::uint64_t forwarded = 0;
  for (const ExternalCalls::Send& s : p.external().calls().sends) {
    check_send(p.checks(), s, p.external().first_in(p.now(), p.numbering().channel_of(s.vc)));
    forwarded += p.numbering().is_network(s.vc) ? 1 : 0;
    if (p.external().receives(p.numbering().channel_of(s.vc))) carry(p, s.vc);  // it gives the credit itself
  }
  p.external().count_forwarded(forwarded);
  list_sends(p.external().calls());
  if (merge) merge_sends(p.external().calls().granted_vcs, p.switches().granted_vcs(), count);
  count += p.external().calls().sends.size();
  bool moves = count + p.external().calls().ejects.size() + p.ejection().tails_due().size() > 0;
  for (const VcId vc : p.ejection().draining()) {
    if (p.store().record(vc).receiver.present == 0) continue;
    moves = true;
    return_credit(p.external(), p.numbering(), p.store(), vc, p.now());
  }
  if (p.external().watch().progress(p.now(), moves || p.packets().in_use() == 0)) check_progress(p.checks(), p.external().watch());
  return count;
}

}  // namespace dateline
