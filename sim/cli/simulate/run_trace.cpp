#include "sim/cli/simulate/run_trace.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/base/text/parse.hpp"

namespace dateline {
namespace {

std::optional<TraceText> text_of(const OutputSetting& setting) {
  if (!setting.has()) return std::nullopt;
  return TraceText(output_file(setting));
}

// A packet's journey, nested: all of it, and the wait at its source.
std::string journey(const Delivery& d) {
  const Packet& m = d.packet;
  const std::string id = fmt::format("{}:{}", m.source.value(), m.sequence);
  const auto event = [&](char phase, const std::string& name, Cycle at) {
    return fmt::format(R"({{"ph":"{}","cat":"packet","id":"{}","name":"{}","pid":0,"ts":{}}})", phase, id, name, at);
  };
  const std::string whole = fmt::format("{} to {}", id, m.order.destination.value());
  return event('b', whole, m.order.generated) + ",\n" + event('b', "queued", m.order.generated) + ",\n" + event('e', "queued", m.injected) + ",\n" +
         event('e', whole, d.ejected + 1);
}

void add_ranks(TraceText& timeline, const std::vector<std::vector<RankSpan>>& ranks) {
  if (!ranks.empty()) timeline.add_element(R"({"ph":"M","name":"process_name","pid":1,"args":{"name":"ranks"}})");
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    for (const RankSpan& span : ranks[rank]) {
      timeline.add_element(fmt::format(R"({{"ph":"X","name":"{}","pid":1,"tid":{},"ts":{},"dur":{}}})", span.computes ? "compute" : "send", rank,
                                       span.begin, span.end - span.begin));
    }
  }
}

// Those of several groups may be in progress at once: each has a line of its own, and another on each member.
void add_collectives(TraceText& timeline, const std::vector<NamedSpan>& collectives) {
  if (collectives.empty()) return;
  timeline.add_element(R"({"ph":"M","name":"process_name","pid":2,"args":{"name":"collectives"}})");
  timeline.add_element(R"({"ph":"M","name":"process_name","pid":3,"args":{"name":"collectives of ranks"}})");
  for (const NamedSpan& span : collectives) {
    const bool whole = span.rank == CollectiveSpan::kAllRanks;
    const std::string id = whole ? span.name : fmt::format("{}:{}", span.name, span.rank);
    const std::string rest = fmt::format(R"("cat":"collective","id":"{}","name":"{} {}","pid":{},"tid":{})", id, span.name, span.type, whole ? 2 : 3,
                                         whole ? 0 : span.rank);
    timeline.add_element(fmt::format(R"({{"ph":"b",{},"ts":{}}})", rest, span.begin));
    timeline.add_element(fmt::format(R"({{"ph":"e",{},"ts":{}}})", rest, span.end));
  }
}

// What the cycles of ranks went by with, each once, in the words of `use` in the result.
void add_use(TraceText& timeline, const std::vector<std::vector<UseSpan>>& use) {
  const auto name = [](Cycle RankUse::*what) {
    return what == &RankUse::compute ? "compute" : what == &RankUse::exposed ? "exposed" : what == &RankUse::host ? "host" : "idle";
  };
  if (std::all_of(use.begin(), use.end(), [](const std::vector<UseSpan>& spans) { return spans.empty(); })) return;
  timeline.add_element(R"({"ph":"M","name":"process_name","pid":4,"args":{"name":"use of ranks"}})");
  for (std::size_t rank = 0; rank < use.size(); ++rank) {
    for (const UseSpan& span : use[rank]) {
      timeline.add_element(
          fmt::format(R"({{"ph":"X","name":"{}","pid":4,"tid":{},"ts":{},"dur":{}}})", name(span.what), rank, span.begin, span.end - span.begin));
    }
  }
}

}  // namespace

PacketChoice::PacketChoice(const OutputSetting& setting, std::uint32_t terminals) {
  if (!setting.has("packets")) return;
  const ValueSource source = setting.argument_source("packets");
  for (const std::string& item : setting.arguments("packets")) {
    const std::size_t colon = item.find(':');
    Range range = {static_cast<std::uint32_t>(parse_whole(source, item.substr(0, colon), 0, terminals - 1)), 0, ~std::uint64_t{0}};
    if (colon != std::string::npos) {
      const std::size_t dots = item.find("..", colon);
      range.first = range.last = parse_whole(source, item.substr(colon + 1, dots - std::min(dots, colon + 1)), 0, ~std::uint64_t{0});
      if (dots != std::string::npos) range.last = parse_whole(source, item.substr(dots + 2), range.first, ~std::uint64_t{0});
    }
    ranges_.push_back(range);
  }
}

