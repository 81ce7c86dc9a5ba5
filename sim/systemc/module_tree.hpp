// The modules of a network as SystemC has them: the hierarchy of its objects, and what their ports are bound to. For
// --out tree; any time after elaboration.
//   network.router_1 (sc_module)
//     out[0] -> network.router_2.in, port 1
//     out[2] -> network.interface_1.from_router
// One line an object, its children below it, two columns further in; one line a binding.
#pragma once

#include <string>

namespace dateline {

// Of all top-level objects.
[[nodiscard]] std::string module_tree();

}  // namespace dateline
