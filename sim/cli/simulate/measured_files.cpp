#include "sim/cli/simulate/measured_files.hpp"

#include <fmt/format.h>

#include "sim/cli/run/energy_report.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

std::string pair_rows(const PairLatency& pairs, TerminalId source) {
  std::string text;
  const std::vector<LatencyTotals>& row = pairs.row(source);
  for (std::size_t t = 0; t < row.size(); ++t) {
    const LatencyTotals& l = row[t];
    if (l.count > 0) text += fmt::format("{},{},{},{},{},{}\n", source.value(), t, l.count, l.mean(), l.min, l.max);
  }
  return text;
}

void write_pairs(ResultFile& file, const PairLatency& pairs) {
  file.append("source,destination,count,mean,min,max\n");
  for (std::uint32_t s = 0; s < pairs.terminals(); ++s) file.append(pair_rows(pairs, TerminalId(s)));
  file.commit("");
}

// `bandwidth`: of all network channels together, flits/cycle.
Json part_json(const WindowPart& part, double bandwidth, std::uint64_t live_cycles) {
  const Summary latency = part.latency.summary();
  const auto cycles = static_cast<double>(part.cycles);
  const auto per_cycle = [&](std::uint64_t flits, double places) { return places == 0 ? 0.0 : static_cast<double>(flits) / (cycles * places); };
  const double living = static_cast<double>(live_cycles) / cycles;  // terminals, in the mean
  return {{"begin", part.begin},
          {"cycles", part.cycles},
          {"offered", per_cycle(part.generated_flits, living)},
          {"accepted", per_cycle(part.ejected_flits, living)},
          {"in_flight", part.in_flight},
          {"measured", latency.count},
          {"latency_mean", latency.count > 0 ? Json(latency.mean) : Json(nullptr)},
          {"latency_p99", latency.count > 0 ? Json(latency.p99) : Json(nullptr)},
          {"utilisation_mean", per_cycle(part.channel_flits, bandwidth)},
          {"utilisation_max", part.busiest_cycles / cycles}};
}

}  // namespace

MeasuredFiles::MeasuredFiles(const RunOutputs& outputs)
    : channels_(output_file(outputs.channels)),
      energy_(output_file(outputs.energy)),
      histogram_(output_file(outputs.histogram)),
      pair_latency_(output_file(outputs.pair_latency)) {}

bool MeasuredFiles::want_stdout() const { return is_stdout(channels_) || is_stdout(energy_) || is_stdout(histogram_) || is_stdout(pair_latency_); }

void MeasuredFiles::commit(const Topology& topology, const Run& run, const std::optional<NetworkEnergy>& energy) {
  if (channels_) channels_->commit(channel_table(topology, run.result()));
  if (energy_) energy_->commit(energy_table(topology, *energy));
  if (histogram_) histogram_->commit(histogram_table(run.window().deliveries().latency));
  if (pair_latency_) write_pairs(*pair_latency_, *run.window().deliveries().pairs);
}

std::string histogram_table(const Statistics& latency) {
  std::string text = "latency,count\n";
  for (const auto& [cycles, count] : latency.counts()) text += fmt::format("{},{}\n", cycles, count);
  return text;
}

void add_measured(Json& json, const Deliveries& measured, const Topology& topology, const LiveTimes& live_times) {
  Json& by_hops = json["latency_by_hops"] = Json::array();
  for (std::size_t hops = 0; hops < measured.by_hops.size(); ++hops) {
    const LatencyTotals& l = measured.by_hops[hops];
    if (l.count > 0) by_hops.push_back({{"hops", hops}, {"count", l.count}, {"mean", l.mean()}, {"min", l.min}, {"max", l.max}});
  }
  if (!measured.parts) return;
  double bandwidth = 0;
  for (std::uint32_t c = 0; c < topology.channels(); ++c) bandwidth += to_double(to_rational(topology.channel(ChannelId(c)).bandwidth));
  Json& windows = json["windows"] = Json::array();
  for (const WindowPart* part : measured.parts->parts()) {
    windows.push_back(part_json(*part, bandwidth, live_times.total(part->begin, part->begin + part->cycles)));
  }
}

std::string channel_table(const Topology& topology, const RunResult& r) {
  std::string text = "from,to,dimension,sign,packets,flits,utilisation,head_blocked,flit_blocked\n";
  for (std::uint32_t c = 0; c < topology.channels(); ++c) {
    const Channel& channel = topology.channel(ChannelId(c));
    const double room = static_cast<double>(r.cycles) * to_double(to_rational(channel.bandwidth));  // flits
    const double utilisation = room == 0 ? 0.0 : static_cast<double>(r.channels.flits[c]) / room;
    text += fmt::format("{},{},{},{},{},{},{},{},{}\n", channel.from.value(), channel.to.value(), channel.dimension, channel.sign,
                        r.channels.packets[c], r.channels.flits[c], utilisation, r.channels.head_blocked[c], r.channels.flit_blocked[c]);
  }
  return text;
}

}  // namespace dateline
