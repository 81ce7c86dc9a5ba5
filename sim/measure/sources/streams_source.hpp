// Several streams of open-loop traffic on one machine, each a TrafficSource of its own with statistics of its own, and
// with a VC set and a priority.
// The first stream draws as a run of it alone does; every other has a seed made from the run's and its number, so
// adding one changes none before it.
#pragma once

#include <memory>
#include <vector>

#include "models/base/state_section.hpp"
#include "sim/measure/protocol/run_config.hpp"
#include "sim/measure/sources/traffic_source.hpp"
#include "sim/measure/window/measurement.hpp"
#include "traffic/streams/stream_file.hpp"

namespace dateline {

// Of one stream.
struct StreamCounts {
  std::uint64_t generated = 0, delivered = 0, lost = 0;  // messages, whole run; lost for good
  std::uint64_t generated_flits = 0, ejected_flits = 0;  // in the window
  Deliveries measured;
  template <typename Archive>
  void io(Archive& archive) {
    auto& [came, left, gone, came_flits, left_flits, all] = *this;
    archive(came, left, gone, came_flits, left_flits, all);
  }
};

// What all of them offer together: the rate of a source of share 1 of their mix (MixedTraffic), their mean length, and
// the largest dispersion that a source's work has.
[[nodiscard]] OfferedWork offered_work(const std::vector<StreamSpec>& streams, const std::vector<const TrafficPattern*>& patterns,
                                       std::uint32_t terminals);

class StreamsSource final : public PacketSource {
 public:
  using Patterns = std::vector<const TrafficPattern*>;  // per stream; they must outlive the source
  // The VC set of each, by number (none given: all share one); their patterns after each change() to come.
  StreamsSource(const std::vector<StreamSpec>& streams, const Patterns& patterns, std::uint32_t terminals, std::uint64_t seed,
                const std::vector<std::uint8_t>& vc_sets = {}, std::vector<Patterns> later = {});

  void generate(Cycle now, bool measured, CompiledNetwork& network) override;
  // To the next patterns.
  void change(const TrafficPattern& pattern) override;
  void delivered(const Delivery& delivery) override;
  void given_up(const Packet& packet) override { ++counts_[packet.order.tag].lost; }
  void window_border(const CompiledNetwork& network) override;
  [[nodiscard]] Cycle next_cycle(Cycle from) const override;
  [[nodiscard]] bool finished() const override;
  [[nodiscard]] std::uint64_t offered() const override;
  // Of a stream's messages: its number in the order of the file.
  [[nodiscard]] bool has_classes() const override { return true; }
  [[nodiscard]] std::uint8_t class_of(const PacketRequest& order) const override { return static_cast<std::uint8_t>(order.tag); }

  [[nodiscard]] const std::vector<StreamCounts>& counts() const { return counts_; }
  [[nodiscard]] bool open_loop() const override { return true; }
  void pass(Cycle until) override {
    for (const auto& source : sources_) source->pass(until);
  }
  void take_offered(StateReader& archive, bool in_window) override;
  void write(StateWriter& archive) override { io(archive); }
  // The last change is made once more, by Run::io().
  void read(StateReader& archive) override;
  template <typename Archive>
  void io(Archive& archive) {
    auto& [sources, later, changes, counts, flits, begin] = *this;
    static_cast<void>(later);
    for (const auto& source : sources) {
      whole_section(archive, [&source = *source](Archive& own) { source.io(own); });
    }
    archive(counts, flits, begin, changes);  // all but the last as take_offered() reads
  }

 private:
  struct Flits {
    std::uint64_t generated = 0, ejected = 0;
  };
  // Of each stream, so far.
  [[nodiscard]] std::vector<Flits> flits(const CompiledNetwork& network) const;

  std::vector<std::unique_ptr<TrafficSource>> sources_;
  std::vector<Patterns> later_;  // per change
  std::size_t changes_ = 0;      // that have been
  std::vector<StreamCounts> counts_;
  std::vector<std::uint64_t> delivered_flits_;  // of each stream
  std::vector<Flits> at_begin_;                 // of the window; empty before it
};

}  // namespace dateline
