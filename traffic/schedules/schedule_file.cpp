#include "traffic/schedules/schedule_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "models/base/error.hpp"
#include "traffic/schedules/message_sizes.hpp"
#include "traffic/schedules/operation_names.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kMaxTag = 0xfffffffeU, kMaxCpu = 255, kMaxNic = 255;
constexpr std::uint64_t kMaxCollectiveBytes = 1'000'000'000'000'000'000;
constexpr std::string_view kKeywords[] = {"ranks", "repeat", "compute", "send", "recv", "to",         "from",   "tag",
                                          "cpu",   "nic",    "after",   "started", "as", "gpu",        "collective", "begins", "ends", "reduces"};
constexpr std::string_view kCollectives[] = {"all-reduce", "reduce",         "all-gather",           "gather", "scatter", "broadcast",
                                             "all-to-all", "reduce-scatter", "reduce-scatter-block", "barrier"};

bool keyword(std::string_view word) { return std::find(std::begin(kKeywords), std::end(kKeywords), word) != std::end(kKeywords); }

bool blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// The words of a line up to its comment, one after the other; empty behind the last.
class Words {
 public:
  void begin(std::string_view line) { rest_ = line.substr(0, line.find('#')); }
  [[nodiscard]] std::string_view next() {
    std::size_t first = 0;
    while (first < rest_.size() && blank(rest_[first])) ++first;
    std::size_t last = first;
    while (last < rest_.size() && !blank(rest_[last])) ++last;
    const std::string_view word = rest_.substr(first, last - first);
    rest_.remove_prefix(last);
    return word;
  }

 private:
  std::string_view rest_;
};

class Reader {
 public:
  Reader(const ValueSource& source, const std::string& path, const CycleTime& cycle_time)
      : source_(source), path_(path), cycle_time_(cycle_time), lines_(source, path) {}

  [[nodiscard]] Schedule read() {
    std::string_view word = next_line();
    if (word != "ranks") {
      lines_.fail_at(std::max<std::uint64_t>(lines_.line(), 1),
                     fmt::format("{}; allowed: a file begins with 'ranks N'", word.empty() ? "the file ends" : found(word)));
    }
    builder_.emplace(source_, path_, static_cast<std::uint32_t>(number("number of ranks", words_.next(), 1, kMaxRanks)));
    end_line(words_.next());
    names_.emplace(*builder_, lines_);
    word = next_line();
    if (word == "repeat") {
      builder_->repeat(number("number of times", words_.next(), 1, kMaxRepeat));
      end_line(words_.next());
      word = next_line();
    }
    for (; !word.empty(); word = next_line()) {
      if (word == "gpu") {
        gpus();
      } else if (word == "collective") {
        collective();
      } else {
        take(word);
      }
    }
    names_->resolve();
    names_.reset();
    return builder_->build();
  }

 private:
  // The first word of the next line that has one; empty at the end of the file.
  [[nodiscard]] std::string_view next_line() {
    std::string_view line;
    while (lines_.next(line)) {
      words_.begin(line);
      const std::string_view word = words_.next();
      if (!word.empty()) return word;
    }
    return {};
  }

  [[nodiscard]] static std::string found(std::string_view word) {
    return word.empty() ? "the line ends" : fmt::format("'{}' stands here", printable(word));
  }

  [[nodiscard]] std::uint64_t number(std::string_view what, std::string_view word, std::uint64_t low, std::uint64_t high) const {
    const std::optional<std::uint64_t> value = whole_number(word, high);
    if (!value || *value < low) lines_.fail(fmt::format("'{}' is no {}; allowed: {}..{}", printable(word), what, low, high));
    return *value;
  }

  [[nodiscard]] std::uint32_t rank(std::string_view word) const {
    return static_cast<std::uint32_t>(number("rank", word, 0, builder_->ranks() - std::uint64_t{1}));
  }

  void end_line(std::string_view word) const {
    if (!word.empty()) lines_.fail(fmt::format("'{}' is one word too many", printable(word)));
  }

  // The value that follows a keyword, which need not be there.
  [[nodiscard]] std::uint32_t clause(std::string_view& word, std::string_view name, std::uint64_t high) {
    if (word != name) return 0;
    const std::uint64_t value = number(name, words_.next(), 0, high);
    word = words_.next();
    return static_cast<std::uint32_t>(value);
  }

  // "gpu 1 3"
  void gpus() {
    std::string_view word = words_.next();
    do {
      builder_->gpu(static_cast<std::uint32_t>(number("cpu", word, 0, kMaxCpu)));
    } while (!(word = words_.next()).empty());
  }

  // "collective NAME TYPE BYTES [group WORD]"
  void collective() {
    const std::string name(label(words_.next())), type(words_.next());
    if (std::find(std::begin(kCollectives), std::end(kCollectives), type) == std::end(kCollectives)) {
      lines_.fail(fmt::format("'{}' is no collective; allowed: {}", printable(type), fmt::join(kCollectives, ", ")));
    }
    const std::uint64_t bytes = number("number of bytes", words_.next(), 0, kMaxCollectiveBytes);
    std::string_view word = words_.next();
    std::string group;
    if (word == "group") {
      word = words_.next();
      if (word.empty()) lines_.fail("the line ends; allowed: group WORD");
      group = printable(word);
      word = words_.next();
    }
    end_line(word);
    if (!collectives_.emplace(name, static_cast<std::uint32_t>(collectives_.size())).second) {
      lines_.fail(fmt::format("the collective '{}' is there twice", name));
    }
    builder_->add_collective({name, type, group, bytes});
  }

