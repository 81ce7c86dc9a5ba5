// What the adapter (sim/embed/examples/astra_sim.hpp) needs of ASTRA-sim's network interface, by its names: a stand-in
// for its tests.
#pragma once

#include <cstdint>

namespace AstraSim {

enum time_type_e { SE = 0, MS, US, NS, FS };
struct timespec_t {
  time_type_e time_res;
  long double time_val;
};
struct sim_request {};

class AstraNetworkAPI {
 public:
  explicit AstraNetworkAPI(int number) : rank(number) {}
  virtual ~AstraNetworkAPI() = default;
  virtual int sim_send(void* buffer, std::uint64_t count, int type, int dst, int tag, sim_request* request, void (*handler)(void*), void* argument) = 0;
  virtual int sim_recv(void* buffer, std::uint64_t count, int type, int src, int tag, sim_request* request, void (*handler)(void*), void* argument) = 0;
  virtual void sim_schedule(timespec_t delta, void (*handler)(void*), void* argument) = 0;
  virtual timespec_t sim_get_time() = 0;

  int rank;
};

}  // namespace AstraSim
