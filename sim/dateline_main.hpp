// The whole program, for routers of one's own (docs/extend/router-systemc.md): every command, option and output of
// dateline, where `simulate` takes its external routers from a factory. sc_main calls it, and does nothing else:
//   extern "C" int sc_main(int argc, char* argv[]) {
//     return dateline::dateline_main(argc, argv, [](const auto& name, dateline::NodeId node, const auto& topology) {
//       return std::make_unique<MyRouter>(name, node, topology);
//     });
//   }
// The library brings the main() of such a program (main.cpp), which begins without SystemC's banner.
#pragma once

#include "sim/systemc/router_factory.hpp"

namespace dateline {

// The factory is asked for the routers that --external names, or for all of them without the option; the core routes
// where it gives none. Without a factory they are the reference router. Returns the exit status: 0 success, 1 the run
// failed, 2 bad input, which one line on standard error says. Throws nothing. Once a process.
[[nodiscard]] int dateline_main(int argc, char* argv[], const RouterFactory& routers = nullptr);

}  // namespace dateline
