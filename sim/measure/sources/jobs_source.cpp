#include "sim/measure/sources/jobs_source.hpp"

#include <algorithm>

namespace dateline {

JobsSource::JobsSource(std::vector<std::unique_ptr<ScheduleSource>> jobs, std::vector<std::uint32_t> job_of, std::unique_ptr<PacketSource> background)
    : jobs_(std::move(jobs)), job_of_(std::move(job_of)), background_(std::move(background)), sent_(jobs_.size()) {}

void JobsSource::generate(Cycle now, bool measured, CompiledNetwork& network) {
  for (const auto& job : jobs_) job->generate(now, measured, network);
  if (background_ == nullptr || over_since_) return;
  if (!over()) return background_->generate(now, measured, network);
  background_->window_border(network);
  over_since_ = now;
}

void JobsSource::delivered(const Delivery& delivery) {
  if (of_background(delivery.packet.order)) return background_->delivered(delivery);
  ++settled_;
  jobs_[job_of_[delivery.packet.source.value()]]->delivered(delivery);
}

void JobsSource::sent(const std::vector<const Packet*>& messages, Cycle now) {
  for (auto& list : sent_) list.clear();
  for (const Packet* message : messages) {
    if (!of_background(message->order)) sent_[job_of_[message->source.value()]].push_back(message);
  }
  for (std::size_t job = 0; job < jobs_.size(); ++job) jobs_[job]->sent(sent_[job], now);
}

void JobsSource::lost(const Packet& packet, Cycle next, bool again) {
  if (of_background(packet.order)) return background_->lost(packet, next, again);
  if (!again) ++settled_;
  jobs_[job_of_[packet.source.value()]]->lost(packet, next, again);
}

void JobsSource::given_up(const Packet& packet) {
  if (of_background(packet.order)) return background_->given_up(packet);
  ++settled_;
  jobs_[job_of_[packet.source.value()]]->given_up(packet);
}

void JobsSource::change(const TrafficPattern& pattern) {
  if (background_ != nullptr) background_->change(pattern);
}

void JobsSource::window_border(const CompiledNetwork& network) {
  if (background_ != nullptr && !over_since_) background_->window_border(network);
}

Cycle JobsSource::next_cycle(Cycle from) const {
  Cycle next = background_ != nullptr && !over() ? background_->next_cycle(from) : kNever;
  for (const auto& job : jobs_) next = std::min(next, job->next_cycle(from));
  return next;
}

bool JobsSource::over() const {
  std::uint64_t offered = 0;
  for (const auto& job : jobs_) {
    if (job->next_cycle(0) != kNever) return false;
    offered += job->offered();
  }
  return offered == settled_;
}

bool JobsSource::finished() const {
  return std::all_of(jobs_.begin(), jobs_.end(), [](const auto& job) { return job->finished(); });
}

std::uint64_t JobsSource::offered() const {
  std::uint64_t sum = background_ != nullptr ? background_->offered() : 0;
  for (const auto& job : jobs_) sum += job->offered();
  return sum;
}

std::optional<Cycle> JobsSource::completion() const {
  Cycle last = 0;
  for (const auto& job : jobs_) {
    const std::optional<Cycle> own = job->completion();
    if (!own) return std::nullopt;
    last = std::max(last, *own);
  }
  return last;
}

std::optional<double> JobsSource::progress() const {
  double sum = 0;
  for (const auto& job : jobs_) sum += job->progress().value_or(0.0);
  return sum / static_cast<double>(jobs_.size());
}

}  // namespace dateline
