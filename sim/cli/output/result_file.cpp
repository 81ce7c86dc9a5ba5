#include "sim/cli/output/result_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>

#include "models/base/error.hpp"
#include "models/base/text/parse.hpp"
#include "models/base/text/system_reason.hpp"
#include "sim/cli/command_line/command.hpp"

namespace dateline {
namespace {

double seconds_now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;
constexpr const char* kProvenance = ".provenance.json";

// Follows links up to a name in /proc/PID/fd: what such a name links to is a text, not a path.
fs::path followed(fs::path path) {
  std::error_code error;
  for (int i = 0; i < kMostLinks && fs::is_symlink(path, error); ++i) {
    const fs::path folder = fs::weakly_canonical(fs::absolute(path, error).parent_path(), error);
    if (folder.filename() == "fd" && folder.string().rfind("/proc/", 0) == 0) return folder / path.filename();
    const fs::path target = fs::read_symlink(path, error);
    path = target.is_absolute() ? target : folder / target;
  }
  return path;
}

bool is_open_stream(const fs::path& path) { return path.parent_path().filename() == "fd" && path.string().rfind("/proc/", 0) == 0; }

bool is_open_as_stdout(const fs::path& path) {
  struct stat given {
  }, out{};
  return is_open_stream(path) && stat(path.c_str(), &given) == 0 && fstat(STDOUT_FILENO, &out) == 0 && given.st_dev == out.st_dev &&
         given.st_ino == out.st_ino;
}

// A file, or the names in a folder. False if that is impossible; errno says why.
bool keep_on_disk(const std::string& path) {
  const int opened = open(path.c_str(), O_RDONLY | O_CLOEXEC);  // NOLINT(cppcoreguidelines-pro-type-vararg)
  if (opened < 0) return false;
  int done = fsync(opened);
  while (done != 0 && errno == EINTR) done = fsync(opened);
  const int error = errno;
  close(opened);
  errno = error;
  return done == 0;
}

}  // namespace

std::string ResultFile::place_of(const std::string& path) {
  if (path == "-" || is_open_as_stdout(followed(path))) return "-";
  std::error_code error;
  return is_open_stream(followed(path)) ? followed(path).string() : fs::weakly_canonical(fs::absolute(path, error), error).string();
}

void ResultFile::remove_left(const std::string& path) {
  const std::string place = place_of(path);
  if (place != "-") remove_left_temporaries(place);
}

ResultFile::ResultFile(std::string command, std::string option, std::string path, std::string given)
    : command_(std::move(command)), option_(std::move(option)), given_(given.empty() ? path : std::move(given)), path_(std::move(path)) {
  if (is_stdout()) return;
  std::error_code error;
  if (fs::is_directory(path_, error)) throw ConfigError(command_, option_, given_, "cannot be written: it is a folder");
  if (path_.empty()) fail();
  const fs::path end = followed(path_);  // the result goes where the link points
  if (is_open_as_stdout(end)) {
    path_ = "-";
    return;
  }
  if (is_open_stream(end)) {
    errno = 0;
    file_.open(end, std::ios::binary | std::ios::app);
    if (!file_) fail(errno);
    return;
  }
  if (fs::exists(path_, error) && !fs::is_regular_file(path_, error)) return;
  if (fs::is_symlink(path_, error)) path_ = fs::weakly_canonical(path_, error).string();
  errno = 0;
  temporary_ = TemporaryFile(temporary_name(path_));
  if (!temporary_.created()) fail(errno);
}

void ResultFile::fail(int error) const { throw ConfigError(command_, option_, given_, "cannot be written" + because_of(error)); }

void ResultFile::append(const std::string& content) {
  if (is_stdout()) {
    if (std::fwrite(content.data(), 1, content.size(), stdout) != content.size()) fail();
    return;
  }
  errno = 0;
  if (!file_.is_open()) file_.open(replaces() ? temporary_.path() : path_, std::ios::binary | std::ios::trunc);
  file_ << content;
  if (!file_) fail(errno);
}

void ResultFile::commit(const std::string& content) {
  append(content);
  if (is_stdout()) {
    if (std::fflush(stdout) != 0) fail();
    return;
  }
  errno = 0;
  file_.close();
  if (!file_ || (replaces() && !temporary_.rename_to(path_))) fail(errno);
}

void ResultFile::commit_lasting(const std::string& content) {
  append(content);
  errno = 0;
  if (replaces() && (!file_.flush() || !keep_on_disk(temporary_.path()))) fail(errno);
  commit("");
  if (!is_stdout()) (void)keep_on_disk(fs::absolute(path_).parent_path().string());  // its new name; not every file system has that
}

nlohmann::ordered_json result_header(const std::string& schema, const CommonSettings& settings) {
  nlohmann::ordered_json json;
  json["schema"] = schema;
  json["version"] = kVersion;
  json["result_version"] = kResultVersion;
  json["options"] = nlohmann::ordered_json::object();
  for (const auto& [name, value] : settings.record) json["options"][name] = value;
  if (settings.seed.has()) json["seed"] = *settings.seed;
  return json;
}

std::unique_ptr<ResultFile> output_file(const OutputSetting& setting) {
  if (!setting.has()) return nullptr;
  return std::make_unique<ResultFile>(setting.source().component, setting.source().key, setting.path(), setting.text());
}

void remove_left_results(const CommonSettings& settings) {
  for (const CommonSettings::NamedFile& written : settings.files_written) ResultFile::remove_left(written.path);
  if (!settings.json.has()) return;
  ResultFile::remove_left(*settings.json);
  ResultFile::remove_left(*settings.json + kProvenance);
}

JsonOutput::JsonOutput(const CommonSettings& settings) : started_(seconds_now()) {
  std::map<std::string, std::string> taken;  // place -> what is there; a result that is made again from --config may take its own place
  for (const auto& [option, path] : settings.files_read) {
    std::error_code error;
    if (fs::is_regular_file(path, error)) taken.emplace(ResultFile::place_of(path), option);
  }
  const auto take = [&](const std::string& option, const std::string& path, const std::string& what) {
    const auto [it, fresh] = taken.try_emplace(ResultFile::place_of(path), what);
    const bool again = option == "out=record" && it->second == "workload";  // a trace may be recorded over itself
    if (fresh || again) return;
    const std::size_t equals = option.find('=');  // of "out=KIND"
    const std::string given = equals == std::string::npos ? path : option.substr(equals + 1) + "=" + path;
    throw ConfigError(settings.command, option.substr(0, equals), given, fmt::format("is the place of {} too", it->second));
  };
  if (settings.json.has()) {
    const std::string& path = *settings.json;
    take("json", path, "json");
    file_ = std::make_unique<ResultFile>(settings.command, "json", path);
    if (file_->replaces()) {
      provenance_ = std::make_unique<ResultFile>(settings.command, "json", path + kProvenance);
      take("json", path + kProvenance, "the provenance of json");
    }
  }
  for (const auto& [option, path] : settings.files_written) take(option, path, option);
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
