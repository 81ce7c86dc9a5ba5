#include "models/base/text/text_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "models/base/error.hpp"
#include "models/base/text/system_reason.hpp"

namespace dateline {
namespace {

constexpr std::size_t kBuffer = 64 * 1024;

bool any_damage(const char* first, const char* last) {
  unsigned found = 0;
  for (; first != last; ++first) {
    const auto c = static_cast<unsigned char>(*first);
    found |= static_cast<unsigned>(c < 0x09) | (static_cast<unsigned>(c > 0x0d) & static_cast<unsigned>(c < 0x20)) | static_cast<unsigned>(c == 0x7f);
  }
  return found != 0;
}

}  // namespace

TextLines::TextLines(ValueSource source, std::string path, std::size_t longest)
    : source_(std::move(source)), path_(std::move(path)), longest_(longest), file_(open_file(source_, path_)), buffer_(kBuffer) {}

bool TextLines::next(std::string_view& line) {
  std::size_t searched = 0;  // of what is at hand, without an end of line
  while (true) {
    const char* const begin = buffer_.data() + at_;
    const auto* const found = static_cast<const char*>(std::memchr(begin + searched, '\n', end_ - at_ - searched));
    const std::size_t length = found != nullptr ? static_cast<std::size_t>(found - begin) : end_ - at_;
    if (length > longest_) fail_at(line_ + 1, fmt::format("is longer than {} characters", longest_));
    if (found != nullptr || whole_) {
      if (found == nullptr && length == 0) return false;
      ++line_;
      if (damaged_ && any_damage(begin, begin + length)) fail("holds a byte that is no text (a binary file?)");
      at_ += length + (found != nullptr ? 1 : 0);
      line = std::string_view(begin, length);
      if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
      return true;
    }
    searched = length;
    fill();
  }
}

// More of the file behind what is at hand.
void TextLines::fill() {
  std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(at_), buffer_.begin() + static_cast<std::ptrdiff_t>(end_), buffer_.begin());
  end_ -= at_;
  at_ = 0;
  if (end_ > buffer_.size() / 2) buffer_.resize(2 * buffer_.size());
  errno = 0;
  file_.read(buffer_.data() + end_, static_cast<std::streamsize>(buffer_.size() - end_));
  if (file_.bad()) fail_file(fmt::format("cannot be read beyond line {}{}", line_, because_of(errno)));
  const auto count = static_cast<std::size_t>(file_.gcount());
  damaged_ = damaged_ || any_damage(buffer_.data() + end_, buffer_.data() + end_ + count);
  end_ += count;
  whole_ = file_.eof();
}

void TextLines::fail_at(std::uint64_t line, const std::string& problem) const { fail_file(fmt::format("line {}: {}", line, problem)); }

void TextLines::fail_file(const std::string& rule) const { throw ConfigError(source_.component, source_.key, path_, rule); }

}  // namespace dateline
