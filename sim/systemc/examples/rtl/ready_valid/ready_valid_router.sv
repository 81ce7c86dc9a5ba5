// A router of packets of one flit over ready/valid links, x before y, as small on-chip networks have it: a FIFO at each
// input, a round-robin arbiter at each output. Ports: 0 local, 1 east (+x), 2 west, 3 north (+y), 4 south. A packet
// crosses where valid and ready meet at the edge; valid does not wait for ready.
module ready_valid_router #(
    parameter int PAYLOAD = 32,
    parameter int PLACES = 2,  // of a FIFO
    parameter int WIDTH = 16 + PAYLOAD
) (
    input logic clk,
    input logic rst_n,
    input logic [7:0] my_x,
    input logic [7:0] my_y,
    input logic [4:0] in_valid,
    output logic [4:0] in_ready,
    input logic [4:0][WIDTH-1:0] in_packet,  // payload, y, x
    output logic [4:0] out_valid,
    input logic [4:0] out_ready,
    output logic [4:0][WIDTH-1:0] out_packet
);
  logic [4:0][PLACES-1:0][WIDTH-1:0] fifo;  // the front is place 0
  logic [4:0][7:0] count;
  logic [4:0][2:0] pointer;  // of an output: the input that it asks first
  logic [4:0][2:0] granted;  // the input that an output takes
  logic [4:0] taken;         // from this input
  int from;

  function automatic logic [2:0] route(input logic [7:0] x, input logic [7:0] y);
    if (x != my_x) return x > my_x ? 3'd1 : 3'd2;
    if (y != my_y) return y > my_y ? 3'd3 : 3'd4;
    return 3'd0;
  endfunction

  always_comb begin
    out_valid = '0;
    granted = '0;
    taken = '0;
    from = 0;
    for (int o = 0; o < 5; ++o) begin
      for (int k = 4; k >= 0; --k) begin
        from = (int'(pointer[o]) + k) % 5;
        if (count[from] != 0 && route(fifo[from][0][7:0], fifo[from][0][15:8]) == 3'(o)) begin
          out_valid[o] = 1;
          granted[o] = 3'(from);
        end
      end
      out_packet[o] = fifo[granted[o]][0];
      if (out_valid[o] && out_ready[o]) taken[granted[o]] = 1;
    end
    for (int i = 0; i < 5; ++i) in_ready[i] = count[i] != 8'(PLACES);
  end

  always_ff @(posedge clk)
    if (!rst_n) begin
      count <= '0;
      pointer <= '0;
    end else begin
      for (int o = 0; o < 5; ++o) if (out_valid[o] && out_ready[o]) pointer[o] <= granted[o] == 4 ? 0 : granted[o] + 1;
      for (int i = 0; i < 5; ++i) begin
        if (taken[i]) for (int d = 0; d + 1 < PLACES; ++d) fifo[i][d] <= fifo[i][d+1];
        if (in_valid[i] && in_ready[i]) fifo[i][count[i] - 8'(taken[i])] <= in_packet[i];
        count[i] <= count[i] - 8'(taken[i]) + 8'(in_valid[i] && in_ready[i]);
      end
    end
endmodule
