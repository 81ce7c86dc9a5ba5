// The checker of the base protocol names each wrong phase by its clause, once, and accuses no good transaction.
#include "tests/sim/systemc/tlm/trios.hpp"

using namespace dateline::test;

namespace {

TLM_DECLARE_EXTENDED_PHASE(snooped);

// The target answers BEGIN_REQ in the call.
void answer_at_once(FreeTarget& target, tlm::tlm_sync_enum status, tlm::tlm_phase answered, sc_core::sc_time delay = sc_core::SC_ZERO_TIME) {
  target.answer = [=](Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& annotated) {
    if (phase != BEGIN_REQ) return tlm::TLM_ACCEPTED;
    if (status == tlm::TLM_COMPLETED || answered == BEGIN_RESP) payload.set_response_status(tlm::TLM_OK_RESPONSE);
    if (status == tlm::TLM_UPDATED) phase = answered;
    annotated += delay;
    return status;
  };
}

}  // namespace

TEST_CASE("the checker accuses no transaction that keeps the protocol") {
  Trios trios;
  trios.add("", [](FreeInitiator& from, FreeTarget& target) {
    Payload& payload = write(from);
    for (int i = 0; i < 2; ++i) {  // the same payload again
      payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
      transact(from, target, payload);
    }
  });
  trios.add("", [](FreeInitiator& from, FreeTarget& target) {  // no END_REQ; END_RESP returned
    from.answer = [](Payload&, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
      phase = END_RESP;
      delay += ns(3);
      return tlm::TLM_UPDATED;
    };
    for (int i = 0; i < 2; ++i) {
      Payload& payload = write(from);
      from.forward(payload, BEGIN_REQ, ns(2));
      respond(target, payload, ns(2));
    }
  });
  for (const tlm::tlm_phase& phase : {tlm::tlm_phase(END_REQ), tlm::tlm_phase(BEGIN_RESP)}) {
    trios.add("", [phase](FreeInitiator& from, FreeTarget& target) {
      answer_at_once(target, tlm::TLM_UPDATED, phase, ns(1));
      for (int i = 0; i < 2; ++i) {
        Payload& payload = write(from);
        CHECK(from.forward(payload, BEGIN_REQ) == tlm::TLM_UPDATED);
        if (phase == END_REQ) respond(target, payload, ns(2));
        from.forward(payload, END_RESP, ns(2));
      }
    });
  }
  trios.add("", [](FreeInitiator& from, FreeTarget& target) {  // completed early, by the target and by the initiator
    answer_at_once(target, tlm::TLM_COMPLETED, BEGIN_REQ, ns(1));
    from.forward(write(from), BEGIN_REQ);
    target.answer = accept;
    from.answer = [](Payload&, tlm::tlm_phase&, sc_core::sc_time&) { return tlm::TLM_COMPLETED; };
    Payload& payload = write(from);
    from.forward(payload, BEGIN_REQ);
    respond(target, payload);
  });
  trios.add("", [](FreeInitiator& from, FreeTarget& target) {  // a second request beside the first's response
    Payload &first = write(from), &second = write(from);
    from.forward(first, BEGIN_REQ);
    target.backward(first, END_REQ);
    from.forward(second, BEGIN_REQ);
    respond(target, first);
    from.forward(first, END_RESP);
    respond(target, second);
    from.forward(second, END_RESP);
  });
  trios.add("", [](FreeInitiator& from, FreeTarget& target) {  // ignorable phases
    Payload& payload = write(from);
    from.forward(payload, BEGIN_REQ);
    from.forward(payload, snooped);
    target.backward(payload, snooped);
    respond(target, payload);
    from.forward(payload, END_RESP);
  });
  trios.add("", [](FreeInitiator& from, FreeTarget& target) {  // nothing to transfer, and nothing read there
    Payload& payload = from.make(tlm::TLM_IGNORE_COMMAND, 0, 0);
    payload.set_data_ptr(nullptr);
    transact(from, target, payload);
  });
  trios.run(8);
}

