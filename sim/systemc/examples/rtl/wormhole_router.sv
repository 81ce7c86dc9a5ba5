// A wormhole router of a 2-D mesh in dimension order, x before y, as docs/reference/router-cycle.md defines it: atomic reuse of virtual
// channels, headers first come first served, the lowest free VC, round-robin among the VCs of a channel, one flit an
// input VC and cycle, ideal ejection. Pins and their times: docs/extend/router-verilog.md. All outputs come from registers.
module wormhole_router #(
    parameter int VCS = 1,    // virtual channels of every channel, 1 or more
    parameter int DEPTH = 2,  // places of a buffer
    parameter int WIDTH = 64  // bits of a flit; a header begins with its destination: x in bits 15..0, y in 31..16
) (
    input logic clk,
    input logic reset,
    input logic [15:0] x,  // of this router
    input logic [15:0] y,

    // Flits that arrive, a channel each: from +x, -x, +y, -y, and the interface.
    input logic [4:0] in_valid,
    input logic [4:0] in_head,
    input logic [4:0] in_tail,
    input logic [4:0][7:0] in_vc,
    input logic [4:0][WIDTH-1:0] in_data,
    output logic [4:0][VCS-1:0] in_credit,  // a place that has become free

    // Flits that leave, to +x, -x, +y, -y.
    output logic [3:0] out_valid,
    output logic [3:0] out_head,
    output logic [3:0] out_tail,
    output logic [3:0][7:0] out_vc,
    output logic [3:0][WIDTH-1:0] out_data,
    input logic [3:0][VCS-1:0] out_credit,

    // Flits that are handed to the node, one from every buffer.
    output logic [4:0][VCS-1:0] eject_valid,
    output logic [4:0][VCS-1:0] eject_head,
    output logic [4:0][VCS-1:0] eject_tail,
    output logic [4:0][VCS-1:0][WIDTH-1:0] eject_data
);
  localparam int N = 5 * VCS;  // buffers: number port * VCS + vc

  typedef struct packed {
    logic head, tail;
    logic [WIDTH-1:0] data;
  } flit_t;

  // What a router knows between two cycles.
  typedef struct packed {
    // Buffers. The worm at the front waits for a VC, has one, or is being ejected.
    flit_t [N-1:0][DEPTH-1:0] places;  // the front is place 0
    logic [N-1:0][7:0] flits;
    logic [N-1:0] waiting, routed, ejecting;
    logic [N-1:0][N-1:0] earlier;  // [i][j]: j has waited longer than i
    // Output VCs.
    logic [3:0][VCS-1:0] held;
    logic [3:0][VCS-1:0][7:0] holder;  // the buffer of the worm that holds it
    logic [3:0][VCS-1:0][7:0] credits;
    logic [3:0][7:0] pointer;  // where the round-robin of a channel begins
  } state_t;

  state_t now, next;
  logic [3:0] send;
  flit_t [3:0] sent;
  logic [3:0][7:0] sent_vc;
  logic [N-1:0] left, eject;  // buffers that a flit leaves; of these, to the node
  flit_t [N-1:0] front;
  logic [N-1:0] asking;
  int taken, at, vc;

  // The output of a header; 4: it is at its destination.
  function automatic logic [2:0] route(input logic [31:0] data);
    if (data[15:0] != x) return data[15:0] > x ? 3'd0 : 3'd1;
    if (data[31:16] != y) return data[31:16] > y ? 3'd2 : 3'd3;
    return 3'd4;
  endfunction

  always_comb begin
    next = now;
    send = '0;
    sent = '0;
    sent_vc = '0;
    left = '0;
    eject = '0;
    asking = '0;
    {taken, at, vc} = '0;

    // What has arrived.
    for (int p = 0; p < 5; ++p)
      if (in_valid[p]) begin
        at = p * VCS + int'(in_vc[p]);
        next.places[at][next.flits[at]] = {in_head[p], in_tail[p], in_data[p]};
        next.flits[at] += 1;
      end
    for (int o = 0; o < 4; ++o)
      for (int v = 0; v < VCS; ++v) if (out_credit[o][v]) next.credits[o][v] += 1;
    for (int i = 0; i < N; ++i) front[i] = next.places[i][0];

    // Headers that have come to the front wait behind all that wait; those of one cycle in the order of their buffers.
    for (int i = 0; i < N; ++i)
      if (next.flits[i] != 0 && front[i].head && !next.waiting[i] && !next.routed[i] && !next.ejecting[i]) begin
        if (route(front[i].data[31:0]) == 3'd4) next.ejecting[i] = 1;
        else begin
          next.earlier[i] = next.waiting;
          next.waiting[i] = 1;
          for (int j = 0; j < N; ++j) next.earlier[j][i] = 0;
        end
      end

    // The first that waits for a channel takes its lowest free VC, the second the next.
    for (int o = 0; o < 4; ++o) begin
      taken = 0;
      for (int i = 0; i < N; ++i) asking[i] = next.waiting[i] && route(front[i].data[31:0]) == 3'(o);
      for (int v = 0; v < VCS; ++v)
        if (!next.held[o][v] && next.credits[o][v] == 8'(DEPTH)) begin
          for (int i = 0; i < N; ++i)
            if (asking[i] && $countones(asking & next.earlier[i]) == taken) begin
              next.held[o][v] = 1;
              next.holder[o][v] = 8'(i);
              next.waiting[i] = 0;
              next.routed[i] = 1;
            end
          taken += 1;
        end
    end

    // Every channel sends a flit of one of its worms, if one has a flit and a place.
    for (int o = 0; o < 4; ++o)
      for (int k = 0; k < VCS; ++k) begin
        vc = (int'(now.pointer[o]) + k) % VCS;
        at = int'(next.holder[o][vc]);
        if (!send[o] && next.held[o][vc] && next.flits[at] != 0 && next.credits[o][vc] != 0) begin
          send[o] = 1;
          sent[o] = front[at];
          sent_vc[o] = 8'(vc);
          left[at] = 1;
          next.credits[o][vc] -= 1;
          next.pointer[o] = 8'((vc + 1) % VCS);
          if (front[at].tail) begin
            next.held[o][vc] = 0;
            next.routed[at] = 0;
          end
        end
      end
    for (int i = 0; i < N; ++i)
      if (next.ejecting[i] && next.flits[i] != 0) begin
        eject[i] = 1;
        left[i] = 1;
        if (front[i].tail) next.ejecting[i] = 0;
      end
    for (int i = 0; i < N; ++i)
      if (left[i]) begin
        for (int d = 0; d + 1 < DEPTH; ++d) next.places[i][d] = next.places[i][d+1];
        next.flits[i] -= 1;
      end
  end

  always_ff @(posedge clk)
    if (reset) begin
      now <= '0;
      for (int o = 0; o < 4; ++o) for (int v = 0; v < VCS; ++v) now.credits[o][v] <= 8'(DEPTH);
      {in_credit, out_valid, eject_valid} <= '0;
    end else begin
      now <= next;
      out_valid <= send;
      out_vc <= sent_vc;
      for (int o = 0; o < 4; ++o) {out_head[o], out_tail[o], out_data[o]} <= sent[o];
      for (int p = 0; p < 5; ++p)
        for (int v = 0; v < VCS; ++v) begin
          in_credit[p][v] <= left[p*VCS+v];
          eject_valid[p][v] <= eject[p*VCS+v];
          {eject_head[p][v], eject_tail[p][v], eject_data[p][v]} <= front[p*VCS+v];
        end
    end
endmodule
