#include "models/analysis/worst_case/matching.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "models/base/error.hpp"

namespace dateline {
namespace {

constexpr std::uint32_t kNone = 0xffffffffU;

// Positive weights only are ever assigned. Throughout: u_i + v_j >= w_ij, with equality where j is assigned to i; v_j =
// 0 while j is free. Column duals only rise and row duals only fall, and a column once assigned stays so; hence a row
// that drops out at u = 0 is done with. No number here exceeds 3 times the largest weight: duals are at most a weight,
// and so is the distance of whatever is reached.
template <typename Value>
class Search {
 public:
  Search(const SparseRows<Value>& rows, const Value& largest)
      : rows_(rows),
        unreached_(largest),
        u_(rows.nodes),
        v_(rows.nodes),
        column_of_(rows.nodes, kNone),
        row_of_(rows.nodes, kNone),
        distance_(rows.nodes, largest),
        reached_from_(rows.nodes) {}

  // Augmenting row reduction: each bidder takes its best column at the price that makes it no better than the second
  // best, and who is outbid bids at once, or later if nothing was gained. Returns the rows that are still without a
  // column and not known to be out.
  [[nodiscard]] std::vector<std::uint32_t> bid(const std::vector<std::uint32_t>& bidders);
  // A shortest path from the row, by columns of reduced costs, to a free column or to a row that may drop out; the
  // assignment changes along it.
  void augment(std::uint32_t root);
  [[nodiscard]] Assignment<Value> result() &&;

 private:
  struct Offers {
    Value best = 0, second = 0;  // the weight less the column's price; 0 is staying out
    std::uint32_t column = kNone, runner_up = kNone;
  };
  [[nodiscard]] Offers offers(std::uint32_t row) const;
  void assign(std::uint32_t row, std::uint32_t column) {
    column_of_[row] = column;
    row_of_[column] = row;
  }
  void scan(std::uint32_t row);
  [[gnu::noinline]] void reach(std::uint32_t column, std::uint32_t row, const Value& distance);  // inlined, it slows the loop of scan
  [[nodiscard]] std::uint32_t next_row();
  void advance();
  void complete();

  const SparseRows<Value>& rows_;
  const Value unreached_;  // no distance is as large
  std::vector<Value> u_, v_;
  std::vector<std::uint32_t> column_of_, row_of_;

