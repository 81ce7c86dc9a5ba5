// A result file that is complete or not there: written to FILE.HOST.PID.tmp, renamed at the end. The temporary is created before
// a run begins, so that a path that cannot be written is found out at once.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

namespace dateline {

class ResultFile {
 public:
  // "-" stands for standard output. Throws ConfigError(command, option, path, ...) if the file cannot be written.
  ResultFile(std::string command, std::string option, std::string path);
  ResultFile(const ResultFile&) = delete;
  ResultFile& operator=(const ResultFile&) = delete;
  ~ResultFile();  // removes the temporary if commit() was not reached

  // A part of the content, written at once: for what is too large for memory.
  void append(const std::string& content);
  // The last part; the result is there.
  void commit(const std::string& content);
  [[nodiscard]] bool is_stdout() const { return path_ == "-"; }

 private:
  [[noreturn]] void fail() const;
  std::string command_, option_, path_, temporary_;
  std::ofstream file_;
  bool committed_ = false;
};

// The keys that every result begins with: schema, version, result_version, options, seed.
class Options;
[[nodiscard]] nlohmann::ordered_json result_header(const std::string& schema, const Options& options);

// Writes the result to --json if it was given, and build, host and wall time to FILE.provenance.json.
class JsonOutput {
 public:
  explicit JsonOutput(const Options& options);
  void commit(const nlohmann::ordered_json& result);
  [[nodiscard]] bool wants_stdout() const { return file_ && file_->is_stdout(); }

 private:
  std::unique_ptr<ResultFile> file_, provenance_;
  double started_;
};

}  // namespace dateline
