#include "sim/embed/network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <istream>
#include <ostream>
#include <stdexcept>

#include "models/base/error.hpp"
#include "models/base/state_io.hpp"
#include "sim/embed/due_list.hpp"
#include "sim/embed/embedded_machine.hpp"
#include "sim/embed/messages.hpp"
#include "sim/measure/cycle_client.hpp"
#include "sim/options/network/checkpoint.hpp"

namespace dateline {

namespace {

constexpr const char* kComponent = "network";

}  // namespace

class Network::State {
 public:
  explicit State(std::string_view options)
      : parts_(options),
        wiring_(Wiring::of(*parts_.network.topology)),
        messages_(parts_.sizes, wiring_.terminals(), parts_.config),
        machine_(parts_.config, wiring_, *parts_.network.relation, messages_),
        failed_(failed_terminals(parts_.network)),
        head_(head_of_checkpoint(head())) {
    messages_.send_on(machine_);
  }

  [[nodiscard]] const EmbeddedMachine& parts() const { return parts_; }
  [[nodiscard]] CompiledNetwork& machine() { return machine_; }
  [[nodiscard]] const CompiledNetwork& machine() const { return machine_; }
  [[nodiscard]] std::uint32_t terminals() const { return wiring_.terminals(); }
  [[nodiscard]] Cycle now() const { return now_; }
  [[nodiscard]] const std::string& deadlock() const { return deadlock_; }
  [[nodiscard]] bool idle() const { return events_.empty() && sends_.empty() && timers_.empty() && machine_.idle(); }

  [[nodiscard]] std::uint64_t queued(TerminalId from) const;
  void send(const Messages::Order& order);
  void wake(Cycle at, std::uint64_t user);
  Cycle run(Cycle until);
  std::size_t take(Event* out, std::size_t room);
  void save(std::ostream& out);
  void restore(std::istream& in);

 private:
  void read(std::string_view saved);
  template <typename Archive>
  void io(Archive& archive) {
    auto& [parts, wiring, messages, machine, failed, change, sends, timers, events, taken, deadlock, now, due, head] = *this;
    static_cast<void>(parts), static_cast<void>(wiring), static_cast<void>(head);  // known from the options
    archive(machine, messages, failed, change, sends, timers, events, taken, deadlock, now, due);
  }
  [[nodiscard]] CheckpointHead head() const { return {kComponent, parts_.record, now_}; }

  // Of all messages but those that send() lets begin at once; apart, as these would pay for it.
  [[gnu::noinline]] void send_checked(const Messages::Order& order);
  void check(const Messages::Order& order) const;
  void check_cycle(const char* key, Cycle at) const;
  void check_terminal(const char* key, TerminalId terminal) const;
  [[nodiscard]] bool has_failed(TerminalId terminal) const { return !failed_.empty() && failed_[terminal.value()] != 0; }
  [[nodiscard]] Cycle next_change() const { return change_ == parts_.changes.size() ? kNever : parts_.changes[change_].change.at; }
  void offer(const Messages::Order& order);
  // Cycle `now` is the next to be executed.
  void enter(Cycle now) {
    now_ = now;
    if (due_ <= now) take_due();
    if (messages_.moved()) messages_.take_moved(events_);
  }
  void take_due();
  void change();
  void step();
  void look_for_deadlock();

