#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <new>

#include "models/base/error.hpp"
#include "models/base/text/parse.hpp"
#include "models/network/relation/oblivious.hpp"
#include "routing/registry/registry.hpp"
#include "sim/cli/command_line/command.hpp"
#include "sim/cli/command_line/commands.hpp"
#include "sim/cli/command_line/words.hpp"
#include "sim/cli/help/help_text.hpp"
#include "sim/cli/help/topics.hpp"
#include "sim/cli/network/name_notes.hpp"
#include "sim/options/analysis_settings.hpp"
#include "sim/options/lcc_settings.hpp"
#include "sim/options/mesh_settings.hpp"
#include "sim/options/option_aliases.hpp"
#include "sim/options/run_settings.hpp"
#include "sim/options/schedule_settings.hpp"

namespace dateline {
namespace {

std::vector<std::string> notes_of(const RunSettings& s) { return name_notes(s.network.topology, s.network.routing, &s.traffic); }
std::vector<std::string> notes_of(const LoadsSettings& s) { return name_notes(s.network.topology, s.network.routing, &s.traffic); }
std::vector<std::string> notes_of(const BoundsSettings& s) { return name_notes(s.network.topology, s.network.routing, &s.traffic); }
std::vector<std::string> notes_of(const ThroughputSettings& s) {
  return name_notes(s.network.topology, s.network.routing, s.traffic.traffic.has() ? &s.traffic : nullptr);
}
std::vector<std::string> notes_of(const WorstCaseSettings& s) { return name_notes(s.network.topology, s.network.routing, nullptr); }
std::vector<std::string> notes_of(const AverageSettings& s) { return name_notes(s.network.topology, s.routing, nullptr); }
std::vector<std::string> notes_of(const VerifySettings& s) { return name_notes(s.network.topology, s.network.routing, nullptr); }
std::vector<std::string> notes_of(const ReliabilitySettings& s) { return name_notes(s.network.topology, s.routing, nullptr); }
std::vector<std::string> notes_of(const CommonSettings& /*settings*/) { return {}; }

// Of a command without external routers.
template <typename Settings>
int call(int (*run)(const Settings&), const Settings& settings, const RouterFactory& /*routers*/) {
  return run(settings);
}
template <typename Settings>
int call(int (*run)(const Settings&, const RouterFactory&), const Settings& settings, const RouterFactory& routers) {
  return run(settings, routers);
}

template <typename Settings, typename... Routers>
Command command(int (*run)(const Settings&, Routers...), std::string name, std::string summary, std::string example, std::string plain = {}) {
  Command command = {std::move(name), std::move(summary), std::move(example), std::move(plain)};
  command.with_options = [name = command.name](const std::function<void(Declarations&)>& use) {
    Settings settings;
    Declarations declarations(name);
    settings.declare(declarations);
    use(declarations);
  };
  command.run = [run, name = command.name](const std::function<void(Declarations&)>& read, const RouterFactory& routers,
                                           std::vector<std::string>& notes) {
    Settings settings;
    Declarations declarations(name);
    settings.declare(declarations);
    read(declarations);
    note_read(declarations, settings);
    const int status = call(run, settings, routers);
    for (std::string& note : notes_of(settings)) notes.push_back(std::move(note));
    return status;
  };
  return command;
}

void print_commands(const std::string& first_word) {
  for (const Command& command : command_table()) {
    if (first_word.empty() || command.name.rfind(first_word + " ", 0) == 0) fmt::print("  {:<15} {}\n", command.name, command.summary);
  }
}

void print_usage() {
  fmt::print("dateline {}: networks simulated flit by flit, analysed and proved\n", kVersion);
  fmt::print("usage: dateline COMMAND --option value ... | COMMAND --help [GROUP | all]\n");
  print_commands("");
  fmt::print("dateline help COMMAND | topology | routing | traffic | workload | OPTION | NAME\n");
  fmt::print("dateline help statistics (of results) | man | bash-completion\n");
  fmt::print("example: dateline simulate --topology torus:8x8 --load 0.2 --cycles 20000\n");
}

bool is_help(const std::string& word) { return word == "--help" || word == "-h" || word == "help"; }

int run_command(const Command& command, const std::vector<std::string>& arguments, const RouterFactory& routers,
                std::vector<std::string> notes = {}) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!is_help(arguments[i]) || arguments[i] == "help") continue;
    const bool names_group = i + 1 < arguments.size() && arguments[i + 1].front() != '-';
    fmt::print("{}", help_text(command, names_group ? arguments[i + 1] : ""));
    return 0;
  }
  std::vector<std::string> on_names;
  const int status = command.run([&](Declarations& declarations) { read_words(command, arguments, declarations, notes); }, routers, on_names);
  for (const std::string& note : notes) say("note: " + note);
  if (status != 0) return status;
  for (const std::string& note : on_names) say("note: " + note);
  return status;
}