  // One search. The end of the best path so far is a free column, or a row that drops out.
  Value now_ = 0, bound_ = 0;  // the distance of the rows being scanned; the length of the best path
  std::uint32_t last_row_ = kNone, last_column_ = kNone;
  std::vector<Value> distance_;              // per column
  std::vector<std::uint32_t> reached_from_;  // per column, the row
  std::vector<std::uint32_t> near_;          // assigned columns at distance now_, not scanned yet
  std::vector<std::uint32_t> far_;           // assigned columns reached beyond now_; also some that have come near since
  std::vector<std::uint32_t> reached_, scanned_;
};

template <typename Value>
typename Search<Value>::Offers Search<Value>::offers(std::uint32_t row) const {
  Offers o;
  const std::uint32_t* const columns = rows_.column.data();
  const Value* const weights = rows_.weight.data();
  const Value* const prices = v_.data();
  const std::size_t end = rows_.begin[row + 1];
  for (std::size_t e = rows_.begin[row]; e != end; ++e) {
    const std::uint32_t column = columns[e];
    const Value offer = weights[e] - prices[column];
    if (offer <= o.second) continue;
    if (offer > o.best) {
      o.second = std::exchange(o.best, offer);
      o.runner_up = std::exchange(o.column, column);
    } else {
      o.second = offer;
      o.runner_up = column;
    }
  }
  return o;
}

template <typename Value>
std::vector<std::uint32_t> Search<Value>::bid(const std::vector<std::uint32_t>& bidders) {
  constexpr std::size_t kBidsEach = 5;  // on average; a longer war of bids is cheaper settled by searches
  std::size_t bids = 0;
  std::vector<std::uint32_t> outbid;
  for (const std::uint32_t bidder : bidders) {
    std::uint32_t row = bidder;
    while (row != kNone) {
      ++bids;
      const Offers o = offers(row);
      u_[row] = o.second;
      if (o.column == kNone) break;
      const bool gains = o.best > o.second;
      if (gains) v_[o.column] += o.best - o.second;
      const std::uint32_t column = gains || row_of_[o.column] == kNone ? o.column : o.runner_up;
      const std::uint32_t loser = row_of_[column];
      assign(row, column);
      if (loser == kNone) break;
      column_of_[loser] = kNone;
      row = loser;
      if (gains && bids < kBidsEach * bidders.size()) continue;
      outbid.push_back(loser);
      break;
    }
  }
  return outbid;
}

template <typename Value>
void Search<Value>::scan(std::uint32_t row) {
  const Value base = now_ + u_[row];
  if (base < bound_) {
    bound_ = base;
    last_row_ = row;
    last_column_ = kNone;
  }
  const std::uint32_t* const columns = rows_.column.data();
  const Value* const weights = rows_.weight.data();
  const Value* const prices = v_.data();
  const Value* const distances = distance_.data();
  const std::size_t end = rows_.begin[row + 1];
  Value bound = bound_;
  for (std::size_t e = rows_.begin[row]; e != end; ++e) {
    const std::uint32_t column = columns[e];
    const Value distance = base + prices[column] - weights[e];
    if (distance >= bound || distance >= distances[column]) continue;
    reach(column, row, distance);
    bound = bound_;
    if (bound == now_) return;
  }
}

template <typename Value>
void Search<Value>::reach(std::uint32_t column, std::uint32_t row, const Value& distance) {
  reached_from_[column] = row;
  if (row_of_[column] == kNone) {
    bound_ = distance;
    last_column_ = column;
    return;
  }
  const bool first = distance_[column] == unreached_;
  if (first) reached_.push_back(column);
  if (distance == now_) {
    near_.push_back(column);
  } else if (first) {
    far_.push_back(column);
  }
  distance_[column] = distance;
}

// The nearest of the far columns become the near ones, if nearer than the bound.
template <typename Value>
void Search<Value>::advance() {
  Value nearest = bound_;
  std::size_t kept = 0;
  for (const std::uint32_t column : far_) {
    if (distance_[column] <= now_) continue;
    if (distance_[column] < nearest) nearest = distance_[column];
    far_[kept++] = column;
  }
  far_.resize(kept);
  if (nearest == bound_) return;
  now_ = nearest;
  for (const std::uint32_t column : far_) {
    if (distance_[column] == now_) near_.push_back(column);
  }
}

template <typename Value>
std::uint32_t Search<Value>::next_row() {
  if (bound_ == now_) return kNone;
  if (near_.empty()) advance();
  if (near_.empty()) return kNone;
  scanned_.push_back(near_.back());
  near_.pop_back();
  return row_of_[scanned_.back()];
}

template <typename Value>
void Search<Value>::augment(std::uint32_t root) {
  now_ = 0;
  bound_ = u_[root];
  last_row_ = root;
  last_column_ = kNone;
  for (std::uint32_t row = root; row != kNone; row = next_row()) scan(row);

  u_[root] -= bound_;
  for (const std::uint32_t column : scanned_) {
    const Value change = bound_ - distance_[column];
    v_[column] += change;
    u_[row_of_[column]] -= change;
  }
  for (const std::uint32_t column : reached_) distance_[column] = unreached_;
  near_.clear();
  far_.clear();
  reached_.clear();
  scanned_.clear();

  std::uint32_t column = last_column_ != kNone ? last_column_ : std::exchange(column_of_[last_row_], kNone);
  while (column != kNone) {
    const std::uint32_t row = reached_from_[column];
    const std::uint32_t before = column_of_[row];  // none at the root
    assign(row, column);
    column = before;
  }
}

template <typename Value>
void Search<Value>::complete() {
  std::vector<std::uint32_t> rows, columns;
  for (std::uint32_t i = 0; i < rows_.nodes; ++i) {
    if (column_of_[i] == kNone) rows.push_back(i);
    if (row_of_[i] == kNone) columns.push_back(i);
  }
  const std::size_t left = rows.size();
  for (std::size_t i = 0; i < left; ++i) {
    if (rows[i] == columns[i]) std::swap(columns[i], columns[(i + 1) % left]);
  }
  for (std::size_t i = 0; i < left; ++i) assign(rows[i], columns[i]);
}

template <typename Value>
Assignment<Value> Search<Value>::result() && {
  complete();
  Assignment<Value> a{std::move(column_of_), std::move(u_), std::move(v_), 0};
  a.weight = assignment_weight(rows_, a.column_of);
  return a;
}

}  // namespace

template <typename Value>
Assignment<Value> maximum_weight_assignment(const SparseRows<Value>& rows) {
  if (const std::string error = rows_error(rows); !error.empty()) throw InvariantError("maximum-weight assignment: " + error);
  Value largest = 0;
  for (const Value& weight : rows.weight) largest = std::max(largest, weight);
  Search<Value> search(rows, largest);
  std::vector<std::uint32_t> open(rows.nodes);
  std::iota(open.begin(), open.end(), 0U);
  constexpr int kPasses = 2;  // more of them gain nothing that was measurable
  for (int pass = 0; pass < kPasses; ++pass) open = search.bid(open);
  for (const std::uint32_t row : open) search.augment(row);
  return std::move(search).result();
}

template Assignment<std::int64_t> maximum_weight_assignment(const SparseRows<std::int64_t>&);
template Assignment<Int128> maximum_weight_assignment(const SparseRows<Int128>&);
template Assignment<Integer> maximum_weight_assignment(const SparseRows<Integer>&);

}  // namespace dateline
