#include "sim/options/network/checkpoint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "models/base/error.hpp"

namespace dateline {
namespace {

constexpr std::string_view kName = "dateline checkpoint ", kMagic = "dateline checkpoint 3\n", kState = "state ", kSum = "sum ";
constexpr std::size_t kSumLine = 21;  // "sum ", 16 digits, line end

// A line of the head, without its end, which is taken off `rest`; nothing at its end.
std::string_view next_line(std::string_view& rest) {
  const std::size_t end = std::min(rest.find('\n'), rest.size());
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return line;
}

std::string version_line(const CheckpointHead& head) { return fmt::format("{} of result version {}", head.made_by, kResultVersion); }

std::string option_line(const std::pair<std::string, std::string>& option) {
  return fmt::format("option {}={}", option.first, one_line(option.second));
}

// The lines NAME=VALUE behind a word, taken off `rest`.
NamedTexts named_lines(std::string_view& rest, std::string_view word) {
  NamedTexts found;
  while (rest.substr(0, word.size()) == word) {
    const std::string_view line = next_line(rest).substr(word.size());
    const std::size_t equals = std::min(line.find('='), line.size());
    found.emplace_back(line.substr(0, equals), line.substr(std::min(equals + 1, line.size())));
  }
  return found;
}

// Part by part, as files may be long.
std::uint64_t digest_of_file(const std::string& path) {
  constexpr std::size_t kPart = std::size_t{1} << 20U;
  std::ifstream file(path, std::ios::binary);
  std::string part(kPart, '\0');
  std::uint64_t sum = 0;
  while (file.read(part.data(), static_cast<std::streamsize>(kPart)), file.gcount() > 0) {
    sum = mix(sum ^ digest(std::string_view(part).substr(0, static_cast<std::size_t>(file.gcount()))));
  }
  return sum;
}

}  // namespace

std::string other_options(const CheckpointHead& there, const NamedTexts& here) {
  for (std::size_t i = 0; i < std::max(there.options.size(), here.size()); ++i) {
    const std::string theirs = i < there.options.size() ? option_line(there.options[i]) : "";
    const std::string ours = i < here.size() ? option_line(here[i]) : "";
    if (theirs != ours) {
      return fmt::format("is of a run with other options: {} there, {} here", theirs.empty() ? "no such" : theirs, ours.empty() ? "no such" : ours);
    }
  }
  return "";
}

NamedTexts options_with_files(const CommonSettings& settings) {
  NamedTexts options = settings.record;
  for (const CommonSettings::NamedFile& file : settings.files_read) {
    const bool recorded =
        std::any_of(settings.record.begin(), settings.record.end(), [&](const auto& option) { return option.first == file.option; });
    std::error_code none;
    if (!recorded || !std::filesystem::is_regular_file(file.path, none)) continue;
    options.emplace_back(fmt::format("{}{}{}", file.option, kDigestOf, printable(file.path)), fmt::format("{:016x}", digest_of_file(file.path)));
  }
  return options;
}

std::string head_of_checkpoint(const CheckpointHead& head) {
  std::string text(kMagic);
  text += version_line(head) + "\n";
  for (const auto& option : head.options) text += option_line(option) + "\n";
  for (const auto& [name, value] : head.notes) text += fmt::format("note {}={}\n", name, one_line(value));
  return text;
}

std::string state_lines(Cycle cycle, std::uint64_t bytes) { return fmt::format("cycle {}\n{}{}\n", cycle, kState, bytes); }

std::string sum_line(const Digest& sum) { return fmt::format("{}{:016x}\n", kSum, sum.value()); }

std::string read_checkpoint(std::istream& in) {
  constexpr std::uint64_t kPart = std::uint64_t{1} << 22U;  // what is damaged may have a head, and say a length, of any size
  std::string bytes(kMagic.size(), '\0');
  in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(in.gcount()));
  if (bytes != kMagic) return bytes;
  std::uint64_t left = 0;
  std::string line;
  for (char c = 0; left == 0 && bytes.size() < kPart && in.get(c);) {
    bytes += c;
    if (c != '\n') {
      line += c;
      continue;
    }
    if (line.rfind(kState, 0) == 0) left = std::strtoull(line.c_str() + kState.size(), nullptr, 10) + kSumLine;
    line.clear();
  }
  while (left > 0 && in) {
    const std::size_t before = bytes.size();
    bytes.resize(before + std::min(left, kPart));
    in.read(&bytes[before], static_cast<std::streamsize>(bytes.size() - before));
    left -= static_cast<std::uint64_t>(in.gcount());
    bytes.resize(before + static_cast<std::size_t>(in.gcount()));
  }
  return bytes;
}

OpenedCheckpoint open_checkpoint(std::string_view bytes, const ValueSource& source, const std::string& name, const std::string& made_by) {
  OpenedCheckpoint opened{{made_by, {}}, {}};
  CheckpointHead& head = opened.head;
  const auto refuse = [&](const std::string& rule) { throw ConfigError(source.component, source.key, name, rule); };
  if (bytes.substr(0, kName.size()) != kName) refuse("is no checkpoint");
  if (bytes.substr(0, kMagic.size()) != kMagic)
    refuse("is a checkpoint of another format; this is " + std::string(kMagic.substr(0, kMagic.size() - 1)));
  std::string_view rest = bytes.substr(kMagic.size());
  if (rest.find('\n') == std::string_view::npos) refuse("is damaged: its head has no end");
  const std::string_view version = next_line(rest);
  if (version != version_line(head)) refuse(fmt::format("is a checkpoint of {}; this is {}", printable(version), version_line(head)));
  const std::string_view whole = bytes.substr(0, bytes.size() - std::min(kSumLine, bytes.size()));
  if (bytes.substr(whole.size()) != fmt::format("{}{:016x}\n", kSum, digest(whole))) refuse("is damaged: its sum is another");
  head.options = named_lines(rest, "option ");
  head.notes = named_lines(rest, "note ");
  const std::string_view line = next_line(rest);
  head.cycle = parse_whole(source, line.substr(std::min<std::size_t>(6, line.size())), 0, ~Cycle{0});
  (void)next_line(rest);
  opened.state = rest.substr(0, rest.size() - kSumLine);
  return opened;
}

std::string_view checkpointed_state(std::string_view bytes, const ValueSource& source, const std::string& name, CheckpointHead& head) {
  const OpenedCheckpoint opened = open_checkpoint(bytes, source, name, head.made_by);
  const std::string other = other_options(opened.head, head.options);
  if (!other.empty()) throw ConfigError(source.component, source.key, name, other);
  head.cycle = opened.head.cycle;
  return opened.state;
}

}  // namespace dateline
