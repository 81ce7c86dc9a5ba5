// Verdicts of the proof of deadlock freedom, kept in a directory, so that the runs of a sweep over one network prove it
// once.
// A verdict is found by all that it depends on, as text: the program (a digest of its executable: a change of a
// routing and builds again proves again), its result version, topology, routing and their options, and the contents of
// the files that they name. The text stands in the verdict's file and is compared as a whole; the file's name is a
// digest of it.
// A file that is damaged or of something else is ignored and replaced; a directory that cannot be read or written keeps
// nothing. Neither is an error: the proof is made. Files are written under a temporary name and renamed.
#pragma once

#include <optional>
#include <string>

#include "sim/options/network/network_proof.hpp"

namespace dateline {

class ProofStore {
 public:
  explicit ProofStore(std::string directory) : directory_(std::move(directory)) {}
  // The verdict that was kept under the same text, if it is whole.
  [[nodiscard]] std::optional<ProofVerdict> find(const std::string& depends_on) const;
  void keep(const std::string& depends_on, const ProofVerdict& verdict) const;

 private:
  [[nodiscard]] std::string file(const std::string& depends_on) const;
  std::string directory_;
};

// All that the verdict of a network depends on; none where it is not known: a pipe for a file, an executable that
// cannot be read.
[[nodiscard]] std::optional<std::string> proof_dependences(const NetworkObjects& network, VcReuse reuse);
enum class KeptVerdicts { trusted, replaced };
// From the store if what is kept is trusted, else made and kept there; without a store: made.
[[nodiscard]] ProofVerdict proved(const NetworkObjects& network, VcReuse reuse, const std::optional<std::string>& store, KeptVerdicts kept);

}  // namespace dateline
