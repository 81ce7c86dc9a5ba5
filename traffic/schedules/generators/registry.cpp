#include "traffic/schedules/generators/registry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "models/base/error.hpp"
#include "models/base/text/name_table.hpp"
#include "traffic/schedules/message_sizes.hpp"
#include "traffic/schedules/schedule_builder.hpp"

namespace dateline {
namespace {

// While it is made: its share of the vectors of builder and schedule, which grow by doubling.
constexpr double kBytesAnOperation = 70;
constexpr std::uint64_t kMostChunks = 1U << 20;

// In capitals: a value stands there.
bool takes_argument(const ScheduleGenerator& row) {
  const std::string_view argument = argument_of(row.name);
  return !argument.empty() && argument[0] >= 'A' && argument[0] <= 'Z';
}

// Why `name` is none of those of its kind.
std::string other_variant(std::string_view name, const std::vector<std::string>& variants) {
  if (variants.size() == 1 || argument_of(name).empty()) return fmt::format("is written {}", fmt::join(variants, " or "));
  std::vector<NameAs> arguments;
  for (const std::string& variant : variants) arguments.push_back({std::string(argument_of(variant)), variant});
  return unknown_name_as(argument_of(name), arguments);
}

// Takes the argument too. Throws with how the name is written, or the nearest names.
const ScheduleGenerator& row_of(GeneratorCall& call, std::string_view name) {
  std::vector<std::string> names, variants;
  for (const ScheduleGenerator& row : schedule_generators()) {
    const bool kind = kind_of(row.name) == kind_of(name);
    if (kind && takes_argument(row) && !argument_of(name).empty()) {
      call.argument = argument_of(name);
      return row;
    }
    if (row.name == name) return row;
    names.push_back(row.name);
    if (kind) variants.push_back(row.name);
  }
  throw ConfigError(call.source.component, call.source.key, name, variants.empty() ? unknown_name(name, names) : other_variant(name, variants));
}

struct Parameters {
  std::uint64_t bytes = 0, repeat = 1, compute = 0, chunks = 1, active = 1;
  std::vector<Rational> times = {};
  std::vector<std::uint64_t> numbers = {};
};

// The values behind the name, by key.
std::map<std::string, std::string> keys_and_values(const GeneratorCall& call, const std::vector<std::string>& words, const ScheduleGenerator& row) {
  const std::vector<std::string> allowed = parameters_of(row);
  std::map<std::string, std::string> values;
  for (auto word = words.begin() + 1; word != words.end(); ++word) {
    const auto equals = word->find('=');
    const std::string key = word->substr(0, equals);
    if (std::find(allowed.begin(), allowed.end(), key) == allowed.end()) {
      call.refuse(fmt::format("has the parameter '{}'; allowed with {}: {}=", printable(key), row.name, fmt::join(allowed, "=, ")));
    }
    if (equals == std::string::npos) call.refuse(fmt::format("needs a value for {0}: {0}=...", key));
    if (!values.emplace(key, word->substr(equals + 1)).second) call.refuse(fmt::format("has {} twice", key));
  }
  return values;
}

Parameters read_parameters(const GeneratorCall& call, const std::vector<std::string>& words, const ScheduleGenerator& row, const CycleTime& time) {
  const auto values = keys_and_values(call, words, row);
  const auto source = [&](const char* key) { return ValueSource{call.source.component, key}; };
  const auto given = [&](const char* key) {
    const auto found = values.find(key);
    return found == values.end() ? nullptr : &found->second;
  };
  Parameters parameters;
  const std::string* const bytes = given("bytes");
  if (bytes != nullptr) parameters.bytes = parse_whole(source("bytes"), *bytes, 0, MessageSizes::kMaxBytes);
  if (bytes == nullptr && row.takes != Takes::nothing) call.refuse(fmt::format("needs bytes: {},bytes=1024", row.name));
  if (const auto* const value = given("repeat")) parameters.repeat = parse_whole(source("repeat"), *value, 1, kMaxRepeat);
  if (const auto* const value = given("compute")) parameters.compute = time.cycles(source("compute"), *value);
  if (const auto* const value = given("chunks")) parameters.chunks = parse_whole(source("chunks"), *value, 1, kMostChunks);
  if (const auto* const value = given("active")) parameters.active = parse_whole(source("active"), *value, 1, parameters.chunks);
  for (const WholeParameter& own : row.numbers) {
    const auto* const value = given(own.key.c_str());
    if (value == nullptr && own.left_out == 0) call.refuse(fmt::format("needs {0}: {1},{0}=4", own.key, row.name));
    parameters.numbers.push_back(value == nullptr ? own.left_out : parse_whole(source(own.key.c_str()), *value, 1, own.most));
  }
  for (const std::string& key : row.times) {
    const auto* const value = given(key.c_str());
    parameters.times.push_back(value == nullptr ? Rational(0) : time.exact_cycles(source(key.c_str()), *value));
  }
  const bool own = std::any_of(row.times.begin(), row.times.end(), [&](const std::string& key) { return given(key.c_str()) != nullptr; });
  if (own && given("compute") != nullptr) call.refuse(fmt::format("has compute beside times of its own: {}", fmt::join(row.times, ", ")));
  if (!own) parameters.times.clear();
  return parameters;
}

// The operations of a rank, chunk after chunk: one begins when the one `active` before has ended.
void add_rank(const ScheduleGenerator& row, const std::vector<GeneratorInput>& chunks, const Parameters& parameters, RankRounds& rounds) {
  std::vector<RankRounds::Handles> ends(parameters.chunks);
  const std::uint64_t longer = parameters.bytes % parameters.chunks;
  for (std::uint64_t c = 0; c < parameters.chunks; ++c) {
    rounds.begin_part(c < parameters.active ? RankRounds::Handles{} : std::move(ends[c - parameters.active]));
    row.rank(chunks[c < longer ? 1 : 0], rounds);
    if (parameters.chunks > 1) ends[c] = rounds.end_part();
  }
}

void check_size(const GeneratorCall& call, std::uint64_t messages, const Parameters& parameters, double memory) {
  const std::uint64_t operations = messages * (parameters.compute > 0 || !parameters.times.empty() ? 3 : 2);
  if (operations > Schedule::kMaxOperations) {
    call.refuse(fmt::format("has {} messages on so many ranks; a schedule may have {} operations", messages, Schedule::kMaxOperations));
  }
  const double needed = kBytesAnOperation * static_cast<double>(operations);
  if (needed > memory) {
    constexpr double kGiB = 1U << 30;
    call.refuse(fmt::format("has {} messages: needs about {:.1f} GiB of memory, available are {:.1f} GiB", messages, needed / kGiB, memory / kGiB));
  }
}

}  // namespace

void GeneratorCall::refuse(const std::string& rule) const { throw ConfigError(source.component, source.key, text, rule); }

const std::vector<ScheduleGenerator>& schedule_generators() {
  static const std::vector<ScheduleGenerator> table = [] {
    std::vector<ScheduleGenerator> rows;
    for (auto family : {all_reduce_generators, swing_generators, double_tree_generators, ring_generators, all_to_all_generators, tree_generators,
                        grid_generators, fft_generators}) {
      std::vector<ScheduleGenerator> more = family();
      std::move(more.begin(), more.end(), std::back_inserter(rows));
    }
    return rows;
  }();
  return table;
}

std::vector<std::string> parameters_of(const ScheduleGenerator& generator) {
  std::vector<std::string> keys = {"repeat"};
  if (generator.takes != Takes::nothing) keys.insert(keys.begin(), "bytes");
  if (generator.computes != ComputesBefore::nothing) keys.emplace_back("compute");
  keys.insert(keys.end(), generator.times.begin(), generator.times.end());
  for (const WholeParameter& own : generator.numbers) keys.push_back(own.key);
  if (generator.takes == Takes::bytes_in_chunks) keys.insert(keys.end(), {"chunks", "active"});
  return keys;
}

bool computes_for_a_time(std::string_view text) {
  std::vector<std::string> keys = {"compute="};
  for (const ScheduleGenerator& row : schedule_generators()) {
    for (const std::string& key : row.times) keys.push_back(key + "=");
  }
  for (const std::string& word : split(text, ',')) {
    if (begins_with_one(word, keys) && word.find_first_not_of("0123456789", word.find('=') + 1) != std::string::npos) return true;
  }
  return false;
}

bool makes_collectives(std::string_view text) {
  const std::string name = split(text, ',').front();
  const std::vector<ScheduleGenerator>& rows = schedule_generators();
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const ScheduleGenerator& generator) { return generator.name == name; });
  return row != rows.end() && (row->takes == Takes::bytes_in_chunks || kind_of(name) == "barrier");
}