  // What follows `begins` or `ends`; the word behind it.
  [[nodiscard]] std::string_view mark(ScheduleBuilder::Handle operation, bool joins, bool begins) {
    const std::string_view name = words_.next();
    const auto found = collectives_.find(std::string(name));
    if (found == collectives_.end()) lines_.fail(fmt::format("'{}' is no collective that a line above names", printable(name)));
    if (!joins) lines_.fail("a collective begins and ends with a 'compute 0'");
    builder_->mark(operation, found->second, begins);
    return words_.next();
  }

  void take(std::string_view first) {
    if (first == "ranks" || first == "repeat") {
      lines_.fail(fmt::format("'{}' stands here; allowed: 'ranks N' once, then 'repeat N' at most once, then operations", first));
    }
    const std::uint32_t owner = rank(first);
    const std::string_view kind = words_.next();
    const bool computes = kind == "compute", sends = kind == "send";
    if (!computes && !sends && kind != "recv") lines_.fail(fmt::format("{}; allowed after a rank: compute, send, recv", found(kind)));
    const std::uint64_t amount = computes ? time(words_.next()) : number("number of bytes", words_.next(), 0, MessageSizes::kMaxBytes);
    const std::uint32_t peer = computes ? 0 : rank(after_word(sends ? "to" : "from"));
    std::string_view word = words_.next();
    const std::uint32_t tag = computes ? 0 : clause(word, "tag", kMaxTag);
    const std::uint32_t cpu = clause(word, "cpu", kMaxCpu);
    const auto nic = static_cast<std::uint8_t>(sends ? clause(word, "nic", kMaxNic) : 0);
    const auto line = static_cast<std::uint32_t>(std::min<std::uint64_t>(lines_.line(), 0xffffffffU));
    const ScheduleBuilder::Handle operation = computes ? builder_->compute(owner, amount, cpu, line)
                                              : sends  ? builder_->send(owner, peer, amount, tag, cpu, line, nic)
                                                       : builder_->recv(owner, peer, amount, tag, cpu, line);
    names_->add(operation);
    if (word == "reduces" && kind == "recv") {
      builder_->reduce(operation);
      word = words_.next();
    }
    if (word == "after") word = waits(operation, false);
    if (word == "started") word = waits(operation, true);
    if (word == "as") {
      names_->label(operation, label(words_.next()));
      word = words_.next();
    }
    if (word == "begins" || word == "ends") word = mark(operation, computes && amount == 0, word == "begins");
    if (!word.empty()) {
      lines_.fail(fmt::format("{}; allowed, in this order: {}cpu C, {}{}after NAME..., started NAME..., as LABEL, begins or ends COLLECTIVE", found(word),
                              computes ? "" : "tag T, ", sends ? "nic K, " : "", kind == "recv" ? "reduces, " : ""));
    }
  }

  [[nodiscard]] std::uint64_t time(std::string_view word) const {
    const std::optional<std::uint64_t> cycles = cycle_time_.cycles(word);
    if (!cycles) lines_.fail(fmt::format("'{}' is no time; {}", printable(word), CycleTime::kTimesAllowed));
    return *cycles;
  }

  [[nodiscard]] std::string_view after_word(std::string_view expected) {
    const std::string_view word = words_.next();
    if (word != expected) lines_.fail(fmt::format("{}; allowed: {} RANK", found(word), expected));
    return words_.next();
  }

  [[nodiscard]] std::string_view label(std::string_view word) const {
    if (!LabelTable::well_formed(word, "_.-") || keyword(word)) {
      lines_.fail(fmt::format("'{}' is no label; allowed: a letter, then letters, digits, '_', '.' and '-', at most {} characters, and no keyword",
                              printable(word), LabelTable::kLongest));
    }
    return word;
  }

  // The names behind `after` or `started`; the word that follows them.
  [[nodiscard]] std::string_view waits(ScheduleBuilder::Handle operation, bool on_start) {
    std::string_view word = words_.next();
    if (word.empty() || keyword(word)) lines_.fail(fmt::format("{}; allowed: the number of an operation of this rank, or a label", found(word)));
    for (; !word.empty() && !keyword(word); word = words_.next()) {
      const bool counted = word[0] >= '0' && word[0] <= '9';
      names_->wait(operation, counted ? word : label(word), on_start);
    }
    return word;
  }

  const ValueSource& source_;
  const std::string& path_;
  const CycleTime& cycle_time_;
  TextLines lines_;
  Words words_;
  std::optional<ScheduleBuilder> builder_;
  std::optional<OperationNames> names_;
  std::unordered_map<std::string, std::uint32_t> collectives_;  // name -> number
};

}  // namespace

Schedule read_schedule_file(const ValueSource& source, const std::string& path, const CycleTime& cycle_time) {
  return Reader(source, path, cycle_time).read();
}

}  // namespace dateline
