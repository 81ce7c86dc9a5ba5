#include "traffic/schedules/goal_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "models/base/error.hpp"
#include "traffic/schedules/goal_text.hpp"
#include "traffic/schedules/label_table.hpp"
#include "traffic/schedules/message_sizes.hpp"
#include "traffic/schedules/schedule_builder.hpp"

namespace dateline {
namespace {

constexpr std::uint64_t kMaxTag = 0xfffffffeU, kMaxCpu = 255, kMaxNic = 255;
constexpr std::string_view kKeywords[] = {"num_ranks", "rank", "send", "recv", "calc", "to", "from", "tag", "cpu", "nic", "requires", "irequires"};

bool keyword(std::string_view word) { return std::find(std::begin(kKeywords), std::end(kKeywords), word) != std::end(kKeywords); }

class Reader {
 public:
  using Handle = ScheduleBuilder::Handle;

  Reader(const ValueSource& source, const std::string& path, const CycleTime& cycle_time)
      : source_(source), path_(path), cycle_time_(cycle_time), text_(source, path) {}

  [[nodiscard]] Schedule read() {
    while (text_.next_statement()) statement();
    check_end();
    labels_ = {};
    return builder_->build();
  }

 private:
  void statement() {
    if (text_.take("}")) return close_rank();
    const std::string_view word = text_.identifier();
    if (word == "num_ranks") return take_num_ranks();
    if (!builder_) text_.fail(fmt::format("{}; allowed: a file begins with 'num_ranks N'", found(word)));
    if (word == "rank") return open_rank();
    if (!open_ && rank_ == builder_->ranks()) text_.fail(fmt::format("{}, behind all {} ranks; allowed: the end of the file", found(word), rank_));
    if (!open_) text_.fail(fmt::format("{}, outside a rank; allowed: 'rank {} {{'", found(word), rank_));
    if (word == "send" || word == "recv" || word == "calc") {
      (void)operation(word);
    } else {
      behind_label(word);
    }
    if (!text_.line_ends()) text_.fail(fmt::format("{}; allowed: the end of the line, and comments where a statement may begin", text_.found()));
  }

  void take_num_ranks() {
    if (builder_) text_.fail("'num_ranks' stands here again; allowed: once, at the beginning");
    builder_.emplace(source_, path_, static_cast<std::uint32_t>(text_.number("number of ranks", 1, kMaxRanks)));
  }

  void open_rank() {
    if (open_) text_.fail(fmt::format("'rank' stands within rank {}; allowed: '}}' before it", rank_));
    if (rank_ == builder_->ranks()) text_.fail(fmt::format("'rank' stands behind all {} ranks; allowed: the end of the file", rank_));
    if (const std::uint64_t given = peer(); given != rank_) {
      text_.fail(fmt::format("rank {} stands where rank {} is due; allowed: all ranks in their order, once each", given, rank_));
    }
    if (!text_.take("{")) text_.fail(fmt::format("{}; allowed: '{{' in the line of 'rank {}'", text_.found(), rank_));
    open_ = true;
  }

  void close_rank() {
    if (!open_) text_.fail("'}' stands outside a rank; allowed: 'rank R {' before it");
    open_ = false;
    ++rank_;
    labels_.clear();
  }

  // LABEL: OPERATION, or LABEL requires LABEL.
  void behind_label(std::string_view word) {
    if (word.empty() || keyword(word)) text_.fail(fmt::format("{}; allowed: send, recv, calc, a label (no keyword) or '}}'", found(word)));
    if (word.size() > LabelTable::kLongest) {
      text_.fail(fmt::format("'{}' is a label of more than {} characters", printable(word), LabelTable::kLongest));
    }
    if (text_.take(":")) return define(word);
    const bool on_start = text_.take("irequires");
    if (!on_start && !text_.take("requires")) {
      text_.fail(fmt::format("{}, behind '{}'; allowed: ':' or requires or irequires", text_.found(), printable(word)));
    }
    const Handle waiting = labelled(word), before = labelled(text_.identifier());
    if (waiting == before) text_.fail("the operation waits for itself");
    on_start ? builder_->after_start(waiting, before) : builder_->after(waiting, before);
  }

