// The queues of the reference mesh and its step; what packets do there is a MeshRule's business.
// Source: section 1 of the specification of the mesh machine. A step: 0. completed packets leave; (i) inputs to
// outputs; (ii) the links.
// Shapes: four input queues by side and four output queues by direction per processor; a queue lists packets, oldest
// first.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "reference_mesh.hpp"

namespace dateline::test {

enum Direction { kLeft, kRight, kUp, kDown };  // also the sides of a processor: left, right, top, bottom
constexpr std::array<Direction, 4> kDirections{kLeft, kRight, kUp, kDown};

[[nodiscard]] constexpr Direction opposite(Direction d) { return d == kLeft ? kRight : d == kRight ? kLeft : d == kUp ? kDown : kUp; }
[[nodiscard]] constexpr bool vertical(Direction d) { return d == kUp || d == kDown; }

struct MeshPacket {
  int source = 0;
  int destination = 0;
  int at = 0;
  enum class Where { absent, outside, input, output, gone } where = Where::absent;
  Direction side = kLeft;     // of its input queue here, kept while it is in the output queue
  Direction heading = kLeft;  // of its output queue
  long long delivered = -1;   // step
  long long turn_wait = 0;    // at the processor where it is
};

class MeshMachine;

// What an algorithm decides. Smaller priorities go first, ties by age within a queue and then left, right, straight
// input.
class MeshRule {
 public:
  virtual ~MeshRule() = default;
  virtual void begin_step(long long step, MeshMachine& machine) = 0;  // after point 0, before (i): may place packets
  [[nodiscard]] virtual bool completed(const MeshPacket& packet) const = 0;
  // The direction in which an uncompleted packet leaves the processor where it is; none while it has to stay.
  [[nodiscard]] virtual std::optional<Direction> exit(const MeshPacket& packet) const = 0;
  [[nodiscard]] virtual long long priority(const MeshPacket& packet, Direction heading) const = 0;  // into the output queue and on the link
  [[nodiscard]] virtual int most_packets(int processor, Direction heading) const = 0;               // an output queue may hold by this algorithm
  [[nodiscard]] virtual bool waits(const MeshPacket& packet) const = 0;                             // if it does not move now, that is a wait
  virtual void crossed(const MeshPacket& packet, long long step) = 0;
};

class MeshMachine {
 public:
  explicit MeshMachine(const MeshInput& input);

  // Puts a packet that is outside into the input queue from which it goes straight in its first direction.
  void place(int packet, Direction first);
  [[nodiscard]] bool step(MeshRule& rule);  // false if no packet crossed a link
  void record_placement();                  // queues as the initial placement left them

  [[nodiscard]] int row(int processor) const { return processor / side_; }
  [[nodiscard]] int column(int processor) const { return processor % side_; }
  [[nodiscard]] const std::vector<MeshPacket>& packets() const { return packets_; }
  [[nodiscard]] bool all_delivered() const { return output_.delivered == output_.moving_packets; }
  [[nodiscard]] MeshOutput& output() { return output_; }
  [[nodiscard]] int side() const { return side_; }

 private:
  struct Processor {
    std::array<std::vector<int>, 4> input;
    std::array<std::vector<int>, 4> output;
  };

  [[nodiscard]] std::optional<int> neighbour(int processor, Direction direction) const;
  void remove_completed();
  void fill_outputs(const MeshRule& rule);
  void fill_output(const MeshRule& rule, int processor, Direction heading);
  void use_links(MeshRule& rule);
  void cross(MeshRule& rule, int packet, int to);
  void count_waits(const MeshRule& rule);
  void measure_inputs();
  void report_occupancy() const;

  int side_;
  std::size_t capacity_;
  MeshOccupancyWatcher watcher_;
  long long now_ = 0;
  std::vector<MeshPacket> packets_;
  std::vector<Processor> processors_;
  std::vector<bool> crossed_now_;
  MeshOutput output_;
};

}  // namespace dateline::test
