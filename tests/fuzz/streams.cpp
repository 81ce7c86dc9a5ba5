// Files of streams: what is accepted says streams of different names, each with a load above 0 that its injection can
// offer, together at most 1; and reads the same when its loads are written as fractions of a file with nothing else.
#include <set>

#include "tests/fuzz/input.hpp"
#include "traffic/streams/stream_file.hpp"

using namespace dateline;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  fuzz::write_file("FILE", input.rest());
  std::vector<StreamSpec> streams;
  if (!fuzz::accepted([&] { streams = read_streams({"simulate", "streams"}, "FILE"); })) return 0;
  std::set<std::string> names;
  Rational total = 0;
  std::string plain;
  for (const StreamSpec& s : streams) {
    names.insert(s.name);
    total += s.load;
    if (s.load <= 0 || s.rate() > s.load || s.lengths.mean() < 1 || s.traffic.empty())
      fuzz::broken("a stream has a load, a length and a pattern", s.name);
    plain += s.name + " load=" + to_string(s.load) + "\n";
  }
  if (streams.empty() || streams.size() > kMostStreams || names.size() != streams.size()) fuzz::broken("streams have names of their own", plain);
  if (total > 1) fuzz::broken("loads sum to at most 1", plain);
  fuzz::write_file("FILE", plain);
  std::vector<StreamSpec> again;
  if (!fuzz::accepted([&] { again = read_streams({"simulate", "streams"}, "FILE"); })) fuzz::broken("loads are numbers", plain);
  for (std::size_t i = 0; i < streams.size(); ++i) {
    if (again.size() != streams.size() || again[i].name != streams[i].name || again[i].load != streams[i].load)
      fuzz::broken("loads read back", plain);
  }
  return 0;
}
