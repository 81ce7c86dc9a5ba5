#include "sim/cli/network/proof_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "models/base/error.hpp"
#include "models/base/numbers/digest.hpp"
#include "models/base/text/name_table.hpp"
#include "models/network/faults/fault_map.hpp"
#include "sim/cli/command_line/command.hpp"
#include "sim/cli/output/result_file.hpp"

namespace dateline {
namespace {

namespace fs = std::filesystem;

// Of a regular file; none for anything else.
std::optional<std::string> content_of(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  file.seekg(0, std::ios::end);
  std::string content(static_cast<std::size_t>(std::max<std::streamoff>(file.tellg(), 0)), '\0');
  file.seekg(0);
  file.read(content.data(), static_cast<std::streamsize>(content.size()));
  if (!file) return std::nullopt;
  return content;
}

std::string head(const std::string& depends_on) { return fmt::format("dateline.verdict/1 {}\n{}\n", depends_on.size(), depends_on); }

// A verdict's whole file.
std::string file_text(const std::string& depends_on, const ProofVerdict& verdict) {
  std::string text = head(depends_on) + fmt::format("deadlock-free {}\npairs {}\ndelivered {}\nreason {}\n", verdict.deadlock_free ? 1 : 0,
                                                    verdict.pairs, verdict.delivered_pairs, verdict.reason);
  const std::uint64_t sum = digest(text);
  return text + fmt::format("sum {:016x}\n", sum);
}

// False if the file that a topology or routing names cannot be known by its content.
bool add_file(std::string_view name, std::string& text) {
  const std::string path(argument_of(name));
  std::error_code error;
  if (path.empty() || !fs::exists(path, error)) return true;
  const auto content = content_of(path);
  if (!content) return false;
  text += fmt::format("file {}\n{}\n", content->size(), *content);
  return true;
}

}  // namespace

std::string ProofStore::file(const std::string& depends_on) const {
  return (fs::path(directory_) / fmt::format("{:016x}.verdict", digest(depends_on))).string();
}

std::optional<ProofVerdict> ProofStore::find(const std::string& depends_on) const {
  const auto content = content_of(file(depends_on));
  const std::string start = head(depends_on);
  if (!content || content->compare(0, start.size(), start) != 0) return std::nullopt;
  std::istringstream lines(content->substr(start.size()));
  ProofVerdict verdict;
  std::string key;
  lines >> key >> verdict.deadlock_free >> key >> verdict.pairs >> key >> verdict.delivered_pairs >> key >> std::ws;
  std::getline(lines, verdict.reason);
  if (file_text(depends_on, verdict) != *content) return std::nullopt;
  return verdict;
}

void ProofStore::keep(const std::string& depends_on, const ProofVerdict& verdict) const {
  std::error_code error;
  fs::create_directories(directory_, error);
  const std::string path = file(depends_on);
  if (fs::exists(path, error) && !fs::is_regular_file(path, error)) return;
  try {
    ResultFile("proof store", "proof-store", path).commit(file_text(depends_on, verdict));
  } catch (const ConfigError&) {
    return;  // nothing is kept, and nothing depends on it
  }
}

std::optional<std::string> proof_dependences(const NetworkObjects& network, VcReuse reuse) {
  const auto program = content_of("/proc/self/exe");
  if (!program) return std::nullopt;
  const NetworkOptions& options = network.options;
  std::string text = fmt::format("version {}\nresult-version {}\nprogram {} {:016x}\n", kVersion, kResultVersion, program->size(), digest(*program));
  const char* const tie_rule = options.relation.tie_rule ? name_of(*options.relation.tie_rule) : "auto";
  text += fmt::format("topology {}\nrouting {}\ntie-rule {}\nvc-policy {}\nvcs {}\nclasses {} {}\n", options.topology, options.routing, tie_rule,
                      name_of(options.relation.vc_policy), options.relation.vcs, network.relation->classes(),
                      options.relation.classes ? name_of(*options.relation.classes) : "by default");
  text += fmt::format("escape {}\nvc-reuse {}\n", name_of(options.relation.escape), name_of(reuse));
  if (const FaultMap* const faults = network.relation->faults()) {
    text += "failed";
    for (const NodeId node : faults->nodes()) text += fmt::format(" {}", node.value());
    for (const LinkEnd& link : faults->links()) text += fmt::format(" {}.{}", link.node.value(), link.port.value());
    text += fmt::format("\nblocked-escape {}\n", name_of(options.relation.blocked_escape));
  }
  if (!add_file(options.topology, text) || !add_file(options.routing, text)) return std::nullopt;
  return text;
}

ProofVerdict proved(const NetworkObjects& network, VcReuse reuse, const std::optional<std::string>& store, KeptVerdicts kept) {
  const auto depends_on = store ? proof_dependences(network, reuse) : std::nullopt;
  if (depends_on && kept == KeptVerdicts::trusted) {
    if (const auto found = ProofStore(*store).find(*depends_on)) return *found;
  }
  const ProofVerdict verdict = prove_network(network, reuse);
  if (depends_on && !verdict.by_reuse) ProofStore(*store).keep(*depends_on, verdict);
  return verdict;
}

}  // namespace dateline
