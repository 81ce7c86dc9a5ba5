#include "sim/cli/result_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>

#include "models/network/error.hpp"
#include "sim/cli/command.hpp"

namespace dateline {
namespace {

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string("unknown");
}

double seconds_now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

ResultFile::ResultFile(std::string command, std::string option, std::string path)
    : command_(std::move(command)), option_(std::move(option)), path_(std::move(path)) {
  if (is_stdout()) return;
  namespace fs = std::filesystem;
  std::error_code error;
  if (path_.empty() || fs::is_directory(path_, error)) fail();
  if (fs::is_symlink(path_, error)) path_ = fs::weakly_canonical(path_, error).string();  // the result goes where the link points
  if (fs::exists(path_, error) && !fs::is_regular_file(path_, error)) return;             // a pipe or device is written to, never replaced
  temporary_ = fmt::format("{}.{}.{}.tmp", path_, host_name(), getpid());
  if (!std::ofstream(temporary_)) {
    temporary_.clear();
    fail();
  }
}

ResultFile::~ResultFile() {
  std::error_code ignored;
  if (!committed_ && !temporary_.empty()) std::filesystem::remove(temporary_, ignored);
}

void ResultFile::fail() const { throw ConfigError(command_, option_, path_, "cannot be written"); }

void ResultFile::append(const std::string& content) {
  if (is_stdout()) {
    if (std::fwrite(content.data(), 1, content.size(), stdout) != content.size()) fail();
    return;
  }
  if (!file_.is_open()) file_.open(temporary_.empty() ? path_ : temporary_, std::ios::binary | std::ios::trunc);
  file_ << content;
  if (!file_) fail();
}

void ResultFile::commit(const std::string& content) {
  append(content);
  if (is_stdout()) {
    if (std::fflush(stdout) != 0) fail();
    return;
  }
  file_.close();
  std::error_code error;
  if (file_ && !temporary_.empty()) std::filesystem::rename(temporary_, path_, error);
  if (!file_ || error) fail();
  committed_ = true;
}

nlohmann::ordered_json result_header(const std::string& schema, const Options& options) {
  nlohmann::ordered_json json;
  json["schema"] = schema;
  json["version"] = kVersion;
  json["result_version"] = kResultVersion;
  json["options"] = nlohmann::ordered_json::object();
  for (const auto& [name, value] : options.model_options()) json["options"][name] = value;
  if (options.has("seed")) json["seed"] = options.whole("seed", 0, ~std::uint64_t{0});
  return json;
}

JsonOutput::JsonOutput(const Options& options) : started_(seconds_now()) {
  std::map<std::string, std::string> taken;  // place -> option
  for (const char* name : {"json", "csv", "channel-loads", "permutation", "weights", "frames", "trace"}) {
    if (!options.has(name) || !option_spec(options.command(), name).output) continue;
    std::error_code error;
    const std::string& path = options.text(name);
    const auto [it, fresh] =
        taken.try_emplace(path == "-" ? path : std::filesystem::weakly_canonical(std::filesystem::absolute(path), error).string(), name);
    if (!fresh) options.refuse(name, fmt::format("is the place of {} too", it->second));
  }
  if (!options.has("json")) return;
  file_ = std::make_unique<ResultFile>(options.command(), "json", options.text("json"));
  std::error_code error;
  const std::filesystem::path path(options.text("json"));
  if (!file_->is_stdout() && (!std::filesystem::exists(path, error) || std::filesystem::is_regular_file(path, error))) {
    provenance_ = std::make_unique<ResultFile>(options.command(), "json", options.text("json") + ".provenance.json");
  }
}

void JsonOutput::commit(const nlohmann::ordered_json& result) {
  if (!file_) return;
  if (provenance_) {
    nlohmann::ordered_json provenance;
    provenance["schema"] = "dateline.provenance/1";
    provenance["version"] = kVersion;
    provenance["build"] = fmt::format("{} {}", DATELINE_BUILD_TYPE, DATELINE_COMPILER);
    provenance["host"] = host_name();
    provenance["wall_seconds"] = seconds_now() - started_;
    provenance_->commit(provenance.dump(1) + "\n");
  }
  file_->commit(result.dump(1) + "\n");
}

}  // namespace dateline
