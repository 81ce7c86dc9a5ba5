#include "sim/cli/workload/unfinished_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/text/counted.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostNamed = 8;

bool among(const std::vector<std::uint32_t>& ranks, std::uint32_t rank) { return std::binary_search(ranks.begin(), ranks.end(), rank); }

std::string died_line(const std::vector<std::uint32_t>& dead, const std::string& of) {
  std::string list;
  for (std::size_t i = 0; i < std::min(dead.size(), kMostNamed); ++i) list += fmt::format("{}{}", i == 0 ? "" : ", ", dead[i]);
  return fmt::format("{:<18}{}{}: {}{}\n", "died", counted(dead.size(), "rank"), of, list, dead.size() > kMostNamed ? ", ..." : "");
}

}  // namespace

Json unfinished_json(const std::vector<JobRanks>& jobs) {
  Json all = {{"dead", Json::array()}, {"ranks", 0}, {"waits", Json::array()}};
  std::uint32_t first = 0, unfinished = 0;
  for (const JobRanks& job : jobs) {
    const std::vector<std::uint32_t> dead = job.source.state().dead_ranks();
    for (const std::uint32_t rank : dead) all["dead"].push_back(first + rank);
    unfinished += job.source.state().unfinished();
    for (const RankWait& wait : job.source.state().waits()) {
      all["waits"].push_back(
          {{"rank", first + wait.rank}, {"for", first + wait.for_rank}, {"messages", wait.messages}, {"dead", among(dead, wait.for_rank)}});
    }
    first += job.ranks;
  }
  all["ranks"] = unfinished;
  return all;
}

std::string unfinished_lines(const std::vector<JobRanks>& jobs) {
  std::string text;
  for (const JobRanks& job : jobs) {
    const std::vector<std::uint32_t> dead = job.source.state().dead_ranks();
    const std::string of = job.name.empty() ? "" : " of job " + job.name;
    if (!dead.empty()) text += died_line(dead, of);
    if (job.source.state().unfinished() == 0) continue;
    const std::vector<RankWait> waits = job.source.state().waits();
    text += fmt::format("{:<18}{}{} of {}\n", "not ended", counted(job.source.state().unfinished(), "rank"), of, job.ranks);
    for (std::size_t i = 0; i < std::min(waits.size(), kMostNamed); ++i) {
      text += fmt::format("{:<18}rank {} waits for {} from rank {}{}\n", "", waits[i].rank, counted(waits[i].messages, "message"), waits[i].for_rank,
                          among(dead, waits[i].for_rank) ? ", which died" : "");
    }
    if (waits.size() > kMostNamed) text += fmt::format("{:<18}and {} more: --json has all\n", "...", waits.size() - kMostNamed);
  }
  return text;
}

std::string why_unfinished(const std::vector<JobRanks>& jobs) {
  std::uint64_t unfinished = 0, died = 0, for_dead = 0, ranks = 0;
  for (const JobRanks& job : jobs) {
    const std::vector<std::uint32_t> dead = job.source.state().dead_ranks();
    unfinished += job.source.state().unfinished();
    died += dead.size();
    ranks += job.ranks;
    std::uint32_t last = ~0U;
    for (const RankWait& wait : job.source.state().waits()) {
      if (last == wait.rank || !among(dead, wait.for_rank)) continue;
      last = wait.rank;
      ++for_dead;
    }
  }
  if (unfinished == 0) return {};
  return fmt::format("{} of {} ranks died; {} cannot end: {} wait for one that died, {} for others that wait or for lost messages", died, ranks,
                     unfinished, for_dead, unfinished - for_dead);
}

}  // namespace dateline
