// What the adapter for gem5's Ruby (sim/embed/examples/gem5_ruby.hpp, gem5_messages.hpp) needs of gem5, by its names: a
// stand-in for its tests. One queue of events, in the order of their ticks; a controller is a machine of a type.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <ostream>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#define PARAMS(type) using Params = type##Params
#define panic_if(condition, text) \
  if (condition) throw std::runtime_error(text)

namespace gem5 {

using Tick = std::uint64_t;
inline constexpr Tick kPeriod = 500;  // of every clock

// The event queue: what is called, by tick; of one tick in the order of scheduling.
struct Simulation {
  Tick now = 0;
  std::multimap<Tick, std::function<void()>> events;
  void run(Tick until) {
    while (!events.empty() && events.begin()->first <= until) {
      const auto next = events.extract(events.begin());
      now = next.key();
      next.mapped()();
    }
  }
  inline static Simulation* current = nullptr;
};

class Cycles {
 public:
  explicit Cycles(std::uint64_t own) : cycles_(own) {}
  operator std::uint64_t() const { return cycles_; }  // NOLINT(google-explicit-constructor): as gem5's

 private:
  std::uint64_t cycles_;
};

struct Packet {
  int address = 0;
};
struct WriteMask {
  int bytes = 0;
};

struct RubyNetworkParams {
  int controllers[2] = {0, 0};  // of each type
  int vnets = 0;
  std::vector<bool> ordered = {};
  std::size_t queue = 0;  // messages in a buffer from the network; 0: any number
};

class ClockedObject {
 public:
  virtual ~ClockedObject() = default;
  virtual void init() {}
  [[nodiscard]] Tick clockEdge() const { return (Simulation::current->now + kPeriod - 1) / kPeriod * kPeriod; }
  [[nodiscard]] Cycles curCycle() const { return Cycles(clockEdge() / kPeriod); }
  [[nodiscard]] Tick clockPeriod() const { return kPeriod; }
};

namespace ruby {

using NodeID = std::uint32_t;
using SwitchID = std::uint32_t;
using PortDirection = std::string;
class BasicLink;
enum MachineType { MachineType_L1Cache, MachineType_Directory };
enum MessageSizeType { MessageSizeType_Control, MessageSizeType_Data };
inline int controllers_of_first_type = 0;
inline int MachineType_base_number(MachineType type) { return type == MachineType_L1Cache ? 0 : controllers_of_first_type; }

struct MachineID {
  MachineType type;
  NodeID num;
  friend bool operator<(const MachineID& a, const MachineID& b) { return std::pair(a.type, a.num) < std::pair(b.type, b.num); }
};

class NetDest {
 public:
  void add(MachineID own) { all_.insert(own); }
  void remove(MachineID own) { all_.erase(own); }
  void clear() { all_.clear(); }
  [[nodiscard]] bool isEmpty() const { return all_.empty(); }
  [[nodiscard]] int count() const { return static_cast<int>(all_.size()); }
  [[nodiscard]] MachineID smallestElement() const { return *all_.begin(); }

 private:
  std::set<MachineID> all_;
};

class Message;
using MsgPtr = std::shared_ptr<Message>;
class Message {
 public:
  virtual ~Message() = default;
  [[nodiscard]] virtual MsgPtr clone() const = 0;
  virtual NetDest& getDestination() = 0;
  virtual MessageSizeType& getMessageSize() = 0;
  virtual bool functionalRead(Packet* packet) = 0;
  virtual bool functionalRead(Packet* packet, WriteMask& mask) = 0;
  virtual bool functionalWrite(Packet* packet) = 0;
};

class Consumer {
 public:
  explicit Consumer(ClockedObject* own) : object_(own) {}
  virtual ~Consumer() = default;
  virtual void wakeup() = 0;
  virtual void print(std::ostream& out) const = 0;
  void scheduleEvent(Cycles later) { scheduleEventAbsolute(object_->clockEdge() + later * kPeriod); }
  void scheduleEventAbsolute(Tick at) {
    if (!scheduled_.insert(at).second) return;
    Simulation::current->events.emplace(at, [this, at] {
      scheduled_.erase(at);
      wakeup();
    });
  }

