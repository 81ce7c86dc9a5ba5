// The routing contract. A RoutingRelation is a pure, const object: it never sees a random generator, a router, time or
// buffers.
// The machine draws from it, the analysis propagates probability over it, the proof takes its support; all three read
// this interface only.
//
// Random choices are deferred: a state has few candidates per hop, with weights; nothing enumerates whole paths.
// The HeaderState is one 64-bit word that the relation alone interprets; the header flit carries it.
// Source: the relation form of J. Duato (1993), extended by weights for oblivious randomised routing (B. Towles and W.
// Dally, 2002).
#pragma once

#include <array>
#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "models/base/enum_names.hpp"
#include "models/base/ids.hpp"
#include "models/network/topology/symmetry.hpp"

namespace dateline {

class FaultMap;

struct HeaderState {
  std::uint64_t word = 0;
  friend bool operator==(HeaderState a, HeaderState b) { return a.word == b.word; }
};

enum class Exit : std::uint8_t { channel, deliver, absorb };

// One way on. Candidates with the same route number are one route: one exit, one weight and one rank group; only the VC
// classes and with them the next states may differ; they stand next to each other. Two routes may share an exit.
struct Candidate {
  std::uint32_t route = 0;
  Exit exit = Exit::channel;
  ChannelId channel = kNoChannel;  // if exit is `channel`
  std::uint16_t classes = 0;       // bit c set: VC class c of `channel` may be used
  std::uint64_t weight = 1;        // of the route: its probability is weight / sum over routes; 0 = unweighted (adaptive)
  std::uint8_t rank = 0;           // tried only if no VC of a lower rank is free now
  bool escape = false;             // belongs to the escape sub-relation (Duato)
  bool detour = false;             // leaves minimal routing; read where the relation weighs_hops()
  std::uint16_t hops = 0;          // channels still to cross this way, this one included; read where it weighs_hops()
  HeaderState next;                // the state after this hop
};
using Candidates = std::vector<Candidate>;

struct StartState {
  HeaderState state;
  std::uint64_t weight = 1;  // probability is weight / sum
};
using StartStates = boost::container::small_vector<StartState, 2>;  // few; usually one

// What the messaging layer keeps with an absorbed message; never in a flit.
struct SoftwareHeader {
  std::vector<std::uint32_t> words;  // empty at the first absorption
  friend bool operator==(const SoftwareHeader& a, const SoftwareHeader& b) { return a.words == b.words; }
};
// Why a message was absorbed. `intermediate`: it had come to the end of its segment; the others met a fault.
enum class AbsorptionRule : std::uint8_t { reverse, orthogonal, last_resort, intermediate };
constexpr std::array<EnumName<AbsorptionRule>, 4> enum_names(AbsorptionRule) {
  return {{{AbsorptionRule::reverse, "reverse"},
           {AbsorptionRule::orthogonal, "orthogonal"},
           {AbsorptionRule::last_resort, "last_resort"},
           {AbsorptionRule::intermediate, "intermediate"}}};
}
struct Resumption {
  HeaderState state;
  SoftwareHeader header;
  AbsorptionRule rule = AbsorptionRule::intermediate;
};

// A header at rest that a relation is asked about, and the short answer, where a few words are enough: `single`, the
// only way on; `fork`, one of two ways, routes 0 and 1 of equal weight; `choice`, any of several ways, without weights;
// `deliver`. `ask` means: call next().
// A choice is over the channels channel[0] + i of the bits i of `ways`, by `classes`; only where none of these is free,
// over channel[1] by `escape_classes`, if there are any. After a way the state is next[0], or, where the answer
// `changes`, what after() says; after the escape next[1].
struct HeaderQuery {
  NodeId node;
  ChannelId in;
  NodeId destination;
  HeaderState state;
};
struct HeaderStep {
  enum class Kind : std::uint8_t { ask, single, fork, choice, deliver };
  static constexpr std::size_t kKinds = 5;
  HeaderState next[2];
  ChannelId channel[2];
  std::uint16_t classes = 0;
  std::uint16_t ways = 0, escape_classes = 0;
  Kind kind = Kind::ask;
  bool changes = false;
};
static_assert(sizeof(HeaderStep) == 32, "two answers a cache line");

// Who sends and who receives a message, and the routers they are at.
struct Ends {
  TerminalId source, destination;
  NodeId from, to;
};

class RoutingRelation {
 public:
  virtual ~RoutingRelation() = default;

