// TLM-2.0 initiators and targets for tests: blocking and by the four phases of the base protocol.
#pragma once

#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <array>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <stdexcept>
#include <systemc>
#include <tlm>
#include <utility>
#include <vector>

#include "sim/systemc/network.hpp"

namespace dateline::test {

// 4,096 bytes; ten nanoseconds a transaction.
class Memory final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Memory> socket{"socket"};
  explicit Memory(const sc_core::sc_module_name& name) : sc_module(name) {
    socket.register_b_transport(this, &Memory::b_transport);
    socket.register_transport_dbg(this, &Memory::touch);
  }
  std::uint32_t& word(std::uint64_t address) { return words_[address / 4]; }

 private:
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    touch(payload);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    delay += sc_core::sc_time(10, sc_core::SC_NS);
  }
  unsigned touch(tlm::tlm_generic_payload& payload) {
    unsigned char* const at = reinterpret_cast<unsigned char*>(words_.data()) + payload.get_address();
    const unsigned bytes = payload.get_data_length();
    if (payload.is_write()) std::memcpy(at, payload.get_data_ptr(), bytes);
    if (payload.is_read()) std::memcpy(payload.get_data_ptr(), at, bytes);
    return bytes;
  }
  std::array<std::uint32_t, 1024> words_{};
};

// The same by four phases: END_REQ after 3 ns, BEGIN_RESP after 7; counts what the protocol forbids.
class PhasedMemory final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<PhasedMemory> socket{"socket"};
  explicit PhasedMemory(const sc_core::sc_module_name& name) : sc_module(name), timed_(this, &PhasedMemory::due) {
    socket.register_nb_transport_fw(this, &PhasedMemory::forward);
  }
  int mistakes = 0;

 private:
  tlm::tlm_sync_enum forward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    if (phase == tlm::BEGIN_REQ) {
      if (requesting_) ++mistakes;  // before END_REQ
      requesting_ = true;
      timed_.notify(payload, tlm::END_REQ, delay + sc_core::sc_time(3, sc_core::SC_NS));
      timed_.notify(payload, tlm::BEGIN_RESP, delay + sc_core::sc_time(7, sc_core::SC_NS));
    } else if (phase != tlm::END_RESP || ready_.empty() || ready_.front() != &payload) {
      ++mistakes;
    } else {
      ready_.pop_front();
      if (!ready_.empty()) timed_.notify(*ready_.front(), tlm::UNINITIALIZED_PHASE, delay);
    }
    return tlm::TLM_ACCEPTED;
  }
  void due(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase) {
    if (phase == tlm::END_REQ) {
      requesting_ = false;
      return call(payload, tlm::END_REQ);
    }
    if (phase == tlm::BEGIN_RESP) {
      unsigned char* const at = &bytes_[payload.get_address()];
      if (payload.is_write()) std::memcpy(at, payload.get_data_ptr(), payload.get_data_length());
      if (payload.is_read()) std::memcpy(payload.get_data_ptr(), at, payload.get_data_length());
      payload.set_response_status(tlm::TLM_OK_RESPONSE);
      ready_.push_back(&payload);
      if (ready_.size() > 1) return;  // the one before has not ended
    }
    call(payload, tlm::BEGIN_RESP);
  }
  void call(tlm::tlm_generic_payload& payload, tlm::tlm_phase phase) {
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    if (socket->nb_transport_bw(payload, phase, delay) != tlm::TLM_ACCEPTED) ++mistakes;
  }
  std::array<unsigned char, 4096> bytes_{};
  bool requesting_ = false;
  std::deque<tlm::tlm_generic_payload*> ready_;  // the first has begun its response
  tlm_utils::peq_with_cb_and_phase<PhasedMemory> timed_;
};

// A thread that does what it is told, by blocking transport.
class Script final : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Script);  // NOLINT: SystemC's macro
  tlm_utils::simple_initiator_socket<Script> socket{"socket"};
  Script(const sc_core::sc_module_name& name, std::function<void(Script&)> run) : sc_module(name), run_(std::move(run)) { SC_THREAD(all); }
  tlm::tlm_response_status access(tlm::tlm_command command, std::uint64_t address, void* data, unsigned bytes, sc_core::sc_time& delay) {
    tlm::tlm_generic_payload payload;
    describe(payload, command, address, data, bytes);
    socket->b_transport(payload, delay);
    return payload.get_response_status();
  }
  unsigned debug_read(std::uint64_t address, void* data, unsigned bytes) {
    tlm::tlm_generic_payload payload;
    describe(payload, tlm::TLM_READ_COMMAND, address, data, bytes);
    return socket->transport_dbg(payload);
  }
  static void describe(tlm::tlm_generic_payload& payload, tlm::tlm_command command, std::uint64_t address, void* data, unsigned bytes) {
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(static_cast<unsigned char*>(data));
    payload.set_data_length(bytes);
    payload.set_streaming_width(bytes);
  }
  bool finished = false;

 private:
  void all() {
    run_(*this);
    finished = true;
  }
  std::function<void(Script&)> run_;
};

