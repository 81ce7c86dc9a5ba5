#include "sim/cli/output/temporary_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <mutex>
#include <utility>

namespace dateline {
namespace {

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

}  // namespace

TemporaryFile::TemporaryFile(const std::string& path) : path_(path), place_(take_place(path)) {
  if (!created() || std::ofstream(path_)) return;
  temporaries[place_].used = 0;
  place_ = kMostTemporaries;
}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept : path_(std::move(other.path_)), place_(std::exchange(other.place_, kMostTemporaries)) {}

TemporaryFile& TemporaryFile::operator=(TemporaryFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(place_, other.place_);
  return *this;
}

TemporaryFile::~TemporaryFile() {
  if (!created()) return;
  unlink(path_.c_str());
  temporaries[place_].used = 0;
}

bool TemporaryFile::rename_to(const std::string& path) {
  if (!created() || std::rename(path_.c_str(), path.c_str()) != 0) return false;
  temporaries[place_].used = 0;
  place_ = kMostTemporaries;
  return true;
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
