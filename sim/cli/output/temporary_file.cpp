#include "sim/cli/output/temporary_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace dateline {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".tmp";

struct Name {
  std::array<char, kLongestPath> path{};
  volatile std::sig_atomic_t used = 0;
};

// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): a signal handler reaches nothing else
std::array<Name, kMostTemporaries> temporaries;
std::mutex names_lock;
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

std::size_t take_place(const std::string& path) {
  if (path.size() >= kLongestPath) return kMostTemporaries;
  const std::lock_guard lock(names_lock);
  for (std::size_t i = 0; i < temporaries.size(); ++i) {
    if (temporaries[i].used != 0) continue;
    path.copy(temporaries[i].path.data(), path.size());
    temporaries[i].path[path.size()] = '\0';
    temporaries[i].used = 1;
    return i;
  }
  return kMostTemporaries;
}

extern "C" void remove_all_and_die(int number) {
  for (const Name& name : temporaries) {
    if (name.used != 0) unlink(name.path.data());
  }
  std::signal(number, SIG_DFL);
  std::raise(number);
}

// Of the files of one name on this machine: what their names begin with.
std::string beginning(const fs::path& file) { return fmt::format("{}.{}.", file.filename().string(), host_name()); }

// The number of the process between the beginning and the ending of a temporary's name.
std::optional<pid_t> owner_of(std::string_view name, std::string_view begin) {
  if (name.size() <= begin.size() + kEnding.size() || name.substr(0, begin.size()) != begin) return std::nullopt;
  if (name.substr(name.size() - kEnding.size()) != kEnding) return std::nullopt;
  const std::string number(name.substr(begin.size(), name.size() - begin.size() - kEnding.size()));
  if (number.size() > 9 || !std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; })) return std::nullopt;
  return static_cast<pid_t>(std::stol(number));
}

bool runs(pid_t process) { return process <= 0 || kill(process, 0) == 0 || errno != ESRCH; }

void remove_unlocked(const std::string& path) {
  const int opened = open(path.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);  // NOLINT(cppcoreguidelines-pro-type-vararg)
  if (opened < 0) return;
  if (flock(opened, LOCK_EX | LOCK_NB) == 0) unlink(path.c_str());
  close(opened);
}

}  // namespace

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string("unknown");
}

std::string temporary_name(const std::string& path) { return fmt::format("{}.{}.{}{}", path, host_name(), getpid(), kEnding); }

void remove_left_temporaries(const std::string& path) {
  const std::string begin = beginning(path);
  const fs::path folder = fs::path(path).parent_path();
  std::error_code error;
  std::vector<std::string> left;
  for (fs::directory_iterator entry(folder.empty() ? "." : folder, error); !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const std::optional<pid_t> owner = owner_of(entry->path().filename().string(), begin);
    if (owner && !runs(*owner)) left.push_back(entry->path().string());
  }
  for (const std::string& name : left) remove_unlocked(name);
}

TemporaryFile::TemporaryFile(const std::string& path) : path_(path), place_(take_place(path)) {
  if (!created()) return;
  lock_ = open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);  // NOLINT(cppcoreguidelines-pro-type-vararg)
  if (lock_ >= 0) {
    (void)flock(lock_, LOCK_EX | LOCK_NB);  // not every file system has that; its number says so too
    return;
  }
  temporaries[place_].used = 0;
  place_ = kMostTemporaries;
}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : path_(std::move(other.path_)), place_(std::exchange(other.place_, kMostTemporaries)), lock_(std::exchange(other.lock_, -1)) {}

TemporaryFile& TemporaryFile::operator=(TemporaryFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(place_, other.place_);
  std::swap(lock_, other.lock_);
  return *this;
}

TemporaryFile::~TemporaryFile() {
  if (!created()) return;
  unlink(path_.c_str());
  close_lock();
  temporaries[place_].used = 0;
}

bool TemporaryFile::rename_to(const std::string& path) {
  if (!created() || std::rename(path_.c_str(), path.c_str()) != 0) return false;
  close_lock();
  temporaries[place_].used = 0;
  place_ = kMostTemporaries;
  return true;
}

void TemporaryFile::close_lock() {
  if (lock_ >= 0) close(std::exchange(lock_, -1));
}

void guard_files() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // Opened the wrong way round, so that reading or writing it fails as it does on a closed stream.
    if (fcntl(stream, F_GETFD) < 0) (void)open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);  // NOLINT: takes the lowest number
  }
  std::signal(SIGXFSZ, SIG_IGN);
  for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGXCPU}) {
    if (std::signal(number, remove_all_and_die) == SIG_IGN) std::signal(number, SIG_IGN);
  }
}

}  // namespace dateline
