#include "sim/options/option_aliases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "models/base/error.hpp"

namespace dateline {
namespace {

// An old option, and the word that says the same: `now` with `before` and `behind` around the value. A name with '=' is
// a kind of --out.
struct Renamed {
  const char* old;
  const char* now;
  const char* before = "";
  const char* behind = "";
};
// Where a command has none of the names on the right the alias is not its own: `sample` has three.
constexpr std::array<Renamed, 57> kRenamed = {{
    {"classes", "table.classes"},
    {"routing-delay", "router.routing-delay"},
    {"router-pipeline", "router.pipeline"},
    {"channel-latency", "router.channel-latency"},
    {"credit-latency", "router.credit-latency"},
    {"injection-vcs", "router.injection-vcs"},
    {"source", "router.source"},
    {"ejection", "router.ejection"},
    {"selection", "router.vc-selection"},
    {"crossbar", "router.crossbar"},
    {"allocation", "router.switch-allocator"},
    {"vc-reuse", "router.vc-reuse"},
    {"header-arbitration", "router.vc-arbitration"},
    {"channel-arbitration", "router.output-arbitration"},
    {"reinjection-delay", "absorption.delay"},
    {"absorb-limit", "absorption.limit"},
    {"blocked-escape", "absorption.blocked-escape"},
    {"rate", "load", "", "pkt"},
    {"message-length", "packet-length"},
    {"messages", "deliveries"},
    {"warmup-messages", "warmup"},
    {"streams", "traffic", "streams:"},
    {"flit-bytes", "workload.flit-bytes"},
    {"cycle-time", "workload.cycle-time"},
    {"send-overhead", "workload.send-overhead"},
    {"receive-overhead", "workload.receive-overhead"},
    {"ranks", "workload.ranks"},
    {"verify", "prove"},
    {"open", "external"},
    {"resolution", "search.resolution"},
    {"time-limit", "effort", "", "000"},
    {"sample", "sample-paths"},
    {"sample", "sample-pairs"},
    {"sample", "sample-orders"},
    {"channel-loads", "out=channels"},
    {"histogram", "out=histogram"},
    {"pair-latency", "out=pair-latency"},
    {"record", "out=record"},
    {"trace", "out=trace"},
    {"timeline", "out=timeline"},
    {"vcd", "out=vcd"},
    {"csv", "out=channels"},
    {"csv", "out=csv"},
    {"channel-pairs", "out=channel-pairs"},
    {"permutation", "out=permutation"},
    {"weights", "out=weights"},
    {"table", "out=table"},
    {"certificate", "out=certificate"},
    {"mapping-file", "out=mapping"},
    {"frames", "out=frames"},
    {"out", "out=schedule"},
    // behind the word that they belong to
    {"trace-messages", "out=trace", ",packets="},
    {"trace-messages", "out=timeline", ",packets="},
    {"vcd-channels", "out=vcd", ",channels="},
    {"vcd-nodes", "out=vcd", ",routers="},
    {"frame-every", "out=frames", ",every="},
    {"stall-limit", "external", ",stall="},
}};

// A value that has another name: option, old value, value.
constexpr std::array<std::array<const char*, 3>, 1> kValues = {{{"router.vc-reuse", "at-tail", "tail"}}};

constexpr std::array<std::array<const char*, 2>, 5> kCommands = {
    {{"mesh", "mesh run"}, {"inverse-sort", "mesh row"}, {"mesh-column", "mesh column"}, {"contention", "lcc contention"}, {"remap", "lcc mapping"}}};

bool is_attached(const Renamed& row) { return row.before[0] == ','; }
bool is_kind(const Renamed& row) { return std::string_view(row.now).find('=') != std::string_view::npos; }
std::string kind_of(const Renamed& row) { return std::string(row.now).substr(std::string_view(row.now).find('=') + 1); }

// Whether the word is the old option of the row: one that the command has not under that name.
bool is_old(const Declarations& declarations, const Renamed& row, const OptionWord& word) {
  if (word.name != row.old || declarations.find(row.now) == nullptr || declarations.find(word.name) != nullptr) return false;
  return word.name != "out" || word.value.rfind("schedule=", 0) != 0;
}

// What is written today, with "..." for the value.
std::string now_text(const Renamed& row) {
  const std::string option = is_kind(row) ? fmt::format("--out {}=FILE", kind_of(row)) : fmt::format("--{}", row.now);
  if (is_attached(row)) return is_kind(row) ? fmt::format("{}{}...", option, row.before) : fmt::format("{} ...{}...", option, row.before);
  if (row.before[0] == '\0' && row.behind[0] == '\0') return option;
  return fmt::format("{} {}...{}", option, row.before, row.behind);
}

std::string note(const Renamed& row) { return fmt::format("--{} is now {}", row.old, now_text(row)); }

// Appends to the words that the old option belongs to; false if there is none.
bool attach(const Renamed& row, const OptionWord& old, std::vector<OptionWord>& words) {
  std::string value = old.value;
  if (is_kind(row)) std::replace(value.begin(), value.end(), ',', '+');
  const std::string start = is_kind(row) ? kind_of(row) + "=" : "";
  const std::string name = is_kind(row) ? "out" : row.now;
  for (OptionWord& word : words) {
    if (word.name != name || word.value.rfind(start, 0) != 0) continue;
    word.value += row.before + value;
    return true;
  }
  if (is_kind(row)) return false;
  words.push_back({name, std::string(row.before).substr(1) + value});
  return true;
}

}  // namespace

RenamedWords renamed(const Declarations& declarations, const std::vector<OptionWord>& words) {
  RenamedWords all;
  std::vector<OptionWord> attached;
  const auto add_note = [&](const Renamed& row) {
    const std::string text = note(row);
    if (std::find(all.notes.begin(), all.notes.end(), text) == all.notes.end()) all.notes.push_back(text);
  };
  for (const OptionWord& word : words) {
    const auto* const row = std::find_if(kRenamed.begin(), kRenamed.end(), [&](const Renamed& r) { return is_old(declarations, r, word); });
    if (row == kRenamed.end()) {
      all.words.push_back(word);
    } else if (is_attached(*row)) {
      attached.push_back(word);
    } else {
      const std::string value = row->before + word.value + row->behind;
      all.words.push_back(is_kind(*row) ? OptionWord{"out", kind_of(*row) + "=" + value} : OptionWord{row->now, value});
      add_note(*row);
    }
  }
  for (OptionWord& word : all.words) {
    for (const auto& [option, old, value] : kValues) {
      if (word.name != option || word.value != old) continue;
      word.value = value;
      all.notes.push_back(fmt::format("--{} {} is now --{} {}", option, old, option, value));
    }
  }
  for (const OptionWord& word : attached) {
    bool done = false;
    for (const Renamed& row : kRenamed) {
      if (!is_old(declarations, row, word) || !attach(row, word, all.words)) continue;
      done = true;
      add_note(row);
    }
    if (!done) throw ConfigError(declarations.command(), word.name, word.value, "has no meaning without the --out that it belongs to");
  }
  return all;
}

std::string renamed_command(const std::string& name) {
  for (const auto& [old, now] : kCommands) {
    if (name == old) return now;
  }
  return {};
}

std::vector<OldName> old_names(const Declarations& declarations) {
  std::vector<OldName> names;
  for (const Renamed& row : kRenamed) {
    const bool known = declarations.find(row.now) != nullptr && declarations.find(row.old) == nullptr;
    const auto same = [&](const OldName& other) { return other.name == row.old; };
    if (known && std::none_of(names.begin(), names.end(), same)) names.push_back({row.old, now_text(row)});
  }
  return names;
}

}  // namespace dateline
