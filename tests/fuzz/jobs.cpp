// Jobs side by side, and the noise of their computes. The first line is the value of --workload, the second that of
// --workload.noise, the rest a file that both may name. What is accepted says jobs of different names on places of
// their own; written as a file of jobs it reads back as the same. Noise is at most 2^54 cycles and the same again.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "tests/fuzz/input.hpp"
#include "traffic/schedules/costs/compute_noise.hpp"
#include "traffic/schedules/jobs/job_list.hpp"
#include "traffic/schedules/schedule.hpp"

using namespace dateline;

namespace {

constexpr std::uint32_t kPlaces = 64;
const ValueSource kWorkload{"simulate", "workload"};

void check_jobs(const std::string& text) {
  std::vector<JobSpec> jobs;
  if (!names_jobs(text) || !fuzz::accepted([&] { jobs = read_jobs(kWorkload, text, kPlaces); })) return;
  std::set<std::string> names;
  std::set<std::uint32_t> places;
  std::size_t count = 0;
  std::string file;
  for (const JobSpec& job : jobs) {
    names.insert(job.name);
    places.insert(job.places.begin(), job.places.end());
    count += job.places.size();
    file += fmt::format("{} {} {}\n", job.name, job.schedule, fmt::join(job.places, ","));
  }
  if (jobs.empty() || names.size() != jobs.size()) fuzz::broken("jobs have names of their own", text);
  if (places.size() != count || (count > 0 && *places.rbegin() >= kPlaces)) fuzz::broken("jobs have places of their own", text);
  for (const JobSpec& job : jobs) {
    if (job.places.empty() || job.schedule.empty()) fuzz::broken("a job is a schedule on some places", text);
    // Of a command line, and none of a file.
    const auto alien = [](unsigned char c) { return c <= ' ' || c == '#' || c == 0x7f; };
    if (std::any_of(job.schedule.begin(), job.schedule.end(), alien)) return;
  }
  fuzz::write_file("FILE", file);
  std::vector<JobSpec> again;
  if (!fuzz::accepted([&] { again = read_jobs(kWorkload, "jobs:FILE", kPlaces); })) fuzz::broken("jobs can be written and read", file);
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (again.size() != jobs.size() || again[i].schedule != jobs[i].schedule || again[i].places != jobs[i].places) {
      fuzz::broken("jobs read back as they were", file);
    }
  }
}

void check_noise(const std::string& text) {
  (void)fuzz::accepted([&] {
    const ComputeNoise noise({"simulate", "workload.noise"}, text, CycleTime({"simulate", "workload.cycle-time"}, "1ns"), 7);
    for (std::uint32_t operation = 0; operation < 20; ++operation) {
      const Cycle cycles = noise.cycles(3, operation, 1);
      if (cycles != noise.cycles(3, operation, 1)) fuzz::broken("noise is drawn by number", text);
      if (cycles > Operation::kMaxAmount) fuzz::broken("noise is as long as a compute may be", text);
    }
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const std::string jobs = input.line(), noise = input.line(), rest = input.rest();
  if (fuzz::leaves_scratch(jobs) || fuzz::leaves_scratch(noise)) return 0;
  fuzz::write_file("FILE", rest);
  check_noise(noise);
  check_jobs(jobs);
  return 0;
}