 private:
  ClockedObject* object_;
  std::set<Tick> scheduled_;
};

class MessageBuffer {
 public:
  explicit MessageBuffer(std::size_t most) : most_(most) {}
  void setConsumer(Consumer* own) { consumer_ = own; }
  void enqueue(MsgPtr message, Tick now, Tick later) {
    if (!areNSlotsAvailable(1, now)) throw std::runtime_error("a message into a full buffer");
    waiting_.emplace_back(now + later, std::move(message));
    if (consumer_ != nullptr) consumer_->scheduleEventAbsolute(now + later);
  }
  bool areNSlotsAvailable(unsigned number, Tick /*now*/) { return most_ == 0 || waiting_.size() + number <= most_; }
  [[nodiscard]] bool isReady(Tick now) const { return readyTime() <= now; }
  [[nodiscard]] Tick readyTime() const { return waiting_.empty() ? ~Tick{0} : waiting_.front().first; }
  [[nodiscard]] const MsgPtr& peekMsgPtr() const { return waiting_.front().second; }
  Tick dequeue(Tick now) {
    if (!isReady(now)) throw std::runtime_error("nothing to be dequeued");
    waiting_.pop_front();
    return 0;
  }

 private:
  std::size_t most_;
  Consumer* consumer_ = nullptr;
  std::deque<std::pair<Tick, MsgPtr>> waiting_;
};

class Network : public ClockedObject {
 public:
  explicit Network(const RubyNetworkParams& p) : m_ordered(p.ordered) {
    controllers_of_first_type = p.controllers[0];
    for (int node = 0; node < p.controllers[0] + p.controllers[1]; ++node) {
      m_toNetQueues.emplace_back();
      m_fromNetQueues.emplace_back();
      for (int vnet = 0; vnet < p.vnets; ++vnet) {
        for (auto* const queues : {&m_toNetQueues, &m_fromNetQueues}) {
          buffers_.push_back(std::make_unique<MessageBuffer>(queues == &m_fromNetQueues ? p.queue : 0));
          queues->back().push_back(buffers_.back().get());
        }
      }
      m_toNetQueues.back().push_back(nullptr);  // a virtual network that this controller does not take part in
    }
  }
  static std::uint32_t MessageSizeType_to_int(MessageSizeType size) { return size == MessageSizeType_Control ? 8 : 72; }
  [[nodiscard]] NodeID getLocalNodeID(NodeID global) const { return global; }
  MessageBuffer& to_network(NodeID node, int vnet) { return *m_toNetQueues[node][static_cast<std::size_t>(vnet)]; }
  MessageBuffer& from_network(NodeID node, int vnet) { return *m_fromNetQueues[node][static_cast<std::size_t>(vnet)]; }

  virtual void makeExtOutLink(SwitchID, NodeID, BasicLink*, std::vector<NetDest>&) = 0;
  virtual void makeExtInLink(NodeID, SwitchID, BasicLink*, std::vector<NetDest>&) = 0;
  virtual void makeInternalLink(SwitchID, SwitchID, BasicLink*, std::vector<NetDest>&, PortDirection, PortDirection) = 0;
  virtual void collateStats() = 0;
  virtual void print(std::ostream& out) const = 0;
  virtual bool functionalRead(Packet*) = 0;
  virtual bool functionalRead(Packet*, WriteMask&) = 0;
  virtual std::uint32_t functionalWrite(Packet*) = 0;

 protected:
  std::vector<std::vector<MessageBuffer*>> m_toNetQueues, m_fromNetQueues;
  std::vector<bool> m_ordered;

 private:
  std::vector<std::unique_ptr<MessageBuffer>> buffers_;
};

}  // namespace ruby

struct DatelineRubyParams : RubyNetworkParams {
  std::string options = {};
  std::uint64_t depth = 4;
};

}  // namespace gem5
