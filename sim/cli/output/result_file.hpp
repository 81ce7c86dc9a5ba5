// A result file that is complete or not there: written to FILE.HOST.PID.tmp, renamed at the end. The temporary is
// created before a run begins, so that a path that cannot be written is found out at once. What is no file to replace
// is written to directly: a pipe, a device, a stream that is open already (/dev/stdout, /dev/fd/3), which keeps what it
// holds.
#pragma once

#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "sim/cli/output/temporary_file.hpp"
#include "sim/options/common_settings.hpp"

namespace dateline {

class ResultFile {
 public:
  static constexpr std::size_t kPiece = 1U << 20U;  // bytes: what is large is appended in pieces of this size

  // "-" and whatever names the same open stream stand for standard output. Throws ConfigError(command, option, given,
  // ...) if the file cannot be written; `given`: what the user wrote, if that is not the path alone.
  ResultFile(std::string command, std::string option, std::string path, std::string given = {});
  ResultFile(const ResultFile&) = delete;
  ResultFile& operator=(const ResultFile&) = delete;

  // A part of the content, written at once: for what is too large for memory.
  void append(const std::string& content);
  // The last part; the result is there.
  void commit(const std::string& content);
  // The same, and a machine that fails at any moment has it or what it replaces, whole.
  void commit_lasting(const std::string& content);
  // Throws that ConfigError, of the path as it was given.
  [[noreturn]] void fail(int error = 0) const;
  [[nodiscard]] bool is_stdout() const { return path_ == "-"; }
  [[nodiscard]] bool replaces() const { return temporary_.created(); }
  // What two outputs must not share.
  [[nodiscard]] static std::string place_of(const std::string& path);
  // What runs that were killed have left of a file there (temporary_file.hpp).
  static void remove_left(const std::string& path);

 private:
  std::string command_, option_, given_, path_;
  TemporaryFile temporary_;
  std::ofstream file_;
};

// The keys that every result begins with: schema, version, result_version, settings, seed.
[[nodiscard]] nlohmann::ordered_json result_header(const std::string& schema, const CommonSettings& settings);

// The file of a kind of --out; null if none was given.
[[nodiscard]] std::unique_ptr<ResultFile> output_file(const OutputSetting& setting);
// Whether it is standard output.
[[nodiscard]] inline bool is_stdout(const std::unique_ptr<ResultFile>& file) { return file && file->is_stdout(); }

// What runs that were killed have left of --out, --json and its provenance.
void remove_left_results(const CommonSettings& settings);

// Writes the result to --json if it was given, and build, host and wall time to FILE.provenance.json.
class JsonOutput {
 public:
  explicit JsonOutput(const CommonSettings& settings);
  void commit(const nlohmann::ordered_json& result);
  [[nodiscard]] bool given() const { return file_ != nullptr; }
  [[nodiscard]] bool wants_stdout() const { return file_ && file_->is_stdout(); }

 private:
  std::unique_ptr<ResultFile> file_, provenance_;
  double started_;
};

}  // namespace dateline