// Posts all its words by the four phases, the next request when the one before has ended, or eight are under way.
class Pipeline final : public sc_core::sc_module, public tlm::tlm_mm_interface {
 public:
  struct Done {
    std::uint64_t number = 0, address = 0;
    bool writes = false;
    std::uint32_t data = 0;
    tlm::tlm_response_status status = tlm::TLM_INCOMPLETE_RESPONSE;
  };
  SC_HAS_PROCESS(Pipeline);  // NOLINT: SystemC's macro
  tlm_utils::simple_initiator_socket<Pipeline> socket{"socket"};
  // Ends a response in the call that begins it, or 2 ns later.
  Pipeline(const sc_core::sc_module_name& name, bool at_once) : sc_module(name), at_once_(at_once), ends_(this, &Pipeline::end) {
    socket.register_nb_transport_bw(this, &Pipeline::backward);
    SC_METHOD(request);
    sensitive << next_;
  }
  void post(tlm::tlm_command command, std::uint64_t address, std::uint32_t data) {
    words_.push_back({words_.size(), address, command == tlm::TLM_WRITE_COMMAND, data, tlm::TLM_INCOMPLETE_RESPONSE});
  }
  [[nodiscard]] std::size_t live() const { return live_; }
  std::vector<Done> done;
  int most_responses = 0;  // begun and not ended, at any time

 private:
  void request() {
    if (posted_ == words_.size() || requesting_ || live_ == 8) return;
    Done& word = words_[posted_++];
    auto* const payload = new tlm::tlm_generic_payload(this);
    payload->acquire();
    ++live_;
    Script::describe(*payload, word.writes ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND, word.address, &word.data, 4);
    numbers_[payload] = word.number;
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    requesting_ = true;
    const tlm::tlm_sync_enum status = socket->nb_transport_fw(*payload, phase, delay);
    if (status != tlm::TLM_ACCEPTED) throw std::logic_error("the bridge answers later");
  }
  tlm::tlm_sync_enum backward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    if (phase == tlm::END_REQ) {
      requesting_ = false;
      next_.notify(delay + sc_core::sc_time(1, sc_core::SC_NS));
      return tlm::TLM_ACCEPTED;
    }
    most_responses = std::max(most_responses, ++responses_);
    if (at_once_) {
      finish(payload);
      return tlm::TLM_COMPLETED;
    }
    ends_.notify(payload, tlm::END_RESP, delay + sc_core::sc_time(2, sc_core::SC_NS));
    return tlm::TLM_ACCEPTED;
  }
  void end(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& /*phase*/) {
    tlm::tlm_phase phase = tlm::END_RESP;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    socket->nb_transport_fw(payload, phase, delay);
    finish(payload);
  }
  void finish(tlm::tlm_generic_payload& payload) {
    --responses_;
    Done& word = words_[numbers_.at(&payload)];
    word.status = payload.get_response_status();
    done.push_back(word);
    numbers_.erase(&payload);
    payload.release();
    next_.notify(sc_core::sc_time(1, sc_core::SC_NS));
  }
  void free(tlm::tlm_generic_payload* payload) override {
    --live_;
    delete payload;
  }
  bool at_once_, requesting_ = false;
  int responses_ = 0;
  std::size_t posted_ = 0, live_ = 0;
  std::deque<Done> words_;
  std::map<tlm::tlm_generic_payload*, std::uint64_t> numbers_;
  sc_core::sc_event next_;
  tlm_utils::peq_with_cb_and_phase<Pipeline> ends_;
};

// A message of 20 flits every 25 ns.
class Talker final : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Talker);  // NOLINT: SystemC's macro
  Talker(const sc_core::sc_module_name& name, NetworkModule& network, TerminalId from, TerminalId to)
      : sc_module(name), from_(network.interface(from)), to_(to) {
    SC_METHOD(talk);
  }
  int sent = 0;

 private:
  void talk() {
    from_.send(to_, 20, 0);
    ++sent;
    next_trigger(sc_core::sc_time(25, sc_core::SC_NS));
  }
  NetworkInterface& from_;
  TerminalId to_;
};

}  // namespace dateline::test
