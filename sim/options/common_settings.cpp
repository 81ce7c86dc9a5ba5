#include "sim/options/common_settings.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "models/network/faults/faults.hpp"
#include "traffic/schedules/jobs/job_list.hpp"

namespace dateline {
namespace {

constexpr std::uintmax_t kLongestList = 1U << 20U;  // bytes; a list has a few lines

// KIND:FILE in the lines of a file of streams or jobs: the pattern of a stream, the schedule of a job.
std::vector<std::string> named_in(const std::string& path) {
  std::vector<std::string> named;
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error) || std::filesystem::file_size(path, error) > kLongestList) return named;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line.substr(0, line.find('#')));
    for (std::string word; words >> word;) {
      const std::size_t equals = word.rfind("traffic=", 0) == 0 ? std::string_view("traffic=").size() : 0;
      if (word.find(':') != std::string::npos) named.push_back(word.substr(equals));
    }
  }
  return named;
}

// That a value may name: FILE, KIND:FILE, "KIND:FILE normalise", one of each job or of each routing of a list; and what
// the lines of streams:FILE or jobs:FILE name.
std::vector<std::string> files_of(const std::string& value) {
  std::vector<std::string> named = {value};
  for (const std::string list : {"streams:", "jobs:"}) {
    if (value.rfind(list, 0) != 0) continue;
    for (const std::string& text : named_in(value.substr(list.size()))) named.push_back(text);
  }
  for (const std::string& schedule : schedules_named(value)) named.push_back(schedule);
  if (value.find(',') != std::string::npos) {
    for (const std::string& part : split(value, ',')) named.push_back(part);
  }
  const std::string normalised = " normalise";
  if (value.size() > normalised.size() && value.substr(value.size() - normalised.size()) == normalised) {
    named.push_back(value.substr(0, value.size() - normalised.size()));
  }
  std::vector<std::string> files;
  for (const std::string& text : named) {
    const std::size_t colon = text.find(':');
    files.push_back(colon == std::string::npos ? text : text.substr(colon + 1));
  }
  return files;
}

}  // namespace

void declare_result(Declarations& d, CommonSettings& s) {
  d.group(OptionGroup::output);
  d.add("json", s.json, Text{"FILE | -"}, "the result for machines").common("FILE", "the result for machines; -: standard output");
  d.add("config", s.config, Text{"FILE"}, "options as lines name=value, or a result to make again; the command line wins")
      .common("FILE", "options from a file, or from a result to repeat");
}

void declare_progress(Declarations& d, CommonSettings& s) {
  d.group(OptionGroup::output);
  d.add("progress", s.progress, OneOf<ProgressMode>{},
        "how far it is, on stderr; auto: as a line on a terminal, else every 10% of what takes over 10 seconds");
}

OptionDeclaration declare_seed(Declarations& d, CommonSettings& s) {
  d.group(OptionGroup::measurement);
  return d.add("seed", s.seed, Whole{0, kMost64, "", "0..2^64-1"}, "of all random choices").common("N", "of all random choices");
}

void declare_seed_where_used(Declarations& d, CommonSettings& s) {
  d.group(OptionGroup::measurement);
  d.add("seed", s.seed, Whole{0, kMost64, "", "0..2^64-1"}, "of all random choices")
      .needs(
          {"sample-paths", "sample-pairs", "sample-orders", "random-permutations", "worst", "average", OptionCondition::where("faults", uses_seed)});
}

void note_read(const Declarations& d, CommonSettings& s) {
  s.command = d.command();
  s.record = d.record();
  s.changed = d.changed();
  for (const Option* option : d.used()) {
    const std::string& text = option->setting->text();
    if (option->is_kind()) {
      s.files_written.push_back({option->name, static_cast<const OutputSetting*>(option->setting)->path()});
    } else if (option->names_file) {
      for (const std::string& file : files_of(text)) s.files_read.push_back({option->name, file});
    }
  }
}

}  // namespace dateline
