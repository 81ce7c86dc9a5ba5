#include "traffic/traces/byte_file.hpp"

#include <bzlib.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>

#include "models/base/error.hpp"
#include "models/base/text/system_reason.hpp"

namespace dateline {
namespace {

constexpr std::size_t kBuffer = 64 * 1024;
constexpr std::string_view kPacked = "BZh";

}  // namespace

// bzip2's state of one part after the other.
class ByteFile::Unpacker {
 public:
  enum class Result { more, part_ends, damaged };

  Unpacker() { begin(); }
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;
  ~Unpacker() { BZ2_bzDecompressEnd(&stream_); }

  std::vector<char> raw = std::vector<char>(kBuffer);
  std::size_t at = 0, end = 0;  // of raw
  bool inside = true;           // a part has begun and not ended

  // The next part.
  void restart() {
    BZ2_bzDecompressEnd(&stream_);
    begin();
    inside = true;
  }
  // From raw into `to`, `count` becoming the bytes that were written.
  [[nodiscard]] Result unpack(std::vector<char>& to, std::size_t& count) {
    stream_.next_in = raw.data() + at;
    stream_.avail_in = static_cast<unsigned>(end - at);
    stream_.next_out = to.data();
    stream_.avail_out = static_cast<unsigned>(to.size());
    const int status = BZ2_bzDecompress(&stream_);
    at = end - stream_.avail_in;
    count = to.size() - stream_.avail_out;
    if (status == BZ_MEM_ERROR) throw std::bad_alloc();
    if (status == BZ_STREAM_END) inside = false;
    return status == BZ_OK ? Result::more : status == BZ_STREAM_END ? Result::part_ends : Result::damaged;
  }

 private:
  void begin() {
    stream_ = {};
    if (BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) throw std::bad_alloc();
  }
  bz_stream stream_{};
};

ByteFile::ByteFile(ValueSource source, std::string path)
    : source_(std::move(source)), path_(std::move(path)), file_(open_file(source_, path_)), ready_(kBuffer) {
  if (!fill_raw(ready_, end_) || std::string_view(ready_.data(), end_).substr(0, kPacked.size()) != kPacked) return;
  unpacker_ = std::make_unique<Unpacker>();
  unpacker_->raw.swap(ready_);
  std::swap(unpacker_->end, end_);
}

ByteFile::~ByteFile() = default;

std::size_t ByteFile::read(char* to, std::size_t count) {
  std::size_t done = 0;
  while (done < count) {
    if (at_ == end_) fill();
    if (at_ == end_) break;
    const std::size_t part = std::min(count - done, end_ - at_);
    std::copy_n(ready_.data() + at_, part, to + done);
    at_ += part;
    done += part;
  }
  offset_ += done;
  return done;
}

void ByteFile::fill() {
  at_ = end_ = 0;
  if (unpacker_) return fill_packed();
  (void)fill_raw(ready_, end_);
}

void ByteFile::fill_packed() {
  Unpacker& unpacker = *unpacker_;
  while (end_ == 0) {
    if (unpacker.at == unpacker.end) {
      unpacker.at = 0;
      (void)fill_raw(unpacker.raw, unpacker.end);
    }
    const bool dry = unpacker.at == unpacker.end;
    if (!unpacker.inside) {
      if (dry) return;
      unpacker.restart();
    }
    // Even without more to read: what has been read may not have found room yet.
    if (unpacker.unpack(ready_, end_) == Unpacker::Result::damaged) fail_at(offset_ + end_, "what bzip2 has packed is damaged");
    if (dry && unpacker.inside && end_ == 0) fail_at(offset_, "what bzip2 has packed ends too early");
  }
}

bool ByteFile::fill_raw(std::vector<char>& buffer, std::size_t& end) {
  end = 0;
  if (!file_) return false;
  errno = 0;
  file_.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
  if (file_.bad()) fail_file(fmt::format("cannot be read beyond byte {}{}", offset_, because_of(errno)));
  end = static_cast<std::size_t>(file_.gcount());
  return end != 0;
}

void ByteFile::fail_at(std::uint64_t offset, const std::string& problem) const { fail_file(fmt::format("byte {}: {}", offset, problem)); }

void ByteFile::fail_file(const std::string& rule) const { throw ConfigError(source_.component, source_.key, path_, rule); }

}  // namespace dateline
