#include "traffic/schedules/jobs/job_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "models/base/error.hpp"
#include "models/base/text/line_reader.hpp"
#include "traffic/schedules/workload.hpp"

namespace dateline {
namespace {

constexpr std::size_t kLongestLine = 1'000'000, kMostJobs = 10'000;

using Refuse = std::function<void(const std::string&)>;

bool digit(char c) { return c >= '0' && c <= '9'; }

bool is_name(const std::string& name) {  // jobs of a list are 1, 2, ...
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '-'; });
}

// Behind which `+` another job begins, or where the text ends: the place behind the list of places that begins at
// `from`, behind its @; npos if there is none.
std::size_t end_of_places(std::string_view text, std::size_t from) {
  std::size_t end = from;
  while (end < text.size() && (digit(text[end]) || text[end] == '-' || text[end] == ',')) ++end;
  return end > from && digit(text[from]) && (end == text.size() || text[end] == '+') ? end : std::string_view::npos;
}

struct Part {
  std::string_view schedule, places;
};

// The parts of the first form; none where the text is not of it as a whole.
std::vector<Part> parts_of(std::string_view text) {
  std::vector<Part> parts;
  while (!text.empty()) {
    std::size_t at = text.find('@');
    while (at != std::string_view::npos && end_of_places(text, at + 1) == std::string_view::npos) at = text.find('@', at + 1);
    if (at == std::string_view::npos) return {};
    const std::size_t end = end_of_places(text, at + 1);
    parts.push_back({text.substr(0, at), text.substr(at + 1, end - at - 1)});
    if (end + 1 == text.size()) return {};  // a + at the end
    text.remove_prefix(std::min(text.size(), end + 1));
  }
  return parts;
}

std::vector<std::uint32_t> places_of(std::string_view text, std::uint32_t count, const Refuse& refuse) {
  std::vector<std::uint32_t> places;
  for (const std::string& item : split(text, ',')) {
    const std::size_t dash = item.find('-');
    const auto first = whole_number(item.substr(0, dash), count - 1);
    const auto last = dash == std::string::npos ? first : whole_number(item.substr(dash + 1), count - 1);
    if (!first || !last || *last < *first) {
      refuse(fmt::format("has '{}' among its places; allowed: numbers and ranges of 0..{}, like 0-15,20", printable(item), count - 1));
    }
    for (std::uint64_t place = *first; place <= *last; ++place) places.push_back(static_cast<std::uint32_t>(place));
  }
  return places;
}

// Of all jobs.
class Taken {
 public:
  explicit Taken(std::uint32_t places) : job_(places) {}
  void take(const JobSpec& job, const Refuse& refuse) {
    if (names_jobs(job.schedule) || !begins_with_one(job.schedule, schedule_beginnings())) {
      refuse(fmt::format("has '{}' for a job; allowed: a schedule (schedule:FILE, goal:FILE, all-reduce:ring,bytes=1024, ...)", printable(job.schedule)));
    }
    for (const std::uint32_t place : job.places) {
      if (!job_[place].empty()) refuse(fmt::format("has place {} twice: in job {} and in job {}", place, job_[place], printable(job.name)));
      job_[place] = job.name;
    }
  }

 private:
  std::vector<std::string> job_;  // per place
};

std::vector<JobSpec> read_file(const ValueSource& source, const std::string& path, std::uint32_t places) {
  LineReader lines(source.component, source.key, path, kLongestLine);
  const Refuse refuse = [&](const std::string& rule) { lines.fail(rule); };
  std::vector<JobSpec> jobs;
  Taken taken(places);
  while (const auto words = lines.next()) {
    if (words->size() != 3) lines.fail("is no job: NAME SCHEDULE PLACES");
    const std::string& name = (*words)[0];
    if (!is_name(name)) lines.fail(fmt::format("'{}' is no name of a job: letters, digits, '_', '.' and '-'", printable(name)));
    if (std::any_of(jobs.begin(), jobs.end(), [&](const JobSpec& job) { return job.name == name; })) {
      lines.fail(fmt::format("has the job '{}' again", printable(name)));
    }
    if (jobs.size() == kMostJobs) lines.fail(fmt::format("is one job too many; at most {}", kMostJobs));
    jobs.push_back({printable(name), (*words)[1], places_of((*words)[2], places, refuse)});
    taken.take(jobs.back(), refuse);
  }
  if (jobs.empty()) throw ConfigError(source.component, source.key, path, "names no job; a line each: NAME SCHEDULE PLACES");
  return jobs;
}

}  // namespace

// No generator's text has an @; the name of a file may.
bool names_jobs(std::string_view text) {
  const bool file = begins_with_one(std::string(text), {"schedule:", "goal:"});
  return text.substr(0, kJobsFile.size()) == kJobsFile || !parts_of(text).empty() || (!file && text.find('@') != std::string_view::npos);
}

std::vector<std::string> schedules_named(std::string_view text) {
  std::vector<std::string> names;
  for (const Part& part : parts_of(text)) names.emplace_back(part.schedule);
  return names;
}

std::vector<JobSpec> read_jobs(const ValueSource& source, const std::string& text, std::uint32_t places) {
  if (text.rfind(kJobsFile, 0) == 0) return read_file(source, text.substr(kJobsFile.size()), places);
  const Refuse refuse = [&](const std::string& rule) { throw ConfigError(source.component, source.key, text, rule); };
  std::vector<JobSpec> jobs;
  Taken taken(places);
  if (parts_of(text).empty()) refuse("is no list of jobs; allowed: SCHEDULE@PLACES+SCHEDULE@PLACES+..., places like 0-15,20");
  for (const Part& part : parts_of(text)) {
    jobs.push_back({std::to_string(jobs.size() + 1), std::string(part.schedule), places_of(part.places, places, refuse)});
    taken.take(jobs.back(), refuse);
  }
  return jobs;
}

}  // namespace dateline
