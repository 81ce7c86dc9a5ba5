// A router with virtual channels, credits and lookahead routing, x before y: a head flit brings the port by which it
// leaves this router, and takes along that by which it leaves the next. One flit an input port and cycle; a VC is free
// again when the tail has been sent, so a buffer may hold several packets. Two stages: a flit waits at least one cycle
// in its buffer, and one in the register behind the crossbar; its credit is given when it leaves the buffer.
// Ports: 0 east (+x), 1 west, 2 north (+y), 3 south, 4 local.
module lookahead_router #(
    parameter int VCS = 2,
    parameter int DEPTH = 4,  // of a VC's buffer
    parameter int WIDTH = 64,  // of a flit's data; a head flit begins with its destination, x in bits 15..0, y in 31..16
    parameter int VC_BITS = $clog2(VCS)
) (
    input logic clk,
    input logic reset,
    input logic [15:0] x,
    input logic [15:0] y,
    input logic [4:0] in_valid,
    input logic [4:0] in_head,
    input logic [4:0] in_tail,
    input logic [4:0][VC_BITS-1:0] in_vc,
    input logic [4:0][2:0] in_route,  // of a head flit: its port out of this router
    input logic [4:0][WIDTH-1:0] in_data,
    output logic [4:0] in_credit,  // a place is free
    output logic [4:0][VC_BITS-1:0] in_credit_vc,
    output logic [4:0] out_valid,
    output logic [4:0] out_head,
    output logic [4:0] out_tail,
    output logic [4:0][VC_BITS-1:0] out_vc,
    output logic [4:0][2:0] out_route,  // of a head flit: its port out of the next router
    output logic [4:0][WIDTH-1:0] out_data,
    input logic [4:0] out_credit,
    input logic [4:0][VC_BITS-1:0] out_credit_vc
);
  typedef struct packed {
    logic head, tail;
    logic [2:0] route;
    logic [WIDTH-1:0] data;
  } flit_t;

  flit_t [4:0][VCS-1:0][DEPTH-1:0] places;  // the front is place 0
  logic [4:0][VCS-1:0][7:0] count;
  logic [4:0][VCS-1:0] active;  // the packet at the front has an output VC
  logic [4:0][VCS-1:0][2:0] port;
  logic [4:0][VCS-1:0][VC_BITS-1:0] onward;
  logic [4:0][VCS-1:0] held;  // of an output port
  logic [4:0][VCS-1:0][7:0] credits;
  logic [4:0][VC_BITS-1:0] input_pointer;
  logic [4:0][2:0] output_pointer;

  // Of the cycle: an input port asks for one of its VCs, an output port grants one input port.
  logic [4:0] asks, sends;
  logic [4:0][VC_BITS-1:0] asking, free_vc, to_vc;
  logic [4:0][2:0] wanted, granted;
  logic [4:0] has_free;
  flit_t [4:0] flit, sent;
  int v, p;

  function automatic logic [2:0] route_from(input logic [15:0] at_x, input logic [15:0] at_y, input logic [31:0] to);
    if (to[15:0] != at_x) return to[15:0] > at_x ? 3'd0 : 3'd1;
    if (to[31:16] != at_y) return to[31:16] > at_y ? 3'd2 : 3'd3;
    return 3'd4;
  endfunction
  function automatic logic [2:0] next_route(input logic [2:0] way, input logic [31:0] to);
    case (way)
      3'd0: return route_from(x + 1, y, to);
      3'd1: return route_from(x - 1, y, to);
      3'd2: return route_from(x, y + 1, to);
      default: return route_from(x, y - 1, to);
    endcase
  endfunction

  always_comb begin
    {asks, asking, wanted, to_vc, sends, granted, free_vc, has_free} = '0;
    {v, p} = '0;
    for (int o = 0; o < 5; ++o)
      for (int u = VCS - 1; u >= 0; --u)
        if (!held[o][u] && credits[o][u] != 0) begin
          has_free[o] = 1;
          free_vc[o] = VC_BITS'(u);
        end
    for (int i = 0; i < 5; ++i) begin
      for (int k = VCS - 1; k >= 0; --k) begin
        v = (int'(input_pointer[i]) + k) % VCS;
        if (count[i][v] != 0 && (active[i][v] ? credits[port[i][v]][onward[i][v]] != 0 : has_free[places[i][v][0].route])) begin
          asks[i] = 1;
          asking[i] = VC_BITS'(v);
        end
      end
      flit[i] = places[i][asking[i]][0];
      wanted[i] = active[i][asking[i]] ? port[i][asking[i]] : flit[i].route;
    end
    for (int o = 0; o < 5; ++o) begin
      for (int k = 4; k >= 0; --k) begin
        p = (int'(output_pointer[o]) + k) % 5;
        if (asks[p] && wanted[p] == 3'(o)) begin
          sends[o] = 1;
          granted[o] = 3'(p);
        end
      end
      p = int'(granted[o]);
      sent[o] = flit[p];
      to_vc[o] = active[p][asking[p]] ? onward[p][asking[p]] : free_vc[o];
    end
  end

  // The crossbar's register.
  logic [4:0] crossed;
  flit_t [4:0] crossed_flit;
  logic [4:0][VC_BITS-1:0] crossed_vc;

  always_ff @(posedge clk)
    if (reset) begin
      {count, active, held, input_pointer, output_pointer, crossed, out_valid, in_credit} <= '0;
      for (int o = 0; o < 5; ++o) for (int u = 0; u < VCS; ++u) credits[o][u] <= 8'(DEPTH);
    end else begin
      for (int o = 0; o < 5; ++o) begin
        crossed[o] <= sends[o];
        crossed_flit[o] <= sent[o];
        crossed_vc[o] <= to_vc[o];
        if (sends[o]) output_pointer[o] <= granted[o] == 4 ? 0 : granted[o] + 1;
        if (sends[o]) held[o][to_vc[o]] <= !sent[o].tail;
        for (int u = 0; u < VCS; ++u)
          credits[o][u] <= credits[o][u] + 8'(out_credit[o] && out_credit_vc[o] == VC_BITS'(u)) - 8'(sends[o] && to_vc[o] == VC_BITS'(u));
        out_valid[o] <= crossed[o];
        out_head[o] <= crossed_flit[o].head;
        out_tail[o] <= crossed_flit[o].tail;
        out_vc[o] <= crossed_vc[o];
        out_route[o] <= next_route(3'(o), crossed_flit[o].data[31:0]);
        out_data[o] <= crossed_flit[o].data;
      end
      for (int i = 0; i < 5; ++i) begin
        automatic logic leaves = asks[i] && sends[wanted[i]] && granted[wanted[i]] == 3'(i);
        in_credit[i] <= leaves;
        in_credit_vc[i] <= asking[i];
        if (leaves) begin
          input_pointer[i] <= int'(asking[i]) == VCS - 1 ? 0 : asking[i] + 1;
          active[i][asking[i]] <= !flit[i].tail;
          port[i][asking[i]] <= wanted[i];
          onward[i][asking[i]] <= to_vc[wanted[i]];
        end
        for (int u = 0; u < VCS; ++u) begin
          automatic logic pops = leaves && asking[i] == VC_BITS'(u);
          automatic logic pushes = in_valid[i] && in_vc[i] == VC_BITS'(u);
          if (pops) for (int d = 0; d + 1 < DEPTH; ++d) places[i][u][d] <= places[i][u][d+1];
          if (pushes) places[i][u][count[i][u]-8'(pops)] <= {in_head[i], in_tail[i], in_route[i], in_data[i]};
          count[i][u] <= count[i][u] - 8'(pops) + 8'(pushes);
        end
      end
    end
endmodule
