// Whole command lines. An input is lines: the arguments, one a line; then files, each begun by a line "=NAME", which
// stand in the folder where the command runs. Runs that would be long are left out: what is looked for does not need
// them. Status 0, 1 or 2, never an exception; 2 with one line on standard error and no file left; 1 with what the run
// found, never an internal error.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <set>

#include "sim/cli/command_line/command.hpp"
#include "sim/cli/command_line/words.hpp"
#include "sim/options/option_aliases.hpp"
#include "tests/fuzz/input.hpp"

using namespace dateline;

namespace {

using Words = std::vector<std::string>;

struct Most {
  const char* option;
  double value;
};
// The longest runs tried; numbers above 10^16 are beyond every limit and are tried too.
constexpr std::array<Most, 19> kMost = {{{"cycles", 300},
                                         {"warmup", 300},
                                         {"deliveries", 100},
                                         {"packet-length", 70},
                                         {"router.channel-latency", 20},
                                         {"router.credit-latency", 20},
                                         {"router.routing-delay", 20},
                                         {"router.pipeline", 20},
                                         {"length", 300},
                                         {"side", 16},
                                         {"sample-paths", 30},
                                         {"sample-pairs", 30},
                                         {"sample-orders", 30},
                                         {"random-permutations", 30},
                                         {"samples", 30},
                                         {"average", 5},
                                         {"points", 2},
                                         {"jobs", 3},
                                         {"queue", 64}}};
constexpr double kBeyondAll = 1e16;
// Of networks by name; of those that linear programs are solved of; of those whose permutations are enumerated.
constexpr double kMostNodes = 32, kMostNodesOfPrograms = 9, kMostEnumeratedHere = 6;

struct Case {
  Words arguments;
  std::set<std::string> files;
};

// Reads the arguments and writes the files; nothing if one would lie elsewhere.
std::optional<Case> read_case(fuzz::Input input) {
  Case read;
  std::string name, content;
  const auto end_file = [&] {
    if (name.empty()) return;
    fuzz::write_file(name, content);
    read.files.insert(name);
  };
  while (!input.empty()) {
    const std::string line = input.line();
    if (line.empty() || line.front() != '=') {
      if (name.empty()) {
        read.arguments.push_back(line);
      } else {
        content += line + "\n";
      }
      continue;
    }
    end_file();
    name = line.substr(1);
    content.clear();
    if (name.empty() || name.size() > 20 ||
        !std::all_of(name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)); })) {
      return std::nullopt;
    }
  }
  end_file();
  if (std::any_of(read.arguments.begin(), read.arguments.end(), fuzz::leaves_scratch)) return std::nullopt;
  return read;
}

// The product of the sizes in "torus:4x4"; 2^4 for "hypercube:4"; 1 for others.
double nodes_of(const std::string& topology) {
  const std::size_t colon = topology.find(':');
  if (colon == std::string::npos || topology.rfind("graph", 0) == 0) return 1;
  const bool hypercube = topology.rfind("hypercube", 0) == 0;
  double product = 1;
  const char* at = topology.c_str() + colon + 1;
  for (char* end = nullptr;; at = end + 1) {
    const double size = std::strtod(at, &end);
    if (end == at) return product;
    product *= hypercube ? static_cast<double>(1ULL << std::min(static_cast<unsigned>(std::min(size, 60.0)), 60U)) : size;
    if (*end == '\0') return product;
  }
}

bool affordable(const Declarations& options) {
  const std::string& command = options.command();
  const auto text_of = [&](const char* name) {
    const Option* const option = options.find(name);
    return option != nullptr && option->setting->has() ? option->setting->text() : std::string();
  };
  for (const Most& most : kMost) {
    const std::string text = text_of(most.option);
    if (text.empty()) continue;
    const double value = std::strtod(text.c_str(), nullptr);
    const bool by_default = !options.find(most.option)->setting->given() && command != "simulate" && command != "saturate";
    if (value > most.value && value < kBeyondAll && !by_default) return false;
  }
  const std::string topology = text_of("topology");
  const double nodes = topology.empty() ? 1 : nodes_of(topology);
  const bool program = command == "optimal" || text_of("against-optimum") == "true" || text_of("routing").find("2turn") != std::string::npos;
  const double most = text_of("enumerate") == "true" ? kMostEnumeratedHere : program ? kMostNodesOfPrograms : kMostNodes;
  return nodes <= most || nodes > kBeyondAll;
}