  void define(std::string_view label) {
    const std::string_view kinds[] = {"send", "recv", "calc"};
    const auto* const kind = std::find_if(std::begin(kinds), std::end(kinds), [&](std::string_view k) { return text_.take(k); });
    if (kind == std::end(kinds)) text_.fail(fmt::format("{}; allowed behind a label: send, recv, calc", text_.found()));
    const Handle added = operation(*kind);
    const std::uint32_t number = labels_.mention(0, label);
    if (labels_.operation(number) != LabelTable::kNone) text_.fail(fmt::format("label '{}' is given twice in rank {}", printable(label), rank_));
    labels_.define(number, added);
  }

  Handle operation(std::string_view kind) {
    const auto line = static_cast<std::uint32_t>(std::min<std::uint64_t>(text_.line(), 0xffffffffU));
    if (kind == "calc") {
      const std::uint64_t cycles = time();
      return builder_->compute(rank_, cycles, clause("cpu", kMaxCpu), line);
    }
    const bool sends = kind == "send";
    const std::uint64_t bytes = text_.number("number of bytes", 0, MessageSizes::kMaxBytes);
    if (!text_.take("b")) text_.fail(fmt::format("{}; allowed behind a size: b", text_.found()));
    const std::string_view towards = sends ? "to" : "from";
    if (!text_.take(towards)) text_.fail(fmt::format("{}; allowed: {} RANK", text_.found(), towards));
    if (text_.take("-1")) text_.fail("rank -1 (any source) is not taken, as messages are matched beforehand; allowed: a rank");
    const std::uint32_t other = peer(), tag = clause("tag", kMaxTag), cpu = clause("cpu", kMaxCpu);
    const auto nic = static_cast<std::uint8_t>(clause("nic", kMaxNic));
    return sends ? builder_->send(rank_, other, bytes, tag, cpu, line, nic) : builder_->recv(rank_, other, bytes, tag, cpu, line);
  }

  [[nodiscard]] std::uint32_t peer() { return static_cast<std::uint32_t>(text_.number("rank", 0, builder_->ranks() - std::uint64_t{1})); }

  // The number behind a word that need not be there.
  [[nodiscard]] std::uint32_t clause(std::string_view name, std::uint64_t high) {
    if (!text_.take(name)) return 0;
    if (name == "tag" && text_.take("-1")) text_.fail("tag -1 (any tag) is not taken, as messages are matched beforehand; allowed: a tag");
    return static_cast<std::uint32_t>(text_.number(name, 0, high));
  }

  [[nodiscard]] std::uint64_t time() {
    const std::uint64_t nanoseconds = text_.number("time in whole nanoseconds", 0, std::numeric_limits<std::uint64_t>::max());
    const std::optional<std::uint64_t> cycles = cycle_time_.cycles_of(Rational(nanoseconds));
    if (!cycles) text_.fail(fmt::format("{} ns are too long; allowed: at most 2^54 - 1 cycles", nanoseconds));
    return *cycles;
  }

  [[nodiscard]] Handle labelled(std::string_view label) {
    if (label.empty()) text_.fail(fmt::format("{}; allowed: a label", text_.found()));
    const std::uint32_t number = labels_.find(0, label);
    if (number == LabelTable::kNone) text_.fail(fmt::format("no operation above, in rank {}, has the label '{}'", rank_, printable(label)));
    return labels_.operation(number);
  }

  [[nodiscard]] std::string found(std::string_view word) { return word.empty() ? text_.found() : fmt::format("'{}' stands here", printable(word)); }

  void check_end() const {
    if (!builder_) text_.fail_at_end("the file ends; allowed: a file begins with 'num_ranks N'");
    if (open_) text_.fail_at_end(fmt::format("the file ends within rank {}; allowed: '}}'", rank_));
    if (rank_ != builder_->ranks()) {
      text_.fail_at_end(fmt::format("the file ends before rank {}; allowed: all of ranks 0..{}", rank_, builder_->ranks() - 1));
    }
  }

  const ValueSource& source_;
  const std::string& path_;
  const CycleTime& cycle_time_;
  GoalText text_;
  std::optional<ScheduleBuilder> builder_;
  std::uint32_t rank_ = 0;  // the one that is open, or due
  bool open_ = false;
  LabelTable labels_;  // of the rank
};

}  // namespace

Schedule read_goal_file(const ValueSource& source, const std::string& path, const CycleTime& cycle_time) {
  return Reader(source, path, cycle_time).read();
}

}  // namespace dateline
