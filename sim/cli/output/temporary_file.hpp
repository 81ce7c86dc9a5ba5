// Names of temporary files that a signal must not leave behind. A handler may touch nothing but a fixed table, so this
// is the one place with state of the whole process: at most kMostTemporaries names at a time, and longer names than
// kLongestPath are refused.
#pragma once

#include <cstddef>
#include <string>

namespace dateline {

inline constexpr std::size_t kMostTemporaries = 16;
inline constexpr std::size_t kLongestPath = 4096;

// Of this machine, or "unknown".
[[nodiscard]] std::string host_name();

// Of a file at `path`, in this process: FILE.HOST.PID.tmp.
[[nodiscard]] std::string temporary_name(const std::string& path);

// Removes the temporaries of a file at `path` that processes of this machine have left which were killed. One that runs
// has a lock on its own, which ends with it, so its temporary stays even where its number is not known here
// (containers).
void remove_left_temporaries(const std::string& path);

// Creates an empty file for as long as it lives, or until it is kept; removes it otherwise, at the end of the process
// by SIGTERM, SIGINT, SIGHUP, SIGPIPE and SIGXCPU too. Throws nothing: created() says.
class TemporaryFile {
 public:
  TemporaryFile() = default;
  explicit TemporaryFile(const std::string& path);
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  TemporaryFile(TemporaryFile&& other) noexcept;
  TemporaryFile& operator=(TemporaryFile&& other) noexcept;
  ~TemporaryFile();

  [[nodiscard]] bool created() const { return place_ < kMostTemporaries; }
  [[nodiscard]] const std::string& path() const { return path_; }
  // Gives it its last name; it stays then. False if that is impossible.
  [[nodiscard]] bool rename_to(const std::string& path);

 private:
  void close_lock();

  std::string path_;
  std::size_t place_ = kMostTemporaries;
  int lock_ = -1;  // the file, open as long as it is temporary
};

// Prepares a process for its files: temporaries go on the signals above (unless they are ignored); a file that grows
// beyond the limit is an error of writing (SIGXFSZ ignored); a closed standard stream takes no number that a result
// file would get.
void guard_files();

}  // namespace dateline