// Second words of the commands that begin with this one.
std::vector<std::string> subjects_of(const std::string& first) {
  std::vector<std::string> subjects;
  for (const Command& command : command_table()) {
    if (command.name.rfind(first + " ", 0) == 0) subjects.push_back(command.name.substr(first.size() + 1));
  }
  return subjects;
}

void print_subjects(const std::string& first) {
  fmt::print("usage: dateline {} SUBJECT --option value ...\n\n", first);
  print_commands(first);
}

// `dateline help`, and on what.
void help(const std::vector<std::string>& words) {
  if (words.empty()) {
    print_usage();
  } else if (words.size() == 1 && command_named(words.front()) == nullptr && !subjects_of(words.front()).empty()) {
    print_subjects(words.front());
    const std::string also = found_topic(words);  // lcc: an option too
    if (!also.empty()) fmt::print("\n{}", also);
  } else {
    fmt::print("{}", topic_text(words));
  }
}

// A command of two words whose first is given: with its second, with --help, or by the name that it had alone.
int run_subject(const std::string& first, const std::vector<std::string>& rest, const RouterFactory& routers) {
  const std::vector<std::string> subjects = subjects_of(first);
  const std::string second = rest.empty() ? "" : rest.front();
  if (const Command* const whole = command_named(first + " " + second)) return run_command(*whole, {rest.begin() + 1, rest.end()}, routers);
  if (is_help(second)) {
    print_subjects(first);
    return 0;
  }
  const std::string renamed = renamed_command(first);
  if (!renamed.empty() && second.rfind("--", 0) == 0) {
    return run_command(*command_named(renamed), rest, routers, {fmt::format("{} is now {}; the old name is understood until 0.3.0", first, renamed)});
  }
  if (second.empty() || second.front() == '-') {
    throw ConfigError(first, "subject", fmt::format("is missing; allowed: {}", fmt::join(subjects, ", ")));
  }
  throw ConfigError(first, "subject", second, unknown_name(second, subjects));
}

int dispatch(const std::vector<std::string>& arguments, const Program& program) {
  if (arguments.empty()) throw ConfigError("dateline", "command", "is missing; dateline --help lists them");
  const std::string& first = arguments.front();
  const std::vector<std::string> rest(arguments.begin() + 1, arguments.end());
  if (is_help(first)) {
    help(rest);
    return 0;
  }
  if (first == "--version") {
    fmt::print("dateline {} (commit {}, results of version {})\n", kVersion, program.commit, kResultVersion);
    return 0;
  }
  if (const Command* const found = command_named(first)) return run_command(*found, rest, program.routers);
  if (!subjects_of(first).empty()) return run_subject(first, rest, program.routers);
  if (const Command* const found = command_named(renamed_command(first))) {
    return run_command(*found, rest, program.routers, {fmt::format("{} is now {}; the old name is understood until 0.3.0", first, found->name)});
  }
  std::vector<std::string> names;
  for (const Command& command : command_table()) names.push_back(command.name);
  throw ConfigError("dateline", "command", first, unknown_name(first, names));
}

}  // namespace

const char* const kVersion = DATELINE_VERSION;

