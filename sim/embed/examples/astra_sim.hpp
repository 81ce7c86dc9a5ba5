// ASTRA-sim's network by dateline: an AstraNetworkAPI for each NPU, over one network that they share. A recv is met by
// the earliest message of its source, tag and size; one that comes before its recv waits for it.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <stdexcept>
#include <tuple>
#include "astra-sim/common/AstraNetworkAPI.hh"
#include "models/base/numbers/rational.hpp"
#include "sim/embed/network.hpp"

struct AstraNetwork {
  using Call = std::function<void()>;
  using Key = std::tuple<int, int, int, std::uint64_t>;  // source, destination, tag, bytes
  explicit AstraNetwork(const char* options) : network(options), period(dateline::to_double(network.cycle_time().nanoseconds())) {}
  std::uint64_t keep(Call call) {  // until its event comes
    calls.push_back(std::move(call));
    return calls.size() - 1;
  }
  void wake(long double delay, Call call) { network.wake(network.now() + static_cast<dateline::Cycle>(delay / period), keep(std::move(call))); }
  void arrive(const Key& key) {
    std::deque<Call>& waiting = recvs[key];
    if (waiting.empty()) return static_cast<void>(++early[key]);
    const Call recv = std::move(waiting.front());
    waiting.pop_front();
    recv();
  }
  void run() {  // until nothing is left to happen
    for (dateline::Event event; !network.idle(); network.run(dateline::Network::kNever)) {
      while (network.take(&event, 1) != 0) {
        if (event.kind == dateline::Event::deadlock) throw std::runtime_error(network.deadlock());
        std::exchange(calls[event.user], nullptr)();
      }
    }
  }
  dateline::Network network;
  double period;  // of a cycle, ns
  std::deque<Call> calls;
  std::map<Key, std::deque<Call>> recvs;
  std::map<Key, std::uint64_t> early;
};

class AstraNpu final : public AstraSim::AstraNetworkAPI {
 public:
  using Handler = void (*)(void*);
  AstraNpu(int npu, AstraNetwork& shared) : AstraNetworkAPI(npu), s_(shared) {}
  int sim_send(void*, uint64_t bytes, int, int to, int tag, AstraSim::sim_request*, Handler handler, void* argument) override {
    const auto call = [this, key = AstraNetwork::Key(rank, to, tag, bytes), handler, argument] { handler(argument), s_.arrive(key); };
    s_.network.send(s_.network.now(), dateline::TerminalId(unsigned(rank)), dateline::TerminalId(unsigned(to)), bytes, s_.keep(call));
    return 0;
  }
  int sim_recv(void*, uint64_t bytes, int, int from, int tag, AstraSim::sim_request*, Handler handler, void* argument) override {
    const AstraNetwork::Key key(from, rank, tag, bytes);
    s_.recvs[key].push_back([handler, argument] { handler(argument); });
    if (s_.early[key] > 0) --s_.early[key], s_.wake(0, [this, key] { s_.arrive(key); });
    return 0;
  }
  void sim_schedule(AstraSim::timespec_t delay, Handler handler, void* argument) override { s_.wake(delay.time_val, [=] { handler(argument); }); }
  AstraSim::timespec_t sim_get_time() override { return {AstraSim::NS, static_cast<long double>(s_.network.now()) * s_.period}; }

 private:
  AstraNetwork& s_;
};
