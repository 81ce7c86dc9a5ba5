// The table of schedules by name: collectives, stencils, pipelines, the FFT, for any number of ranks. A new one costs
// its lines in a file of its family, and a test. What each is, and its messages, bytes and depth:
// docs/guide/workloads/generators.md. Behind the name parameters, each at most once: bytes=B (what it means is the
// generator's), repeat=R, compute=C (cycles, or a time); of fft:M instead of that butterfly=T and half-butterfly=T; of
// collectives chunks=K and active=A: K parts of the bytes, each begun when the one A before has ended.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/text/parse.hpp"
#include "models/network/topology/topology.hpp"
#include "traffic/schedules/cycle_time.hpp"
#include "traffic/schedules/generators/generator.hpp"
#include "traffic/schedules/schedule.hpp"

namespace dateline {

[[nodiscard]] const std::vector<ScheduleGenerator>& schedule_generators();

// The keys that may stand behind its name: "bytes", "repeat", "compute", those of its own.
[[nodiscard]] std::vector<std::string> parameters_of(const ScheduleGenerator& generator);
// Whether compute=, or a time of a generator's own, is a time, not cycles: the length of a cycle has a use then.
[[nodiscard]] bool computes_for_a_time(std::string_view text);

// Whether a generator makes collectives: not grids, pipelines, the FFT.
[[nodiscard]] bool makes_collectives(std::string_view text);
// What a generated schedule is as one collective of all ranks, and so each of its repetitions: of its buffer as
// nccl-tests have it, of all-to-all what a rank sends, its own part included. None: of grids, pipelines, the FFT.
[[nodiscard]] std::optional<NamedCollective> collective_of(std::string_view text, std::uint32_t ranks);

// "all-reduce:ring,bytes=1024,repeat=10". `topology`: of which all-reduce:torus takes the radices; may be null.
// `memory`: bytes that it may take while it is made. Throws ConfigError: unknown name (with the nearest ones), unknown,
// repeated, missing or bad parameters, a number of ranks the generator is not defined for, too many operations.
[[nodiscard]] Schedule generate_schedule(const ValueSource& source, std::string_view text, std::uint32_t ranks, const Topology* topology,
                                         const CycleTime& cycle_time, double memory = std::numeric_limits<double>::infinity());

}  // namespace dateline