const Command* command_named(const std::string& name) {
  for (const Command& command : command_table()) {
    if (command.name == name) return &command;
  }
  return nullptr;
}

const std::vector<Command>& command_table() {
  static const std::vector<Command> table = {
      command(run_simulate, "simulate", "measures latency and throughput on the flit-level machine",
              "--topology torus:8x8 --load 0.2 --cycles 20000"),
      command(run_saturate, "saturate", "the highest load that every source sustains, and its bound",
              "--topology torus:8x8 --vcs 4 --traffic uniform"),
      command(run_topology, "topology", "a network's routers, channels, distances; and as a file", "dragonfly:4,8,4", "topology"),
      command(run_loads, "loads", "exact channel loads and ideal throughput under a pattern",
              "--topology torus:9x9 --routing dor --traffic transpose"),
      command(run_worst_case, "worst-case", "the worst permutation of an oblivious routing, certified", "--topology torus:9x9 --routing romm"),
      command(run_average, "average", "mean throughput of oblivious routings over random traffic", "--topology torus:8x8 --routing dor,romm,valiant"),
      command(run_optimal, "optimal", "the oblivious routing with the best worst case", "--topology torus:5x5 --points 4"),
      command(run_throughput, "throughput", "what any routing could carry at best, proved from both sides",
              "--topology torus:8x8 --traffic transpose"),
      command(run_bounds, "bounds", "zero-load latency, ideal throughput, analytic latency curve",
              "--topology torus:8x8 --vcs 10 --packet-length 32"),
      command(run_verify, "verify", "proves deadlock freedom and delivery, or prints a cycle", "--topology mesh:8x8 --routing west-first"),
      command(run_faults, "faults", "shows a pattern of failed nodes and links", "--topology torus:8x8 --faults region:U5@3,3+links:0-1"),
      command(run_reliability, "reliability", "what random faults do to a network and its routings",
              "--topology mesh:8x8 --routing updown --counts 0..2"),
      command(run_schedule, "schedule", "a generated workload: its messages and bytes, and as a file",
              "all-reduce:ring,bytes=1048576 --workload.ranks 64", "workload"),
      command(run_lcc_contention, "lcc contention", "messages per channel of communications on a hypercube", "--lcc transpose,bit-reverse --dims 8"),
      command(run_lcc_mapping, "lcc mapping", "the order of dimensions in which channels are shared least",
              "--lcc transpose,bit-reverse,reverse-flip --dims 8"),
      command(run_mesh_permutation, "mesh run", "a permutation on the store-and-forward mesh machine", "--side 128 --permutation random:1 --queue 3"),
      command(run_mesh_row, "mesh row", "the order of a row after inverse sort, and stage 2 of one row", "--length 5600 --window all"),
      command(run_mesh_column, "mesh column", "one destination column under attack: what full queues refuse",
              "--length 8192 --queue 2 --attack 64,32,2048,1"),
      command(run_list, "list", "topologies, routings, patterns and options known", "--json -"),
  };
  return table;
}

// What is wrong with the command line itself begins with the program's name already.
void say(const std::string& text) {
  const std::string name = "dateline: ", line = one_line(text) + "\n";
  std::fputs((line.rfind(name, 0) == 0 ? line : name + line).c_str(), stderr);
}

int run_command_line(const std::vector<std::string>& arguments, const Program& program) {
  const auto refuse = [](const std::string& text) {
    say(text);
    return 2;
  };
  const std::string unwritten = "output: standard output cannot be written";
  try {
    const int status = dispatch(arguments, program);
    return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 ? status : refuse(unwritten);
  } catch (const AdaptiveError& e) {
    return refuse(fmt::format("{} ({})", e.what(), fmt::join(oblivious_routings(), ", ")));
  } catch (const ConfigError& e) {
    return refuse(e.what());
  } catch (const std::bad_alloc&) {
    return refuse("out of memory: the network is too large for this machine");
  } catch (const std::exception& e) {
    if (std::ferror(stdout) != 0) return refuse(unwritten);  // fmt::print's
    say(e.what());
    return 1;
  }
}

}  // namespace dateline