bool PacketChoice::has(const Packet& packet) const {
  if (ranges_.empty()) return true;
  for (const Range& r : ranges_) {
    if (r.source == packet.source.value() && r.first <= packet.sequence && packet.sequence <= r.last) return true;
  }
  return false;
}

void TraceText::add(const std::string& line) {
  text_ += line;
  if (text_.size() < ResultFile::kPiece) return;
  file_->append(text_);
  text_.clear();
}

RunTrace::RunTrace(const RunOutputs& outputs, const Topology& topology, ChannelProbe* probe)
    : topology_(topology),
      traced_(outputs.trace, topology.terminals()),
      shown_(outputs.timeline, topology.terminals()),
      trace_(text_of(outputs.trace)),
      timeline_(text_of(outputs.timeline)),
      probe_(probe) {
  if (trace_) trace_->add("cycle,from,to,vc,source,sequence,flit\n");
  if (!timeline_) return;
  timeline_->add("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n");
  timeline_->add_element(R"({"ph":"M","name":"process_name","pid":0,"args":{"name":"packets"}})");
}

void RunTrace::begin(CompiledNetwork& network) {
  tile_ = &network.tile();
  sending_.resize(tile_->numbering.vcs());
  network.watch(*this);
}

void RunTrace::before(Cycle /*now*/) {
  if (probe_ != nullptr) probe_->begin_cycle();
}

void RunTrace::after(Cycle /*now*/) {
  if (probe_ != nullptr) probe_->end_cycle(*tile_);
}

// A node, or t and the number of a terminal.
std::string RunTrace::end_of(ChannelId channel, bool from) const {
  const VcNumbering& numbering = tile_->numbering;
  if (numbering.is_network(channel)) {
    const Channel& c = topology_.channel(channel);
    return fmt::format("{}", (from ? c.from : c.to).value());
  }
  const TerminalId terminal = numbering.terminal_of(channel);
  const bool injection = numbering.is_injection(numbering.vc(channel, 0));
  return from == injection ? fmt::format("t{}", terminal.value()) : fmt::format("{}", topology_.router_of(terminal).value());
}

void RunTrace::flit_sent(Cycle now, VcId vc, const Packet& packet, bool tail) {
  if (probe_ != nullptr) probe_->flit_sent(*tile_, vc, packet);
  const bool traced = trace_ && traced_.has(packet), shown = timeline_ && shown_.has(packet);
  if (!traced && !shown) return;
  Sending& sending = sending_[vc.value()];
  const bool head = sending.source != packet.source.value() || sending.sequence != packet.sequence;
  sending = tail ? Sending() : Sending{packet.source.value(), packet.sequence};
  const ChannelId channel = tile_->numbering.channel_of(vc);
  const std::uint32_t lane = tile_->numbering.vc_index(vc);
  if (traced) {
    const char* kind = head && tail ? "only" : head ? "head" : tail ? "tail" : "body";
    trace_->add(fmt::format("{},{},{},{},{},{},{}\n", now, end_of(channel, true), end_of(channel, false), lane, packet.source.value(),
                            packet.sequence, kind));
  }
  if (shown && head) {
    timeline_->add_element(fmt::format(R"({{"ph":"n","cat":"packet","id":"{}:{}","name":"{} to {}, VC {}","pid":0,"ts":{}}})", packet.source.value(),
                                       packet.sequence, end_of(channel, true), end_of(channel, false), lane, now));
  }
}

void RunTrace::delivered(const Delivery& delivery) {
  if (timeline_ && shown_.has(delivery.packet)) timeline_->add_element(journey(delivery));
}

void RunTrace::commit(const CollectiveTimeline& workload) {
  if (trace_) trace_->commit("");
  if (!timeline_) return;
  add_ranks(*timeline_, ranks_);
  add_collectives(*timeline_, workload.collectives);
  add_use(*timeline_, workload.use);
  timeline_->commit("\n]}\n");
}

bool RunTrace::wants_stdout() const { return (trace_ && trace_->is_stdout()) || (timeline_ && timeline_->is_stdout()); }

}  // namespace dateline
