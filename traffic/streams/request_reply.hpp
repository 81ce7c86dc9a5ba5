// Requests and replies, as --workload names them: "request-reply:window=4,request=2,reply=18,service=20", or with
// "batch=1000" first. Nodes keep `window` requests outstanding, for ever or until each has sent `batch`. What happens
// in which cycle: docs/guide/workloads/request-reply.md. Lengths in flits, header included.
// Throws ConfigError: a parameter that is unknown, twice, out of range or without a value; neither window nor batch
// first.
#pragma once

#include <optional>
#include <string_view>

#include "models/base/ids.hpp"
#include "models/base/text/parse.hpp"

namespace dateline {

struct RequestReplyOptions {
  static constexpr std::string_view kName = "request-reply:";
  static constexpr std::string_view kWindow = "request-reply:window=", kBatch = "request-reply:batch=";  // how its two kinds begin
  static constexpr std::string_view kValues = "request-reply:window=W | request-reply:batch=B, with request=M,reply=M,service=C,vcs=separate|shared";
  static constexpr std::uint64_t kMostOutstanding = 65535, kMostRequests = 1'000'000'000, kLongestService = 1'000'000'000;
  static constexpr std::uint64_t kMaxLength = 65535;

  [[nodiscard]] static RequestReplyOptions parse(const ValueSource& source, std::string_view text);
  // Of a node, at once.
  [[nodiscard]] std::uint64_t most_outstanding() const { return window ? *window : batch.value_or(0); }

  std::optional<std::uint64_t> window;   // requests outstanding, of a node; none: its whole batch
  std::optional<std::uint64_t> batch;    // requests of a node; none: the run measures a window of cycles
  std::uint32_t request = 1, reply = 1;  // flits
  std::optional<bool> separate_vcs;      // whether requests and replies have VC sets of their own; none: where the VCs suffice
  Cycle service = 0;                     // cycles between a request and its reply
};

}  // namespace dateline
