// netrace:FILE, the packets of Netrace 1.0 with their dependencies, packed by bzip2 or not. Source: J. Hestness,
// B. Grot, S. W. Keckler, Netrace: dependency-driven trace-based network-on-chip simulation, NoCArc 2010; the format as
// github.com/booksim/netrace writes it, in docs/guide/workloads/netrace.md byte by byte.
// A packet's bytes follow from its type and contain its header: ceil(bytes / flit_bytes) flits. Its class is its type.
// The benchmark's name, the notes, the regions, addresses and node types are skipped.
// Errors name the byte, unpacked, where the packet or the field of the header begins. Memory: that of ByteFile.
#pragma once

#include "traffic/traces/byte_file.hpp"
#include "traffic/traces/trace_reader.hpp"

namespace dateline {

class NetraceFile final : public TraceReader {
 public:
  // Reads the header.
  NetraceFile(const ValueSource& source, const std::string& path, std::uint64_t flit_bytes);

  [[nodiscard]] bool next(TracePacket& packet) override;
  [[noreturn]] void fail(const std::string& problem) const override { bytes_.fail_at(place_, problem); }
  [[nodiscard]] bool has_classes() const override { return true; }
  [[nodiscard]] bool has_dependencies() const override { return true; }

 private:
  void read_header();
  void skip(std::uint64_t count, const std::string& what);
  void read_waiting(std::size_t count, TracePacket& packet);

  ByteFile bytes_;
  std::uint64_t flit_bytes_;
  std::uint64_t place_ = 0;  // of what is read
  std::uint32_t nodes_ = 0;
  std::uint64_t packets_ = 0, read_ = 0;
  Cycle last_ = 0;
};

}  // namespace dateline
