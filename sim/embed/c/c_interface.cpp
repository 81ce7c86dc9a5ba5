#include <algorithm>
#include <cstddef>
#include <exception>
#include <memory>
#include <ostream>
#include <sstream>
#include <streambuf>
#include <string>

#include "models/base/error.hpp"
#include "sim/embed/c/dateline.h"
#include "sim/embed/c/sized_struct.hpp"
#include "sim/embed/network.hpp"

struct dateline_network {
  dateline::Network network;
};

namespace {

using dateline::Event;
using dateline::TerminalId;

thread_local std::string last_error;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): of each thread its own

// What `work` returns, or -1.
template <typename Work>
auto guarded(const Work& work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::exception& error) {
    last_error = dateline::one_line(error.what());
  } catch (...) {
    last_error = "unknown error";
  }
  return -1;
}

template <typename T>
T& the(T* given, const char* name) {
  if (given == nullptr) throw dateline::ConfigError("network", name, "is NULL");
  return *given;
}

// Counts what is written, and writes it as far as there is room.
class Memory final : public std::streambuf {
 public:
  Memory(char* bytes, std::size_t room) : bytes_(bytes), room_(room) {}
  [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(count_); }

 protected:
  std::streamsize xsputn(const char* from, std::streamsize count) override {
    const auto bytes = static_cast<std::size_t>(count);
    if (bytes <= room_ - std::min(room_, count_)) std::copy_n(from, bytes, bytes_ + count_);
    count_ += bytes;
    return count;
  }

 private:
  char* bytes_;
  std::size_t room_, count_ = 0;
};

// A part of the cycle time.
std::uint64_t in_64_bits(const dateline::Integer& value) {
  constexpr std::uint64_t kMost = ~std::uint64_t{0};
  if (value > kMost) throw dateline::ConfigError("network", "workload.cycle-time", "is no fraction of numbers of 64 bits");
  return static_cast<std::uint64_t>(value);
}

// Sizes in the first header of ABI 1. Fields are added behind these, and never change.
constexpr std::uint32_t kFirstEvent = 72, kFirstSendOptions = 8;
static_assert(offsetof(dateline_event, reserved) + sizeof(std::uint32_t) == kFirstEvent);
static_assert(offsetof(dateline_send_options, report_sent) + sizeof(std::uint32_t) == kFirstSendOptions);

dateline_event as_c(const Event& e) {
  return {sizeof(dateline_event), e.kind, e.user, e.bytes, e.at, e.offered, e.injected, e.packets, e.source.value(),
          e.destination.value(),  e.hops, 0};
}

}  // namespace

uint32_t dateline_abi(void) { return DATELINE_ABI; }
const char* dateline_version(void) { return DATELINE_VERSION; }
const char* dateline_error(void) { return last_error.c_str(); }

dateline_network* dateline_new(const char* options) {
  dateline_network* made = nullptr;
  (void)guarded([&] {
    made = std::make_unique<dateline_network>(dateline_network{dateline::Network(&the(options, "options"))}).release();
    return 0;
  });
  return made;
}

void dateline_free(dateline_network* network) { const std::unique_ptr<dateline_network> given(network); }

int64_t dateline_terminals(const dateline_network* network) {
  return guarded([&] { return std::int64_t{the(network, "network").network.terminals()}; });
}

uint64_t dateline_now(const dateline_network* network) { return network == nullptr ? 0 : network->network.now(); }

int dateline_send(dateline_network* network, uint64_t at, uint32_t from, uint32_t to, uint64_t bytes, uint64_t user,
                  const dateline_send_options* options) {
  return guarded([&] {
    dateline::SendOptions own;
    if (options != nullptr)
      own.report_sent = dateline::read_struct(options, kFirstSendOptions, "options, size", "dateline_send_options").report_sent != 0;
    the(network, "network").network.send(at, TerminalId(from), TerminalId(to), bytes, user, own);
    return 0;
  });
}

int dateline_wake(dateline_network* network, uint64_t at, uint64_t user) {
  return guarded([&] {
    the(network, "network").network.wake(at, user);
    return 0;
  });
}

int dateline_run(dateline_network* network, uint64_t until) {
  return guarded([&] {
    the(network, "network").network.run(until);
    return 0;
  });
}

int64_t dateline_take(dateline_network* network, dateline_event* events, size_t room) {
  return guarded([&]() -> std::int64_t {
    dateline::Network& from = the(network, "network").network;
    if (room == 0) return 0;
    dateline::StructArray<dateline_event> to(&the(events, "events"), kFirstEvent, "events, size", "dateline_event");
    std::size_t count = 0;
    for (Event event; count < room && from.take(&event, 1) == 1; ++count) to.put(count, as_c(event));
    return static_cast<std::int64_t>(count);
  });
}

int dateline_idle(const dateline_network* network) {
  return guarded([&] { return the(network, "network").network.idle() ? 1 : 0; });
}

int64_t dateline_queued(const dateline_network* network, uint32_t from) {
  return guarded([&] { return static_cast<std::int64_t>(the(network, "network").network.queued(TerminalId(from))); });
}

int64_t dateline_save(const dateline_network* network, char* bytes, size_t room) {
  return guarded([&] {
    Memory memory(room == 0 ? nullptr : &the(bytes, "bytes"), room);
    std::ostream out(&memory);
    the(network, "network").network.save(out);
    return memory.count();
  });
}

int dateline_restore(dateline_network* network, const char* bytes, size_t count) {
  return guarded([&] {
    std::istringstream in(std::string(&the(bytes, "bytes"), count));
    the(network, "network").network.restore(in);
    return 0;
  });
}

int64_t dateline_cycles(const dateline_network* network, const char* time) {
  return guarded([&] {
    return static_cast<std::int64_t>(the(network, "network").network.cycle_time().cycles({"network", "time"}, &the(time, "time")));
  });
}

int dateline_cycle_time(const dateline_network* network, uint64_t* numerator, uint64_t* denominator) {
  return guarded([&] {
    const dateline::Rational& time = the(network, "network").network.cycle_time().nanoseconds();
    const std::uint64_t above = in_64_bits(dateline::numerator(time)), below = in_64_bits(dateline::denominator(time));
    the(denominator, "denominator") = below;
    the(numerator, "numerator") = above;
    return 0;
  });
}

const char* dateline_proof(const dateline_network* network) { return network == nullptr ? "" : network->network.proof().c_str(); }
const char* dateline_deadlock(const dateline_network* network) { return network == nullptr ? "" : network->network.deadlock().c_str(); }
