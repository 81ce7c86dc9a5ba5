// Times the matching on a file of weights: bench_matching FILE [REPEATS] [int64 | int128 | unbounded].
// The file: "# nodes N scale L", then "source destination weight" a line, as `worst-case --out weights=FILE` writes it.
// Prints "weight seconds type", the seconds those of the fastest solve, files and conversions left out; status 1 if the
// certificate fails, 2 on bad input.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "models/analysis/worst_case/matching.hpp"
#include "models/base/error.hpp"

using namespace dateline;

namespace {

struct Arguments {
  std::string path;
  int repeats = 5;
  std::string type;  // empty: the narrowest that fits
};

SparseRows<Integer> read_rows(const std::string& path) {
  std::ifstream file(path);
  std::string hash, nodes, weight;
  SparseRows<Integer> rows;
  if (!(file >> hash >> nodes >> rows.nodes) || hash != "#" || nodes != "nodes")
    throw ConfigError("bench", "file", path, "has no line '# nodes N scale L'");
  std::getline(file, weight);
  std::vector<std::vector<std::pair<std::uint32_t, Integer>>> entries(rows.nodes);
  std::uint32_t source = 0, destination = 0;
  while (file >> source >> destination >> weight) {
    if (source >= rows.nodes) throw ConfigError("bench", "source", std::to_string(source), "is no node");
    entries[source].emplace_back(destination, Integer(weight));
  }
  if (!file.eof()) throw ConfigError("bench", "file", path, "has a line that is not 'source destination weight'");
  rows.begin = {0};
  for (auto& row : entries) {
    std::sort(row.begin(), row.end());
    for (const auto& [column, w] : row) {
      rows.column.push_back(column);
      rows.weight.push_back(w);
    }
    rows.begin.push_back(rows.column.size());
  }
  return rows;
}

template <typename Value>
int run(const SparseRows<Integer>& wide, int repeats, const std::string& type) {
  SparseRows<Value> rows{wide.nodes, wide.begin, wide.column, {}};
  for (const Integer& w : wide.weight) rows.weight.push_back(narrow<Value>(w));
  Assignment<Value> assignment;
  double fastest = 0;
  for (int i = 0; i < repeats; ++i) {
    const auto start = std::chrono::steady_clock::now();
    assignment = maximum_weight_assignment(rows);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (i == 0 || seconds < fastest) fastest = seconds;
  }
  const std::string error = certificate_error(rows, assignment);
  if (!error.empty()) fmt::print(stderr, "bench_matching: {}\n", error);
  fmt::print("{} {:.6f} {}\n", assignment.weight.str(), fastest, type);
  return error.empty() ? 0 : 1;
}

int run(const Arguments& arguments) {
  const SparseRows<Integer> rows = read_rows(arguments.path);
  Integer largest = 0;
  for (const Integer& w : rows.weight) largest = std::max(largest, w);
  const WeightType needed = weight_type(largest);
  std::string type = arguments.type;
  if (type.empty()) type = needed == WeightType::int64 ? "int64" : needed == WeightType::int128 ? "int128" : "unbounded";
  if (type == "int64") return run<std::int64_t>(rows, arguments.repeats, type);
  if (type == "int128") return run<Int128>(rows, arguments.repeats, type);
  if (type == "unbounded") return run<Integer>(rows, arguments.repeats, type);
  throw ConfigError("bench", "type", type, "not in int64, int128, unbounded");
}

}  // namespace

int main(int count, char** values) {
  try {
    Arguments arguments;
    if (count < 2 || count > 4) throw ConfigError("bench", "arguments", std::to_string(count - 1), "must be FILE [REPEATS] [TYPE]");
    arguments.path = values[1];
    if (count > 2) arguments.repeats = std::max(1, std::stoi(values[2]));
    if (count > 3) arguments.type = values[3];
    return run(arguments);
  } catch (const std::exception& e) {
    fmt::print(stderr, "{}\n", e.what());
    return 2;
  }
}
