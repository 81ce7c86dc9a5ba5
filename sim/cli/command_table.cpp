#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <exception>
#include <new>

#include "models/base/error.hpp"
#include "models/base/text/parse.hpp"
#include "sim/cli/help/manual.hpp"
#include "sim/cli/help/statistics_help.hpp"
#include "sim/cli/network/name_notes.hpp"
#include "sim/cli/options/command.hpp"
#include "sim/commit.hpp"

namespace dateline {
namespace {

void print_usage() {
  fmt::print("dateline {}: cycle-accurate, flit-level interconnection networks; what is analysed is what is simulated.\n\n", kVersion);
  fmt::print("usage: dateline COMMAND --option value ...      dateline COMMAND --help [GROUP | all]\n\n");
  for (const Command& command : command_table()) fmt::print("  {:<12} {}\n", command.spec.name, command.spec.summary);
  fmt::print("\ndateline help statistics: what every number of a result means\n");
  fmt::print("dateline help man | bash-completion: the manual page, and what bash completes\n");
  fmt::print("\nexample: dateline simulate --topology torus:8x8 --vcs 4 --traffic uniform --load 0.2 --cycles 20000\n");
}

struct Page {
  const char* name;
  std::string (*text)();
};
constexpr std::array<Page, 3> kPages = {{{"statistics", statistics_help}, {"man", man_page}, {"bash-completion", bash_completion}}};

bool is_help(const std::string& word) { return word == "--help" || word == "-h" || word == "help"; }

int dispatch(const std::vector<std::string>& arguments) {
  if (arguments.empty()) throw ConfigError("dateline", "command", "is missing; dateline --help lists them");
  for (const auto& [page, text] : kPages) {
    if (arguments != std::vector<std::string>{"help", page}) continue;
    fmt::print("{}", text());
    return 0;
  }
  if (is_help(arguments.front())) {
    print_usage();
    return 0;
  }
  if (arguments.front() == "--version") {
    fmt::print("dateline {} (commit {}, results of version {})\n", kVersion, kCommit, kResultVersion);
    return 0;
  }
  std::vector<std::string> names;
  for (const Command& command : command_table()) {
    names.push_back(command.spec.name);
    if (command.spec.name != arguments.front()) continue;
    const std::vector<std::string> rest(arguments.begin() + 1, arguments.end());
    for (std::size_t i = 0; i < rest.size(); ++i) {
      if (!is_help(rest[i]) || rest[i] == "help") continue;
      const bool names_group = i + 1 < rest.size() && rest[i + 1].front() != '-';
      fmt::print("{}", help_text(command.spec, names_group ? rest[i + 1] : ""));
      return 0;
    }
    const Options options(command.spec, rest);
    const int status = command.run(options);
    if (status != 0) return status;
    for (const std::string& note : name_notes(options)) fmt::print(stderr, "dateline: note: {}\n", note);
    return status;
  }
  throw ConfigError("dateline", "command", arguments.front(), unknown_name(arguments.front(), names));
}

}  // namespace

const std::vector<Command>& command_table() {
  const auto paths = [](std::vector<std::string> more) {  // of a network without its virtual channels
    more.insert(more.begin(), {"topology", "routing", "tie-rule", "faults"});
    return more;
  };
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"vcs", "vc-policy", "classes"});
    return paths(std::move(more));
  };
  const auto machine = [&](std::vector<std::string> more) {  // of a run: the routers too
    more.insert(more.begin(), {"buffer-depth", "routing-delay", "router-pipeline", "channel-latency", "credit-latency", "injection-vcs", "source",
                               "ejection", "selection", "crossbar", "allocation", "vc-reuse", "header-arbitration", "channel-arbitration",
                               "reinjection-delay", "absorb-limit"});
    return with(std::move(more));
  };
  const std::vector<std::string> of_simulate = split(
      "fault-events retransmit traffic fixed-points injection load rate message-length cycles warmup messages "
      "warmup-messages until-ci windows workload streams mapping flit-bytes packet-length cycle-time send-overhead "
      "receive-overhead blocked-escape verify seed channel-loads histogram pair-latency record trace timeline trace-messages "
      "vcd vcd-channels vcd-nodes open stall-limit proof-store json progress config",
      ' ');
  static const std::vector<Command> table = {
      {{"simulate", "runs the flit-level machine and measures latency and throughput", machine(of_simulate),
        "--topology torus:8x8 --vcs 4 --traffic uniform --load 0.2 --cycles 20000"},
       run_simulate},
      {{"saturate", "the highest load that every source sustains, by sequential probes, against the exact bound",
        machine({"traffic", "fixed-points", "mapping", "injection", "message-length", "resolution", "blocked-escape", "verify", "seed", "proof-store",
                 "json", "progress", "config"}),
        "--topology torus:8x8 --vcs 4 --traffic uniform"},
       run_saturate},
      {{"loads", "exact channel loads and ideal throughput of a routing under a pattern",
        paths({"traffic", "fixed-points", "mapping", "sample", "seed", "csv", "channel-pairs", "json", "config"}),
        "--topology torus:9x9 --routing dor --traffic transpose"},
       run_loads},
      {{"worst-case", "the worst-case permutation of an oblivious routing, with a certificate",
        paths({"all-channels", "sample", "random-permutations", "fixed-points", "seed", "jobs", "permutation", "weights", "json", "progress",
               "config"}),
        "--topology torus:9x9 --routing romm"},
       run_worst_case},
      {{"optimal",
        "the oblivious routing with the best worst case, by linear programming",
        {"topology", "points", "minimal-only", "gamma-limit", "time-limit", "table", "json", "progress", "config"},
        "--topology torus:5x5 --points 4"},
       run_optimal},
      {{"bounds", "zero-load latency, ideal throughput, light-traffic slope and an analytic latency curve",
        with({"buffer-depth", "routing-delay", "channel-latency", "ejection", "traffic", "fixed-points", "mapping", "load", "message-length", "seed",
              "certificate", "json", "config"}),
        "--topology torus:8x8 --vcs 10 --traffic uniform --message-length 32"},
       run_bounds},
      {{"verify", "proves deadlock freedom and delivery, or prints a cycle",
        with({"blocked-escape", "fault-events", "message-length", "sample", "seed", "json", "config"}), "--topology mesh:8x8 --routing west-first"},
       run_verify},
      {{"faults",
        "shows a pattern of failed nodes and links",
        {"topology", "faults", "seed", "json", "config"},
        "--topology torus:8x8 --faults region:U5@3,3+links:0-1"},
       run_faults},
      {{"reliability",
        "what random faults do: connected or not, pairs that routings deliver, absorptions, time until disconnected",
        {"topology", "routing", "fault-kind", "counts", "lifetime", "sample", "seed", "csv", "json", "progress", "config"},
        "--topology torus:8x8 --routing sw-deterministic,dor --counts 0..2"},
       run_reliability},
      {{"schedule",
        "a generated workload: its messages and bytes, and as a file",
        {"workload", "ranks", "topology", "cycle-time", "out", "json", "config"},
        "all-reduce:ring,bytes=1048576 --ranks 64",
        "workload"},
       run_schedule},
      {{"contention",
        "messages per channel of linear-complement communications on a hypercube",
        {"lcc", "dims", "count", "routing", "json", "config"},
        "--lcc transpose,bit-reverse --dims 8"},
       run_contention},
      {{"remap",
        "the order of a hypercube's dimensions under which communications share channels least",
        {"lcc", "dims", "objective", "mapping-file", "json", "config"},
        "--lcc transpose,bit-reverse,reverse-flip --dims 8"},
       run_remap},
      {{"mesh",
        "a permutation on the synchronous store-and-forward mesh machine",
        {"side", "algorithm", "permutation", "queue", "home", "order", "spacing", "frames", "frame-every", "trace", "json", "progress", "config"},
        "--side 128 --algorithm new --permutation random:1 --queue 3"},
       run_mesh},
      {{"inverse-sort",
        "the order of a row after inverse sort, how far apart its windows lie, and stage 2 of one row",
        {"length", "window", "sequence", "json", "config"},
        "--length 5600 --window all"},
       run_inverse_sort},
      {{"mesh-column",
        "one destination column of the mesh algorithm under an attack: arrivals that full queues refuse",
        {"length", "queue", "attack", "json", "config"},
        "--length 8192 --queue 2 --attack 64,32,2048,1"},
       run_mesh_column},
      {{"list", "topologies, routings, patterns and options known", {"json", "config"}, "--json -"}, run_list},
  };
  return table;
}

void say(const std::string& text) { std::fputs(("dateline: " + one_line(text) + "\n").c_str(), stderr); }

int run_command_line(const std::vector<std::string>& arguments) {
  const auto refuse = [](const std::string& text) {
    say(text);
    return 2;
  };
  const std::string unwritten = "output: standard output cannot be written";
  try {
    const int status = dispatch(arguments);
    return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 ? status : refuse(unwritten);
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