// The command of the first words, and how many they are; by an old name too.
std::pair<const Command*, std::ptrdiff_t> command_of(const Words& arguments) {
  if (arguments.empty()) return {nullptr, 0};
  if (arguments.size() > 1) {
    if (const Command* const two = command_named(arguments[0] + " " + arguments[1])) return {two, 2};
  }
  const Command* const one = command_named(arguments[0]);
  return {one != nullptr ? one : command_named(renamed_command(arguments[0])), 1};
}

// Whether the run is short and keeps to its folder. Options that are refused are: that costs nothing.
bool wanted(const Words& arguments) {
  const auto [command, words] = command_of(arguments);
  if (command == nullptr) return true;
  bool good = true;
  command->with_options([&, command = command, words = words](Declarations& options) {
    try {
      std::vector<std::string> notes;
      read_words(*command, {arguments.begin() + words, arguments.end()}, options, notes);
    } catch (const ConfigError&) {
      return;
    }
    for (const Option& option : options.options()) good = good && !(option.setting->has() && fuzz::leaves_scratch(option.setting->text()));
    good = good && affordable(options);
  });
  return good;
}

// Runs with the standard streams caught; what came on standard error.
std::string errors_of(const Words& arguments, int& status) {
  static std::FILE* const nowhere = std::fopen("/dev/null", "w");
  char* text = nullptr;
  std::size_t length = 0;
  std::FILE* const out = stdout;
  std::FILE* const err = stderr;
  stdout = nowhere;
  stderr = open_memstream(&text, &length);
  status = run_command_line(arguments, {"unknown"});
  std::fclose(stderr);
  stdout = out;
  stderr = err;
  std::string errors(text, length);
  std::free(text);  // NOLINT: open_memstream's
  return errors;
}

void require_refusal(std::string errors, const std::set<std::string>& files) {
  errors = errors.substr(errors.rfind('\r') == std::string::npos ? 0 : errors.rfind('\r') + 1);  // behind a line of progress
  if (errors.rfind("\x1b[K", 0) == 0) errors.erase(0, 3);
  if (errors.rfind("dateline: ", 0) != 0 || errors.back() != '\n') fuzz::broken("a refusal is a line 'dateline: ...'", errors);
  errors.pop_back();
  const std::size_t version_note = errors.find("and its results differ\n");  // of a recorded result
  fuzz::require_line(version_note == std::string::npos ? errors : errors.substr(errors.find('\n') + 1));
  for (const auto& entry : std::filesystem::directory_iterator(".")) {
    const std::string name = entry.path().filename();
    if (files.count(name) == 0 && !entry.is_directory()) fuzz::broken("a refused run leaves no file", name);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::enter_scratch();
  fuzz::clear_scratch();
  const auto read = read_case({data, size});
  if (!read || !wanted(read->arguments)) return 0;
  int status = 0;
  const std::string errors = errors_of(read->arguments, status);
  if (status < 0 || status > 2) fuzz::broken("a status is 0, 1 or 2", std::to_string(status));
  if (status == 2) require_refusal(errors, read->files);
  const bool found = errors.empty() || errors.find("deadlock") != std::string::npos || errors.find(" is not safe: ") != std::string::npos;
  if (status == 1 && !found) fuzz::broken("status 1 is for what a run finds", errors);
  for (const auto& entry : std::filesystem::directory_iterator(".")) {
    const std::string name = entry.path().filename();
    if (name.find("." + std::to_string(getpid()) + ".tmp") != std::string::npos) fuzz::broken("no temporary file is left", name);
  }
  return 0;
}
