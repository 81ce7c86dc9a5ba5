// A routing relation that is made of this claims: what it says that its symmetries keep (RoutingRelation::symmetries),
// they keep of VC classes too: the headers to a router hold and ask for what those to its image do, channel by channel
// and class by class. The proof then walks to one destination of every orbit, and tries the claim on others
// (models/proof/orbit_walks.hpp). A relation that forwards to another one claims nothing of it.
#pragma once

namespace dateline {

class SymmetricClasses {
 protected:
  SymmetricClasses() = default;
  ~SymmetricClasses() = default;
};

}  // namespace dateline
