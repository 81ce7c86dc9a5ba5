// ASTRA-sim's network by dateline: an AstraNetworkAPI for each NPU, over one network that they share. A recv is met by
// the earliest message of its source, tag and size; one that comes before its recv waits for it. What does not arrive
// ends the simulation; a delay that is no whole number of cycles ends in the first cycle after it.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>
#include <unordered_map>
#include "astra-sim/common/AstraNetworkAPI.hh"
#include "models/base/numbers/rational.hpp"
#include "sim/embed/network.hpp"

struct AstraNetwork {
  using Call = std::function<void()>;
  using Key = std::tuple<int, int, int, std::uint64_t>;  // source, destination, tag, bytes
  explicit AstraNetwork(const char* options) : network(options), period(dateline::to_double(network.cycle_time().nanoseconds())) {}
  std::uint64_t keep(Call call) { return calls.emplace(++last, std::move(call)), last; }  // until its event comes
  void wake(double delay, Call call) { network.wake(network.now() + network.cycle_time().cycles_of(dateline::exact_value(delay)).value(), keep(std::move(call))); }
  void arrive(const Key& key) {
    const auto waiting = recvs.lower_bound(key);
    if (waiting == recvs.end() || waiting->first != key) return static_cast<void>(early.insert(key));
    const Call recv = std::move(waiting->second);
    recvs.erase(waiting);
    recv();
  }
  void run() {  // until nothing is left to happen
    for (dateline::Event event; !network.idle(); network.run(dateline::Network::kNever)) {
      while (network.take(&event, 1) != 0) {
        if (event.kind > dateline::Event::timer) throw std::runtime_error("a message is lost, or waits for ever: " + network.deadlock());
        calls.extract(event.user).mapped()();
      }
    }
  }
  dateline::Network network;
  double period;           // of a cycle, ns
  std::uint64_t last = 0;  // call
  std::unordered_map<std::uint64_t, Call> calls;
  std::multimap<Key, Call> recvs;  // of equal keys in the order of sim_recv
  std::multiset<Key> early;
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
    s_.recvs.emplace(key, [handler, argument] { handler(argument); });
    if (auto came = s_.early.find(key); came != s_.early.end()) s_.early.erase(came), s_.wake(0, [this, key] { s_.arrive(key); });
    return 0;
  }
  void sim_schedule(AstraSim::timespec_t delay, Handler handler, void* argument) override { s_.wake(double(delay.time_val), [=] { handler(argument); }); }
  AstraSim::timespec_t sim_get_time() override { return {AstraSim::NS, static_cast<long double>(s_.network.now()) * s_.period}; }

 private:
  AstraNetwork& s_;
};