  EmbeddedMachine parts_;
  Wiring wiring_;
  Messages messages_;
  CompiledNetwork machine_;
  std::vector<std::uint8_t> failed_;  // per terminal; empty: none
  std::size_t change_ = 0;            // the next of the changes
  DueList<Messages::Order> sends_;
  DueList<std::uint64_t> timers_;
  std::vector<Event> events_;
  std::size_t taken_ = 0;  // of events_
  std::string deadlock_;
  Cycle now_ = 0;
  Cycle due_ = next_change();  // the cycle in which anything happens that is known now
  std::string head_;           // of its checkpoints
};

namespace {

constexpr std::size_t kWaitsShown = 8;

Event timer_event(Cycle at, std::uint64_t user) {
  Event event;
  event.kind = Event::timer;
  event.user = user;
  event.at = event.offered = at;
  return event;
}

}  // namespace

void Network::State::check_cycle(const char* key, Cycle at) const {
  if (at < now_) throw ConfigError(kComponent, key, std::to_string(at), fmt::format("has passed; the next cycle is {}", now_));
  if (at > kLast) throw ConfigError(kComponent, key, std::to_string(at), fmt::format("is after the last cycle, {:.0e}", 1.0 * kLast));
}

void Network::State::check_terminal(const char* key, TerminalId terminal) const {
  if (terminal.value() >= terminals())
    throw ConfigError(kComponent, key, std::to_string(terminal.value()), fmt::format("not in 0..{}", terminals() - 1));
  if (has_failed(terminal) && parts_.changes.empty())
    throw ConfigError(kComponent, key, std::to_string(terminal.value()), "is a terminal whose node has failed");
}

// Those that nothing is wrong with are not looked into.
void Network::State::check(const Messages::Order& order) const {
  check_cycle("send, at", order.at);
  check_terminal("send, from", order.from);
  check_terminal("send, to", order.to);
  if (order.bytes > kMostBytes) throw ConfigError(kComponent, "send, bytes", std::to_string(order.bytes), fmt::format("not in 0..{}", kMostBytes));
}

std::uint64_t Network::State::queued(TerminalId from) const {
  check_terminal("queued, from", from);
  const SourceQueues::Source& source = machine_.source(from);
  return source.generated - source.injected + messages_.waiting(from);
}

inline void Network::State::send(const Messages::Order& order) {
  const std::uint32_t terminals = wiring_.terminals();
  const bool plain = order.at == now_ && now_ <= kLast && order.from.value() < terminals && order.to.value() < terminals &&
                     order.bytes <= kMostBytes && failed_.empty();
  plain ? messages_.offer(order) : send_checked(order);
}

void Network::State::send_checked(const Messages::Order& order) {
  check(order);
  if (order.at == now_) return offer(order);
  sends_.add(order.at, order);
  due_ = std::min(due_, order.at);
}

void Network::State::offer(const Messages::Order& order) {
  if (has_failed(order.from) || has_failed(order.to)) return messages_.lose(order, events_);
  messages_.offer(order);
}

void Network::State::wake(Cycle at, std::uint64_t user) {
  check_cycle("wake, at", at);
  if (at == now_) return events_.push_back(timer_event(at, user));
  timers_.add(at, user);
  due_ = std::min(due_, at);
}

void Network::State::change() {
  const ChangedNetwork& changed = parts_.changes[change_++];
  const FaultMap* const faults = changed.change.faults.get();
  failed_.assign(terminals(), 0);
  for (std::uint32_t t = 0; faults != nullptr && t < terminals(); ++t) failed_[t] = faults->failed(wiring_.router_of[t]) ? 1 : 0;
  messages_.drop_waiting(now_, [&](TerminalId terminal) { return has_failed(terminal); });
  machine_.change(*changed.relation, now_);
}

void Network::State::take_due() {
  timers_.take_due(now_, [&](std::uint64_t user) { events_.push_back(timer_event(now_, user)); });
  if (next_change() <= now_) change();
  messages_.take_lost(events_);
  sends_.take_due(now_, [&](const Messages::Order& order) { offer(order); });
  due_ = std::min({timers_.next(), sends_.next(), next_change()});
}

void Network::State::look_for_deadlock() {
  if (machine_.idle()) return;
  const std::vector<WaitFor> waits = machine_.find_deadlock();
  if (waits.empty()) return;
  deadlock_ = fmt::format("deadlock at cycle {}: {} packets wait for each other in a cycle", now_, waits.size());
  for (std::size_t i = 0; i < std::min(waits.size(), kWaitsShown); ++i) deadlock_ += (i == 0 ? ": " : "; ") + describe(machine_.tile(), waits[i]);
  Event event;
  event.kind = Event::deadlock;
  event.at = now_;
  event.packets = waits.size();
  events_.push_back(event);
}

void Network::State::step() {
  const Cycle cycle = now_;
  machine_.step(cycle);
  enter(cycle + 1);
  if (cycle % CycleClient::kWatchPeriod == CycleClient::kWatchPeriod - 1) look_for_deadlock();
}

Cycle Network::State::run(Cycle until) {
  if (!events_.empty()) return now_;
  if (!deadlock_.empty()) throw std::runtime_error(deadlock_);
  while (now_ < until && events_.empty()) {
    if (!machine_.idle()) {
      step();
      continue;
    }
    const Cycle to = std::min(until, due_);
    if (to == kNever) break;
    enter(to);
  }
  return now_;
}

std::size_t Network::State::take(Event* out, std::size_t room) {
  const std::size_t count = std::min(room, events_.size() - taken_);
  std::copy_n(events_.begin() + static_cast<std::ptrdiff_t>(taken_), count, out);
  taken_ += count;
  if (taken_ == events_.size()) {
    events_.clear();
    taken_ = 0;
  }
  return count;
}

void Network::State::save(std::ostream& out) {
  const auto fields = [this](StateWriter& archive) { io(archive); };
  write_checkpoint(head_, now_, fields, [&](std::string_view part) { out.write(part.data(), static_cast<std::streamsize>(part.size())); });
  if (!out.flush()) throw ConfigError(kComponent, "save", "cannot be written");
}

void Network::State::restore(std::istream& in) {
  const std::string bytes = read_checkpoint(in);
  CheckpointHead theirs = head();
  const std::string_view saved = checkpointed_state(bytes, {kComponent, "restore"}, "checkpoint", theirs);
  std::string before;
  before.reserve(saved.size());
  StateWriter own([&](std::string_view part) { before += part; });
  io(own);
  own.end();
  try {
    read(saved);
  } catch (const std::exception&) {
    read(before);
    throw ConfigError(kComponent, "restore", "checkpoint", "does not fit this network: a program with other fields has saved it");
  }
}

void Network::State::read(std::string_view saved) {
  StateReader state(saved);
  io(state);
  if (!state.at_end() || change_ > parts_.changes.size()) throw std::runtime_error("has other fields");
  machine_.resume(change_ == 0 ? *parts_.network.relation : *parts_.changes[change_ - 1].relation);
}

Network::Network(std::string_view options) : state_(std::make_unique<State>(options)) {}
Network::~Network() = default;
Network::Network(Network&&) noexcept = default;
Network& Network::operator=(Network&&) noexcept = default;

std::uint32_t Network::terminals() const { return state_->terminals(); }
Cycle Network::now() const { return state_->now(); }
void Network::send(Cycle at, TerminalId from, TerminalId to, std::uint64_t bytes, std::uint64_t user, SendOptions options) {
  state_->send({at, from, to, bytes, user, options});
}
void Network::wake(Cycle at, std::uint64_t user) { state_->wake(at, user); }
Cycle Network::run(Cycle until) { return state_->run(until); }
std::size_t Network::take(Event* out, std::size_t room) { return state_->take(out, room); }
void Network::save(std::ostream& out) const { state_->save(out); }
void Network::restore(std::istream& in) { state_->restore(in); }
bool Network::idle() const { return state_->idle(); }
std::uint64_t Network::queued(TerminalId from) const { return state_->queued(from); }
const CycleTime& Network::cycle_time() const { return state_->parts().cycle_time; }
const std::string& Network::proof() const { return state_->parts().proof; }
const std::string& Network::deadlock() const { return state_->deadlock(); }
CompiledNetwork& Network::machine() { return state_->machine(); }

}  // namespace dateline
