// What the fuzz targets share: an input of bytes as lines and files, places for the files, and what an error must look
// like. A target is a program of its own with one LLVMFuzzerTestOneInput; it ends by abort() at whatever must not be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "models/base/error.hpp"

// The names and the signature are libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace dateline::fuzz {

// Read from the front, line by line; what is left is a file.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : text_(data, data + size) {}
  [[nodiscard]] bool empty() const { return at_ >= text_.size(); }
  [[nodiscard]] std::string line();
  [[nodiscard]] std::string rest();

 private:
  std::string text_;
  std::size_t at_ = 0;
};

// The process's own folder, made and entered at the first call, removed with the process. Relative paths lead into it.
void enter_scratch();
void clear_scratch();
void write_file(const std::string& name, const std::string& content);

// Whether a file of that name would lie outside the folder: a slash that does not stand in a number or a schema (1/3,
// results/1), or two dots.
[[nodiscard]] bool leaves_scratch(std::string_view text);

// Prints what broke and ends the process as a crash.
[[noreturn]] void broken(const std::string& rule, const std::string& what);
// One line for a terminal, not empty.
void require_line(const std::string& text);

// Calls `read`. Nothing but a ConfigError may come out, of one line; true if none did.
template <typename Read>
bool accepted(Read read) {
  try {
    read();
    return true;
  } catch (const ConfigError& e) {
    require_line(e.what());
    return false;
  }
}

}  // namespace dateline::fuzz
