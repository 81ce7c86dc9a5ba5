#include "tests/fuzz/input.hpp"

#include <unistd.h>

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace dateline::fuzz {
namespace {

namespace fs = std::filesystem;

class Scratch {
 public:
  Scratch() : path_(fs::temp_directory_path() / ("dateline-fuzz-" + std::to_string(getpid()))) {
    fs::create_directory(path_);
    fs::current_path(path_);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    fs::current_path("/", ignored);
    fs::remove_all(path_, ignored);
  }
  void clear() const {
    for (const fs::directory_entry& entry : fs::directory_iterator(path_)) fs::remove_all(entry);
  }

 private:
  fs::path path_;
};

const Scratch& scratch() {
  static const Scratch folder;
  return folder;
}

}  // namespace

std::string Input::line() {
  const std::size_t end = std::min(text_.find('\n', at_), text_.size());
  std::string line = text_.substr(std::min(at_, end), end - std::min(at_, end));
  at_ = end + 1;
  return line;
}

std::string Input::rest() {
  std::string rest = empty() ? std::string{} : text_.substr(at_);
  at_ = text_.size();
  return rest;
}

void enter_scratch() { (void)scratch(); }
void clear_scratch() { scratch().clear(); }

void write_file(const std::string& name, const std::string& content) {
  enter_scratch();
  std::ofstream(name, std::ios::binary) << content;
}

bool leaves_scratch(std::string_view text) {
  const auto is = [&](std::size_t i, int (*kind)(int)) { return i < text.size() && kind(static_cast<unsigned char>(text[i])) != 0; };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '/' && (i == 0 || !is(i - 1, std::isalnum) || !is(i + 1, std::isdigit))) return true;
  }
  return text.find("..") != std::string_view::npos;
}

void broken(const std::string& rule, const std::string& what) {
  std::fprintf(stderr, "\nbroken: %s: '%s'\n", rule.c_str(), what.c_str());
  std::abort();
}

void require_line(const std::string& text) {
  if (text.empty()) broken("an error says something", text);
  for (const char c : text) {
    if (c < 0x20 || c > 0x7e) broken("an error is one printable line", text);
  }
}

}  // namespace dateline::fuzz
