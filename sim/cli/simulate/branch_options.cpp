#include "sim/cli/simulate/branch_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "models/base/error.hpp"
#include "models/network/faults/fault_events.hpp"
#include "models/network/faults/faults.hpp"

namespace dateline {
namespace {

using Json = nlohmann::ordered_json;
using Difference = Branch::Difference;

struct Differing {
  const Difference& difference;
  Cycle cycle;  // of the branch
  const SimulateSettings& settings;
  const NetworkObjects& network;
};

// Why this run cannot differ so; empty if it can.
using Check = std::string (*)(const Differing&);

std::string anything(const Differing& /*run*/) { return {}; }

std::string check_seed(const Differing& run) {
  if (run.settings.network.fault_process.has()) return "fault-process draws by it";
  if (uses_seed(run.settings.network.faults.value_or("none"))) return "faults are drawn by it";
  return {};
}

bool alike(const FaultChange& a, const FaultChange& b) {
  return a.at == b.at && (a.faults == nullptr) == (b.faults == nullptr) &&
         (a.faults == nullptr || (a.faults->nodes() == b.faults->nodes() && a.faults->links() == b.faults->links()));
}

// Up to the cycle of the branch: what comes with it needs counts of the cycle before.
std::vector<FaultChange> changes_before(const std::optional<std::string>& events, const Differing& run) {
  if (!events) return {};
  const FaultMap faults = read_faults(*run.network.topology, run.settings.network.faults.value_or("none"), run.network.options.seed);
  std::vector<FaultChange> changes = read_fault_events(*run.network.topology, faults.none() ? nullptr : &faults, *events);
  changes.erase(std::find_if(changes.begin(), changes.end(), [&](const FaultChange& change) { return change.at > run.cycle; }), changes.end());
  return changes;
}

std::string check_events(const Differing& run) {
  const std::vector<FaultChange> there = changes_before(run.difference.there, run), here = changes_before(run.difference.here, run);
  if (std::equal(there.begin(), there.end(), here.begin(), here.end(), alike)) return {};
  return fmt::format("what fails up to cycle {} is not the same", run.cycle);
}

// Of what acts when something fails, or arrives with errors.
std::string check_unharmed(const Differing& run) {
  if (run.settings.router.links.detection.value_or(ErrorDetection::link) == ErrorDetection::end_to_end)
    return "packets may have been thrown away before";
  const auto& events = run.settings.network.fault_events;
  return changes_before(events.has() ? std::optional(*events) : std::nullopt, run).empty() ? "" : "something has failed before";
}

struct BranchOption {
  std::string_view name;
  bool in_window;     // also where packets count already
  bool same_verdict;  // what the verdict knows is the same, and so is the window
  Check check;
};
constexpr std::array<BranchOption, 9> kBranchOptions = {{{"seed", true, true, check_seed},
                                                         {"load", false, false, anything},
                                                         {"cycles", false, false, anything},
                                                         {"warmup", false, false, anything},
                                                         {"until-ci", false, false, anything},
                                                         {"windows", false, false, anything},
                                                         {"fault-events", false, true, check_events},
                                                         {"retransmit", false, true, check_unharmed},
                                                         {"detect-delay", false, true, check_unharmed}}};
constexpr const char* kBranchNote = "branch";
constexpr const char* kOptionNote = "branch-option";

const BranchOption* find(const std::string& name) {
  const auto* const found =
      std::find_if(kBranchOptions.begin(), kBranchOptions.end(), [&](const BranchOption& option) { return option.name == name; });
  return found == kBranchOptions.end() ? nullptr : found;
}

std::optional<std::string> text_of(const NamedTexts& options, const std::string& name) {
  const auto found = std::find_if(options.begin(), options.end(), [&](const auto& option) { return option.first == name; });
  return found == options.end() ? std::nullopt : std::optional(one_line(found->second));
}

std::vector<Difference> differences(const NamedTexts& there, const NamedTexts& here) {
  std::vector<Difference> found;
  const auto note = [&](const std::string& name) {
    Difference own{name, text_of(there, name), text_of(here, name)};
    if (own.there != own.here) found.push_back(std::move(own));
  };
  for (const auto& option : here) note(option.first);
  for (const auto& option : there) {
    if (!text_of(here, option.first)) note(option.first);
  }
  return found;
}

// The content of a file whose name differs too.
bool digest_of_another(const Difference& own, const std::vector<Difference>& all) {
  const std::size_t end = own.name.find(kDigestOf);
  return end != std::string::npos &&
         std::any_of(all.begin(), all.end(), [&](const Difference& other) { return other.name == own.name.substr(0, end); });
}

std::string names_of_branch() {
  std::vector<std::string_view> names;
  for (const BranchOption& option : kBranchOptions) names.push_back(option.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string shown(const Difference& difference) {
  const auto side = [&](const std::optional<std::string>& value) {
    return value ? fmt::format("{}={}", difference.name, *value) : "no " + difference.name;
  };
  return fmt::format("{} there, {} here", side(difference.there), side(difference.here));
}

}  // namespace

std::optional<std::string> note_of(const CheckpointHead& head, std::string_view name) {
  const auto found = std::find_if(head.notes.begin(), head.notes.end(), [&](const auto& note) { return note.first == name; });
  return found == head.notes.end() ? std::nullopt : std::optional(found->second);
}

bool Branch::same_verdict() const {
  return std::all_of(differences.begin(), differences.end(),
                     [](const Difference& own) { return own.name.find(kDigestOf) != std::string::npos || find(own.name)->same_verdict; });
}

Branch branch_of(const CheckpointHead& there, const NamedTexts& here, const SimulateSettings& settings, const NetworkObjects& network) {
  const auto& resume = settings.checkpoint.resume;
  if (!note_of(there, kAtNote)) resume.refuse("is no checkpoint of --checkpoint-at, and a branch begins at one");
  if (note_of(there, kBranchNote)) resume.refuse("is of a branch itself");
  Branch branch{there.cycle, differences(there.options, here)};
  const bool measured = note_of(there, kMeasuredNote) == "yes";
  for (const Difference& own : branch.differences) {
    if (digest_of_another(own, branch.differences)) continue;
    const BranchOption* const option = find(own.name);
    const auto refuse = [&](const std::string& why) { resume.refuse(fmt::format("is of a run with {}: {}", shown(own), why)); };
    if (option == nullptr) refuse(fmt::format("a branch may differ in {}", names_of_branch()));
    if (settings.traffic.workload.has()) refuse("with a workload a branch has the same options");
    if (measured && !option->in_window) refuse("the window has begun there, and a branch may then differ in seed");
    const std::string why = option->check({own, branch.cycle, settings, network});
    if (!why.empty()) refuse(why);
  }
  return branch;
}

NamedTexts notes_of(const Branch& branch) {
  NamedTexts notes = {{kBranchNote, std::to_string(branch.cycle)}};
  for (const Difference& own : branch.differences) notes.emplace_back(kOptionNote, own.name + (own.there ? "=" + *own.there : ""));
  return notes;
}

std::optional<Branch> noted_branch(const CheckpointHead& head, const ValueSource& source) {
  const std::optional<std::string> cycle = note_of(head, kBranchNote);
  if (!cycle) return std::nullopt;
  Branch branch{parse_whole(source, *cycle, 0, ~Cycle{0}), {}};
  for (const auto& [name, text] : head.notes) {
    if (name != kOptionNote) continue;
    const std::size_t equals = text.find('=');
    branch.differences.push_back({text.substr(0, equals), equals == std::string::npos ? std::nullopt : std::optional(text.substr(equals + 1)), {}});
  }
  return branch;
}

Json branch_json(const Branch& branch) {
  Json json = {{"cycle", branch.cycle}, {"options", Json::object()}};
  for (const Difference& own : branch.differences) json["options"][own.name] = own.there ? Json(*own.there) : Json(nullptr);
  return json;
}

std::string branch_line(const Branch& branch) {
  std::vector<std::string> texts;
  for (const Difference& own : branch.differences) texts.push_back(own.there ? own.name + " " + *own.there : "no " + own.name);
  return fmt::format("{:<18}from cycle {} on, of a run with {}\n", "branch", branch.cycle,
                     texts.empty() ? "the same options" : fmt::format("{}", fmt::join(texts, ", ")));
}

}  // namespace dateline
