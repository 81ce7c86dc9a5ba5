#include "sim/core/external/external_steps.hpp"

namespace dateline {

void return_credit(MachineParts& p, VcId vc) {
  const ChannelId channel = p.numbering.channel_of(vc);
  if (!p.open->sends(channel)) return;
  const int credit = p.store.delays().credit;
  const int latency = credit > 0 ? credit : p.store.channel(channel).latency;
  p.open->link(channel)->credits.push(p.now + static_cast<Cycle>(latency), static_cast<std::uint8_t>(p.numbering.lane_of(vc)));
}

namespace {

// A flit of the core's or of a module's goes onto the link to an open node.
void carry(MachineParts& p, VcId vc) {
  OpenLink& link = *p.open->link(p.numbering.channel_of(vc));
  const MessageId id = p.store.worms(vc).holder;
  const Message& m = p.messages[id];
  const std::uint16_t to_send = p.store.record(vc).sender.to_send;
  const auto lane = static_cast<std::uint8_t>(p.numbering.lane_of(vc));
  Cycle due = p.now + static_cast<Cycle>(p.flit_delay(vc));
  if (p.store.delays().pipeline > 0) due = std::max(due, link.flits.last_due([&](const OpenFlit& f) { return f.vc == lane; }));
  link.flits.push(due, {id, lane, to_send == m.order.length, to_send == 1, m.hops, m.state});
}

// A flit that moves goes onto the link to an open node, its place onto the link back to one.
void tell_neighbours(MachineParts& p, VcId vc) {
  if (p.open->receives(p.numbering.channel_of(vc))) carry(p, vc);
  if (p.numbering.is_injection(vc)) return;
  const VcId feed = p.store.record(vc).sender.feed;
  if (!p.open->receives(p.numbering.channel_of(feed))) return_credit(p, feed);
}

// The modules' flits in ascending order, ended by SwitchStage::kEnd.
void list_sends(MachineParts& p) {
  std::vector<std::uint32_t>& own = p.open->room_for_picks();
  own.clear();
  for (const OpenCalls::Send& s : p.open->calls().sends) own.push_back(s.vc.value());
  std::sort(own.begin(), own.end());
  own.push_back(SwitchStage::kEnd);
}

// The same among the `count` picks of the core.
void merge_sends(MachineParts& p, std::size_t count) {
  const std::vector<std::uint32_t>& own = p.open->room_for_picks();
  std::uint32_t* const picks = p.switches.picks();
  std::uint32_t* const end = std::copy(own.begin(), own.end() - 1, picks + count);
  std::inplace_merge(picks, picks + count, end);
  *end = SwitchStage::kEnd;
}

}  // namespace

std::size_t join_picks(MachineParts& p, std::size_t count, bool merge) {
  const std::uint32_t* const picks = p.switches.picks();
  if (p.config.crossbar == Crossbar::per_vc) {  // a word of picks at a time
    for (const SwitchStage::WordPick* word = p.switches.words(); word->lanes != 0; ++word) {
      for (std::uint64_t near = word->lanes & p.open->near_lanes(word->first / 64); near != 0; near &= near - 1) {
        tell_neighbours(p, VcId(word->first + static_cast<std::uint32_t>(__builtin_ctzll(near))));
      }
    }
  } else {
    for (std::size_t i = 0; i < count; ++i) tell_neighbours(p, VcId(picks[i]));
  }
  std::uint64_t forwarded = 0;
  for (const OpenCalls::Send& s : p.open->calls().sends) {
    check_send(p, s);
    forwarded += p.numbering.is_network(s.vc) ? 1 : 0;
    tell_neighbours(p, s.vc);
  }
  p.open->count_forwarded(forwarded);
  list_sends(p);
  if (merge) merge_sends(p, count);
  count += p.open->calls().sends.size();
  bool moves = count + p.open->calls().ejects.size() + p.switches.tails_due().size() > 0;
  for (const VcId vc : p.switches.draining()) {
    if (p.store.record(vc).receiver.present == 0) continue;
    moves = true;
    return_credit(p, vc);
  }
  if (p.open->progress(p.now, moves || p.messages.in_use() == 0)) check_progress(p);
  return count;
}

}  // namespace dateline