  // Weighted start states of a message from router src to router dst (src == dst included).
  [[nodiscard]] virtual StartStates start(NodeId src, NodeId dst) const = 0;
  // Of a message between two terminals, what every reader asks for. By default that of their routers; a relation that
  // looks at the terminals themselves says so by by_terminal(), and analysis then distinguishes terminals of one
  // router.
  [[nodiscard]] virtual StartStates start_between(const Ends& ends) const;
  [[nodiscard]] virtual bool by_terminal() const { return false; }
  // A long list of start states, all alike, by number: how many there are, and number i. The machine draws a number and
  // lists nothing; start_between() lists them. A count of 0: there is a list only.
  [[nodiscard]] virtual std::uint64_t start_count(const Ends& /*ends*/) const { return 0; }
  [[nodiscard]] virtual HeaderState start_at(const Ends& ends, std::uint64_t i) const;
  // Every message starts in state 0, whatever its ends: then start() need not be asked.
  [[nodiscard]] virtual bool starts_plain() const { return false; }
  // Appends the candidates of a header at `node` that came over `in` (kNoChannel: from the interface). Either all
  // routes are weighted or none is. The machine draws a weighted route once, on arrival, before it looks at any VC.
  virtual void next(NodeId node, ChannelId in, NodeId dst, HeaderState state, Candidates& out) const = 0;
  // The same for many headers at once, `count` queries and answers: what the machine calls once a cycle. The default
  // answers `ask` for all. An override must answer what next() would: a test holds every registered relation
  // to that.
  virtual void steps(const HeaderQuery* queries, std::size_t count, HeaderStep* answers) const;
  // The state of a header that takes `way`, one of the ways of a choice; by default what next() says.
  [[nodiscard]] virtual HeaderState after(const HeaderQuery& query, ChannelId way) const;
  // Whether some header may be absorbed on its way: offered a candidate with exit `absorb`.
  [[nodiscard]] virtual bool absorbs() const { return false; }
  // Of unweighted routes of the lowest rank the machine keeps, when a head flit comes, only the one that costs least:
  // hops x places taken of its channel, more for a detour (UGAL). Candidates then say their hops. The proof, and every
  // bound, takes all of them.
  [[nodiscard]] virtual bool weighs_hops() const { return false; }
  // On a cube: every message starts in state 0, and its candidates depend only on the lowest dimension in which node
  // and destination differ, on their coordinates there, and on the state, which is 0 again where that dimension is
  // done. The proof then walks a line of each dimension, and tries the claim on drawn walks
  // (models/proof/line_walks.hpp).
  [[nodiscard]] virtual bool by_dimension() const { return false; }
  // On a cube: reflecting it in a dimension (x -> k-1-x) takes the candidates of a header to those of its image,
  // channel for channel, with the same states, classes and ranks, in whatever order. The proof then walks to one
  // destination of every orbit, and tries the claim on drawn walks (models/proof/reflection/).
  [[nodiscard]] virtual bool by_reflection() const { return false; }
  // The messaging layer's decision after an absorption, from nothing but these three; the default throws
  // InvariantError.
  [[nodiscard]] virtual Resumption resume(NodeId node, NodeId dst, const SoftwareHeader& header) const;
  // The number of VC classes, at least 1; a channel needs as many VCs.
  [[nodiscard]] virtual int classes() const = 0;
  // The class that VC `vc` of `vcs` >= classes() serves; every class has one at least. By default equal shares:
  // floor(vc classes / vcs).
  [[nodiscard]] virtual int class_of_vc(int vc, int vcs) const { return vc * classes() / vcs; }
  // Generators of the symmetries claimed; none by default.
  [[nodiscard]] virtual std::vector<Symmetry> symmetries() const { return {}; }

  // For error lines, as the user gave it: "romm", "table:FILE". make_relation names what it makes.
  [[nodiscard]] const std::string& name() const { return name_; }
  void set_name(std::string name) { name_ = std::move(name); }

  // What has failed in the network it is for; null: nothing. All readers take it from here, so that they agree.
  // make_relation sets it, for relations that can go around faults and for those that cannot.
  [[nodiscard]] const FaultMap* faults() const { return faults_.get(); }
  void set_faults(std::shared_ptr<const FaultMap> faults) { faults_ = std::move(faults); }

 protected:
  RoutingRelation() = default;
  RoutingRelation(RoutingRelation&&) = delete;  // neither copied nor moved

 private:
  std::string name_ = "unnamed";
  std::shared_ptr<const FaultMap> faults_;
};

// A header at rest: it came over `in` (kNoChannel at its source), is at `node`, and carries `state`. What the readers
// walk over.
struct HeaderPlace {
  NodeId node;
  ChannelId in = kNoChannel;
  HeaderState state;
  friend bool operator==(const HeaderPlace& a, const HeaderPlace& b) { return a.node == b.node && a.in == b.in && a.state == b.state; }
};

}  // namespace dateline
