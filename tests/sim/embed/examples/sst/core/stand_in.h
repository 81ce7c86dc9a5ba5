// What the adapters for SST (sim/embed/examples/sst_network.hpp, sst_nic.hpp) need of its core, by its names: a
// stand-in for their tests. Time is in ps; of one time clocks come first, then events in the order of sending.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#define SST_ELI_REGISTER_COMPONENT(...)
#define SST_ELI_REGISTER_SUBCOMPONENT(...)
#define SST_ELI_DOCUMENT_PARAMS(...)
#define SST_ELI_DOCUMENT_PORTS(...)
#define ImplementSerializable(...)
#define SST_SER(member) ser.add(&(member))
#define CALL_INFO __LINE__, __FILE__, __func__

namespace SST {

using ComponentId_t = std::uint64_t;
using Cycle_t = std::uint64_t;
using SimTime_t = std::uint64_t;

namespace Core::Serialization {
struct serializer {
  template <typename Member>
  void add(Member*) {
    ++members;
  }
  int members = 0;
};
}  // namespace Core::Serialization

// A member function of an object as a functor, with another argument where Data is not void.
template <typename Result, typename Argument>
struct HandlerOf {
  virtual ~HandlerOf() = default;
  virtual Result operator()(Argument argument) = 0;
};
template <typename Result, typename Argument, typename Class, auto function, typename Data>
struct HandlerWith final : HandlerOf<Result, Argument> {
  HandlerWith(Class* own, Data with) : object(own), data(with) {}
  Result operator()(Argument argument) override { return (object->*function)(argument, data); }
  Class* object;
  Data data;
};
template <typename Result, typename Argument, typename Class, auto function>
struct HandlerWith<Result, Argument, Class, function, void> final : HandlerOf<Result, Argument> {
  explicit HandlerWith(Class* own) : object(own) {}
  Result operator()(Argument argument) override { return (object->*function)(argument); }
  Class* object;
};

class Event {
 public:
  using HandlerBase = HandlerOf<void, Event*>;
  template <typename Class, auto function, typename Data = void>
  using Handler = HandlerWith<void, Event*, Class, function, Data>;
  virtual ~Event() = default;
  virtual Event* clone() { std::abort(); }
  virtual void serialize_order(Core::Serialization::serializer&) {}
};

struct Clock {
  using HandlerBase = HandlerOf<bool, Cycle_t>;
  template <typename Class, auto function, typename Data = void>
  using Handler = HandlerWith<bool, Cycle_t, Class, function, Data>;
};

struct TimeConverter {
  SimTime_t period = 0;
};

struct UnitAlgebra {
  explicit UnitAlgebra(std::string own) : text(std::move(own)) {}
  std::string text;
};

struct Output {
  [[noreturn]] void fatal(int, const char*, const char*, int, const char*, ...) { std::abort(); }
};

class Params {
 public:
  explicit Params(std::map<std::string, std::string> values) : values_(std::move(values)) {}
  template <typename Value>
  Value find(const std::string& name, const std::string& otherwise = "") const {
    const auto found = values_.find(name);
    return as<Value>(found == values_.end() ? otherwise : found->second);
  }
  template <typename Value>
  Value find(const std::string& name, Value otherwise) const {
    return values_.count(name) == 0 ? otherwise : find<Value>(name);
  }

 private:
  template <typename Value>
  static Value as(const std::string& text) {
    if constexpr (std::is_same_v<Value, std::string>) return text;
    std::istringstream in(text);
    Value value{};
    in >> value;
    return value;
  }
  std::map<std::string, std::string> values_;
};

class Simulation;

class Link {
 public:
  Link(Simulation& simulation, Event::HandlerBase* handler) : simulation_(simulation), handler_(handler) {}
  void send(Event* event);
  void sendUntimedData(Event* event) { other_->untimed_.push_back(event); }
  Event* recvUntimedData() {
    if (untimed_.empty()) return nullptr;
    Event* const first = untimed_.front();
    untimed_.pop_front();
    return first;
  }

 private:
  friend class Simulation;
  Simulation& simulation_;
  std::unique_ptr<Event::HandlerBase> handler_;
  std::deque<Event*> untimed_;
  Link* other_ = nullptr;
  SimTime_t latency_ = 0;
};

class Simulation {
 public:
  void connect(Link& one, Link& other, SimTime_t latency) {
    one.other_ = &other;
    other.other_ = &one;
    one.latency_ = other.latency_ = latency;
  }
  // Whatever happens before `until`, the time from then on.
  void run(SimTime_t until) {
    while (!due_.empty() && std::get<0>(due_.begin()->first) < until) {
      const auto first = due_.extract(due_.begin());
      now_ = std::get<0>(first.key());
      if (first.mapped().clock == nullptr)
        (*first.mapped().link->handler_)(first.mapped().event);
      else
        tick(*first.mapped().clock);
    }
    now_ = until;
  }
  SimTime_t now() const { return now_; }
  std::uint64_t ticks() const { return ticks_; }

 private:
  friend class Link;
  friend class BaseComponent;
  struct Due {
    Clock::HandlerBase* clock = nullptr;
    Link* link = nullptr;
    Event* event = nullptr;
  };
  void tick(Clock::HandlerBase& handler) {
    ++ticks_;
    if (!handler(now_ / period_)) start(handler);
  }
  // Returns the cycle of its next tick.
  Cycle_t start(Clock::HandlerBase& handler) {
    const Cycle_t next = now_ / period_ + 1;
    due_[{next * period_, 0, 0}] = {&handler, nullptr, nullptr};
    return next;
  }

  SimTime_t now_ = 0, period_ = 1000;  // 1 GHz
  std::uint64_t ticks_ = 0, sent_ = 0;
  std::map<std::tuple<SimTime_t, int, std::uint64_t>, Due> due_;
};

inline void Link::send(Event* event) { simulation_.due_[{simulation_.now_ + latency_, 1, ++simulation_.sent_}] = {nullptr, other_, event}; }

// Of the simulation that is `current` when it is made.
class BaseComponent {
 public:
  explicit BaseComponent(ComponentId_t) : simulation_(*current) {}
  virtual ~BaseComponent() = default;
  virtual void init(unsigned) {}
  virtual void complete(unsigned) {}
  Link& link(const std::string& name) { return *links_.at(name); }
  static inline Simulation* current = nullptr;

 protected:
  Link* configureLink(const std::string& name, Event::HandlerBase* handler) {
    return (links_[name] = std::make_unique<Link>(simulation_, handler)).get();
  }
  TimeConverter registerClock(const std::string&, Clock::HandlerBase* handler) {
    clock_.reset(handler);
    simulation_.start(*handler);
    return {simulation_.period_};
  }
  Cycle_t reregisterClock(TimeConverter, Clock::HandlerBase* handler) { return simulation_.start(*handler); }
  Output& getSimulationOutput() { return output_; }

 private:
  Simulation& simulation_;
  std::map<std::string, std::unique_ptr<Link>> links_;
  std::unique_ptr<Clock::HandlerBase> clock_;
  Output output_;
};

struct Component : BaseComponent {
  using BaseComponent::BaseComponent;
};
struct SubComponent : BaseComponent {
  using BaseComponent::BaseComponent;
};

}  // namespace SST