TEST_CASE("the checker names phases on the wrong path, out of sequence and before the one before has ended") {
  Trios trios;
  trios.add("15.2.6: BEGIN_REQ before END_REQ", [](FreeInitiator& from, FreeTarget&) {
    from.forward(write(from), BEGIN_REQ);
    from.forward(write(from), BEGIN_REQ);
  });
  trios.add("15.2.6: BEGIN_RESP before END_RESP", [](FreeInitiator& from, FreeTarget& target) {
    Payload &first = write(from), &second = write(from);
    for (Payload* const payload : {&first, &second}) {
      from.forward(*payload, BEGIN_REQ);
      target.backward(*payload, END_REQ);
    }
    respond(target, first);
    respond(target, second);
  });
  for (const tlm::tlm_phase& phase : {tlm::tlm_phase(END_REQ), tlm::tlm_phase(BEGIN_RESP), tlm::tlm_phase()}) {
    trios.add(std::string("15.2.3: ") + phase.get_name() + " on the wrong path", [phase](FreeInitiator& from, FreeTarget& target) {
      Payload& payload = write(from);
      from.forward(payload, phase);
      transact(from, target, payload);
    });
  }
  for (const tlm::tlm_phase& phase : {tlm::tlm_phase(BEGIN_REQ), tlm::tlm_phase(END_RESP), tlm::tlm_phase()}) {
    trios.add(std::string("15.2.3: ") + phase.get_name() + " on the wrong path", [phase](FreeInitiator& from, FreeTarget& target) {
      Payload& payload = write(from);
      from.forward(payload, BEGIN_REQ);
      target.backward(payload, phase);
    });
  }
  trios.add("15.2.3: END_RESP on the wrong path", [](FreeInitiator& from, FreeTarget& target) {
    answer_at_once(target, tlm::TLM_UPDATED, END_RESP);
    from.forward(write(from), BEGIN_REQ);
  });
  trios.add("15.2.3: END_REQ on the wrong path", [](FreeInitiator& from, FreeTarget& target) {
    from.answer = [](Payload&, tlm::tlm_phase& phase, sc_core::sc_time&) {
      phase = END_REQ;
      return tlm::TLM_UPDATED;
    };
    Payload& payload = write(from);
    from.forward(payload, BEGIN_REQ);
    respond(target, payload);
  });
  trios.add("15.2.4: BEGIN_REQ of a transaction that is under way", [](FreeInitiator& from, FreeTarget& target) {
    Payload& payload = write(from);
    from.forward(payload, BEGIN_REQ);
    target.backward(payload, END_REQ);
    from.forward(payload, BEGIN_REQ);
  });
  trios.add("15.2.4: END_RESP of a transaction that is not under way", [](FreeInitiator& from, FreeTarget&) { from.forward(write(from), END_RESP); });
  trios.add("15.2.4: END_RESP out of sequence", [](FreeInitiator& from, FreeTarget&) {
    Payload& payload = write(from);
    from.forward(payload, BEGIN_REQ);
    from.forward(payload, END_RESP);
  });
  for (const tlm::tlm_phase& phase : {tlm::tlm_phase(END_REQ), tlm::tlm_phase(BEGIN_RESP)}) {
    trios.add(std::string("15.2.4: ") + phase.get_name() + " out of sequence", [phase](FreeInitiator& from, FreeTarget& target) {
      Payload& payload = write(from);
      from.forward(payload, BEGIN_REQ);
      payload.set_response_status(tlm::TLM_OK_RESPONSE);
      target.backward(payload, phase);
      target.backward(payload, phase);
    });
  }
  trios.add("15.2.4: TLM_COMPLETED for END_REQ", [](FreeInitiator& from, FreeTarget& target) {
    from.answer = [](Payload&, tlm::tlm_phase&, sc_core::sc_time&) { return tlm::TLM_COMPLETED; };
    Payload& payload = write(from);
    from.forward(payload, BEGIN_REQ);
    target.backward(payload, END_REQ);
  });
  for (const bool changes_phase : {false, true}) {
    trios.add("11.1.2: TLM_ACCEPTED with another phase or delay", [changes_phase](FreeInitiator& from, FreeTarget& target) {
      target.answer = [changes_phase](Payload&, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
        if (changes_phase) phase = END_REQ;
        if (!changes_phase) delay += ns(1);
        return tlm::TLM_ACCEPTED;
      };
      from.forward(write(from), BEGIN_REQ);
    });
  }
  trios.add("15.2.7: time goes back from 10 ns to 3 ns", [](FreeInitiator& from, FreeTarget& target) {
    Payload& payload = write(from);
    from.forward(payload, BEGIN_REQ, ns(10));
    target.backward(payload, END_REQ, ns(3));
  });
  trios.add("15.2.7: time goes back from 10 ns to 9 ns", [](FreeInitiator& from, FreeTarget& target) {
    target.answer = [](Payload&, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
      phase = END_REQ;
      delay = ns(9);
      return tlm::TLM_UPDATED;
    };
    from.forward(write(from), BEGIN_REQ, ns(10));
  });
  trios.run(19);
}