std::optional<NamedCollective> collective_of(std::string_view text, std::uint32_t ranks) {
  if (!makes_collectives(text)) return std::nullopt;
  const std::vector<std::string> words = split(text, ',');
  const std::string& name = words.front();
  const std::string kind(kind_of(name));
  std::uint64_t bytes = 0;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    if (word.substr(0, equals) == "bytes") bytes = whole_number(word.substr(equals + 1), MessageSizes::kMaxBytes).value_or(0);
  }
  if (kind == "all-to-all" && __builtin_mul_overflow(bytes, std::uint64_t{ranks}, &bytes)) bytes = std::numeric_limits<std::uint64_t>::max();
  return NamedCollective{name, kind, "", bytes};
}

Schedule generate_schedule(const ValueSource& source, std::string_view text, std::uint32_t ranks, const Topology* topology,
                           const CycleTime& cycle_time, double memory) {
  GeneratorCall call{source, std::string(text), {}, topology};
  const std::vector<std::string> words = split(text, ',');
  const ScheduleGenerator& row = row_of(call, words.front());
  const Parameters parameters = read_parameters(call, words, row, cycle_time);
  ScheduleBuilder builder(source, call.text, ranks);
  // Of the shorter chunks, and of those that are a byte longer.
  std::vector<GeneratorInput> chunks;
  for (const std::uint64_t more : {std::uint64_t{0}, std::uint64_t{1}}) {
    GeneratorInput& in = chunks.emplace_back();
    in.ranks = ranks;
    in.bytes = parameters.bytes / parameters.chunks + more;
    in.times = parameters.times;
    in.numbers = parameters.numbers;
    if (row.prepare != nullptr) row.prepare(in, call);
  }
  const std::uint64_t messages = row.messages(chunks.front()) * parameters.chunks;
  check_size(call, messages, parameters, memory);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    RankRounds rounds(builder, rank, parameters.compute, row.computes);
    add_rank(row, chunks, parameters, rounds);
  }
  builder.repeat(parameters.repeat);
  Schedule schedule = builder.build();
  if (schedule.messages() != messages * parameters.repeat) throw InvariantError(row.name + " has another number of messages than its formula");
  return schedule;
}

}  // namespace dateline
