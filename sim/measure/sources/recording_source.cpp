#include "sim/measure/sources/recording_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace dateline {
namespace {

constexpr std::size_t kChunk = 64 * 1024;

}  // namespace

RecordingSource::RecordingSource(std::unique_ptr<PacketSource> source, std::uint32_t terminals, Sink sink)
    : source_(std::move(source)),
      sink_(std::move(sink)),
      classes_(source_->has_classes()),
      seen_(terminals, 0),
      text_(classes_ ? "cycle,source,destination,flits,class\n" : "cycle,source,destination,flits\n") {}

// A terminal that is sent to is among those that the machine looks at next: what the source sends stands at the end of
// their queues until then.
void RecordingSource::generate(Cycle now, bool measured, CompiledNetwork& network) {
  network.for_waking([&](TerminalId t, const SourceQueues::Source& source) { seen_[t.value()] = source.generated; });
  source_->generate(now, measured, network);
  senders_.clear();
  network.for_waking([&](TerminalId t, const SourceQueues::Source& source) {
    if (source.generated != seen_[t.value()]) senders_.push_back(t);
  });
  std::sort(senders_.begin(), senders_.end());
  for (const TerminalId t : senders_) {
    const auto count = static_cast<std::uint32_t>(network.source(t).generated - seen_[t.value()]);
    const SourceQueue& queue = network.source(t).queue;
    for (std::uint32_t i = queue.size() - count; i < queue.size(); ++i) write_row(t, queue[i]);
    seen_[t.value()] += count;
  }
}

void RecordingSource::write_row(TerminalId terminal, const PacketRequest& order) {
  fmt::format_to(std::back_inserter(text_), "{},{},{},{}", order.generated, terminal.value(), order.destination.value(), order.length);
  if (classes_) fmt::format_to(std::back_inserter(text_), ",{}", static_cast<unsigned>(source_->class_of(order)));
  text_ += '\n';
  if (text_.size() < kChunk) return;
  sink_(text_);
  text_.clear();
}

}  // namespace dateline
