// dateline schedule: a generated schedule, its sizes, and as a file that workloads are read from.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <streambuf>

#include "models/base/text/counted.hpp"
#include "models/network/topology/topologies.hpp"
#include "sim/cli/command_line/command.hpp"
#include "sim/cli/command_line/commands.hpp"
#include "sim/cli/output/result_file.hpp"
#include "sim/options/network/network_options.hpp"
#include "sim/options/schedule_settings.hpp"
#include "traffic/schedules/generators/registry.hpp"
#include "traffic/schedules/schedule_builder.hpp"
#include "traffic/schedules/schedule_file.hpp"

namespace dateline {
namespace {

// What is written goes to the file in parts, so that the text is never in memory as a whole.
class FileBuffer : public std::streambuf {
 public:
  explicit FileBuffer(ResultFile& file) : file_(file), part_(kPart, '\0') { setp(part_.data(), part_.data() + kPart); }
  void commit() { file_.commit(written()); }

 protected:
  int_type overflow(int_type c) override {
    file_.append(written());
    setp(part_.data(), part_.data() + kPart);
    return traits_type::eq_int_type(c, traits_type::eof()) ? traits_type::not_eof(c) : sputc(traits_type::to_char_type(c));
  }

 private:
  static constexpr std::size_t kPart = 1U << 16;
  [[nodiscard]] std::string written() const { return {pbase(), pptr()}; }
  ResultFile& file_;
  std::string part_;
};

void write(ResultFile& file, const Schedule& schedule) {
  FileBuffer buffer(file);
  std::ostream out(&buffer);
  out.exceptions(std::ios::badbit);  // the file's own error goes through
  write_schedule(out, schedule);
  buffer.commit();
}

struct Sizes {
  std::uint64_t operations = 0, computes = 0, compute_cycles = 0, messages = 0, bytes = 0;  // of one repetition; cycles: of the longest compute
  bool alike = true;                                                                        // all computes take as long
};

Sizes sizes_of(const ScheduleSettings& settings, const Schedule& schedule) {
  Sizes sizes;
  sizes.operations = schedule.size();
  for (std::uint32_t i = 0; i < schedule.size(); ++i) {
    const Operation& operation = schedule[i];
    if (operation.kind() == OperationKind::compute) {
      const std::uint64_t cycles = operation.amount;
      sizes.alike = sizes.alike && (sizes.computes == 0 || cycles == sizes.compute_cycles);
      ++sizes.computes;
      sizes.compute_cycles = std::max(sizes.compute_cycles, cycles);
    }
    if (operation.kind() != OperationKind::send) continue;
    ++sizes.messages;
    if (__builtin_add_overflow(sizes.bytes, operation.amount, &sizes.bytes)) settings.workload.refuse("has more than 2^64 - 1 bytes in all");
  }
  return sizes;
}

}  // namespace

int run_schedule(const ScheduleSettings& settings) {
  const std::string& workload = settings.workload.text();
  const CycleTime cycle_time = settings.cycle_time.has() ? CycleTime(settings.cycle_time.source(), *settings.cycle_time) : CycleTime();
  const auto topology = settings.network.topology.has() ? make_topology(settings.network.topology.text()) : nullptr;
  const auto ranks = topology != nullptr ? topology->terminals() : *settings.ranks;
  JsonOutput json(settings);
  const std::unique_ptr<ResultFile> out = output_file(settings.out.schedule);
  const Schedule schedule = generate_schedule(settings.workload.source(), workload, ranks, topology.get(), cycle_time, available_memory());
  const Sizes sizes = sizes_of(settings, schedule);
  auto result = result_header("dateline.schedule/2", settings);
  result["ranks"] = ranks;
  result["repeat"] = schedule.repeat();
  result["operations"] = sizes.operations;
  result["computes"] = sizes.computes;
  result["compute_cycles"] = sizes.compute_cycles;
  result["messages"] = sizes.messages;
  result["bytes"] = sizes.bytes;
  if (out) write(*out, schedule);
  json.commit(result);
  if (json.wants_stdout() || is_stdout(out)) return 0;
  fmt::print("{}: {}, {} of {} in all, {} of {}{}, {}\n", workload, counted(ranks, "rank"), counted(sizes.messages, "message"),
             counted(sizes.bytes, "byte"), counted(sizes.computes, "computation"), sizes.alike ? "" : "at most ",
             counted(sizes.compute_cycles, "cycle"), schedule.repeat() == 1 ? "once" : counted(schedule.repeat(), "time"));
  return 0;
}

}  // namespace dateline
